import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  assertLedgerAddsUp,
  createDatabase,
  installPacked,
  type PackedInstall,
  startProcess,
  type TestDatabase,
} from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";

const run = promisify(execFile);
const maxMegabytes = 250;

describe("the packed server, installed in an empty folder", () => {
  let installed: PackedInstall;
  let database: TestDatabase;
  let command: string;
  let environment: Record<string, string>;

  beforeAll(async () => {
    installed = await installPacked("server", ["api-contract"]);
    database = await createDatabase(inject("databaseServerUrl"));
    command = join(installed.folder, "node_modules/.bin/mintwright");
    environment = {
      PATH: process.env.PATH ?? "",
      DATABASE_URL: database.url,
      STORAGE_DIRECTORY: join(installed.folder, "storage"),
    };
  }, 300_000);

  afterAll(async () => {
    await database?.drop();
    installed?.[Symbol.dispose]();
  });

  const mintwright = async (...args: string[]) =>
    (await run(command, args, { cwd: installed.folder, env: environment })).stdout;

  it(`is smaller than ${maxMegabytes} MB with everything that it needs`, async () => {
    const { stdout } = await run("du", ["-sm", "node_modules"], { cwd: installed.folder });
    const megabytes = Number.parseInt(stdout, 10);
    process.stderr.write(`\n[server] production dependencies: ${megabytes} MB (limit ${maxMegabytes})\n`);
    expect(megabytes).toBeGreaterThan(50);
    expect(megabytes).toBeLessThan(maxMegabytes);
  });

  it("serves a paid call and the guide", async () => {
    await mintwright("migrate");
    const owner = "owner@example.com";
    await mintwright("admin", "account", "create", "--email", owner, "--credits", "10");
    const { key } = JSON.parse(
      await mintwright("admin", "key", "create", "--account", owner, "--name", "first", "--json"),
    );
    const api = await startProcess("api", environment, command);
    const response = await fetch(`${api.baseUrl}/nft/generate-image`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ prompt: "a fox", model: "velogen", width: 512, height: 512 }),
    });
    const { data } = (await response.json()) as { data: number[] };
    expect([response.status, ...data.slice(0, 3)]).toEqual([200, 255, 216, 255]);
    expect(response.headers.get("x-credits-charged")).toBe("1");
    const guide = await fetch(`${api.baseUrl}/guide/guides/getting-started/`);
    expect([guide.status, await guide.text()]).toEqual([200, expect.stringContaining("Getting started")]);
    expect(await api.stop()).toBe(0);
    await assertLedgerAddsUp(database.url);
  });

  it("says how to add the old compilers", async () => {
    const { stdout } = await run(command, ["doctor"], { cwd: installed.folder, env: environment }).catch(
      (error) => error,
    );
    expect(stdout).toMatch(
      /compilers: Solidity 0\.8\.37; to compile older Solidity run `npm install @mintwright\/old-compilers`/,
    );
  });
});
