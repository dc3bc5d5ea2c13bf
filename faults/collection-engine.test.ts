import { setTimeout as sleep } from "node:timers/promises";
import {
  cancelCollection,
  createTestAccount,
  findFreePort,
  findProgress,
  type InstantImageServer,
  queueCollection,
  type RunningProcess,
  startInstantImageServer,
} from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { readAmounts } from "./account-amounts.ts";
import { createFleet, type Fleet } from "./fleet.ts";
import { report } from "./report.ts";

/** A minute in full; the pauses between attempts grow with the outage, so a shorter one shows the same. */
const outageInMs = 1_000 * Number(process.env.COLLECTION_OUTAGE_SECONDS ?? 6);
/** Beyond the outage by more than the longest pause, 15 s: an engine that is back is noticed at its end. */
const enginePatienceInMs = outageInMs + 20_000;
const maxConcurrent = 4;
const forge = { model: "VisionaryForge", width: 768, height: 768 };

let flaky: InstantImageServer;
let steady: InstantImageServer;
let fleet: Fleet;
let api: RunningProcess;

beforeAll(async () => {
  [flaky, steady] = [await startInstantImageServer(), await startInstantImageServer()];
  const absent = `http://127.0.0.1:${await findFreePort()}`;
  const settings = {
    engines: {
      flaky: { type: "sd-web", baseUrl: flaky.baseUrl, maxConcurrent },
      absent: { type: "sd-web", baseUrl: absent, maxConcurrent },
      steady: { type: "sd-web", baseUrl: steady.baseUrl, maxConcurrent },
    },
    models: { velogen: "flaky", nebula_forge_xl: "absent", VisionaryForge: "steady" },
    collections: { enginePatienceInMs },
  };
  fleet = await createFleet();
  api = await fleet.start("api", {}, settings);
  await fleet.start("worker", {}, settings);
}, 120_000);

afterAll(async () => {
  await fleet?.close();
  await flaky?.stop();
  await steady?.stop();
});

const untilStatus = (key: string, collectionId: string, status: string, timeout: number) =>
  vi.waitFor(
    async () => expect(await findProgress(api.baseUrl, key, collectionId)).toMatchObject({ status }),
    { timeout, interval: 500 },
  );

it("finishes when its engine comes back, and refunds when it does not", { timeout: 240_000 }, async () => {
  const [patient, hopeless] = await Promise.all([
    createTestAccount(fleet.databaseUrl, { credits: 40, rate: "none" }),
    createTestAccount(fleet.databaseUrl, { credits: 40, rate: "none" }),
  ]);
  flaky.imageInMs = 200;
  const collectionId = await queueCollection(api.baseUrl, patient.key, { amount: 40 });
  await vi.waitFor(() => expect(flaky.begun.length).toBeGreaterThan(8), { timeout: 20_000 });
  await flaky.goAway();
  const request = { amount: 5, model: "nebula_forge_xl", width: 768, height: 768 };
  const lost = await queueCollection(api.baseUrl, hopeless.key, request);
  await sleep(outageInMs);
  const begunBefore = flaky.begun.length;
  await flaky.comeBack();
  const backAt = performance.now();
  await untilStatus(patient.key, collectionId, "completed", 60_000);
  const seconds = (performance.now() - backAt) / 1000;
  const repeated = flaky.begun.length - 40;
  report(
    `image engine away for ${outageInMs / 1000} s: 40 images finished ${seconds.toFixed(1)} s after it was back, ` +
      `${repeated} begun twice`,
  );
  expect(begunBefore).toBeLessThan(40);
  expect(await readAmounts(fleet.databaseUrl, patient.accountId)).toMatchObject({ held: 0, spent: 4_000 });

  await untilStatus(hopeless.key, lost, "failed", enginePatienceInMs + 30_000);
  expect(await findProgress(api.baseUrl, hopeless.key, lost)).toMatchObject({
    made: 0,
    failed: 5,
    missing: Array(5).fill(expect.objectContaining({ code: "engine_unavailable" })),
  });
  expect(await readAmounts(fleet.databaseUrl, hopeless.accountId)).toMatchObject({
    balance: 4_000,
    held: 0,
    spent: 0,
  });
});

it("starts the single image of one within two image times while another has 5,000 queued, and stops at once when those are cancelled", {
  timeout: 120_000,
}, async () => {
  steady.imageInMs = 2_000;
  const [busy, quiet] = await Promise.all([
    createTestAccount(fleet.databaseUrl, { credits: 5_000, rate: "none" }),
    createTestAccount(fleet.databaseUrl, { credits: 1, rate: "none" }),
  ]);
  const many = await queueCollection(api.baseUrl, busy.key, { ...forge, amount: 5_000 });
  await vi.waitFor(() => expect(steady.begun.length).toBeGreaterThan(2 * maxConcurrent), { timeout: 30_000 });
  const queuedAt = performance.now();
  const one = await queueCollection(api.baseUrl, quiet.key, { ...forge, amount: 1, prompt: "a quiet owl" });
  const findOne = () => steady.begun.find(({ prompt }) => prompt.includes("owl"));
  await vi.waitFor(() => expect(findOne()).toBeDefined(), { timeout: 20_000, interval: 20 });
  const waitedInMs = (findOne()?.atInMs ?? Number.NaN) - queuedAt;
  await untilStatus(quiet.key, one, "completed", 10_000);

  const { made, refunded } = await cancelCollection(api.baseUrl, busy.key, many);
  const cancelledAt = performance.now();
  const begunBefore = steady.begun.length;
  await sleep(3_000);
  const startedLateInMs = steady.begun.slice(begunBefore).map(({ atInMs }) => atInMs - cancelledAt);
  report(
    `5,000 queued by one, 1 by another: it started after ${waitedInMs.toFixed(0)} ms (an image takes ${steady.imageInMs} ms); cancelled ` +
      `after ${made} images, ${startedLateInMs.length} more started within ${Math.max(0, ...startedLateInMs).toFixed(0)} ms`,
  );
  expect(waitedInMs).toBeLessThan(2 * steady.imageInMs);
  expect(Math.max(0, ...startedLateInMs)).toBeLessThan(2_000);
  expect(made).toBeGreaterThan(0);
  expect(made + refunded).toBe(5_000);
  expect(await readAmounts(fleet.databaseUrl, busy.accountId)).toEqual({
    granted: 500_000,
    balance: refunded * 100,
    held: 0,
    spent: made * 100,
  });
});
