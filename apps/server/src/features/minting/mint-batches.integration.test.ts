import { readFileSync } from "node:fs";
import { compileHostileReceivers } from "@mintwright/test-harness";
import { createWalletClient, encodeDeployData, http, zeroAddress } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { waitForTransactionReceipt } from "viem/actions";
import { foundry } from "viem/chains";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { collectionAbi, type Hex } from "../../engines/chain/index.ts";
import { getAccountCredits, verifyLedger } from "../credits/index.ts";
import { useMintingSetup } from "./__fixtures__/minting-setup.ts";
import { listAttempts } from "./mint-transactions.repository.ts";
import { listQueuedBatches } from "./mints.repository.ts";

const price = 50;
const amount = 45;
const setup = useMintingSetup({ price });
const { mint, advance, read, readOne, mine, readMinted, queue, tokens, countSent } = setup;
const all = Array.from({ length: amount }, (_, index) => index + 1);

beforeEach(async () => {
  setup.order = await setup.createOrder(setup.order.walletAddress, amount);
});

const getCredits = () => getAccountCredits(setup.clone.database, setup.order.accountId);

afterEach(async () => {
  const { granted, balance, held, spent } = await getCredits();
  expect(granted).toBe(balance + held + spent);
  expect(await verifyLedger(setup.clone.database)).toMatchObject({ mismatches: [] });
});

/** Takes turns until no token is open: the node may mine a moment after it answers. */
const advanceUntilOver = () =>
  vi.waitFor(async () => {
    await setup.clone.query("update token_mint set not_before = now() where state = 'queued'", []);
    await advance();
    const states = (await read(...all)).map(({ state }) => state);
    expect(states.filter((state) => state === "queued" || state === "signed")).toEqual([]);
  }, 30_000);

/** Expects that the chain and the database agree on every token and its id, each minted once. */
async function expectEachOnce(...ids: number[]): Promise<void> {
  const mints = await read(...ids);
  expect(mints.map(({ state }) => state)).toEqual(ids.map(() => "minted"));
  expect(await readMinted()).toEqual(
    tokens(...ids)
      .map(({ tokenURI }) => tokenURI)
      .sort(),
  );
  const events = await setup.chain.listMints(0n, await setup.chain.getBlockNumber());
  const idByUri = new Map(events.map(({ tokenUri, tokenId }) => [tokenUri, String(tokenId)]));
  expect(mints.map(({ tokenId }) => tokenId)).toEqual(mints.map(({ tokenUri }) => idByUri.get(tokenUri)));
}

describe("a batch", () => {
  it("mints up to 20 tokens in one transaction, each once and each charged", async () => {
    await mint(...all);
    expect(await getCredits()).toMatchObject({ held: amount * price });
    await advanceUntilOver();
    await expectEachOnce(...all);
    // The contract, the token that the request signs, and 20 + 20 + 4.
    expect(await countSent()).toBe(1 + 1 + 3);
    expect(await getCredits()).toEqual({
      granted: 10_000,
      balance: 10_000 - amount * price,
      held: 0,
      spent: amount * price,
    });
  });

  it("is shared by five workers at once, and every token is minted once", async () => {
    await mint(...all);
    for (let turn = 0; turn < 4; turn++) await Promise.all([1, 2, 3, 4, 5].map(advance));
    await expectEachOnce(...all);
  });

  it("is sent again as it was signed, when its process died before it sent it", async () => {
    const { chain } = setup;
    await queue(1, 2, 3);
    setup.chain = { ...chain, send: () => Promise.reject(new Error("killed")) };
    await advance();
    const [first, second] = await read(1, 2);
    expect(second).toMatchObject({ state: "signed", nonce: first?.nonce, hash: first?.hash });
    setup.chain = chain;
    await advanceUntilOver();
    expect(await readOne(1)).toMatchObject({ hash: first?.hash });
    await expectEachOnce(1, 2, 3);
  });

  it("is replaced as a whole with a higher bid", async () => {
    await setup.anvil.ask("evm_setAutomine", false);
    setup.chain = setup.createChain({ stuckAfterInMs: 1 });
    await queue(1, 2, 3);
    await advance();
    await advance();
    const attempts = await listAttempts(setup.clone.database, await readOne(2));
    expect(attempts.map(({ attempt }) => attempt)).toEqual([2, 1]);
    await mine();
    await advance();
    expect(await readOne(3)).toMatchObject({ hash: attempts[0]?.hash });
    await expectEachOnce(1, 2, 3);
  });

  it("is found in the contract's log when a replica hides its receipt", async () => {
    setup.chain = { ...setup.chain, findReceipt: async () => undefined };
    await queue(1, 2, 3);
    await advanceUntilOver();
    await expectEachOnce(1, 2, 3);
  });

  it("that the database forgot is not minted again", async () => {
    await queue(1, 2, 3);
    await advanceUntilOver();
    const before = await read(1, 2, 3);
    await setup.clone.query("update mint_signer set next_nonce = next_nonce - 1 where address = $1", [
      setup.chain.signer,
    ]);
    const collection = [setup.order.collectionId];
    await setup.clone.query("delete from mint_transaction where collection_id = $1", collection);
    await setup.clone.query(
      `update token_mint set state = 'queued', nonce = null, hash = null, token_id = null, batch_position = 0
       where collection_id = $1`,
      collection,
    );
    await advanceUntilOver();
    const placeOf = ({ tokenId, hash, nonce }: (typeof before)[number]) => ({ tokenId, hash, nonce });
    expect((await read(1, 2, 3)).map(placeOf)).toEqual(before.map(placeOf));
    await expectEachOnce(1, 2, 3);
  });

  it("takes one of the places under way, and accounts take turns by batches", async () => {
    const greedy = setup.order.accountId;
    await queue(...all);
    setup.order = await setup.createOrder(setup.order.walletAddress);
    await queue(1, 2);
    const sizes = { limit: 16, batchSize: 20 };
    const batches = await listQueuedBatches(setup.clone.database, setup.chain, sizes);
    expect(batches.map((batch) => [batch[0].accountId === greedy, batch.length])).toEqual([
      [true, 20],
      [false, 2],
      [true, 20],
      [true, 5],
    ]);
  });
});

