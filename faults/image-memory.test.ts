import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  assertLedgerAddsUp,
  createDatabase,
  createNoisyPng,
  createTestAccount,
  type RunningProcess,
  startProcess,
  type TestAccount,
  type TestDatabase,
} from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { countEntries, readAmounts } from "./account-amounts.ts";
import { report } from "./report.ts";

const images = 200;
const price = 100;
const imageInMs = 5_000;
const maxGrowthInMegabytes = 300;
const maxLeftInMegabytes = 100;
const settlingInMs = 60_000;

const folder = mkdtempSync(join(tmpdir(), "mintwright-memory-"));
let database: TestDatabase;
let account: TestAccount;
let imageServer: Server;
let generating = 0;
let mostAtOnce = 0;
let expected = 1;
let everybodyIsHere = Promise.withResolvers<void>();
let api: RunningProcess;

beforeAll(async () => {
  database = await createDatabase(inject("databaseServerUrl"), inject("databaseTemplate"));
  account = await createTestAccount(database.url, { credits: 1_000, rate: "none" });
  const answer = JSON.stringify({ images: [createNoisyPng(512, 512).toString("base64")], info: "" });
  imageServer = createServer(async (request, response) => {
    request.resume();
    await once(request, "end");
    mostAtOnce = Math.max(mostAtOnce, ++generating);
    if (generating === expected) everybodyIsHere.resolve();
    // A busy machine takes its time to bring them all; then they are generated together.
    await Promise.race([everybodyIsHere.promise, sleep(20_000)]);
    await sleep(imageInMs);
    generating--;
    response.writeHead(200, { "content-type": "application/json" }).end(answer);
  }).listen(0, "127.0.0.1");
  await once(imageServer, "listening");
  const { port } = imageServer.address() as AddressInfo;
  const engine = { type: "sd-web", baseUrl: `http://127.0.0.1:${port}`, maxConcurrent: 400 };
  const config = join(folder, "mintwright.yaml");
  // JSON is YAML, so no writer is needed.
  writeFileSync(
    config,
    JSON.stringify({ engines: { "image-server": engine }, models: { velogen: "image-server" } }),
  );
  api = await startProcess("api", {
    DATABASE_URL: database.url,
    MINTWRIGHT_CONFIG: config,
  });
});

afterAll(async () => {
  const exitCode = await api?.stop();
  imageServer?.close();
  await database?.drop();
  rmSync(folder, { recursive: true });
  expect(exitCode).toBe(0);
});

function readResidentMegabytes(): number {
  const status = readFileSync(`/proc/${api.child.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_024;
}

async function generate(index: number): Promise<{ status: number; isJpeg: boolean }> {
  const response = await fetch(`${api.baseUrl}/nft/generate-image`, {
    method: "POST",
    headers: { authorization: `Bearer ${account.key}`, "content-type": "application/json" },
    body: JSON.stringify({ prompt: `fox ${index}`, model: "velogen", width: 512, height: 512 }),
  });
  return { status: response.status, isJpeg: (await response.text()).startsWith('{"data":[255,216,255,') };
}

/** Runs work and returns the most memory that the process had meanwhile. */
async function watchMemory<Result>(work: Promise<Result>): Promise<{ result: Result; peak: number }> {
  let peak = readResidentMegabytes();
  const watch = setInterval(() => {
    peak = Math.max(peak, readResidentMegabytes());
  }, 20);
  const result = await work.finally(() => clearInterval(watch));
  return { result, peak: Math.max(peak, readResidentMegabytes()) };
}

async function generateMany() {
  expected = images;
  everybodyIsHere = Promise.withResolvers<void>();
  const { result: answers, peak } = await watchMemory(
    Promise.all(Array.from({ length: images }, (_, index) => generate(index + 1))),
  );
  expect(answers).toEqual(answers.map(() => ({ status: 200, isJpeg: true })));
  return peak;
}

it("generates 200 images at once in bounded memory, gives it back and charges each", {
  timeout: 180_000,
}, async () => {
  // The first image loads what every later one shares.
  expect((await generate(0)).status).toBe(200);
  const before = readResidentMegabytes();
  const firstPeak = await generateMany();
  const secondPeak = await generateMany();
  expect(mostAtOnce).toBe(images);

  const settledAt = performance.now() + settlingInMs;
  while (readResidentMegabytes() - before >= maxLeftInMegabytes && performance.now() < settledAt) {
    await sleep(250);
  }
  const after = readResidentMegabytes();
  report(
    `${images} images at once, twice: ${before.toFixed(0)} MB resident before, ${firstPeak.toFixed(0)} and ${secondPeak.toFixed(0)} MB at most, ${after.toFixed(0)} MB after`,
  );
  expect(Math.max(firstPeak, secondPeak) - before).toBeLessThan(maxGrowthInMegabytes);
  expect(after - before).toBeLessThan(maxLeftInMegabytes);

  const calls = 2 * images + 1;
  const { granted, balance, held, spent: charged } = await readAmounts(database.url, account.accountId);
  expect({ balance, held, charged }).toEqual({
    balance: granted - calls * price,
    held: 0,
    charged: calls * price,
  });
  expect(await countEntries(database.url, account.accountId, "capture")).toEqual({
    entries: calls,
    holds: calls,
  });
  await assertLedgerAddsUp(database.url);
});
