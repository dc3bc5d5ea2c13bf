import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../../platform/__fixtures__/cloned-database.ts";
import { busy } from "../../platform/batcher.ts";
import { createLogger } from "../../platform/logging.ts";
import { openQueue, type Queue } from "../../platform/queue/queue.ts";
import { createKeyedAccount, type KeyedAccount } from "../__fixtures__/index.ts";
import { getAccountCredits, verifyLedger } from "../credits/index.ts";
import { collectionRequest, createQueueing, urlsOf } from "./__fixtures__/queued-collections.ts";
import { closeCollection } from "./collection-ends.repository.ts";
import {
  type ClaimRequest,
  claimImages,
  finishImages,
  type ImageClaim,
  type ImageResult,
  reclaimImages,
  releaseUnknownClaims,
} from "./image-claims.repository.ts";
import { pauseImageQueue, resumeImageQueue } from "./image-queues.repository.ts";
import { collectionJobKinds } from "./job-kinds.ts";

let clone: ClonedDatabase;
let queue: Queue;
let queueing: ReturnType<typeof createQueueing>;

beforeAll(async () => {
  clone = await cloneDatabase();
  queue = await openQueue(clone.database, collectionJobKinds, {
    logger: createLogger("silent"),
    isWorker: false,
  });
  queueing = createQueueing(clone.database, queue.enqueue);
});

beforeEach(async () => {
  await clone.query("truncate image_line, account_turn, image_claim, collection cascade");
  await clone.query(
    "truncate hold, ledger_entry; update account set granted = 0, balance = 0, held = 0, spent = 0",
  );
});

afterEach(async () => expect((await verifyLedger(clone.database)).mismatches).toEqual([]));

afterAll(async () => {
  await queue.stop();
  await clone.close();
});

async function startProcess(): Promise<string> {
  const processId = randomUUID();
  await clone.query("insert into process values ($1, 'worker', 'test')", [processId]);
  return processId;
}

const claim = (processId: string, slots: number, limits: Partial<ClaimRequest> = {}) =>
  claimImages(clone.database, {
    processId,
    models: ["velogen"],
    slots,
    engineLimit: undefined,
    accountLimit: 1_000,
    ...limits,
  });

const made = (imageClaim: ImageClaim): ImageResult => ({
  outcome: "made",
  image: {
    object: `o/${imageClaim.collectionId}/${imageClaim.number}`,
    sha256: "ab".repeat(32),
    cid: "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku",
    byteSize: 3,
    width: 512,
    height: 512,
    seed: imageClaim.seed,
    engine: "sketch",
    warnings: ["drawn \0 by rules \ud800"],
  },
});

const finish = (processId: string, claims: ImageClaim[], toResult = made, lockWaitInMs = 1_000) =>
  finishImages(
    clone.database,
    processId,
    claims.map((each) => ({ claim: each, result: toResult(each) })),
    lockWaitInMs,
  );

const creditsOf = ({ accountId }: KeyedAccount) => getAccountCredits(clone.database, accountId);
const sweep = () => clone.query("select sweep_holds(0, 1000)::integer as swept");
const numbersOf = (claims: ImageClaim[]) => claims.map(({ number }) => number).sort((a, b) => a - b);