describe("a contract without mintBatch", () => {
  it("is recognised, and gets one transaction for each token", async () => {
    const account = privateKeyToAccount(setup.signerKey);
    const { bytecode } = JSON.parse(
      readFileSync(new URL("__fixtures__/collection-without-batches.json", import.meta.url), "utf8"),
    );
    const args = ["Old", "OLD", account.address, account.address, zeroAddress, 0];
    const wallet = createWalletClient({ account, chain: foundry, transport: http(setup.anvil.rpcUrl) });
    const hash = await wallet.sendTransaction({
      data: encodeDeployData({ abi: collectionAbi, bytecode, args }),
    });
    const { contractAddress } = await waitForTransactionReceipt(wallet, { hash, pollingInterval: 50 });
    setup.contract = contractAddress as Hex;
    setup.chain = setup.createChain();
    expect(await setup.chain.offersBatches()).toBe(false);
    await mint(1, 2, 3);
    await advanceUntilOver();
    await expectEachOnce(1, 2, 3);
    expect(await countSent()).toBe(2 + 3);
  });

  it("is not assumed when the node fails: nothing is signed until it answers", async () => {
    const { chain } = setup;
    setup.chain = { ...chain, offersBatches: () => Promise.reject(new Error("the node is away")) };
    await queue(1, 2);
    await expect(advance()).rejects.toThrow("the node is away");
    expect((await read(1, 2)).map(({ state }) => state)).toEqual(["queued", "queued"]);
    setup.chain = chain;
    await advanceUntilOver();
    await expectEachOnce(1, 2);
  });
});

describe("a batch with a token that cannot be minted", () => {
  const heavy = `ipfs://${"x".repeat(20_000)}`;

  it("is given up before it is signed, and the other tokens are minted alone", async () => {
    await mint(1);
    await advance();
    await mint(2, 3, 4, 5);
    await advance();
    await queue(6, 7, 8);
    await setup.clone.query("update token_mint set token_uri = $1 where number = 7 and collection_id = $2", [
      heavy,
      setup.order.collectionId,
    ]);
    await advanceUntilOver();
    expect(await readOne(7)).toMatchObject({
      state: "failed",
      failures: 0,
      problem: expect.stringContaining("at most 500,000 gas"),
    });
    await expectEachOnce(1, 2, 3, 4, 5, 6, 8);
  });

  it("and that reverts on the chain alone is minted token by token, within the attempts of each", async () => {
    const address = `0x${"d".repeat(40)}`;
    setup.order = await setup.createOrder(address, amount);
    await setup.anvil.ask("anvil_setCode", address, compileHostileReceivers().ChainOnlyReverter);
    await mint(1, 2, 3, 4);
    await advanceUntilOver();
    const mints = await read(1, 2, 3, 4);
    expect(mints.map(({ state, failures }) => [state, failures])).toEqual([
      ["failed", 1],
      ["failed", 2],
      ["failed", 2],
      ["failed", 2],
    ]);
    // The contract, token 1 alone, one batch of three, and each of these alone.
    expect(await countSent()).toBe(1 + 1 + 1 + 3);
    expect(await getCredits()).toEqual({ granted: 10_000, balance: 10_000, held: 0, spent: 0 });
  });

  it("and whose receiver recovers is minted and charged in the end", async () => {
    const address = `0x${"e".repeat(40)}`;
    setup.order = await setup.createOrder(address, amount);
    await mint(1, 2, 3, 4);
    await setup.anvil.ask("anvil_setCode", address, compileHostileReceivers().ChainOnlyReverter);
    await advance();
    await setup.anvil.ask("anvil_setCode", address, "0x");
    await advanceUntilOver();
    await expectEachOnce(1, 2, 3, 4);
    expect(await getCredits()).toMatchObject({ held: 0, spent: 4 * price });
  });
});

it("a worker of an older version cannot give two tokens of a batch the same id", async () => {
  await setup.anvil.ask("evm_setAutomine", false);
  await queue(1, 2, 3);
  await advance();
  const settle = (number: number) =>
    setup.clone.query(
      "update token_mint set state = 'minted', token_id = '1' where collection_id = $1 and number = $2",
      [setup.order.collectionId, number],
    );
  await settle(1);
  await expect(settle(2)).rejects.toThrow("token_mint_batch_token");
  await mine();
  await advance();
  await expectEachOnce(1, 2, 3);
});
