import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "@mintwright/test-harness";
import { expect } from "vitest";
import type { ContainerTools } from "./container-tools.ts";

/** Starts an API on the host's network and a read-only root file system, and returns its port. */
export async function startApiContainer(
  tools: ContainerTools,
  { name, image, databaseUrl }: { name: string; image: string; databaseUrl: string },
  ...more: string[]
): Promise<number> {
  const port = await findFreePort();
  const environment = [`DATABASE_URL=${databaseUrl}`, "HOST=127.0.0.1", `PORT=${port}`, "METRICS_PORT=0"];
  await tools.podman(
    ...["run", "--detach", "--name", name, "--network", "host", "--read-only", "--read-only-tmpfs=false"],
    ...["--tmpfs", "/tmp", "--cap-drop", "all", ...more],
    ...environment.flatMap((entry) => ["--env", entry]),
    image,
  );
  return port;
}

/** Runs the health check of a container until it passes: without systemd, podman does not run it by itself. */
export async function waitUntilHealthy({ podman }: ContainerTools, name: string, timeoutInMs = 50_000) {
  await podman("container", "exists", name);
  const deadline = Date.now() + timeoutInMs;
  for (;;) {
    const failure = await podman("healthcheck", "run", name).then(
      () => undefined,
      (error) => error,
    );
    if (!failure) break;
    if (Date.now() > deadline) throw new Error(`${name}: ${failure}\n${await podman("logs", name)}`);
    await sleep(500);
  }
  expect(await podman("inspect", "--format", "{{.State.Health.Status}}", name)).toBe("healthy");
}

/** Every process of the container runs as user 1000, below tini, and nothing can be written but what is mounted. */
export async function expectConfined({ podman }: ContainerTools, name: string) {
  const users = await podman("exec", name, "sh", "-c", "stat --format %u /proc/[0-9]*");
  expect(new Set(users.split("\n"))).toEqual(new Set(["1000"]));
  expect(await podman("exec", name, "cat", "/proc/1/comm")).toBe("tini");
  for (const folder of ["/opt/mintwright", "/var/lib", "/etc"]) {
    await expect(podman("exec", "--user", "0", name, "touch", `${folder}/probe`)).rejects.toThrow(
      "Read-only",
    );
  }
  await podman("exec", name, "touch", "/tmp/probe");
}

/** Sends SIGTERM and waits for the end, which must come within 30 seconds while no call is open. */
export async function stopWithSigterm({ podman }: ContainerTools, name: string) {
  expect(await podman("inspect", "--format", "{{.State.Status}}", name)).toBe("running");
  const startedAt = performance.now();
  await podman("stop", "--time", "30", name);
  const seconds = (performance.now() - startedAt) / 1_000;
  process.stderr.write(`\n[containers] ${name} ended ${seconds.toFixed(1)} s after SIGTERM\n`);
  expect(await podman("inspect", "--format", "{{.State.ExitCode}}", name)).toBe("0");
  expect(seconds).toBeLessThan(30);
}
