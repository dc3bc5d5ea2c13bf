import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createDatabase,
  createTestAccount,
  findFreePort,
  type RunningProcess,
  startProcess,
  type TestDatabase,
} from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { readShellBlocks, runCopied } from "./copied-commands.ts";

describe("README.md", () => {
  it("leads from an empty database to a paid call when it is copied", async () => {
    const [install, ...blocks] = readShellBlocks("README.md");
    expect(install).toBe("npm ci\nnpm run build\n");
    const server = new URL(inject("databaseServerUrl"));
    const name = `readme_${randomUUID().replaceAll("-", "")}`;
    const commands = blocks
      .join("\n")
      .replace("createdb mintwright", `createdb ${name}`)
      .replace("postgres://localhost:5432/mintwright", `postgres://${server.username}@${server.host}/${name}`)
      .replace("PORT=8080", `PORT=${await findFreePort()}`);
    const environment = { PGHOST: server.hostname, PGPORT: server.port, PGUSER: server.username };
    const output = await runCopied(commands, environment);
    await runCopied(`dropdb --force ${name}`, environment);
    expect(output).toContain('"price":0.5');
    expect(output).toContain("x-credits-charged: 0.5");
    expect(output).toContain("x-credits-remaining: 99.5");
    expect(output).toContain("The ledger adds up for all 1 accounts.");
  });
});

describe("docs", () => {
  let database: TestDatabase;
  let api: RunningProcess;
  let worker: RunningProcess;

  beforeAll(async () => {
    database = await createDatabase(inject("databaseServerUrl"), inject("databaseTemplate"));
    const environment = { DATABASE_URL: database.url };
    [api, worker] = await Promise.all([
      startProcess("api", environment),
      startProcess("worker", environment),
    ]);
  });

  afterAll(async () => {
    await Promise.all([api?.stop(), worker?.stop()]);
    await database.drop();
  });

  it("guides/calling-the-api.md works when it is copied", async () => {
    const { key } = await createTestAccount(database.url, { credits: 10 });
    const output = await runCopied(readShellBlocks("docs/guides/calling-the-api.md").join("\n"), {
      KEY: key,
      BASE: api.baseUrl,
    });
    expect(output).toContain("idempotency-replayed: true");
    expect(output).toContain('"code":"invalid_request"');
    expect(output).toContain("urn:mintwright:error:invalid_request");
    expect(output).toContain('"balance":9,"held":0,"spent":1');
    expect(output).toContain('"network":"sepolia"');
  });

  it("guides/images.md works when it is copied", async () => {
    const { key } = await createTestAccount(database.url, { credits: 20 });
    const folder = mkdtempSync(join(tmpdir(), "mintwright-docs-"));
    const commands = readShellBlocks("docs/guides/images.md").join("\n");
    const output = await runCopied(`cd ${folder}\n${commands}`, { KEY: key, BASE: api.baseUrl });
    expect(output).toContain('"price":14.25');
    expect(output).toContain('"name":"paper cut"');
    expect(output).toContain('"code":"reference_image_refused"');
    expect(readFileSync(join(folder, "fox.jpg")).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect(JSON.parse(readFileSync(join(folder, "five.json"), "utf8")).data).toHaveLength(5);
    rmSync(folder, { recursive: true });
  });

  it("guides/assistant.md works when it is copied", async () => {
    const { key } = await createTestAccount(database.url, { credits: 20 });
    const commands = readShellBlocks("docs/guides/assistant.md").join("\n");
    const output = await runCopied(commands, { KEY: key, BASE: api.baseUrl });
    expect(output).toContain("seed phrase: Words from which a wallet derives all its keys.");
    expect(output).toContain("event: end");
    expect(output).toContain('"customTone":"like a kind librarian"');
    expect(output).toContain('"question":"What is my name?"');
    expect(output).toContain('"count":2');
    expect(output).toContain('"deleted":2');
    expect(output).toContain('"days":30');
  });

  it("operations.md works when it is copied", async () => {
    const { accountId } = await createTestAccount(database.url);
    const commands = readShellBlocks("docs/operations.md")
      .join("\n")
      .replaceAll("you@example.com", accountId);
    const output = await runCopied(commands, { DATABASE_URL: database.url });
    expect(output).toContain("ok    worker: 1 alive");
    expect(output).toContain("now has 125 credits");
    expect(output).toContain("The ledger adds up");
  });
});
