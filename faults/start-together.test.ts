import { type RunningProcess, runMintwright } from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { createFleet, type Fleet } from "./fleet.ts";
import { query } from "./query.ts";
import { report } from "./report.ts";

let fleet: Fleet;

beforeAll(async () => {
  fleet = await createFleet({ serverUrl: inject("databaseServerUrl") });
});

afterAll(() => fleet?.close());

function listAppliedMigrations(running: RunningProcess): string[] {
  const line = running.log.find((entry) => entry.includes('"migrations applied"'));
  return line ? (JSON.parse(line) as { applied: string[] }).applied : [];
}

it("starts ten processes together on an empty database", { timeout: 120_000 }, async () => {
  const roles = [...Array.from({ length: 8 }, () => "api" as const), "worker" as const, "worker" as const];
  const startedAt = performance.now();
  const processes = await Promise.all(roles.map((role) => fleet.start(role)));
  report(
    `ten processes on an empty database: ready in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
  );

  const applied = processes.flatMap(listAppliedMigrations);
  const stored = await query<{ name: string }>(
    fleet.databaseUrl,
    "select name from kysely_migration order by name",
  );
  expect(stored.length).toBeGreaterThan(3);
  expect(applied.sort()).toEqual(stored.map(({ name }) => name));
  for (const { baseUrl } of processes.slice(0, 8)) {
    const ready = await fetch(`${baseUrl}/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: "ready" }]);
  }
  const registered = await query(fleet.databaseUrl, "select 1 from process");
  expect(registered).toHaveLength(10);
  const again = await runMintwright(["migrate", "--json"], { DATABASE_URL: fleet.databaseUrl });
  expect(JSON.parse(again.stdout)).toEqual({ applied: [] });
});
