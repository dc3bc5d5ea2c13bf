import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import {
  assertLedgerAddsUp,
  createDatabase,
  createTestAccount,
  findFreePort,
  findTool,
  type RunningProcess,
  type ScriptedModelServer,
  startProcess,
  startScriptedModelServer,
  type TestDatabase,
} from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Fault, type FaultyProxy, startFaultyProxy } from "./faulty-proxy.ts";

const run = promisify(execFile);
const sdk = new URL("../../packages/sdk/dist/index.js", import.meta.url).href;
const program = fileURLToPath(new URL("client-program.mjs", import.meta.url));

const none: Fault = { kind: "none" };
const reset: Fault = { kind: "reset-in-body" };
const limited: Fault = { kind: "status", status: 429, retryAfter: "1" };
const unavailable: Fault = { kind: "status", status: 503 };
const slowHeaders: Fault = { kind: "slow-headers" };
const slowBody: Fault = { kind: "slow-body" };
const impatient = { timeoutInMs: 5_000 };

interface Scenario {
  name: string;
  /** Undefined: nobody listens there. */
  plan: Fault[] | undefined;
  call: "enhance" | "image" | "stream";
  options?: object;
  /** Makes the call again with the same idempotency key after it failed. */
  again?: true;
  /** The error's own class, or none for a success. */
  error?: string;
  expected?: object;
  attempts: number;
  charged: number;
}

/** Each fault once, then for as long as the client tries. */
const scenarios: Scenario[] = [
  { name: "no fault", plan: [none], call: "enhance", attempts: 1, charged: 0.5 },
  {
    name: "connection refused",
    plan: undefined,
    call: "enhance",
    error: "ConnectionError",
    attempts: 3,
    charged: 0,
  },
  { name: "reset in a body, once", plan: [reset, none], call: "enhance", attempts: 2, charged: 0.5 },
  { name: "reset in an image, once", plan: [reset, none], call: "image", attempts: 2, charged: 1 },
  {
    name: "reset in a body, always",
    plan: [reset],
    call: "enhance",
    error: "ConnectionError",
    attempts: 3,
    charged: 0.5,
  },
  ...[true, false].map(
    (isOrderly): Scenario => ({
      name: `stream cut ${isOrderly ? "with" : "without"} an orderly end`,
      plan: [{ kind: "cut-stream", isOrderly }, none],
      call: "stream",
      again: true,
      error: "StreamCutError",
      attempts: 2,
      charged: 0.5,
    }),
  ),
  { name: "429, once", plan: [limited, none], call: "enhance", attempts: 2, charged: 0.5 },
  {
    name: "429, always",
    plan: [limited],
    call: "enhance",
    error: "RateLimitedError",
    expected: { status: 429, code: "rate_limited", requestId: "proxy-1", retryAfterInSeconds: 1 },
    attempts: 3,
    charged: 0,
  },
  {
    name: "429 that asks for an hour",
    plan: [{ ...limited, retryAfter: "3600" }],
    call: "enhance",
    error: "RateLimitedError",
    expected: { retryAfterInSeconds: 3_600 },
    attempts: 1,
    charged: 0,
  },
  { name: "503, once", plan: [unavailable, none], call: "image", attempts: 2, charged: 1 },
  {
    name: "503, always",
    plan: [unavailable],
    call: "stream",
    error: "ServiceUnavailableError",
    expected: { status: 503, code: "service_unavailable" },
    attempts: 3,
    charged: 0,
  },
  {
    name: "slow headers, once",
    plan: [slowHeaders, none],
    call: "enhance",
    options: impatient,
    attempts: 2,
    charged: 0.5,
  },
  {
    name: "slow headers, always",
    plan: [slowHeaders],
    call: "enhance",
    options: impatient,
    error: "TimeoutError",
    expected: { phase: "headers" },
    attempts: 3,
    charged: 0.5,
  },
  {
    name: "slow body, once",
    plan: [slowBody, none],
    call: "enhance",
    options: impatient,
    attempts: 2,
    charged: 0.5,
  },
  {
    name: "slow body, always",
    plan: [slowBody],
    call: "enhance",
    options: impatient,
    error: "TimeoutError",
    expected: { phase: "body" },
    attempts: 3,
    charged: 0.5,
  },
];

interface Result {
  text?: string;
  failure?: { name: string; attempts: number; classes: string[] };
  second?: { text: string };
  hasKey?: boolean;
  events: { kind: string; attempt: number; delayInMs?: number }[];
}

let database: TestDatabase;
let api: RunningProcess;
let model: ScriptedModelServer;
let folder: string;