describe("a claim", () => {
  it("hands every image out once, in order, and starts the collection", async () => {
    const account = await createKeyedAccount(clone.database, { amount: 1_000 });
    const collectionId = await queueing.queue(account.key, collectionRequest({ amount: 5 }));
    const [one, other] = [await startProcess(), await startProcess()];
    expect(await queueing.service.getProgress(account.accountId, collectionId, urlsOf)).toMatchObject({
      status: "queued",
      progress: 0,
    });
    const first = await claim(one, 2);
    const second = await claim(other, 10);
    expect(numbersOf(first)).toEqual([1, 2]);
    expect(numbersOf(second)).toEqual([3, 4, 5]);
    expect(await claim(one, 10)).toEqual([]);
    expect(new Set([...first, ...second].map(({ fence }) => fence)).size).toBe(5);
    expect(new Set([...first, ...second].map(({ seed }) => seed)).size).toBe(5);
    expect(await queueing.service.getProgress(account.accountId, collectionId, urlsOf)).toMatchObject({
      status: "processing",
    });
  });

  it("is within the engine's and the account's limits, also for workers that claim at the same moment", async () => {
    const account = await createKeyedAccount(clone.database, { amount: 100_000 });
    const another = await createKeyedAccount(clone.database, { amount: 100_000 });
    await queueing.queue(account.key, collectionRequest({ amount: 50 }));
    await queueing.queue(another.key, collectionRequest({ amount: 50 }));
    const processes = await Promise.all(Array.from({ length: 8 }, startProcess));
    const limits = { engineLimit: 7, accountLimit: 4 };
    const claims = (await Promise.all(processes.map((processId) => claim(processId, 3, limits)))).flat();
    expect(claims).toHaveLength(7);
    const ofOne = claims.filter(({ accountId }) => accountId === account.accountId).length;
    expect([3, 4]).toContain(ofOne);
    expect(await claim(processes[0] as string, 3, limits)).toEqual([]);
    // An account at its limit does not keep the others from theirs.
    expect(await claim(processes[0] as string, 10, { engineLimit: 20, accountLimit: 4 })).toHaveLength(1);
  });

  it("goes round the accounts: a thousand waiting images do not keep a newcomer waiting", async () => {
    const large = await createKeyedAccount(clone.database, { amount: 100_000 });
    const small = await createKeyedAccount(clone.database, { amount: 100_000 });
    const processId = await startProcess();
    await queueing.queue(large.key, collectionRequest({ amount: 100 }));
    expect(await claim(processId, 30)).toHaveLength(30);
    await queueing.queue(small.key, collectionRequest({ amount: 10 }));
    const turns: string[] = [];
    for (let i = 0; i < 8; i++) {
      const [next] = await claim(processId, 1);
      turns.push(next?.accountId === small.accountId ? "small" : "large");
    }
    // What the large one had before does not count against it: from here on they take turns.
    expect([4, 5]).toContain(turns.filter((turn) => turn === "small").length);
    expect(turns.slice(0, 2)).toContain("small");
    const batch = await claim(processId, 6);
    expect([2, 3, 4]).toContain(batch.filter(({ accountId }) => accountId === small.accountId).length);
  });

  it("serves models of one engine side by side and other engines not at all", async () => {
    const account = await createKeyedAccount(clone.database, { amount: 100_000 });
    await queueing.queue(account.key, collectionRequest({ amount: 20 }));
    await queueing.queue(
      account.key,
      collectionRequest({ amount: 20, model: "Dale3", width: 1024, height: 1024 }),
    );
    await queueing.queue(
      account.key,
      collectionRequest({ amount: 20, model: "VisionaryForge", width: 1024, height: 1024 }),
    );
    const claims = await claim(await startProcess(), 10, { models: ["velogen", "Dale3"] });
    expect(claims.filter(({ model }) => model === "velogen")).toHaveLength(5);
    expect(claims.filter(({ model }) => model === "Dale3")).toHaveLength(5);
  });
});

