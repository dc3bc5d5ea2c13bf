import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Anvil, startAnvil } from "@mintwright/test-harness";
import { createPublicClient, createWalletClient, http, parseEther } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { foundry } from "viem/chains";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  collectionAbi,
  createEvmMintingChain,
  deployContract,
  type Hex,
  type MintingChain,
} from "../../engines/chain/index.ts";
import { createDirectoryStore } from "../../engines/storage/index.ts";
import { type ClonedDatabase, cloneDatabase } from "../../platform/__fixtures__/cloned-database.ts";
import { createLogger } from "../../platform/logging.ts";
import { createKeyedAccount, plantCollection } from "../__fixtures__/index.ts";
import { advanceMints, raise } from "./advance-mints.ts";
import { createMintingService, type MintOrder } from "./minting.service.ts";
import { listAttempts, listMints, queueMints, signQueued, type TokenMint } from "./mints.repository.ts";

const folder = mkdtempSync(join(tmpdir(), "mintwright-minting-"));
const logger = createLogger("silent");
let anvil: Anvil;
let clone: ClonedDatabase;
let signerKey: Hex;
let contract: Hex;
let chain: MintingChain;
let order: MintOrder;
let fresh = 0;

beforeAll(async () => {
  anvil = await startAnvil(["--accounts", "30"]);
  clone = await cloneDatabase();
});

afterAll(async () => {
  await anvil?.stop();
  await clone.close();
  rmSync(folder, { recursive: true });
});

/** Every test has a wallet, a contract and a collection of its own. */
beforeEach(async () => {
  signerKey = anvil.wallets[fresh++]?.privateKey as Hex;
  const account = privateKeyToAccount(signerKey);
  const deployment = { name: "Foxes", symbol: "FOX", admin: account.address, minter: account.address };
  const place = { chainId: 31_337, rpcUrl: anvil.rpcUrl, signerKey };
  ({ address: contract } = await deployContract(place, {
    ...deployment,
    royaltyReceiver: undefined,
    royaltyBasisPoints: 0,
  }));
  chain = createChain();
  const { accountId } = await createKeyedAccount(clone.database);
  const store = createDirectoryStore(folder);
  const { collectionId } = await plantCollection(clone.database, store, { accountId, amount: 5 });
  order = {
    accountId,
    collectionId,
    chainId: 31_337,
    walletAddress: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  };
});

afterEach(() => anvil.ask("evm_setAutomine", true));

const createChain = (more: { confirmations?: number; stuckAfterInMs?: number } = {}) =>
  createEvmMintingChain({
    chainId: 31_337,
    rpcUrl: anvil.rpcUrl,
    contract,
    signerKey,
    confirmations: 0,
    stuckAfterInMs: 60_000,
    ...more,
  });

const tokens = (...ids: number[]) =>
  ids.map((id) => ({ id, tokenURI: `ipfs://${order.collectionId}/${id}` }));

function mint(...ids: number[]) {
  const service = createMintingService({
    database: clone.database,
    chains: new Map([[31_337, chain]]),
    logger,
  });
  return service.mint(order, tokens(...ids));
}

const advance = () => advanceMints({ database: clone.database, chain, logger });
const read = async (...ids: number[]): Promise<TokenMint[]> =>
  (await listMints(clone.database, order.accountId, order.collectionId, ids)).sort(
    (a, b) => a.number - b.number,
  );
const readOne = async (id: number) => (await read(id))[0] as TokenMint & { nonce: number };
const mine = (blocks = 1) => anvil.ask("anvil_mine", `0x${blocks.toString(16)}`);

/** What the chain itself says was minted. */
async function readMinted(): Promise<string[]> {
  const client = createPublicClient({ chain: foundry, transport: http(anvil.rpcUrl) });
  const events = await client.getContractEvents({
    address: contract,
    abi: collectionAbi,
    eventName: "NFTMinted",
    fromBlock: 0n,
  });
  return events.map(({ args }) => (args as unknown as { tokenURI: string }).tokenURI).sort();
}

