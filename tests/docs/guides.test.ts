import { randomUUID } from "node:crypto";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  createDatabase,
  createTestAccount,
  findForge,
  findFreePort,
  queueDeliveries,
  type RunningProcess,
  startProcess,
  type TestDatabase,
} from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { readBlocks, readShellBlocks, runCopied } from "./copied-commands.ts";

/** A reader's Solidity project: in git, with a finding that is not severe. */
const makeProject = `mkdir contracts
cat > contracts/Store.sol <<'END'
// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
contract Store {
  address public owner = msg.sender;
  function hand(address next) external { require(tx.origin == owner); owner = next; }
}
END
git init -q . && git add . && git -c user.name=reader -c user.email=reader@example.org commit -qm "a project"
git update-ref refs/remotes/origin/main HEAD`;

const jpegStart = Buffer.from([0xff, 0xd8, 0xff]);

describe("README.md", () => {
  it("leads to a first image in three commands", { timeout: 120_000 }, async () => {
    const [block = "", ...others] = readShellBlocks("README.md");
    expect(others).toEqual([]);
    const install = "npm ci && npm run build\n";
    expect(block.slice(0, install.length)).toBe(install);
    const folder = mkdtempSync(join(tmpdir(), "mintwright-readme-"));
    const port = await findFreePort();
    const commands = block
      .slice(install.length)
      .replace("mintwright sandbox", `mintwright sandbox --port ${port}`)
      .replaceAll("localhost:3001", `localhost:${port}`)
      .replace("--output fox.jpg", `--output ${folder}/fox.jpg`);
    await runCopied(commands, {});
    expect(readFileSync(join(folder, "fox.jpg")).subarray(0, 3)).toEqual(jpegStart);
    rmSync(folder, { recursive: true });
  });
});

describe("docs/operators.md", () => {
  it("leads from an empty database to a paid call", { timeout: 120_000 }, async () => {
    const server = new URL(inject("databaseServerUrl"));
    const name = `operators_${randomUUID().replaceAll("-", "")}`;
    const commands = readShellBlocks("docs/operators.md")
      .join("\n")
      .replace("createdb mintwright", `createdb ${name}`)
      .replace("postgres://localhost:5432/mintwright", `postgres://${server.username}@${server.host}/${name}`)
      .replace("PORT=8080", `PORT=${await findFreePort()}`);
    const environment = {
      PGHOST: server.hostname,
      PGPORT: server.port,
      PGUSER: server.username,
      // Any free ones: the usual two may be in use on this machine.
      METRICS_PORT: "0",
    };
    const output = await runCopied(commands, environment);
    await runCopied(`dropdb --force ${name}`, environment);
    expect(output).toContain('"price":0.5');
    expect(output).toContain("x-credits-charged: 0.5");
    expect(output).toContain("x-credits-remaining: 99.5");
    expect(output).toContain("The ledger adds up for all 1 accounts.");
  });
});