describe("a result", () => {
  it("does not wait for another account that is locked", async () => {
    const accounts = [
      await createKeyedAccount(clone.database, { amount: 1_000 }),
      await createKeyedAccount(clone.database, { amount: 1_000 }),
    ];
    for (const { key } of accounts) await queueing.queue(key, collectionRequest({ amount: 1 }));
    const processId = await startProcess();
    const claims = await claim(processId, 2);
    const [locked] = claims as [ImageClaim];
    await clone.database.transaction().execute(async (transaction) => {
      await transaction
        .selectFrom("account")
        .select("account_id")
        .where("account_id", "=", locked.accountId)
        .forUpdate()
        .execute();
      await expect(finish(processId, claims, made, 20)).rejects.toMatchObject({ code: "55P03" });
      expect(await finish(processId, claims, made, 0)).toEqual([busy, true]);
    });
    expect(await finish(processId, claims)).toEqual([true, false]);
  });

  it("is written and paid once, together", async () => {
    const account = await createKeyedAccount(clone.database, { amount: 1_000 });
    const collectionId = await queueing.queue(account.key, collectionRequest({ amount: 4 }));
    const processId = await startProcess();
    const claims = await claim(processId, 3);
    expect(await creditsOf(account)).toEqual({ granted: 1_000, balance: 600, held: 400, spent: 0 });
    expect(await finish(processId, claims)).toEqual([true, true, true]);
    expect(await creditsOf(account)).toEqual({ granted: 1_000, balance: 600, held: 100, spent: 300 });
    expect(await finish(processId, claims)).toEqual([false, false, false]);
    expect(await creditsOf(account)).toMatchObject({ spent: 300 });
    const [last] = await claim(processId, 5);
    expect(await finish(processId, [last as ImageClaim])).toEqual([true]);
    expect(await closeCollection(clone.database, queue.enqueue, account.accountId, collectionId)).toBe(true);
    expect(await creditsOf(account)).toEqual({ granted: 1_000, balance: 600, held: 0, spent: 400 });
    const entries = await clone.query<{ kind: string }>(
      "select kind, amount::integer from ledger_entry where account_id = $1 order by entry_id",
      [account.accountId],
    );
    expect(entries).toEqual([
      { kind: "grant", amount: 1_000 },
      { kind: "hold", amount: 400 },
      { kind: "capture", amount: 300 },
      { kind: "capture", amount: 100 },
    ]);
  });

  it("of a worker that was silent too long is refused: another has the image", async () => {
    const account = await createKeyedAccount(clone.database, { amount: 1_000 });
    await queueing.queue(account.key, collectionRequest({ amount: 1 }));
    const [slow, quick] = [await startProcess(), await startProcess()];
    const late = await claim(slow, 1);
    expect(await reclaimImages(clone.database, { silenceInMs: 15_000, graceInMs: 0 })).toEqual([]);
    await clone.query("update process set seen_at = now() - interval '16 seconds' where process_id = $1", [
      slow,
    ]);
    expect(await reclaimImages(clone.database, { silenceInMs: 15_000, graceInMs: 0 })).toHaveLength(1);
    expect(await finish(slow, late)).toEqual([false]);
    await clone.query("update account_turn set look_at = now()");
    const again = await claim(quick, 1);
    expect(numbersOf(again)).toEqual([1]);
    expect(again[0]?.fence).toBeGreaterThan(late[0]?.fence as number);
    expect(again[0]?.losses).toBe(1);
    expect(await finish(slow, late)).toEqual([false]);
    expect(await finish(quick, late)).toEqual([false]);
    expect(await finish(slow, again)).toEqual([false]);
    expect(await creditsOf(account)).toMatchObject({ spent: 0, held: 100 });
    expect(await finish(quick, again)).toEqual([true]);
    expect(await creditsOf(account)).toMatchObject({ spent: 100, held: 0 });
  });

  it("that failed is tried again later, and given up at last", async () => {
    const account = await createKeyedAccount(clone.database, { amount: 1_000 });
    const collectionId = await queueing.queue(account.key, collectionRequest({ amount: 2 }));
    const processId = await startProcess();
    const claims = await claim(processId, 2);
    const failure = { code: "engine_failed", message: "no" };
    const retry = (): ImageResult => ({ outcome: "retry", retryInMs: 60_000, ...failure });
    await finish(processId, claims.slice(0, 1));
    await finish(processId, claims.slice(1), retry);
    expect(await claim(processId, 5)).toEqual([]);
    await clone.query("update collection_image set retry_at = now() where retry_at is not null");
    await clone.query("update account_turn set look_at = now()");
    const again = await claim(processId, 5);
    expect(again).toMatchObject([{ number: 2, failures: 1, losses: 0 }]);
    await finish(processId, again, () => ({ outcome: "failed", ...failure }));
    expect(await closeCollection(clone.database, queue.enqueue, account.accountId, collectionId)).toBe(true);
    expect(await queueing.service.getProgress(account.accountId, collectionId, urlsOf)).toMatchObject({
      status: "completed",
      progress: 100,
      made: 1,
      failed: 1,
      missing: [{ number: 2, ...failure }],
    });
    expect(await creditsOf(account)).toEqual({ granted: 1_000, balance: 900, held: 0, spent: 100 });
  });

  it("that a broken connection swallowed is found again, and so is a claim", async () => {
    const account = await createKeyedAccount(clone.database, { amount: 1_000 });
    await queueing.queue(account.key, collectionRequest({ amount: 2 }));
    const processId = await startProcess();
    const [known] = await claim(processId, 2);
    await releaseUnknownClaims(clone.database, processId, [known?.fence as number]);
    expect(await clone.query("select 1 from image_claim")).toHaveLength(2);
    await clone.query("update image_claim set claimed_at = now() - interval '11 seconds'");
    await releaseUnknownClaims(clone.database, processId, [known?.fence as number]);
    expect(await clone.query("select number from image_claim")).toEqual([{ number: known?.number }]);
    await clone.query("update account_turn set look_at = now()");
    expect(await claim(processId, 2)).toHaveLength(1);
  });
});

