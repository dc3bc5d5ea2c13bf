import { randomUUID } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { findTool } from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { readShellBlocks, runCopied } from "../docs/copied-commands.ts";
import { type ContainerTools, prepareContainerTools, printSize, root } from "./container-tools.ts";
import { findPorts, overrideForHostNetwork } from "./host-network.ts";
import { expectConfined, stopWithSigterm, waitUntilHealthy } from "./running-container.ts";
import { buildStandIns } from "./stand-in-images.ts";

const baseFile = findTool({ variable: "CONTAINER_BASE", purpose: "compose.yaml" });
const compose = findTool({ variable: "PODMAN_COMPOSE", purpose: "compose.yaml" });
const minio = findTool({ variable: "MINIO", purpose: "compose.yaml" });
const mailpit = findTool({ variable: "MAILPIT", purpose: "compose.yaml" });
const goalInSeconds = 600;
const project = `mintwright-${randomUUID().slice(0, 8)}`;
const nameOf = (service: string) => `${project}_${service}_1`;

describe.skipIf(!baseFile || !compose || !minio || !mailpit)("compose.yaml", () => {
  let tools: ContainerTools;
  let folder: string;
  let ports: Awaited<ReturnType<typeof findPorts>>;
  let startedAt: number;
  const elapsed = () => Math.round((performance.now() - startedAt) / 1_000);
  const command = `${compose} --in-pod=false -p ${project} -f compose.yaml -f host.yaml`;

  const inFolder = (commands: string) => runCopied(`cd ${folder}\n${commands}`, tools.environment);

  beforeAll(async () => {
    tools = await prepareContainerTools(String(baseFile));
    const images = await buildStandIns(tools, { minio: String(minio), mailpit: String(mailpit) });
    ports = await findPorts();
    folder = mkdtempSync(join(tmpdir(), "mintwright-compose-"));
    for (const path of [
      "compose.yaml",
      ".env.example",
      "deploy/compose",
      "deploy/haproxy",
      "deploy/prometheus",
    ]) {
      cpSync(join(root, path), join(folder, path), { recursive: true });
    }
    const scraped = readFileSync(join(root, "deploy/compose/prometheus.yml"), "utf8")
      .replaceAll("15s", "1s")
      .replace("api-1:9464", `127.0.0.1:${ports.metrics1}`)
      .replace("api-2:9464", `127.0.0.1:${ports.metrics2}`)
      .replace("worker:9465", `127.0.0.1:${ports.worker}`);
    writeFileSync(join(folder, "prometheus.yml"), scraped);
    const override = overrideForHostNetwork(ports, images, join(folder, "prometheus.yml"));
    writeFileSync(join(folder, "host.yaml"), override);
    startedAt = performance.now();
    await tools.build(root, "localhost/mintwright:slim", "--target", "slim");
    process.stderr.write(`\n[containers] sources to image: ${elapsed()} s\n`);
  }, 2_400_000);

  afterAll(async () => {
    if (folder) await inFolder(`${command} down --volumes`);
    await tools?.podman("image", "prune", "--force");
    if (folder) rmSync(folder, { recursive: true });
  }, 300_000);

  it("leads from the sources to a paid image, as the guide says", { timeout: 600_000 }, async () => {
    const commands = readShellBlocks("docs/guides/containers.md")
      .join("\n")
      .replaceAll("docker compose", command)
      .replaceAll("localhost:8080", `127.0.0.1:${ports.haproxy}`);
    const output = await inFolder(commands);
    const load = loadavg()[0]?.toFixed(1);
    process.stderr.write(
      `\n[containers] sources to first image: ${elapsed()} s (goal ${goalInSeconds}); load ${load}\n`,
    );
    expect(output).toContain("x-credits-charged: 1");
    expect(output).toContain("x-credits-remaining: 99");
    expect(output).toMatch(/^ok {4}storage: .*bucket/m);
    expect(output).toContain("ok    worker: 1 running");
    expect(readFileSync(join(folder, "fox.jpg")).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    await printSize(tools, "localhost/mintwright:slim");
  });

  it.each(["postgres", "minio", "mailpit", "api-1", "api-2", "worker"])("%s is healthy", async (service) => {
    await waitUntilHealthy(tools, nameOf(service));
  });

  it("gives no container a writable root file system", async () => {
    const names = [
      "postgres",
      "minio",
      "mailpit",
      "haproxy",
      "prometheus",
      "migrate",
      "api-1",
      "api-2",
      "worker",
    ];
    const format = "{{.Name}} {{.HostConfig.ReadonlyRootfs}}";
    const states = await tools.podman("inspect", "--format", format, ...names.map(nameOf));
    expect(states.split("\n")).toEqual(names.map((name) => `${nameOf(name)} true`));
    for (const service of ["api-1", "api-2", "worker"]) await expectConfined(tools, nameOf(service));
  });

  it("lets Prometheus read the metrics of every process", async () => {
    const query = `http://127.0.0.1:${ports.prometheus}/api/v1/query?query=sum(up)`;
    await vi.waitFor(
      async () => {
        const { data } = (await (await fetch(query)).json()) as { data: { result: { value: unknown[] }[] } };
        expect(data.result[0]?.value[1]).toBe("3");
      },
      { timeout: 30_000, interval: 500 },
    );
  });

  it.each(["api-1", "worker"])("%s ends with 0 after SIGTERM", async (service) => {
    await stopWithSigterm(tools, nameOf(service));
  });
});
