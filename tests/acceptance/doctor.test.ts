import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createDatabase,
  createTestAccount,
  findTool,
  runMintwright,
  startAnvil,
  startMinio,
  startPgBouncer,
  startProcess,
  type TestDatabase,
} from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { writeEngineConfig } from "./engine-config.ts";
import { type ScriptedEngine, startScriptedEngine } from "./scripted-engine.ts";

interface Finding {
  part: string;
  isHealthy: boolean;
  message: string;
}

const minio = findTool({ variable: "MINIO", purpose: "doctor's check of an S3 bucket" });

const pgbouncer = findTool({ variable: "PGBOUNCER", purpose: "doctor's check of a pooler" });

let database: TestDatabase;
let engine: ScriptedEngine;

beforeAll(async () => {
  database = await createDatabase(inject("databaseServerUrl"));
  engine = await startScriptedEngine();
});

afterAll(async () => {
  await engine.stop();
  await database.drop();
});

async function examine(environment: Record<string, string> = {}) {
  const given = { DATABASE_URL: database.url, ...environment };
  const { status, stdout } = await runMintwright(["doctor", "--json"], given);
  const findings: Finding[] = JSON.parse(stdout);
  const failed = findings.filter(({ isHealthy }) => !isHealthy).map(({ part }) => part);
  const messageOf = (part: string) => findings.find((finding) => finding.part === part)?.message;
  return { status, parts: findings.map(({ part }) => part), failed, messageOf };
}

describe("an empty database", () => {
  it("is found by doctor, which says to migrate, and ends with 1", async () => {
    const { status, failed, messageOf } = await examine();
    expect(status).toBe(1);
    expect(failed).toContain("migrations");
    expect(failed).not.toContain("database");
    expect(messageOf("migrations")).toContain("Run `mintwright migrate`.");
  });

  it("is named by other commands, which say to migrate", async () => {
    const args = ["admin", "account", "create", "--email", "you@example.com"];
    expect(await runMintwright(args, { DATABASE_URL: database.url })).toEqual({
      status: 1,
      stdout: "",
      stderr: "The database has no tables yet. Run `mintwright migrate` first.\n",
    });
  });

  it("is brought up to date by migrate, once, however often and from wherever it is run", async () => {
    const migrate = (...args: string[]) =>
      runMintwright(["migrate", ...args], { DATABASE_URL: database.url });
    const both = await Promise.all([migrate("--json"), migrate("--json")]);
    expect(both.map(({ status }) => status)).toEqual([0, 0]);
    const applied = both.flatMap(({ stdout }) => JSON.parse(stdout).applied as string[]);
    expect(applied[0]).toMatch(/^0001-/);
    expect(new Set(applied).size).toBe(applied.length);
    expect((await migrate("--json")).stdout).toBe('{"applied":[]}\n');
    expect(await migrate()).toEqual({ status: 0, stdout: "The database is up to date.\n", stderr: "" });
  });
});

