import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createDatabase, runMintwright, startProcess, type TestDatabase } from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "mintwright-isolation-"));
let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase(inject("databaseServerUrl"), inject("databaseTemplate"));
  for (const [name, status] of [
    ["allowed", 0],
    ["refused", 1],
  ]) {
    const bin = mkdtempSync(join(folder, `${name}-`));
    writeFileSync(join(bin, "unshare"), `#!/bin/sh\nexit ${status}\n`);
    chmodSync(join(bin, "unshare"), 0o755);
    paths.set(String(name), `${bin}:${process.env.PATH}`);
  }
  writeFileSync(join(folder, "strict.yaml"), "audit: { requireIsolation: true }\n");
});

afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

const paths = new Map<string, string>();

/** The environment of a process on a system that lets it cut off the network, or refuses to. */
function onSystem(system: "allowed" | "refused", settings: Record<string, string> = {}) {
  return {
    DATABASE_URL: database.url,
    STORAGE_DIRECTORY: folder,
    PATH: paths.get(system) ?? "",
    SLITHER: "/bin/true",
    ...settings,
  };
}

const strict = () => ({ MINTWRIGHT_CONFIG: join(folder, "strict.yaml") });

async function askDoctor(environment: Record<string, string>) {
  const { stdout } = await runMintwright(["doctor", "--json"], environment);
  const findings = JSON.parse(stdout) as { part: string; isHealthy: boolean; message: string }[];
  return findings.find(({ part }) => part === "audit");
}

it("is what doctor tells of: Slither with network access, without, or not run at all", async () => {
  expect(await askDoctor(onSystem("allowed"))).toMatchObject({
    isHealthy: true,
    message: "Slither runs without network access",
  });
  expect(await askDoctor(onSystem("refused"))).toMatchObject({
    isHealthy: true,
    message: expect.stringMatching(/^WARNING: .*runs with network access; set audit.requireIsolation/),
  });
  expect(await askDoctor(onSystem("refused", strict()))).toMatchObject({
    isHealthy: false,
    message: expect.stringMatching(/so Slither is disabled\. Allow user namespaces/),
  });
  expect(await askDoctor(onSystem("allowed", strict()))).toMatchObject({ isHealthy: true });
});

it("is logged by an API that starts where the network cannot be cut off", async () => {
  const logs: string[] = [];
  for (const settings of [{}, strict()]) {
    const api = await startProcess("api", onSystem("refused", settings));
    expect(await api.stop()).toBe(0);
    logs.push(api.log.join("\n"));
  }
  expect(logs[0]).toContain("slither runs with network access");
  expect(logs[1]).toContain("slither disabled: network isolation is unavailable");
});
