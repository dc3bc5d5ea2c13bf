import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { findTool } from "@mintwright/test-harness";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { writeAlertTests } from "./alert-cases.ts";
import { buildRules, writeRules } from "./build-rules.ts";

const promtool = findTool({ variable: "PROMTOOL", purpose: "Alert rules" });
const folder = fileURLToPath(new URL(".", import.meta.url));
const root = new URL("../../", import.meta.url);
const alerts = buildRules().flatMap(({ rules }) => rules.filter(({ alert }) => alert !== undefined));
const names = [...new Set(alerts.map(({ alert }) => String(alert)))];
const read = (path: string) => readFileSync(new URL(path, root), "utf8");

interface AlertTest {
  promql_expr_test: { exp_samples: { labels: string }[] }[];
}

describe("the rules", () => {
  it("are the files that the code writes: npm run monitoring:write", () => {
    expect(read("deploy/prometheus/mintwright.rules.yaml")).toBe(writeRules());
    expect(read("deploy/prometheus/mintwright.rules.test.yaml")).toBe(writeAlertTests());
  });

  it("have a promtool test in which each alert fires with each of its severities", () => {
    const { tests } = parse(writeAlertTests()) as { tests: AlertTest[] };
    const fired = tests.flatMap((test) =>
      test.promql_expr_test.flatMap(({ exp_samples }) => exp_samples.map(({ labels }) => labels)),
    );
    const expected = alerts.map(
      ({ alert, labels }) => `{alertname="${alert}",severity="${labels?.severity}"}`,
    );
    expect([...new Set(fired)].sort()).toEqual([...new Set(expected)].sort());
    expect(names.length).toBeGreaterThan(15);
  });

  it.runIf(promtool)("pass promtool", { timeout: 180_000 }, () => {
    const run = (...args: string[]) =>
      execFileSync(String(promtool), args, { cwd: folder, encoding: "utf8" });
    expect(run("check", "rules", "mintwright.rules.yaml")).toContain("SUCCESS");
    expect(run("test", "rules", "mintwright.rules.test.yaml")).toContain("SUCCESS");
  });

  it("publish under names that the server has", () => {
    const metrics = read("apps/server/src/platform/telemetry/metrics.ts");
    const known = metrics + read("apps/server/src/platform/telemetry/backlog-metrics.ts");
    const used = [...writeRules().matchAll(/\bmintwright_\w+/g)].map(([name]) => name);
    const missing = used.filter((name) => !known.includes(`"${name.replace(/_(count|bucket|sum)$/, "")}"`));
    expect(used.length).toBeGreaterThan(20);
    expect(missing).toEqual([]);
  });
});

describe("runbooks", () => {
  it("exist for each alert and for nothing else, and alerts name theirs", () => {
    const files = readdirSync(new URL("docs/runbooks/", root));
    expect(files.sort()).toEqual(names.map((name) => `${name}.md`).sort());
    for (const { alert, annotations } of alerts)
      expect(annotations?.runbook).toBe(`docs/runbooks/${alert}.md`);
  });

  it.each(names)("%s says what it means, how to check and what to do", (name) => {
    const text = read(`docs/runbooks/${name}.md`);
    expect([...text.matchAll(/^#+ (.*)$/gm)].map(([, title]) => title)).toEqual([
      name,
      "What it means",
      "How to check",
      "What to do",
    ]);
    expect(text).toMatch(/^```(sh|promql)\b.*\n.+/m);
    const links = [...text.matchAll(/\]\((\w+\.md)\)/g)].map(([, file]) => file);
    for (const file of links) expect(names).toContain(String(file).replace(".md", ""));
  });
});
