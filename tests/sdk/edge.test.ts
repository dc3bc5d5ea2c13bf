import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  assertLedgerAddsUp,
  createDatabase,
  createTestAccount,
  findFreePort,
  findTool,
  type RunningProcess,
  startProcess,
  type TestDatabase,
} from "@mintwright/test-harness";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";

const workerd = findTool({ variable: "WORKERD", purpose: "The client in an edge runtime" });

describe.skipIf(!workerd)("the client in workerd", { timeout: 60_000 }, () => {
  let database: TestDatabase;
  let api: RunningProcess;
  let worker: ChildProcess;
  let folder: string;
  let url: string;
  let said: string;

  beforeAll(async () => {
    database = await createDatabase(inject("databaseServerUrl"), inject("databaseTemplate"));
    api = await startProcess("api", { DATABASE_URL: database.url });
    const { key } = await createTestAccount(database.url, { credits: 10, rate: "none" });
    said = JSON.stringify({ baseUrl: api.baseUrl, apiKey: key });
    folder = mkdtempSync(join(tmpdir(), "mintwright-edge-"));
    const bundle = await rolldown({ input: fileURLToPath(new URL("edge-worker.mjs", import.meta.url)) });
    await bundle.write({ file: join(folder, "worker.js"), format: "esm" });
    await bundle.close();
    const port = await findFreePort();
    url = `http://127.0.0.1:${port}`;
    writeFileSync(
      join(folder, "config.capnp"),
      `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (modules = [(name = "worker.js", esModule = embed "worker.js")], compatibilityDate = "2025-01-01")),
    (name = "internet", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);`,
    );
    worker = spawn(workerd as string, ["serve", join(folder, "config.capnp")], { stdio: "inherit" });
    await vi.waitFor(() => fetch(url), { timeout: 20_000, interval: 200 });
  }, 90_000);

  afterAll(async () => {
    if (worker?.exitCode === null) {
      worker.kill();
      await once(worker, "exit");
    }
    await api?.stop();
    await assertLedgerAddsUp(database.url);
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it("makes a call and knows what it cost", async () => {
    const answer = await fetch(`${url}/call`, { method: "POST", body: said });
    expect(await answer.json()).toEqual({ text: expect.stringContaining("fox"), charged: 0.5 });
  });

  it("passes a stream on", async () => {
    const answer = await fetch(`${url}/stream`, { method: "POST", body: said });
    expect(await answer.text()).toMatch(/gas/i);
  });
});
