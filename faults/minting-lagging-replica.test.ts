import { afterAll, beforeAll, expect, it } from "vitest";
import { type Mintable, type MintingInstallation, startMintingInstallation } from "./minting-installation.ts";
import { chooseSize } from "./proof-size.ts";
import { report } from "./report.ts";

/** Where the worker is killed, and how the receipts lag meanwhile: when none is shown, the contract's log decides. */
const everyStep = [
  ["eth_blockNumber", "before", "every second"],
  ["eth_estimateGas", "before", "every second"],
  ["eth_getBlockByNumber", "before", "every second"],
  ["eth_getTransactionCount", "before", "every second"],
  ["eth_sendRawTransaction", "before", "every second"],
  ["eth_sendRawTransaction", "after", "every second"],
  ["eth_getTransactionReceipt", "before", "every second"],
  ["eth_getTransactionReceipt", "after", "every second"],
  ["eth_getLogs", "before", "always"],
  ["eth_getLogs", "after", "always"],
] as const;
const steps = chooseSize({ short: everyStep.slice(-6), full: [...everyStep] });
const tokensPerStep = 3;
const amount = tokensPerStep * steps.length;
const wallet = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

let installation: MintingInstallation;

beforeAll(async () => {
  installation = await startMintingInstallation();
}, 120_000);

afterAll(() => installation?.close());

it("mints nothing twice behind a node that hides every second receipt, though the worker is killed at one step after another", {
  timeout: 300_000,
}, async () => {
  const { createAccount, createCollections, mint, untilMinted } = installation;
  await installation.startWorker();
  const [collection] = (await createCollections(await createAccount(amount), [wallet], amount)) as [Mintable];
  const { proxy } = installation;
  for (const [index, [method, moment, receipts]] of steps.entries()) {
    proxy.lagBehind({ eth_getTransactionReceipt: receipts, eth_getLogs: "every second" });
    const ids = Array.from({ length: tokensPerStep }, (_, place) => tokensPerStep * index + place + 1);
    const reached = proxy.holdAt(method, moment);
    await mint(collection, ids);
    await reached;
    await installation.killWorker();
    await installation.startWorker();
    await untilMinted(collection, ids);
    const uris = await installation.listMintedUris();
    const asked = tokensPerStep * (index + 1);
    expect({ minted: uris.length, distinct: new Set(uris).size }).toEqual({ minted: asked, distinct: asked });
  }
  // One deployed the contract, and each of the others minted: which tokens share a batch depends on the kill, but none was wasted.
  const sent = await installation.countSent();
  expect(sent).toBe(1 + (await installation.countMinting()));
  expect(proxy.countHidden()).toBeGreaterThan(amount);
  report(
    `lagging replica: ${proxy.countHidden()} answers hidden, worker killed at ${steps.length} steps, ${amount} tokens each minted once by ${sent - 1} transactions`,
  );
});
