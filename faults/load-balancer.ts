import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { findFreePort } from "@mintwright/test-harness";
import { vi } from "vitest";

/** HAProxy before some API processes, each in a slot with a port of its own. */
export interface LoadBalancer {
  baseUrl: string;
  /** The port on which the process of each slot listens. */
  ports: readonly number[];
  /** Stops new calls to a slot, and waits until its calls have ended. */
  drain(slot: number): Promise<void>;
  /** Sends calls to a slot again, and waits until its health check passes. */
  resume(slot: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts HAProxy with health checks on `/health/ready`. */
export async function startLoadBalancer(executable: string, slots: number): Promise<LoadBalancer> {
  const folder = mkdtempSync(join(tmpdir(), "mintwright-haproxy-"));
  const socket = join(folder, "admin.sock");
  const port = await findFreePort();
  const ports: number[] = [];
  while (ports.length < slots) ports.push(await findFreePort());
  writeFileSync(
    join(folder, "haproxy.cfg"),
    `global
  stats socket ${socket} level admin
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 2s
  option redispatch
frontend calls
  bind 127.0.0.1:${port}
  default_backend api
backend api
  balance roundrobin
  option httpchk GET /health/ready
${ports.map((each, slot) => `  server api${slot} 127.0.0.1:${each} check inter 200ms fall 2 rise 1`).join("\n")}
`,
  );
  const child = spawn(executable, ["-f", join(folder, "haproxy.cfg"), "-db"], { stdio: "ignore" });
  const exited = once(child, "exit");

  const command = async (line: string) => {
    const connection = createConnection(socket);
    connection.end(`${line}\n`);
    return text(connection);
  };
  const readState = async (slot: number) => {
    const [head = "", ...rows] = (await command("show stat")).trim().split("\n");
    const columns = head.replace("# ", "").split(",");
    const row = rows.map((each) => each.split(",")).find((each) => each[1] === `api${slot}`) ?? [];
    return { sessions: Number(row[columns.indexOf("scur")]), status: row[columns.indexOf("status")] };
  };
  const waitFor = (slot: number, isReached: (state: Awaited<ReturnType<typeof readState>>) => boolean) =>
    vi.waitFor(
      async () => {
        const state = await readState(slot);
        if (!isReached(state)) throw new Error(`api${slot} is ${JSON.stringify(state)}`);
      },
      { timeout: 60_000, interval: 50 },
    );

  await vi.waitFor(() => command("show info"), { timeout: 10_000 });
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    ports,
    async drain(slot) {
      await command(`set server api/api${slot} state drain`);
      await waitFor(slot, ({ sessions }) => sessions === 0);
    },
    async resume(slot) {
      await command(`set server api/api${slot} state ready`);
      await waitFor(slot, ({ status }) => status === "UP");
    },
    async stop() {
      child.kill("SIGTERM");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
