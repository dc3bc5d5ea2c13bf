import { globSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { buildRules } from "@mintwright/prometheus-rules";
import { findTool } from "@mintwright/test-harness";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type AlertFault, alertFaults } from "./alert-faults.ts";
import { query } from "./query.ts";
import { report } from "./report.ts";
import { startWatchedInstallation, useEverything, type WatchedInstallation } from "./watched-installation.ts";

const prometheusBinary = findTool({ variable: "PROMETHEUS", purpose: "Alerts and dashboards" });
/** `npm run faults:alerts` injects every fault; the lane injects these. */
const shortList = ["MintwrightPaidCallsFailing", "MintwrightLedgerOff"];
const isWhole = process.env.ALERTS === "all";
const faults = alertFaults.filter(({ alert }) => isWhole || shortList.includes(alert));
const root = new URL("../", import.meta.url);

let watched: WatchedInstallation;

/** Without the alert that a busy machine alone can fire: what is left is wrong in an installation without a fault. */
async function listUnexplained(): Promise<string[]> {
  return (await watched.prometheus.listFiring()).filter(
    (alert) => !alert.startsWith("MintwrightAdmissionSlow"),
  );
}

it("knows a fault for each alert", () => {
  const alerts = buildRules().flatMap(({ rules }) => rules.flatMap(({ alert }) => alert ?? []));
  expect(alertFaults.map(({ alert }) => alert).sort()).toEqual([...new Set(alerts)].sort());
});

describe.runIf(prometheusBinary)("a Prometheus that scrapes an API and a worker", () => {
  beforeAll(async () => {
    watched = await startWatchedInstallation(String(prometheusBinary));
    // Twice, with scrapes between: a rate needs a counter before and after.
    await useEverything(watched);
    await sleep(3_000);
    await useEverything(watched);
  }, 120_000);

  afterAll(() => watched?.close(), 60_000);

  it("gets data for every query of every dashboard", { timeout: 60_000 }, async () => {
    const exprs = readDashboardQueries();
    expect(exprs.length).toBeGreaterThan(50);
    await vi.waitFor(
      async () => {
        const empty: string[] = [];
        for (const expr of exprs) {
          const samples = await watched.prometheus.ask(expr);
          if (!samples.some(({ value }) => value[1] !== "NaN")) empty.push(expr);
        }
        expect(empty).toEqual([]);
      },
      { timeout: 50_000, interval: 2_000 },
    );
    report(`alerts: ${exprs.length} dashboard queries answered with data`);
  });

  it("can run every statement of every runbook", async () => {
    const statements = globSync("docs/runbooks/*.md", { cwd: root }).flatMap((path) =>
      [...readFileSync(new URL(path, root), "utf8").matchAll(/psql "\$DATABASE_URL" -c "(.*)"$/gm)].map(
        ([, statement]) => String(statement),
      ),
    );
    expect(statements.length).toBeGreaterThan(10);
    for (const statement of statements) {
      const url = statement.includes("pg_last_xact_replay") ? watched.standby.url : watched.fleet.databaseUrl;
      await query(url, statement).catch((error: pg.DatabaseError) =>
        expect(`${statement}: ${error.message}`).toBe(""),
      );
    }
  });

  it("fires nothing while nothing is wrong", { timeout: 60_000 }, async () => {
    await vi.waitFor(async () => expect(await listUnexplained()).toEqual([]), {
      timeout: 40_000,
      interval: 1_000,
    });
    const stopCalling = watched.keepCalling();
    for (let second = 0; second < 8; second++) {
      await sleep(1_000);
      expect(await listUnexplained()).toEqual([]);
    }
    await stopCalling();
  });

  it.each(faults)("fires $alert when $fault", { timeout: 150_000 }, async (fault) => {
    const heal = await fault.inject(watched);
    const startedAt = performance.now();
    try {
      const expected = listSeverities(fault).map((severity) => `${fault.alert} ${severity}`);
      const seen = new Set<string>();
      await vi.waitFor(
        async () => {
          for (const firing of await watched.prometheus.listFiring()) seen.add(firing);
          expect([...seen]).toEqual(expect.arrayContaining(expected));
        },
        { timeout: 60_000, interval: 500 },
      );
      report(`alerts: ${fault.alert} fired after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    } finally {
      await heal();
    }
    const left = fault.leavesEnginePaused ? ["MintwrightEnginePaused ticket"] : [];
    await vi.waitFor(async () => expect(await listUnexplained()).toEqual(left), {
      timeout: 60_000,
      interval: 1_000,
    });
  });
});

function listSeverities({ alert }: AlertFault): string[] {
  const rules = buildRules().flatMap(({ rules: listed }) => listed.filter((rule) => rule.alert === alert));
  return [...new Set(rules.map(({ labels }) => String(labels?.severity)))];
}

function readDashboardQueries(): string[] {
  const folder = new URL("deploy/grafana/", root);
  const files = readdirSync(folder).filter((file) => file.startsWith("mintwright-"));
  const exprs = files.flatMap((file) => {
    const { panels } = JSON.parse(readFileSync(new URL(file, folder), "utf8")) as {
      panels: { targets?: { expr: string }[] }[];
    };
    return panels.flatMap(({ targets }) => (targets ?? []).map(({ expr }) => expr));
  });
  return [...new Set(exprs)].map((expr) =>
    expr.replaceAll("$__rate_interval", "2m").replaceAll('window="$window"', 'window="16s"'),
  );
}