/** Leaves a token as a process does that dies before it signs: only in the outbox. */
async function queue(...ids: number[]): Promise<void> {
  const wanted = tokens(...ids).map(({ id, tokenURI }) => ({ number: id, tokenUri: tokenURI }));
  await clone.database
    .transaction()
    .execute((transaction) =>
      queueMints(transaction, chain, order.accountId, order.collectionId, order.walletAddress, wanted),
    );
}

/** Leaves a token as a process does that dies after it signed and before it sent. */
async function sign(id: number) {
  await queue(id);
  const call = await readOne(id);
  const fees = await chain.suggestFees();
  const gas = await chain.estimateGas(call);
  const minedCount = await chain.countTransactions();
  return signQueued(clone.database, chain, call, minedCount, async (nonce) => ({
    ...(await chain.sign(call, { nonce, gas, fees })),
    gas,
    fees,
  }));
}

describe("minting by the service", () => {
  it("names the first token's transaction at once and mints every token once, however often it is asked [MINT-15]", async () => {
    const progressOf = await mint(1, 2, 3);
    expect(progressOf(1)).toEqual({
      transaction: { hash: expect.stringMatching(/^0x[0-9a-f]{64}$/), chainId: 31_337 },
      mint: { state: "signed", tokenId: null, problem: null },
    });
    expect(progressOf(2)).toMatchObject({ transaction: null, mint: { state: "queued" } });
    await mint(1, 2, 3);
    await advance();
    await advance();
    const again = await mint(1, 2, 3);
    expect([1, 2, 3].map((id) => again(id).mint)).toEqual(
      ["1", "2", "3"].map((tokenId) => ({ state: "minted", tokenId, problem: null })),
    );
    expect(again(1).transaction).toEqual(progressOf(1).transaction);
    expect(await readMinted()).toEqual(tokens(1, 2, 3).map(({ tokenURI }) => tokenURI));
  });

  it("does nothing on a chain without a signer [MINT-14]", async () => {
    const service = createMintingService({ database: clone.database, chains: new Map(), logger });
    expect((await service.mint(order, tokens(1)))(1)).toEqual({ transaction: null, mint: null });
    expect(await read(1)).toEqual([]);
  });

  it("refuses other words for a token that is being minted", async () => {
    await mint(1);
    const service = createMintingService({
      database: clone.database,
      chains: new Map([[31_337, chain]]),
      logger,
    });
    await expect(service.mint(order, [{ id: 1, tokenURI: "ipfs://other" }])).rejects.toThrow(
      "Token 1 is minted with the metadata",
    );
  });

  it("writes nothing down when the contract refuses or the node is away", async () => {
    const stranger = {
      chainId: 31_337,
      rpcUrl: anvil.rpcUrl,
      contract,
      confirmations: 0,
      stuckAfterInMs: 1_000,
    };
    chain = createEvmMintingChain({ ...stranger, signerKey: anvil.wallets[29]?.privateKey as Hex });
    await expect(mint(1)).rejects.toThrow("AccessControlUnauthorizedAccount");
    chain = createEvmMintingChain({ ...stranger, signerKey, rpcUrl: "http://127.0.0.1:1/?key=hunter2" });
    await expect(mint(1)).rejects.toThrow("cannot be reached");
    await expect(mint(1)).rejects.not.toThrow("hunter2");
    expect(await read(1)).toEqual([]);
  });
});

