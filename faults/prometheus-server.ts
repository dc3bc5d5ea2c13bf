import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "@mintwright/test-harness";
import { vi } from "vitest";

interface Sample {
  metric: Record<string, string>;
  value: [number, string];
}

/** A real Prometheus that scrapes and evaluates once a second. */
export interface PrometheusServer {
  /** Asks now and returns the samples. */
  ask(expr: string): Promise<Sample[]>;
  /** Adds a process to the targets of its job. */
  addTarget(role: "api" | "worker", metricsUrl: string): void;
  removeTarget(role: "api" | "worker", metricsUrl: string): void;
  /** The alerts that fire, as `name severity`. */
  listFiring(): Promise<string[]>;
  stop(): Promise<void>;
}

export async function startPrometheus(binary: string, rules: string): Promise<PrometheusServer> {
  const folder = mkdtempSync(join(tmpdir(), "mintwright-prometheus-"));
  const port = await findFreePort();
  const targets = { api: new Set<string>(), worker: new Set<string>() };
  const writeTargets = (role: "api" | "worker") =>
    writeFileSync(join(folder, `${role}.json`), JSON.stringify([{ targets: [...targets[role]] }]));
  const jobs = (["api", "worker"] as const).map((role) => {
    writeTargets(role);
    return {
      job_name: `mintwright-${role}`,
      file_sd_configs: [{ files: [join(folder, `${role}.json`)], refresh_interval: "1s" }],
    };
  });
  writeFileSync(join(folder, "rules.yaml"), rules);
  // JSON is YAML, so no writer is needed.
  const config = {
    global: { scrape_interval: "1s", scrape_timeout: "1s", evaluation_interval: "1s" },
    rule_files: [join(folder, "rules.yaml")],
    scrape_configs: jobs,
  };
  writeFileSync(join(folder, "prometheus.yaml"), JSON.stringify(config));
  const child = spawn(
    binary,
    [
      `--config.file=${join(folder, "prometheus.yaml")}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
      "--log.level=warn",
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    log += text;
  });
  const exited = once(child, "exit");
  const base = `http://127.0.0.1:${port}`;
  const ask = async (expr: string): Promise<Sample[]> => {
    const response = await fetch(`${base}/api/v1/query?query=${encodeURIComponent(expr)}`);
    const body = (await response.json()) as { status: string; error?: string; data: { result: Sample[] } };
    if (body.status !== "success") throw new Error(`${expr}: ${body.error}`);
    return body.data.result;
  };
  await vi.waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error(`Prometheus ended: ${log}`);
      if (!(await fetch(`${base}/-/ready`)).ok) throw new Error("Prometheus is not ready");
    },
    { timeout: 30_000, interval: 200 },
  );
  return {
    ask,
    addTarget(role, metricsUrl) {
      targets[role].add(new URL(metricsUrl).host);
      writeTargets(role);
    },
    removeTarget(role, metricsUrl) {
      targets[role].delete(new URL(metricsUrl).host);
      writeTargets(role);
    },
    listFiring: async () =>
      (await ask('group by (alertname, severity) (ALERTS{alertstate="firing"})')).map(
        ({ metric }) => `${metric.alertname} ${metric.severity}`,
      ),
    async stop() {
      child.kill("SIGTERM");
      await exited;
      rmSync(folder, { recursive: true });
    },
  };
}