describe("docs/guides/sandbox.md", () => {
  it("works when it is copied, with nothing but this checkout", { timeout: 180_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "mintwright-sandbox-docs-"));
    const port = await findFreePort();
    const commands = readShellBlocks("docs/guides/sandbox.md")
      .join("\n")
      .replace("sandbox --latency", `sandbox --port ${port} --latency`)
      .replace("localhost:3001", `localhost:${port}`)
      .replace("--output fox.jpg", `--output ${folder}/fox.jpg`);
    const output = await runCopied(commands, {});
    expect(output).toContain("The local test server is ready.");
    expect(output).toContain('"message":"Answer of general_assistant"');
    expect(output).toContain('"message":"Answer of smart_contract_auditor"');
    expect(output).toContain('"balance":997.5,"held":0,"spent":2.5');
    expect(output).toContain("HTTP/1.1 503");
    expect(output).toContain("x-mintwright-sandbox: sandbox; fault=status");
    expect(output).toContain("retry-after: 7");
    expect(output).toContain('"aheadInSeconds":86400');
    expect(output).toContain('"balance":1000,"held":0,"spent":0');
    expect(output).toContain("--latency <latency>");
    expect(readFileSync(join(folder, "fox.jpg")).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    rmSync(folder, { recursive: true });
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

  it("guides/calling-the-api.md works when it is copied", { timeout: 120_000 }, async () => {
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

  it("guides/images.md works when it is copied", { timeout: 120_000 }, async () => {
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

  it("guides/contracts.md works when it is copied", { timeout: 180_000 }, async () => {
    const { key } = await createTestAccount(database.url, { credits: 10 });
    const folder = mkdtempSync(join(tmpdir(), "mintwright-docs-"));
    const cli = fileURLToPath(new URL("../../packages/solidity-audit/dist/cli/cli.js", import.meta.url));
    const commands = readShellBlocks("docs/guides/contracts.md")
      .join("\n")
      .replaceAll("npx @mintwright/solidity-audit", `node ${cli}`)
      .replace("npm install --save-dev @foundry-rs/forge", "")
      .replace("$(ls -d node_modules/@foundry-rs/forge-*/bin/forge)", findForge());
    const output = await runCopied(`cd ${folder}\n${makeProject}\n${commands}`, {
      KEY: key,
      BASE: api.baseUrl,
    });
    expect(output).toContain('"features":["erc20","burnable"]');
    expect(output).toContain("Reentrancy: Ether is sent before the balance is updated");
    expect(output).toContain('"ruleId":"unprotected-selfdestruct"');
    expect(output).toMatch(/Left out: \d+ in the baseline/);
    expect(JSON.parse(readFileSync(join(folder, "audit.sarif"), "utf8")).runs).toHaveLength(1);
    expect(output).toContain('"file":"src/Bank.sol","lines":[3]');
    rmSync(folder, { recursive: true });
  });

  it("guides/webhooks.md works when it is copied", { timeout: 120_000 }, async () => {
    const { accountId, key } = await createTestAccount(database.url);
    // Inside the checkout, where its packages are found.
    const folder = mkdtempSync(join(import.meta.dirname, ".webhooks-"));
    const port = await findFreePort();
    const [receiver] = readBlocks("docs/guides/webhooks.md", "ts");
    writeFileSync(join(folder, "receiver.ts"), receiver?.replace("8099", String(port)) ?? "");
    writeFileSync(join(folder, "mintwright.yaml"), `outbound: { allow: ["127.0.0.1:${port}"] }`);
    const settings = { DATABASE_URL: database.url, MINTWRIGHT_CONFIG: join(folder, "mintwright.yaml") };
    const body = { type: "collection.completed", timestamp: new Date().toISOString(), data: { made: 12 } };
    const url = `http://127.0.0.1:${port}/hook`;
    await queueDeliveries(database, { accountId, url, type: body.type, body: JSON.stringify(body) });
    // The worker of the other guides may not call this receiver: its attempt fails, and the guide replays it.
    await vi.waitFor(
      async () => expect(await database.query("select 1 from webhook_attempt")).toHaveLength(1),
      { timeout: 20_000 },
    );
    await worker.stop();
    worker = await startProcess("worker", settings);
    const commands = readShellBlocks("docs/guides/webhooks.md").join("\n");
    // Nothing is sent to the endpoint: no collection ends here.
    const HOOK = "https://1.1.1.1/hooks";
    const output = await runCopied(`cd ${folder}\n${commands}`, { KEY: key, BASE: api.baseUrl, HOOK });
    rmSync(folder, { recursive: true });
    expect(output).toContain('"data":{"replayed":0,"hasMore":false}');
    expect(output).toContain('"message":"Secret that signs the endpoint\'s webhooks"');
    expect(output).toContain('"state":"failed"');
    expect(output).toContain('verified collection.completed {"made":12}');
    expect(output).toContain('"state":"delivered"');
  });

  it("guides/news.md works when it is copied", { timeout: 120_000 }, async () => {
    const { key } = await createTestAccount(database.url, { credits: 20 });
    const commands = readShellBlocks("docs/guides/news.md").join("\n");
    const output = await runCopied(commands, {
      KEY: key,
      BASE: api.baseUrl,
      DATABASE_URL: database.url,
      // A public address that needs no name resolution; nothing is sent to it, since nothing is gathered here.
      HOOK: "https://1.1.1.1/hooks/news",
    });
    expect(output).toContain("sample articles");
    expect(output).toContain('"searchQuery":"stablecoin*","webhookUrl":"https://1.1.1.1/hooks/news"');
    expect(output).toContain("The alert has ended");
    expect(output).toContain('"statusCode":200,"message":"News"');
    expect(output).toContain('"price":3');
    expect(output).toContain("HTTP/1.1 304");
    expect(output).toContain("x-credits-charged: 0");
    expect(output).toContain("<rss ");
    expect(output).toContain('"name":"Stablecoins"');
    expect(output).toContain("No feeds.");
  });

  it("guides/faq.md works when it is copied, and answers in two lines each", {
    timeout: 120_000,
  }, async () => {
    const { key } = await createTestAccount(database.url, { credits: 10 });
    const commands = readShellBlocks("docs/guides/faq.md").join("\n");
    const output = await runCopied(commands, { KEY: key, BASE: api.baseUrl });
    expect(output).toContain(
      '"network":"sepolia","networkType":"Testnet","currency":"ETH","canMint":false,"contract":null',
    );
    expect(output).toContain('"contracts":[]');
    expect(output).toContain("limit must be at most 100");
    expect(output).toContain("Unknown query parameter `category`. Nearest known: `categoryId`");
    const guide = readFileSync(join(import.meta.dirname, "../../docs/guides/faq.md"), "utf8");
    const answers = [...guide.matchAll(/^## .*\?\n\n((?:.+\n)+)/gm)].map(([, answer = ""]) => answer);
    expect(answers).toHaveLength(20);
    for (const answer of answers) expect(answer.split("\n").filter(Boolean), answer).toHaveLength(2);
  });

  it("guides/dashboard.md works when it is copied", { timeout: 120_000 }, async () => {
    const commands = readShellBlocks("docs/guides/dashboard.md").join("\n");
    const output = await runCopied(commands, { DATABASE_URL: database.url });
    expect(output).toMatch(/MINT(-[0-9A-Z]{5}){4} adds 25 credits, once/);
  });

  it("guides/assistant.md works when it is copied", { timeout: 120_000 }, async () => {
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
    expect(output).toContain('"id":"general_assistant","object":"model"');
    expect(output).toContain('"object":"chat.completion"');
    expect(output).toContain("data: [DONE]");
  });

  it("guides/library.md works when it is copied", { timeout: 120_000 }, async () => {
    const { key } = await createTestAccount(database.url, { credits: 10 });
    const folder = mkdtempSync(join(tmpdir(), "mintwright-docs-"));
    const commands = readShellBlocks("docs/guides/library.md").join("\n");
    const output = await runCopied(`cd ${folder}\n${commands}`, { KEY: key, BASE: api.baseUrl });
    expect(output).toMatch(/x-library-item: [0-9a-f-]{36}/);
    rmSync(folder, { recursive: true });
  });

  it.each(["docs/troubleshooting.md", "docs/upgrade.md"])("%s works when it is copied", async (document) => {
    const commands = readShellBlocks(document);
    expect(commands.length).toBeGreaterThan(0);
    const output = await runCopied(commands.join("\n"), { DATABASE_URL: database.url });
    expect(output).toContain("ok    worker: 1 running");
    if (document === "docs/upgrade.md") expect(output).toContain("The database is up to date.");
  });

  it("the commands of the runbooks work when they are copied", { timeout: 120_000 }, async () => {
    const documents = globSync("docs/runbooks/*.md", { cwd: new URL("../../", import.meta.url) });
    const commands = [...new Set(documents.flatMap(readShellBlocks))];
    expect(commands.length).toBeGreaterThan(10);
    await runCopied(commands.join("\n"), { DATABASE_URL: database.url });
  });

  it("operations.md works when it is copied", { timeout: 120_000 }, async () => {
    const { accountId } = await createTestAccount(database.url);
    const commands = readShellBlocks("docs/operations.md")
      .join("\n")
      .replaceAll("you@example.com", accountId);
    const output = await runCopied(commands, { DATABASE_URL: database.url });
    expect(output).toContain("ok    worker: 1 running");
    expect(output).toContain("now has 125 credits");
    expect(output).toContain("The ledger adds up");
  });
});
