import { readFileSync } from "node:fs";
import { createDatabase, createTestAccount, findTool, type TestDatabase } from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type InstalledMachine, installMachine } from "./installed-machine.ts";
import { readUnit, unitsFolder } from "./systemd-unit.ts";

const analyze = findTool({ variable: "SYSTEMD_ANALYZE", purpose: "the systemd unit" });
const isRoot = process.getuid?.() === 0;

/** In tenths: what remains is the network, user namespaces for Slither, and memory that the JIT compiler writes and runs. */
const maxExposure = 20;

const jpegSignature = [0xff, 0xd8, 0xff];

let database: TestDatabase;
let machine: InstalledMachine;

describe.runIf(analyze && isRoot)("the systemd unit", () => {
  beforeAll(async () => {
    database = await createDatabase(inject("databaseServerUrl"));
    const settings = readFileSync(`${unitsFolder}mintwright.env`, "utf8")
      .replace(/^DATABASE_URL=.*$/m, `DATABASE_URL=${database.url}`)
      .replace(/^PORT=.*$/m, "PORT=0\nMETRICS_PORT=0\nHOST=127.0.0.1\nDRAIN_DELAY_MS=200");
    machine = installMachine(settings);
  });

  afterAll(async () => {
    await machine?.close();
    await database?.drop();
  });

  it("is valid for every instance", async () => {
    const units = ["api", "worker", "migrate"].map((instance) => `mintwright@${instance}.service`);
    const verified = machine.run([String(analyze), "verify", "--man=no", ...units]);
    expect(await verified.exited, verified.output.join("\n")).toBe(0);
    expect(verified.output.filter((line) => line.includes("mintwright@"))).toEqual([]);
  });

  it("limits what a process that was taken over can do", async () => {
    const unit = "/etc/systemd/system/mintwright@.service";
    const checks = ["--offline=true", `--threshold=${maxExposure}`, unit];
    const checked = machine.run([String(analyze), "security", "--no-pager", ...checks]);
    expect(await checked.exited, checked.output.join("\n")).toBe(0);
    expect(checked.output.at(-1)).toMatch(/Overall exposure level for mintwright@i.service: \d\.\d OK/);
  });

  it("waits as long as a process may take to stop", () => {
    const { environment, stopTimeoutInSeconds } = readUnit("api");
    const stopsWithinMs = Number(environment.DRAIN_DELAY_MS) + Number(environment.SHUTDOWN_TIMEOUT_MS);
    expect(stopTimeoutInSeconds).toBe(stopsWithinMs / 1000 + 10);
  });

  it("leads from an empty database to a first image without privileges", { timeout: 120_000 }, async () => {
    const startedAt = performance.now();
    const migration = machine.startUnit("migrate");
    expect(await migration.exited, migration.output.join("\n")).toBe(0);
    const [api, worker] = [machine.startUnit("api"), machine.startUnit("worker")];
    const { address } = JSON.parse(await api.waitFor('"api is ready"')) as { address: string };
    const { key } = await createTestAccount(database.url, { credits: 10 });
    const image = await fetch(`${address}/nft/generate-image`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ prompt: "a red fox", model: "velogen", width: 512, height: 512 }),
    });
    expect(image.status).toBe(200);
    const { data } = (await image.json()) as { data: number[] };
    expect(data.slice(0, 3)).toEqual(jpegSignature);
    const firstImageInSeconds = (performance.now() - startedAt) / 1000;
    process.stderr.write(
      `\n[deploy] first image of the systemd unit after ${firstImageInSeconds.toFixed(1)} s\n`,
    );
    await worker.waitFor('"worker is ready"');
    const status = readFileSync(`/proc/${api.child.pid}/status`, "utf8");
    expect(status).not.toMatch(/^Uid:.*\b0\b/m);
    expect(status).toMatch(/^NoNewPrivs:\t1$/m);
    expect(status).toMatch(/^CapBnd:\t0{16}$/m);
    expect(readFileSync(`/proc/${api.child.pid}/mountinfo`, "utf8")).toMatch(/^\d+ \d+ \S+ \S+ \/ ro,/m);
    for (const running of [api, worker]) {
      running.child.kill("SIGTERM");
      expect(await running.exited, running.output.join("\n")).toBe(0);
    }
  });
});
