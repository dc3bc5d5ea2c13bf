import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { buildDashboard } from "./build-dashboard.ts";
import { dashboards } from "./dashboards.ts";

const files = readdirSync(new URL(".", import.meta.url)).filter((file) => /^mintwright-.*\.json$/.test(file));

it("each dashboard has its file and each file its dashboard", () => {
  expect(files.sort()).toEqual(dashboards.map(({ uid }) => `${uid}.json`).sort());
});

it.each(dashboards)("$uid.json is what the code writes: npm run monitoring:write", (plan) => {
  expect(readFileSync(new URL(`${plan.uid}.json`, import.meta.url), "utf8")).toBe(buildDashboard(plan));
});

it("each panel has a title of its own in its dashboard, and at least one query", () => {
  for (const { rows } of dashboards) {
    const panels = Object.values(rows).flat();
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
    for (const { queries } of panels) expect(queries.length).toBeGreaterThan(0);
  }
});
