import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { findFreePort } from "./running-process.ts";

const configFile = fileURLToPath(new URL("../../../deploy/haproxy/haproxy.cfg", import.meta.url));

export interface Haproxy {
  baseUrl: string;
  /** What it logged: servers that went up or down. */
  log: string[];
  /** Sums the series of a metric of its own that have these labels. */
  readMetric(name: string, labels: string): Promise<number>;
  stop(): Promise<void>;
}

/** Starts HAProxy with the configuration of deploy/haproxy in front of two API processes, and waits for both. */
export async function startHaproxy(
  program: string,
  [first, second]: [string, string],
  timeoutInMs = 20_000,
): Promise<Haproxy> {
  const bind = `127.0.0.1:${await findFreePort()}`;
  const metricsBind = `127.0.0.1:${await findFreePort()}`;
  const env = {
    MINTWRIGHT_BIND: bind,
    MINTWRIGHT_PROXY_METRICS_BIND: metricsBind,
    MINTWRIGHT_API_1: first,
    MINTWRIGHT_API_2: second,
  };
  const child = spawn(program, ["-db", "-f", configFile], { env, stdio: ["ignore", "pipe", "pipe"] });
  const exited = once(child, "exit");
  const log: string[] = [];
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding("utf8").on("data", (text: string) => log.push(...text.split("\n").filter(Boolean)));
  }
  const baseUrl = `http://${bind}`;
  const deadline = performance.now() + timeoutInMs;
  while (!(await fetch(`${baseUrl}/health/ready`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill("SIGKILL");
      throw new Error(`HAProxy does not reach the API:\n${log.join("\n")}`);
    }
    await sleep(50);
  }
  return {
    baseUrl,
    log,
    async readMetric(name, labels) {
      const text = await (await fetch(`http://${metricsBind}/metrics`)).text();
      const lines = text.split("\n").filter((line) => line.startsWith(`${name}{`) && line.includes(labels));
      if (lines.length === 0) throw new Error(`HAProxy has no metric ${name} with ${labels}`);
      return lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
    },
    async stop() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
