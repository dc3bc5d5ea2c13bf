import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createDatabase, findFreePort, findTool, startProcess } from "@mintwright/test-harness";
import { expect, inject, it } from "vitest";
import { readShellBlocks, runCopied } from "./copied-commands.ts";

const prometheus = findTool({ variable: "PROMETHEUS", purpose: "The guide to monitoring" });

it.runIf(prometheus)(
  "docs/guides/monitoring.md leads to a Prometheus that reaches a worker when it is copied",
  {
    timeout: 120_000,
  },
  async () => {
    const database = await createDatabase(inject("databaseServerUrl"), inject("databaseTemplate"));
    const worker = await startProcess("worker", { DATABASE_URL: database.url });
    const folder = mkdtempSync(join(tmpdir(), "mintwright-monitoring-docs-"));
    const port = await findFreePort();
    const { host } = new URL(worker.metricsUrl);
    const commands = readShellBlocks("docs/guides/monitoring.md")
      .filter((block) => !block.includes("npm run"))
      .join("\n")
      .replaceAll("localhost:9090", `127.0.0.1:${port}`)
      .replace("prometheus --config", `prometheus --web.listen-address=127.0.0.1:${port} --config`)
      .replace(
        "promtool check",
        `sed -i 's/localhost:9465/${host}/; s/15s/1s/' ${folder}/prometheus.yaml\npromtool check`,
      );
    const path = `${dirname(String(prometheus))}:${process.env.PATH}`;
    const output = await runCopied(commands, { MONITORING: folder, PATH: path });
    expect(output).toContain("SUCCESS");
    expect(output).toMatch(/up\{.*job="mintwright-worker"\} => 1/);
    expect(await worker.stop()).toBe(0);
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  },
);
