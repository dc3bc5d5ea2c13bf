import { afterEach, expect, it, vi } from "vitest";
import { type JobContext, openQueue, type Queue } from "../../platform/queue/queue.ts";
import { createMetrics } from "../../platform/telemetry/metrics.ts";
import { useMintingSetup } from "./__fixtures__/minting-setup.ts";
import { signQueued } from "./mint-signers.repository.ts";
import { createMintingJob, planMinting } from "./minting.jobs.ts";
import { enqueueMinting, mintingKind } from "./minting-kind.ts";
import { queueMints } from "./mints.repository.ts";

const setup = useMintingSetup();
const { mint, readOne, queue, readMinted, tokens } = setup;
let workers: Queue[] = [];

afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
  await setup.clone.query("delete from pgboss.job where name = $1", [mintingKind.name]);
});

async function startWorker(chains = new Map([[setup.chainId, setup.chain]])): Promise<void> {
  const { logger, clone, maxAttempts } = setup;
  const { database, url } = clone;
  const worker = await openQueue(database, [mintingKind], { logger, isWorker: true, url });
  workers.push(worker);
  const job = createMintingJob({ database, enqueue: worker.enqueue, chains, maxAttempts, logger });
  await worker.work([job], { logger, metrics: createMetrics() });
}

const listJobs = () =>
  setup.clone.query<{ state: string; wait: number }>(
    `select state, extract(epoch from start_after - created_on)::int as wait from pgboss.job
     where name = $1 and state <= 'active'`,
    [mintingKind.name],
  );

const untilMinted = (...ids: number[]) =>
  vi.waitFor(
    async () => {
      for (const id of ids) expect(await readOne(id)).toMatchObject({ state: "minted" });
    },
    { timeout: 15_000, interval: 100 },
  );

it("mints what a request queued, and ends when the wallet has nothing left to mint", async () => {
  await startWorker();
  await mint(1, 2, 3);
  await untilMinted(1, 2, 3);
  await vi.waitFor(async () => expect(await listJobs()).toEqual([]), { timeout: 20_000 });
  await mint(4);
  await untilMinted(4);
  expect(await readMinted()).toEqual(tokens(1, 2, 3, 4).map(({ tokenURI }) => tokenURI));
});

it("runs one job for a wallet, however many requests and workers there are", async () => {
  await Promise.all([mint(1), mint(2), mint(3)]);
  expect(await listJobs()).toHaveLength(1);
  await startWorker();
  await startWorker();
  await untilMinted(1, 2, 3);
  expect(await readMinted()).toHaveLength(3);
});

it("takes up what was queued before the worker was configured with the wallet", async () => {
  await queue(1);
  expect(await listJobs()).toEqual([]);
  await planMinting(setup.clone.database, setup.jobs.enqueue, new Map([[setup.chainId, setup.chain]]));
  await startWorker();
  await untilMinted(1);
});

it("leaves the wallet to another worker when this one is not configured with it", async () => {
  await mint(1, 2);
  const other = { ...setup.chain, signer: "0x0000000000000000000000000000000000000001" as const };
  await startWorker(new Map([[setup.chainId, other]]));
  await vi.waitFor(async () => expect(await listJobs()).toEqual([{ state: "created", wait: 30 }]), {
    timeout: 20_000,
  });
  expect(await readOne(2)).toMatchObject({ state: "queued" });
});

it("does not end between a request's mints and their commit", async () => {
  const { chain, clone, jobs } = setup;
  const { accountId, collectionId, walletAddress: to } = setup.order;
  const [token] = tokens(1).map(({ id, tokenURI }) => ({ number: id, tokenUri: tokenURI }));
  const mints = { accountId, collectionId, to, tokens: token ? [token] : [], maxAttempts: 3 };
  await clone.query("insert into mint_signer (chain_id, address) values ($1, $2)", [
    chain.chainId,
    chain.signer,
  ]);
  await planMinting(clone.database, jobs.enqueue, new Map([[chain.chainId, chain]]));
  await clone.database.transaction().execute(async (transaction) => {
    await queueMints(transaction, chain, { ...mints, price: 0, holdId: null });
    await startWorker();
    // The job runs, does not see the mints yet, and is about to end.
    await vi.waitFor(
      async () => {
        const waiting = await clone.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
           and query like '%mint_signer%for update%'`,
        );
        expect(waiting).toHaveLength(1);
      },
      { timeout: 10_000 },
    );
    // Adds nothing: the wallet has a job.
    await enqueueMinting(transaction, jobs.enqueue, chain);
  });
  await untilMinted(1);
});

it("signs nothing for a worker whose job was taken over", async () => {
  await queue(1);
  await setup.clone.database
    .transaction()
    .execute((transaction) => enqueueMinting(transaction, setup.jobs.enqueue, setup.chain));
  const claimed = Promise.withResolvers<JobContext>();
  const released = Promise.withResolvers<void>();
  const { logger, clone, chain } = setup;
  const worker = await openQueue(clone.database, [mintingKind], { logger, isWorker: true, url: clone.url });
  workers.push(worker);
  const job = {
    ...mintingKind,
    handle(_payload: unknown, context: JobContext) {
      claimed.resolve(context);
      return released.promise;
    },
  };
  await worker.work([job], { logger, metrics: createMetrics() });
  const { confirmClaim } = await claimed.promise;
  const sign = async () => {
    const { fees, blockNumber } = await chain.quoteFees();
    const call = await readOne(1);
    const terms = { knownCount: 0, room: { ofWallet: 16, ofAccount: 16 }, confirmClaim };
    return signQueued(clone.database, chain, [call], terms, async (nonce) => ({
      ...(await chain.sign([call], { nonce, gas: 300_000n, fees })),
      gas: 300_000n,
      fees,
      signedAtBlock: blockNumber,
      isSelfTransfer: false,
    }));
  };
  // As if its heartbeats had not arrived and another worker had started it again.
  await clone.query("update pgboss.job set retry_count = retry_count + 1 where name = $1", [
    mintingKind.name,
  ]);
  await expect(sign()).rejects.toThrow("another worker has taken this job over");
  expect(await readOne(1)).toMatchObject({ state: "queued", nonce: null });
  expect(
    await clone.query("select next_nonce::int from mint_signer where address = $1", [chain.signer]),
  ).toEqual([{ next_nonce: 0 }]);
  await clone.query("update pgboss.job set retry_count = retry_count - 1 where name = $1", [
    mintingKind.name,
  ]);
  expect(await sign()).toMatchObject({ attempt: 1 });
  released.resolve();
});
