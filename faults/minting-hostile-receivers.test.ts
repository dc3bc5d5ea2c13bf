import { compileHostileReceivers, hostileReceivers } from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Mintable, type MintingInstallation, startMintingInstallation } from "./minting-installation.ts";
import { report } from "./report.ts";

/** Every question of a worker at which it can die, and whether the node has heard it then. */
const steps = [
  ["eth_blockNumber", "before"],
  ["eth_getTransactionCount", "before"],
  ["eth_getTransactionReceipt", "before"],
  ["eth_getTransactionReceipt", "after"],
  ["eth_estimateGas", "before"],
  ["eth_estimateGas", "after"],
  ["eth_getBlockByNumber", "before"],
  ["eth_maxPriorityFeePerGas", "before"],
  ["eth_sendRawTransaction", "before"],
  ["eth_sendRawTransaction", "after"],
] as const;
const victimAmount = 50;
const victimTokensPerStep = victimAmount / steps.length;
const attackerTokensPerStep = 2;
const attackerAmount = attackerTokensPerStep * steps.length;
const victimWallet = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
/** Each is an address without code until its tokens are asked for. */
const receiverAddresses = hostileReceivers.map((_, index) => `0x${String(index + 1).repeat(40)}`);

let installation: MintingInstallation;

beforeAll(async () => {
  installation = await startMintingInstallation();
}, 120_000);

afterAll(() => installation?.close());

const numbersFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => first + index);

it("mints another account's 50 tokens beside hostile receivers, though the worker is killed at every step", {
  timeout: 600_000,
}, async () => {
  const { anvil, createAccount, createCollections, mint, untilMinted, listStates } = installation;
  const codes = compileHostileReceivers();
  const setCodes = async (codeOf: (name: (typeof hostileReceivers)[number]) => string) => {
    for (const [index, name] of hostileReceivers.entries())
      await anvil.ask("anvil_setCode", receiverAddresses[index], codeOf(name));
  };
  await installation.startWorker();
  const attacker = await createAccount(attackerAmount * hostileReceivers.length);
  const hostile = await createCollections(attacker, receiverAddresses, attackerAmount);
  const victimKey = await createAccount(victimAmount);
  const [victim] = (await createCollections(victimKey, [victimWallet], victimAmount)) as [Mintable];

  for (const [index, [method, moment]] of steps.entries()) {
    const ids = numbersFrom(attackerTokensPerStep * index + 1, attackerTokensPerStep);
    const victimIds = numbersFrom(victimTokensPerStep * index + 1, victimTokensPerStep);
    await installation.killWorker();
    // The API's own estimate sees plain wallets; the code is there when the worker looks.
    await setCodes(() => "0x");
    for (const collection of hostile) expect(await mint(collection, ids)).toMatchObject({ status: 200 });
    await setCodes((name) => codes[name]);
    await mint(victim, victimIds);
    const reached = installation.proxy.holdAt(method, moment);
    await installation.startWorker();
    await reached;
    await installation.killWorker();
    await installation.startWorker();
    await untilMinted(victim, victimIds);
  }

  const [burner, reverter, reenterer, wrongSelector, roleFaker] = hostile as [
    Mintable,
    Mintable,
    Mintable,
    Mintable,
    Mintable,
  ];
  const untilEnded = (collection: Mintable) =>
    vi.waitFor(
      async () => {
        const states = await listStates(collection);
        expect(states.filter((state) => state !== "minted" && state !== "failed")).toEqual([]);
        return states.filter((state) => state === "failed").length;
      },
      { timeout: 60_000, interval: 250 },
    );
  // What reverted on the chain is asked for again and again: its gas is the operator's money.
  for (let round = 0; round < 6; round++) {
    await mint(reverter, numbersFrom(1, attackerAmount));
    await untilEnded(reverter);
  }
  const failed = await untilEnded(reverter);
  expect(failed).toBeGreaterThanOrEqual(steps.length);
  for (const refused of [burner, wrongSelector, roleFaker])
    expect(await untilEnded(refused)).toBeGreaterThanOrEqual(steps.length);
  expect(await untilEnded(reenterer)).toBe(0);
  const uris = await installation.listMintedUris();
  expect(new Set(uris).size).toBe(uris.length);
  expect(uris).not.toContain("ipfs://reentered");
  // Three transactions were spent on each token that failed, and no other was reverted. The first may be that of a batch: then
  // tokens share it, and the chain has fewer than three for each.
  const nonces = await installation.listFailedNonces(reverter);
  expect(nonces.map(({ length }) => length)).toEqual(new Array(failed).fill(3));
  const reverted = await installation.countReverted();
  expect(reverted).toBe(new Set(nonces.flat()).size);
  report(
    `hostile receivers: ${victimAmount} tokens of another account minted, worker killed at ${steps.length} steps; ${reverted} transactions reverted for ${failed} tokens`,
  );
});
