import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "./running-process.ts";

/**
 * A fault of a connection, in toxiproxy's own words. `timeout` without a timeout lets no more data through and keeps the
 * connection open. A direction is `upstream` (to the server) or `downstream` (to the client).
 */
export type Toxic =
  | { type: "latency"; stream: "upstream" | "downstream"; attributes: { latency: number; jitter: number } }
  | { type: "reset_peer"; stream: "upstream" | "downstream"; attributes: { timeout: number } }
  | { type: "timeout"; stream: "upstream" | "downstream"; attributes: { timeout: number } };

/** A TCP connection that the test can disturb. */
export interface Link {
  hostAndPort: string;
  /** Returns what ends the disturbance. Connections that were cut are then closed. */
  disturb(toxic: Toxic): Promise<() => Promise<void>>;
}

/** Shopify's toxiproxy, one process for any number of links. */
export interface Toxiproxy {
  link(name: string, upstream: string): Promise<Link>;
  stop(): Promise<void>;
}

const startTimeoutInMs = 10_000;

/** Starts toxiproxy on a free port. */
export async function startToxiproxy(executable: string): Promise<Toxiproxy> {
  const port = await findFreePort();
  const child = spawn(executable, ["-host", "127.0.0.1", "-port", String(port)], { stdio: "ignore" });
  const exited = once(child, "exit");
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`toxiproxy refused ${method} ${path}: ${text}`);
    return text ? JSON.parse(text) : undefined;
  };
  const deadline = Date.now() + startTimeoutInMs;
  while (!(await ask("GET", "/proxies").catch(() => undefined))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill("SIGKILL");
      throw new Error("toxiproxy did not start");
    }
    await sleep(50);
  }
  return {
    async link(name, upstream) {
      const path = `/proxies/${name}`;
      const { listen } = await ask("POST", "/proxies", { name, upstream, listen: "127.0.0.1:0" });
      return {
        hostAndPort: listen,
        async disturb(toxic) {
          const toxicName = crypto.randomUUID();
          await ask("POST", `${path}/toxics`, { name: toxicName, toxicity: 1, ...toxic });
          return () => ask("DELETE", `${path}/toxics/${toxicName}`);
        },
      };
    },
    async stop() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