beforeAll(async () => {
  database = await createDatabase(inject("databaseServerUrl"), inject("databaseTemplate"));
  // An answer that no model gave would be free.
  model = await startScriptedModelServer();
  model.follow({ kind: "answer", text: "Work on a chain is paid for in gas." });
  folder = mkdtempSync(join(tmpdir(), "mintwright-client-"));
  const config = join(folder, "mintwright.yaml");
  const engines = { scripted: { type: "openai", baseUrl: model.baseUrl, model: "scripted" } };
  // JSON is YAML.
  writeFileSync(config, JSON.stringify({ engines, models: { general_assistant: "scripted" } }));
  api = await startProcess("api", { DATABASE_URL: database.url, MINTWRIGHT_CONFIG: config });
});

afterAll(async () => {
  await api?.stop();
  await model?.stop();
  rmSync(folder, { recursive: true });
  await assertLedgerAddsUp(database.url);
  await database.drop();
});

/** The credits that these requests cost, by the ledger. */
async function readCharge(seen: FaultyProxy["seen"]): Promise<number> {
  const requestIds = seen.flatMap(({ requestId }) => requestId ?? []);
  const [row] = await database.query<{ charged: number }>(
    "select coalesce(sum(amount), 0)::int as charged from ledger_entry where kind = 'capture' and request_id = any($1)",
    [requestIds],
  );
  return (row?.charged ?? 0) / 100;
}

/** Runs every scenario at once under one runtime. */
async function runAll(command: string, argumentsBefore: string[]) {
  const { key, accountId } = await createTestAccount(database.url, { rate: "none" });
  const proxies = await Promise.all(
    scenarios.map(({ plan }) => (plan ? startFaultyProxy(api.baseUrl, plan) : undefined)),
  );
  const closed = `http://127.0.0.1:${await findFreePort()}`;
  const input = scenarios.map(({ call, options, again }, index) => ({
    url: proxies[index]?.url ?? closed,
    key,
    call,
    options,
    again,
  }));
  const { stdout } = await run(command, [...argumentsBefore, program, sdk, JSON.stringify(input)], {
    timeout: 60_000,
  });
  await Promise.all(proxies.map((proxy) => proxy?.close()));
  const seen = proxies.map((proxy) => proxy?.seen ?? []);
  const charges = await Promise.all(seen.map(readCharge));
  const [account] = await database.query<{ held: number; spent: number }>(
    "select held::int, spent::int from account where account_id = $1",
    [accountId],
  );
  return { results: JSON.parse(stdout) as Result[], charges, seen, account };
}

const runtimes = [
  { name: "Node", command: process.execPath, before: [] },
  { name: "Node 20", variable: "NODE20", before: [] },
  { name: "Deno", variable: "DENO", before: ["run", "--quiet", "--allow-net", "--allow-read"] },
  { name: "Bun", variable: "BUN", before: ["run"] },
];

describe.each(runtimes)("the client under $name", ({ name, command, variable, before }) => {
  const path = command ?? findTool({ variable: variable ?? "", purpose: `The client under ${name}` });

  it.runIf(path)(
    "meets every fault with its error, its attempts and one charge",
    { timeout: 90_000 },
    async () => {
      const { results, charges, seen, account } = await runAll(path ?? "", before);
      for (const [index, scenario] of scenarios.entries()) {
        const { error, expected, attempts, charged, again, plan } = scenario;
        const result = results[index];
        const said = `${scenario.name}: ${JSON.stringify(result)}`;
        expect(charges[index], said).toBe(charged);
        if (plan) {
          expect(seen[index], said).toHaveLength(attempts);
          expect(new Set(seen[index]?.map(({ idempotencyKey }) => idempotencyKey)).size, said).toBe(1);
        }
        if (error) {
          const tries = again ? 1 : attempts;
          expect(result?.failure, said).toMatchObject({ name: error, attempts: tries, ...expected });
          expect(result?.failure?.classes, said).toEqual(expect.arrayContaining([error, "MintwrightError"]));
          expect(result?.hasKey, said).toBe(true);
        } else {
          expect(result?.text, said).toBeTruthy();
          expect(result?.events.at(-1), said).toMatchObject({ kind: "answer", attempt: attempts });
        }
        if (again) expect(result?.second?.text, said).toContain("gas");
      }
      const spent = scenarios.reduce((sum, { charged }) => sum + charged, 0);
      expect(account).toEqual({ held: 0, spent: spent * 100 });
      // Told by the server to wait a second, the client waits a second.
      const [first, second] = seen[scenarios.findIndex((scenario) => scenario.name === "429, once")] ?? [];
      expect((second?.atInMs ?? 0) - (first?.atInMs ?? 0)).toBeGreaterThanOrEqual(1_000);
      process.stderr.write(
        `\n[sdk] ${name}: ${scenarios.length} faults, each with its error, attempts and charge\n`,
      );
    },
  );
});