describe("a process that dies", () => {
  it("after it took the order: the token is minted once", async () => {
    await queue(1);
    await advance();
    await advance();
    expect(await readOne(1)).toMatchObject({ state: "minted", tokenId: "1" });
    expect(await readMinted()).toHaveLength(1);
  });

  it("after it signed: the same transaction is sent", async () => {
    const signed = await sign(1);
    expect(await readMinted()).toEqual([]);
    await advance();
    await advance();
    expect(await readOne(1)).toMatchObject({ state: "minted", hash: signed?.hash });
    expect(await readMinted()).toHaveLength(1);
  });

  it("after it sent and before it noted so: nothing is minted twice", async () => {
    const signed = await sign(1);
    await chain.send(signed?.raw as Hex);
    await advance();
    await advance();
    expect(await readOne(1)).toMatchObject({ state: "minted", hash: signed?.hash });
    expect(await readMinted()).toHaveLength(1);
  });

  it("after it sent, while the transaction waits: it is sent again and taken once", async () => {
    await anvil.ask("evm_setAutomine", false);
    const signed = await sign(1);
    await chain.send(signed?.raw as Hex);
    await advance();
    expect(await readOne(1)).toMatchObject({ state: "signed" });
    await mine();
    await advance();
    expect(await readOne(1)).toMatchObject({ state: "minted", hash: signed?.hash });
    expect(await readMinted()).toHaveLength(1);
  });

  it("after it signed a higher bid: whichever is mined is the one that counts", async () => {
    await anvil.ask("evm_setAutomine", false);
    chain = createChain({ stuckAfterInMs: 1 });
    await mint(1);
    await advance();
    const attempts = await listAttempts(clone.database, await readOne(1));
    expect(attempts.map(({ attempt }) => attempt)).toEqual([2, 1]);
    await mine();
    await advance();
    expect(await readOne(1)).toMatchObject({ state: "minted", hash: attempts[0]?.hash });
    expect(await readMinted()).toHaveLength(1);
  });

  it("among others that work on: five workers at once mint every token once", async () => {
    await queue(1, 2, 3, 4, 5);
    for (let turn = 0; turn < 3; turn++) await Promise.all([1, 2, 3, 4, 5].map(advance));
    expect((await read(1, 2, 3, 4, 5)).map(({ state }) => state)).toEqual(Array(5).fill("minted"));
    expect(await readMinted()).toEqual(tokens(1, 2, 3, 4, 5).map(({ tokenURI }) => tokenURI));
  });
});

describe("a chain that reorganises", () => {
  it("takes a token back, gets the same transaction again, and has it once", async () => {
    chain = createChain({ confirmations: 3 });
    const hash = (await mint(1))(1).transaction?.hash;
    expect(await readMinted()).toHaveLength(1);
    await advance();
    expect(await readOne(1)).toMatchObject({ state: "signed" });
    await anvil.ask("anvil_reorg", 1, []);
    await anvil.ask("anvil_dropAllTransactions");
    expect(await readMinted()).toEqual([]);
    // As if the node had been silent for longer than it may be.
    await clone.query("update mint_transaction set sent_at = now() - interval '20 seconds' where hash = $1", [
      hash,
    ]);
    await advance();
    await mine(4);
    await advance();
    const minted = await readOne(1);
    expect(minted).toMatchObject({ state: "minted", tokenId: "1", hash });
    expect(await listAttempts(clone.database, minted)).toHaveLength(1);
    expect(await readMinted()).toHaveLength(1);
  });
});

describe("a wallet that others use", () => {
  it("loses a nonce and mints the token under another", async () => {
    await anvil.ask("evm_setAutomine", false);
    const signed = await sign(1);
    const account = privateKeyToAccount(signerKey);
    const wallet = createWalletClient({ account, chain: foundry, transport: http(anvil.rpcUrl) });
    await wallet.sendTransaction({
      to: account.address,
      value: parseEther("1"),
      nonce: signed?.nonce as number,
    });
    await mine();
    await advance();
    expect(await readOne(1)).toMatchObject({ state: "signed", nonce: (signed?.nonce ?? 0) + 1 });
    await mine();
    await advance();
    expect(await readOne(1)).toMatchObject({ state: "minted" });
    expect(await readMinted()).toHaveLength(1);
  });
});

it("bids an eighth more, or what the chain asks when that is higher", () => {
  const last = { maxFeePerGas: 800n, maxPriorityFeePerGas: 8n };
  expect(raise(last, { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n })).toEqual({
    maxFeePerGas: 901n,
    maxPriorityFeePerGas: 10n,
  });
  expect(raise(last, { maxFeePerGas: 5_000n, maxPriorityFeePerGas: 1n })).toEqual({
    maxFeePerGas: 5_000n,
    maxPriorityFeePerGas: 10n,
  });
  expect(
    raise({ maxFeePerGas: 8n, maxPriorityFeePerGas: null }, { maxFeePerGas: 1n, maxPriorityFeePerGas: null }),
  ).toEqual({ maxFeePerGas: 10n, maxPriorityFeePerGas: null });
});