describe("doctor", () => {
  it("says that a worker is missing and how to start one, and is content when one runs", {
    timeout: 60_000,
  }, async () => {
    const without = await examine();
    expect([without.status, without.failed]).toEqual([1, ["worker"]]);
    expect(without.messageOf("worker")).toContain("Start one with `mintwright worker`");

    const worker = await startProcess("worker", { DATABASE_URL: database.url });
    await createTestAccount(database.url);
    const { status, parts, failed, messageOf } = await examine({ MINTWRIGHT_CONFIG: engine.configFile });
    const words = await runMintwright(["doctor"], { DATABASE_URL: database.url });
    expect(await worker.stop()).toBe(0);
    expect([status, failed]).toEqual([0, []]);
    expect(parts).toEqual([
      ...["database", "statement timeout", "direct connection", "read replica", "content credentials"],
      ...["migrations", "replication", "partitions", "worker", "backfills", "ledger", "storage"],
      ...["dashboard", "payments", "compilers", "audit", "forge"],
      ...["engine offline", "engine scripted", "engine sketch"],
    ]);
    expect(messageOf("statement timeout")).toBe("30s for a single statement");
    expect(messageOf("direct connection")).toBe("not needed, DATABASE_URL is PostgreSQL itself");
    expect(messageOf("content credentials")).toContain("signed with a generated certificate");
    expect(messageOf("worker")).toBe("1 running");
    expect(messageOf("ledger")).toBe("1 accounts balance");
    expect(messageOf("engine scripted")).toBe("answers");
    expect(words.status).toBe(0);
    expect(words.stdout).toMatch(/^ok {4}database: PostgreSQL \d+(\.\d+)? answers$/m);
  });

  it.runIf(pgbouncer)("says whether wake signals pass a pooler, and what to set", async () => {
    const pooler = await startPgBouncer(pgbouncer as string, database.url, 2);
    const pooled = { DATABASE_URL: pooler.route(database.url) };
    const without = await examine(pooled);
    const direct = await examine({ ...pooled, DATABASE_DIRECT_URL: database.url });
    const wrong = await examine({ ...pooled, DATABASE_DIRECT_URL: pooled.DATABASE_URL });
    await pooler.stop();
    expect(without.messageOf("direct connection")).toMatch(
      /^WARNING: DATABASE_URL is a pooler; set DATABASE_DIRECT_URL/,
    );
    expect(direct.messageOf("direct connection")).toBe("wake signals arrive");
    expect(wrong.failed).toEqual(["direct connection", "worker"]);
    expect(wrong.messageOf("direct connection")).toMatch(
      /^wake signals do not arrive. Set DATABASE_DIRECT_URL/,
    );
  });

  it("says that the server for reads is not a replica", async () => {
    const { failed, messageOf } = await examine({ DATABASE_READ_URL: database.url });
    expect(failed).toEqual(["read replica", "worker"]);
    expect(messageOf("read replica")).toMatch(/^the server is not a replica/);
  });

  it("names the partitions that are missing and what creates them", async () => {
    const [row] = await database.query<{ name: string }>(
      "select to_char(now() at time zone 'UTC' + interval '1 month', '\"usage_hour_\"YYYY_MM') as name",
    );
    await database.query(`drop table ${row?.name}`);
    const { failed, messageOf } = await examine();
    expect(failed).toEqual(["partitions", "worker"]);
    expect(messageOf("partitions")).toBe(
      `missing: ${row?.name}. Start or restart a worker: it creates partitions when it starts and every day at 03:17 UTC.`,
    );
    const worker = await startProcess("worker", { DATABASE_URL: database.url });
    expect(await worker.stop()).toBe(0);
    expect((await examine()).failed).toEqual(["worker"]);
  });

  it("says that an engine does not answer and what to check", async () => {
    const config = writeEngineConfig("http://127.0.0.1:1/v1");
    const environment = { DATABASE_URL: database.url, MINTWRIGHT_CONFIG: config.path };
    const { status, stdout } = await runMintwright(["doctor"], environment);
    config.remove();
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /^FAIL {2}engine scripted: .*Start the model server and check baseUrl and apiKey/m,
    );
    expect(stdout).toMatch(/^ok {4}engine offline: /m);
  });

  it("says that an image engine does not answer", async () => {
    const folder = mkdtempSync(join(tmpdir(), "mintwright-doctor-"));
    const file = join(folder, "mintwright.yaml");
    const gpu = { type: "sd-web", baseUrl: "http://127.0.0.1:1" };
    writeFileSync(file, JSON.stringify({ engines: { gpu }, models: { velogen: "gpu" } }));
    const { failed, messageOf } = await examine({ MINTWRIGHT_CONFIG: file });
    rmSync(folder, { recursive: true });
    expect(failed).toEqual(["worker", "engine gpu"]);
    expect(messageOf("engine gpu")).toContain("Start the image server and check baseUrl");
    expect(messageOf("engine sketch")).toBe("built in, works without a model");
  });

  it("says what a chain lacks for minting, and whether pinning answers", { timeout: 60_000 }, async () => {
    const anvil = await startAnvil();
    const kubo = createServer((request, response) => {
      const isKnown = request.method === "POST" && request.url === "/api/v0/version";
      response.writeHead(isKnown ? 200 : 404).end('{"Version":"0.38.0"}');
    }).listen(0, "127.0.0.1");
    await once(kubo, "listening");
    const folder = mkdtempSync(join(tmpdir(), "mintwright-doctor-"));
    const file = join(folder, "mintwright.yaml");
    const look = (chain: object, pinningPort: number) => {
      const chains = { 31337: { rpcUrl: anvil.rpcUrl, ...chain } };
      const pinning = { type: "kubo", rpcUrl: `http://127.0.0.1:${pinningPort}` };
      writeFileSync(file, JSON.stringify({ chains, pinning }));
      return examine({
        MINTWRIGHT_CONFIG: file,
        SIGNER: anvil.wallets[0]?.privateKey ?? "",
        POOR: `0x${"11".repeat(32)}`,
      });
    };
    const { port } = kubo.address() as AddressInfo;
    const nowhere = `0x${"22".repeat(20)}`;
    const well = await look({ signer: { env: "SIGNER" } }, port);
    const empty = await look({ contract: nowhere }, 1);
    const poor = await look({ signer: { env: "POOR" } }, port);
    await anvil.stop();
    const away = await look({}, port);
    kubo.close();
    rmSync(folder, { recursive: true });
    expect(well.failed).toEqual(["worker"]);
    expect(well.messageOf("chain 31337")).toMatch(/^at block 0, signer 0x\w{40} has a balance of 10000$/);
    expect(well.messageOf("pinning")).toBe("answers");
    expect(empty.failed).toEqual(["worker", "chain 31337", "pinning"]);
    expect(empty.messageOf("chain 31337")).toContain(`no contract is deployed at ${nowhere}. Check rpcUrl`);
    expect(empty.messageOf("pinning")).toMatch(/^Kubo cannot be reached: .*Check the address/);
    expect(poor.messageOf("chain 31337")).toMatch(/^the signer 0x\w{40} has no balance to pay fees/);
    expect(away.messageOf("chain 31337")).toContain("cannot be reached");
  });

  it("says that files cannot be kept: in a directory", async () => {
    const { failed, messageOf } = await examine({ STORAGE_DIRECTORY: "/dev/null/nowhere" });
    expect(failed).toEqual(["worker", "storage"]);
    expect(messageOf("storage")).toMatch(/\/dev\/null\/nowhere cannot be used.*Check STORAGE_DIRECTORY/);
    const folder = mkdtempSync(join(tmpdir(), "mintwright-doctor-"));
    const well = await examine({ STORAGE_DIRECTORY: folder });
    expect(well.messageOf("storage")).toBe(`directory ${folder}: writing, reading and deleting work`);
    expect(readdirSync(join(folder, "doctor"))).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  it.skipIf(!minio)("says that files cannot be kept: in a bucket", async () => {
    const server = await startMinio(minio as string);
    const { environment } = server;
    const well = await examine(environment);
    const missing = await examine({ ...environment, S3_BUCKET: "no-such-bucket" });
    const wrong = await examine({ ...environment, AWS_SECRET_ACCESS_KEY: "not-the-password" });
    await server.stop();
    const away = await examine(environment);
    expect(well.messageOf("storage")).toBe(`bucket ${server.bucket}: writing, reading and deleting work`);
    expect(missing.messageOf("storage")).toMatch(/^bucket no-such-bucket does not exist at .*: create it/);
    expect(wrong.messageOf("storage")).toMatch(/rejects the credentials: check AWS_ACCESS_KEY_ID/);
    expect(away.messageOf("storage")).toMatch(/returned an unexpected response.*ECONNREFUSED/);
    for (const { failed } of [missing, wrong, away]) expect(failed).toEqual(["worker", "storage"]);
  });

  it("says that the database does not answer and what to check, in a sentence and with 1", async () => {
    const nowhere = { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" };
    const { status, stdout, stderr } = await runMintwright(["doctor"], nowhere);
    expect([status, stderr]).toEqual([1, ""]);
    expect(stdout).toMatch(
      /^FAIL {2}database: .*ECONNREFUSED.*Start PostgreSQL and check DATABASE_URL: host/m,
    );
  });

  it("finds an account whose ledger does not add up, and so does `admin ledger verify`", async () => {
    await database.query(
      "insert into ledger_entry (account_id, kind, amount) select account_id, 'grant', 1 from account",
    );
    const { status, failed, messageOf } = await examine();
    expect([status, failed]).toEqual([1, ["worker", "ledger"]]);
    expect(messageOf("ledger")).toContain("1 of 1 accounts do not balance");
    const verify = await runMintwright(["admin", "ledger", "verify"], { DATABASE_URL: database.url });
    expect(verify.status).toBe(1);
    expect(verify.stdout).toMatch(/^[0-9a-f-]{36}: granted 10000, ledger says 10001\n$/);
  });
});