describe("a cancelled collection", () => {
  it("keeps what is made, gives the rest back, and neither starts nor accepts more", async () => {
    const account = await createKeyedAccount(clone.database, { amount: 1_000 });
    const collectionId = await queueing.queue(account.key, collectionRequest({ amount: 6 }));
    const processId = await startProcess();
    await finish(processId, await claim(processId, 2));
    const underWay = await claim(processId, 2);
    const { accountId } = account;
    expect(await queueing.service.cancel(accountId, collectionId)).toMatchObject({ made: 2, refunded: 400 });
    expect(await creditsOf(account)).toEqual({ granted: 1_000, balance: 800, held: 0, spent: 200 });
    expect(await claim(processId, 5)).toEqual([]);
    expect(await finish(processId, underWay)).toEqual([false, false]);
    expect(await creditsOf(account)).toMatchObject({ spent: 200 });
    expect(await queueing.service.cancel(accountId, collectionId)).toMatchObject({ made: 2, refunded: 0 });
    expect(await queueing.service.getProgress(accountId, collectionId, urlsOf)).toMatchObject({
      status: "cancelled",
      made: 2,
      data: { generated: false, images: [expect.any(String), expect.any(String)] },
    });
  });

  it("is not one that is finished", async () => {
    const account = await createKeyedAccount(clone.database, { amount: 1_000 });
    const collectionId = await queueing.queue(account.key, collectionRequest({ amount: 1 }));
    const processId = await startProcess();
    await finish(processId, await claim(processId, 1));
    await closeCollection(clone.database, queue.enqueue, account.accountId, collectionId);
    await expect(queueing.service.cancel(account.accountId, collectionId)).rejects.toThrow(
      "is already completed",
    );
  });
});

describe("an engine that is down", () => {
  it("is asked with one image at a time, after a pause, and by all again when it is back", async () => {
    const account = await createKeyedAccount(clone.database, { amount: 100_000 });
    await queueing.queue(account.key, collectionRequest({ amount: 50 }));
    const processId = await startProcess();
    const [first] = await claim(processId, 1);
    await pauseImageQueue(clone.database, "velogen", 1_000);
    await finish(processId, [first as ImageClaim], () => ({ outcome: "back", retryInMs: 0 }));
    expect(await claim(processId, 5)).toEqual([]);
    await clone.query("update image_line set paused_until = now()");
    const probe = await claim(processId, 5);
    expect(probe).toMatchObject([{ number: 1, isProbe: true, failures: 0 }]);
    expect(await claim(processId, 5)).toEqual([]);
    await resumeImageQueue(clone.database, "velogen");
    expect(await claim(processId, 5)).toHaveLength(5);
  });
});

describe("a hold", () => {
  it("that a collection adopted outlives its process; one that nobody adopted does not", async () => {
    const account = await createKeyedAccount(clone.database, { amount: 1_000 });
    const collectionId = await queueing.queue(account.key, collectionRequest({ amount: 3 }));
    await queueing.takeHold(account.key, 500);
    expect(await creditsOf(account)).toMatchObject({ held: 800 });
    expect(await sweep()).toEqual([{ swept: 1 }]);
    expect(await creditsOf(account)).toMatchObject({ held: 300 });
    expect(await clone.query("select hold_id from hold")).toEqual([{ hold_id: collectionId }]);
  });

  it("that was given back cannot be adopted, and then there is no collection", async () => {
    const account = await createKeyedAccount(clone.database, { amount: 1_000 });
    const { accountId, keyId, holdId } = await queueing.takeHold(account.key, 300);
    await sweep();
    const collectionId = randomUUID();
    const request = collectionRequest({ amount: 3 });
    const accepting = queueing.service.accept(
      { accountId, holdId, answer: { status: 200, headers: {}, body: "{}" } },
      { accountId, collectionId, keyId, seed: 1, priceEach: 100, request },
    );
    await expect(accepting).rejects.toThrow("Nothing is charged");
    expect(await clone.query("select 1 from collection")).toEqual([]);
    expect(await creditsOf(account)).toEqual({ granted: 1_000, balance: 1_000, held: 0, spent: 0 });
  });
});
