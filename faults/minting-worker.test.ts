import { afterAll, beforeAll, expect, it } from "vitest";
import { type Mintable, type MintingInstallation, startMintingInstallation } from "./minting-installation.ts";
import { report } from "./report.ts";

/** Every question of a worker at which it can die, and whether the node has heard it then. */
const steps = [
  ["eth_estimateGas", "before"],
  ["eth_getTransactionCount", "before"],
  ["eth_sendRawTransaction", "before"],
  ["eth_sendRawTransaction", "after"],
  ["eth_getTransactionReceipt", "before"],
] as const;
const amount = 2 * steps.length;
const wallet = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

let installation: MintingInstallation;

beforeAll(async () => {
  installation = await startMintingInstallation();
}, 120_000);

afterAll(() => installation?.close());

it("mints every token once though its worker is killed at every step", { timeout: 240_000 }, async () => {
  const { createAccount, createCollections, mint, untilMinted } = installation;
  await installation.startWorker();
  const [collection] = (await createCollections(await createAccount(amount), [wallet], amount)) as [Mintable];
  for (const [index, [method, moment]] of steps.entries()) {
    // The first of them is signed by the API, the second by the worker.
    const ids = [2 * index + 1, 2 * index + 2];
    const reached = installation.proxy.holdAt(method, moment);
    await mint(collection, ids);
    await reached;
    await installation.killWorker();
    await installation.startWorker();
    await untilMinted(collection, ids);
  }
  const { mints } = await mint(
    collection,
    Array.from({ length: amount }, (_, index) => index + 1),
  );
  expect(new Set(mints.map(({ tokenId }) => tokenId)).size).toBe(amount);
  const uris = await installation.listMintedUris();
  expect(uris).toHaveLength(amount);
  // One for the contract and one for each token: nothing was sent that was not needed.
  expect(await installation.countSent()).toBe(1 + amount);
  report(`minting worker killed at ${steps.length} steps: ${uris.length} tokens on the chain, each once`);
});
