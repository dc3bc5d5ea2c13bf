import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Mintable, type MintingInstallation, startMintingInstallation } from "./minting-installation.ts";
import { query } from "./query.ts";
import { report } from "./report.ts";

/** Every question of a worker at which it can die, and whether the node has received it then. `settle` is in the database. */
const steps = [
  ["eth_estimateGas", "before"],
  ["eth_getTransactionCount", "before"],
  ["eth_sendRawTransaction", "before"],
  ["eth_sendRawTransaction", "after"],
  ["eth_getTransactionReceipt", "before"],
  ["settle", "before"],
] as const;
const amount = 2 * steps.length;
const wallet = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

let installation: MintingInstallation;

beforeAll(async () => {
  installation = await startMintingInstallation();
}, 120_000);

afterAll(() => installation?.close());

/** Stops the worker when it records that a token was minted, until the returned function is called. */
async function holdSettlement({ collectionId }: Mintable): Promise<() => Promise<void>> {
  const { databaseUrl } = installation.fleet;
  const blocker = new pg.Client({ connectionString: databaseUrl });
  blocker.on("error", () => {});
  await blocker.connect();
  await blocker.query("begin");
  const patience = { timeout: 30_000, interval: 20 };
  await vi.waitFor(async () => {
    const { rowCount } = await blocker.query(
      "select from token_mint where collection_id = $1 and state = 'signed' for update",
      [collectionId],
    );
    expect(rowCount).toBeGreaterThan(0);
  }, patience);
  await vi.waitFor(async () => {
    const waiting = await query(
      databaseUrl,
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
       and query ilike 'select%"token_mint"%for update'`,
    );
    expect(waiting).not.toEqual([]);
  }, patience);
  return () => blocker.end();
}

it("mints every token once though its worker is killed at every step", { timeout: 360_000 }, async () => {
  const { createAccount, createCollections, mint, untilMinted } = installation;
  await installation.startWorker();
  const [collection] = (await createCollections(await createAccount(amount), [wallet], amount)) as [Mintable];
  for (const [index, [method, moment]] of steps.entries()) {
    // The first of them is signed by the API, the second by the worker.
    const ids = [2 * index + 1, 2 * index + 2];
    const reached =
      method === "settle" ? holdSettlement(collection) : installation.proxy.holdAt(method, moment);
    await mint(collection, ids);
    const release = await reached;
    const killedAt = performance.now();
    await installation.killWorker({ skipsSilence: false });
    await release?.();
    await installation.startWorker();
    await untilMinted(collection, ids);
    const seconds = (performance.now() - killedAt) / 1000;
    report(`minting worker killed at ${method}, ${moment}: minted ${seconds.toFixed(1)} s later`);
    // Restarted within 30 seconds, and mined in the turns after that.
    expect(seconds).toBeLessThan(35);
  }
  const { mints } = await mint(
    collection,
    Array.from({ length: amount }, (_, index) => index + 1),
  );
  expect(new Set(mints.map(({ tokenId }) => tokenId)).size).toBe(amount);
  const uris = await installation.listMintedUris();
  expect(uris).toHaveLength(amount);
  // One for the contract and one for each token.
  expect(await installation.countSent()).toBe(1 + amount);
  report(`minting worker killed at ${steps.length} steps: ${uris.length} tokens on the chain, each once`);
});
