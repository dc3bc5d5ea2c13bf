import { randomUUID } from "node:crypto";
import { PGlite } from "@electric-sql/pglite";
import { startProjectSite } from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createAccount } from "../features/accounts/index.ts";
import { createAdmissionService, findKeptAnswer } from "../features/admission/index.ts";
import { createSettlementService, getAccountCredits, verifyLedger } from "../features/credits/index.ts";
import { createApiKey, listKeys, revokeApiKey } from "../features/keys/index.ts";
import { createPlaces } from "../features/limits/index.ts";
import { createPageReader, createReadSiteJob, readSiteKind } from "../features/project-sites/index.ts";
import { type Database, openEmbeddedDatabase } from "../platform/database/database.ts";
import { listMissingMigrations, migrateEmbeddedDatabase } from "../platform/database/migrations.ts";
import { createLogger } from "../platform/logging.ts";
import { createOutbound } from "../platform/outbound/index.ts";
import { openQueue } from "../platform/queue/queue.ts";
import { createMetrics } from "../platform/telemetry/metrics.ts";

const pglite = new PGlite();
let database: Database;

beforeAll(async () => {
  database = openEmbeddedDatabase(pglite);
  await migrateEmbeddedDatabase(database);
});

afterAll(() => database.destroy());

it("runs the same migrations and repositories in this process", async () => {
  expect(await listMissingMigrations(database)).toEqual([]);
  const accountId = await createAccount(database, "owner@example.com", 100);
  const settings = { name: "embedded", ratePerMinute: 2, expiresAt: null };
  const { id, key } = await createApiKey(database, "aa", accountId, settings);
  const metrics = createMetrics();
  const admission = createAdmissionService({ database, processId: randomUUID(), metrics });
  const settlement = createSettlementService({ database, metrics });
  const request = { key, price: 60, operation: "test", requestId: "r1", deadlineInMs: 1_000 };
  const idempotency = { key: "once", fingerprintHex: "00ff" };

  const first = await admission.admit({ ...request, idempotency });
  if (first.verdict === "unknown_key") throw new Error("the key should be known");
  expect(first).toMatchObject({
    verdict: "admitted",
    accountId,
    balance: 40,
    rate: { limit: 2, remaining: 1 },
  });
  const answer = { status: 200, headers: { "content-type": "text/plain" }, body: "done" };
  expect(await settlement.settle({ accountId, holdId: first.holdId, captured: 60, answer })).toEqual({
    captured: 60,
    balance: 40,
  });
  expect(await admission.admit({ ...request, idempotency })).toMatchObject({ verdict: "replay" });
  expect((await findKeptAnswer(database, accountId, "once"))?.body?.toString()).toBe("done");
  expect(await admission.admit(request)).toMatchObject({ verdict: "rate_limited" });

  expect(await listKeys(database, accountId)).toMatchObject([{ keyId: id, state: "active" }]);
  await revokeApiKey(database, accountId, id);
  expect(await admission.admit(request)).toEqual({ verdict: "unknown_key" });
  expect(await getAccountCredits(database, accountId)).toEqual({
    granted: 100,
    balance: 40,
    held: 0,
    spent: 60,
  });
  expect(await verifyLedger(database)).toEqual({ accounts: 1, mismatches: [] });
});

it("reads pages and finds passages in them on its one connection", async () => {
  const site = await startProjectSite();
  const outbound = createOutbound({ allow: [site.authority] });
  const logger = createLogger("silent");
  const queue = await openQueue(database, [readSiteKind], { logger, isWorker: true, pglite });
  await queue.work([createReadSiteJob({ database, outbound, logger })], { logger, metrics: createMetrics() });
  const places = createPlaces({ database, processId: randomUUID(), logger });
  const times = { firstReadInMs: 30_000, longestWaitInMs: 60_000, usableForInMs: 60_000 };
  const reader = createPageReader({ database, enqueue: queue.enqueue, places, logger }, times);
  const { passages } = await reader.findPassages({
    accountId: randomUUID(),
    pages: [{ field: "whitePaperUrl", url: site.whitePaperUrl }],
    question: "Who audited the contracts?",
    maxTokens: 1_500,
    signal: new AbortController().signal,
  });
  expect(passages[0]?.text).toContain("Harrow & Pike");
  await reader.stop();
  await queue.stop();
  await site.stop();
});
