import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startKubo, startPinningService } from "../../../engines/pinning/__fixtures__/pinning-servers.ts";
import { createKuboPinning, createServicePinning, type Pinning } from "../../../engines/pinning/index.ts";
import { createDirectoryStore, type ObjectStore } from "../../../engines/storage/index.ts";
import { type ClonedDatabase, cloneDatabase } from "../../../platform/__fixtures__/cloned-database.ts";
import { createLogger } from "../../../platform/logging.ts";
import { openQueue, type Queue } from "../../../platform/queue/queue.ts";
import { createKeyedAccount, plantCollection } from "../../__fixtures__/index.ts";
import { createMintMetadataService } from "./mint-metadata.service.ts";
import { createPinningJobs, pinCollectionJob } from "./pinning.jobs.ts";

const folder = mkdtempSync(join(tmpdir(), "mintwright-pin-"));
let clone: ClonedDatabase;
let store: ObjectStore;
let queue: Queue;

beforeAll(async () => {
  clone = await cloneDatabase();
  store = createDirectoryStore(folder);
  queue = await openQueue(clone.database, [pinCollectionJob], {
    logger: createLogger("silent"),
    isWorker: false,
  });
});

afterAll(async () => {
  await queue.stop();
  await clone.close();
  rmSync(folder, { recursive: true });
});

/** A collection that was described, and what runs the jobs that this has put into the queue. */
async function describeCollection(pinning: Pinning) {
  const { accountId } = await createKeyedAccount(clone.database);
  const metadata = createMintMetadataService({ database: clone.database, store, enqueuePins: queue.enqueue });
  const { collectionId } = await plantCollection(clone.database, store, { accountId, amount: 2 });
  const collection = await metadata.getCollection(accountId, collectionId);
  const say = (name: string) => metadata.describe(collection, [1], { name, description: "d", symbol: "S" });
  await say("first");
  const [job] = createPinningJobs({ database: clone.database, store, pinning, enqueue: queue.enqueue });
  const countJobs = async () =>
    (
      await clone.query(
        "select 1 from pgboss.job where name = 'pin-collection' and data ->> 'collectionId' = $1",
        [collectionId],
      )
    ).length;
  return {
    say,
    countJobs,
    runJob: async () => job?.handle({ accountId, collectionId }),
    getPinning: () => metadata.getPinning(collection),
    getRoot: async () => (await metadata.openCar(collection)).root,
  };
}

describe("Kubo", () => {
  it("is given the whole folder, pins its root, and is asked again only for a new description", async () => {
    const kubo = await startKubo({ authorization: "Bearer secret" });
    const { say, countJobs, runJob, getPinning, getRoot } = await describeCollection(
      createKuboPinning({ rpcUrl: kubo.url, authorization: "Bearer secret" }),
    );
    expect(await getPinning()).toEqual({ state: "queued", root: null });
    await runJob();
    const root = await getRoot();
    expect(await getPinning()).toEqual({ state: "pinned", root });
    expect(kubo.pinned).toEqual([{ root, blocks: 10 }]);
    await say("first");
    expect(await countJobs()).toBe(1);
    await runJob();
    expect(kubo.pinned).toHaveLength(1);
    await say("second");
    expect(await countJobs()).toBe(2);
    await runJob();
    expect(kubo.pinned.map((pin) => pin.root)).toEqual([root, await getRoot()]);
    expect(await getRoot()).not.toBe(root);
    await kubo.stop();
  });

  it("that refuses is asked again, and its words are kept for the operator", async () => {
    const kubo = await startKubo({ authorization: "Bearer secret" });
    const { runJob, getPinning } = await describeCollection(
      createKuboPinning({ rpcUrl: kubo.url, authorization: "Bearer secret" }),
    );
    kubo.refuseWith = "disk is full";
    await expect(runJob()).rejects.toThrow("Kubo could not pin the folder: disk is full");
    expect(await getPinning()).toMatchObject({ state: "failed" });
    delete kubo.refuseWith;
    await runJob();
    expect(await getPinning()).toMatchObject({ state: "pinned" });
    await kubo.stop();
  });

  it("that is locked or away is an error that says so", async () => {
    const kubo = await startKubo({ authorization: "Bearer secret" });
    const locked = await describeCollection(createKuboPinning({ rpcUrl: kubo.url }));
    await expect(locked.runJob()).rejects.toThrow("Kubo answers 403");
    await kubo.stop();
    await expect(locked.runJob()).rejects.toThrow("Kubo cannot be reached");
  });
});

describe("a pinning service", () => {
  it("is asked for the root and then how far it is, until it is pinned", async () => {
    const service = await startPinningService({ accessToken: "secret" });
    const origins = ["/ip4/203.0.113.7/tcp/4001/p2p/12D3KooW"];
    const { runJob, countJobs, getPinning, getRoot } = await describeCollection(
      createServicePinning({ endpoint: `${service.url}/`, accessToken: "secret", origins }),
    );
    const root = await getRoot();
    await runJob();
    expect(await getPinning()).toEqual({ state: "pinning", root });
    expect(await countJobs()).toBe(2);
    await runJob();
    expect(await getPinning()).toEqual({ state: "pinning", root });
    await runJob();
    expect(await getPinning()).toEqual({ state: "pinned", root });
    expect(service.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /pins",
      "GET /pins/pin-1",
      "GET /pins/pin-1",
    ]);
    expect(JSON.parse(service.requests[0]?.body ?? "")).toMatchObject({ cid: root, origins });
    await service.stop();
  });

  it("that refuses the token says so", async () => {
    const service = await startPinningService({ accessToken: "secret" });
    const { runJob } = await describeCollection(
      createServicePinning({ endpoint: service.url, accessToken: "wrong", origins: [] }),
    );
    await expect(runJob()).rejects.toThrow("The pinning service answers 401: UNAUTHORIZED");
    await service.stop();
  });
});
