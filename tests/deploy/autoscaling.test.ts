import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { findTool } from "@mintwright/test-harness";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { run } from "./helm-chart.ts";

const validator = findTool({ variable: "KUBERNETES_VALIDATE", purpose: "the autoscaling manifests" });
const folder = new URL("../../deploy/autoscaling/", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), "utf8");

describe("autoscaling of model servers", () => {
  it.runIf(validator)("is valid Kubernetes", async () => {
    for (const version of ["1.27", "1.37"]) {
      const path = fileURLToPath(new URL("hpa.yaml", folder));
      const validated = await run(String(validator), ["--strict", "--no-warn", "-k", version, path]);
      expect(validated, validated.output).toMatchObject({ status: 0 });
    }
  });

  it("reads metrics that the server has, and one that the adapter makes", () => {
    const metrics = readFileSync(
      new URL("../../apps/server/src/platform/telemetry/backlog-metrics.ts", import.meta.url),
      "utf8",
    );
    const keda = parse(read("keda.yaml"));
    const adapter = parse(read("prometheus-adapter.yaml"));
    const [trigger] = keda.spec.triggers;
    const used =
      `${trigger.metadata.query} ${adapter.rules.external[0].metricsQuery}`.match(/mintwright_\w+/g) ?? [];
    expect(used).toHaveLength(4);
    for (const name of used) expect(metrics).toContain(`"${name}"`);
    const [{ external }] = parse(read("hpa.yaml")).spec.metrics;
    expect(external.metric.name).toBe(adapter.rules.external[0].name.as);
    expect(external.target.averageValue).toBe(trigger.metadata.threshold);
  });
});
