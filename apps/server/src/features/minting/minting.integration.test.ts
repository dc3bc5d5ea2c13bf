import { createWalletClient, http, parseEther } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { foundry } from "viem/chains";
import { describe, expect, it } from "vitest";
import type { Hex } from "../../engines/chain/index.ts";
import { useMintingSetup } from "./__fixtures__/minting-setup.ts";
import { raiseFees } from "./fees.ts";
import { listAttempts } from "./mint-transactions.repository.ts";

const setup = useMintingSetup();
const { tokens, mint, advance, read, readOne, mine, readMinted, queue, sign } = setup;

describe("minting by the service", () => {
  it("names the first token's transaction at once and mints every token once, however often it is asked [MINT-15]", async () => {
    const { progressOf } = await mint(1, 2, 3);
    expect(progressOf(1)).toEqual({
      transaction: { hash: expect.stringMatching(/^0x[0-9a-f]{64}$/), chainId: 31_337 },
      mint: { state: "signed", tokenId: null, problem: null },
    });
    expect(progressOf(2)).toMatchObject({ transaction: null, mint: { state: "queued" } });
    await mint(1, 2, 3);
    await advance();
    await advance();
    const { progressOf: again } = await mint(1, 2, 3);
    expect([1, 2, 3].map((id) => again(id).mint)).toEqual(
      ["1", "2", "3"].map((tokenId) => ({ state: "minted", tokenId, problem: null })),
    );
    expect(again(1).transaction).toEqual(progressOf(1).transaction);
    expect(await readMinted()).toEqual(tokens(1, 2, 3).map(({ tokenURI }) => tokenURI));
  });

  it("does nothing on a chain without a signer [MINT-14]", async () => {
    const { progressOf } = await setup.createService(new Map()).mint(setup.order, tokens(1), setup.payer());
    expect(progressOf(1)).toEqual({ transaction: null, mint: null });
    expect(await read(1)).toEqual([]);
  });

  it("refuses other words for a token that is being minted", async () => {
    await mint(1);
    const other = [{ id: 1, tokenURI: "ipfs://other" }];
    await expect(setup.createService().mint(setup.order, other, setup.payer())).rejects.toThrow(
      "Token 1 is minted with the metadata",
    );
  });

  it("writes nothing down when the contract refuses or the node is away", async () => {
    setup.chain = setup.createChain({ signerKey: setup.anvil.wallets[29]?.privateKey as Hex });
    await expect(mint(1)).rejects.toThrow("AccessControlUnauthorizedAccount");
    setup.chain = setup.createChain({ rpcUrl: "http://127.0.0.1:1/?key=hunter2" });
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
    await setup.chain.send(signed?.raw as Hex);
    await advance();
    await advance();
    expect(await readOne(1)).toMatchObject({ state: "minted", hash: signed?.hash });
    expect(await readMinted()).toHaveLength(1);
  });

  it("after it sent, while the transaction waits: it is sent again and taken once", async () => {
    await setup.anvil.ask("evm_setAutomine", false);
    const signed = await sign(1);
    await setup.chain.send(signed?.raw as Hex);
    await advance();
    expect(await readOne(1)).toMatchObject({ state: "signed" });
    await mine();
    await advance();
    expect(await readOne(1)).toMatchObject({ state: "minted", hash: signed?.hash });
    expect(await readMinted()).toHaveLength(1);
  });

  it("after it signed a higher bid: whichever is mined is the one that counts", async () => {
    await setup.anvil.ask("evm_setAutomine", false);
    setup.chain = setup.createChain({ stuckAfterInMs: 1 });
    await mint(1);
    await advance();
    const attempts = await listAttempts(setup.clone.database, await readOne(1));
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
    setup.chain = setup.createChain({ confirmations: 3 });
    const hash = (await mint(1)).progressOf(1).transaction?.hash;
    expect(await readMinted()).toHaveLength(1);
    await advance();
    expect(await readOne(1)).toMatchObject({ state: "signed" });
    await setup.anvil.ask("anvil_reorg", 1, []);
    await setup.anvil.ask("anvil_dropAllTransactions");
    expect(await readMinted()).toEqual([]);
    // As if the node had been silent for longer than it may be.
    await setup.clone.query(
      "update mint_transaction set sent_at = now() - interval '20 seconds' where hash = $1",
      [hash],
    );
    await advance();
    await mine(4);
    await advance();
    const minted = await readOne(1);
    expect(minted).toMatchObject({ state: "minted", tokenId: "1", hash });
    expect(await listAttempts(setup.clone.database, minted)).toHaveLength(1);
    expect(await readMinted()).toHaveLength(1);
  });
});

describe("a wallet that others use", () => {
  it("loses a nonce and mints the token under another", async () => {
    await setup.anvil.ask("evm_setAutomine", false);
    const signed = await sign(1);
    const account = privateKeyToAccount(setup.signerKey);
    const wallet = createWalletClient({ account, chain: foundry, transport: http(setup.anvil.rpcUrl) });
    await wallet.sendTransaction({
      to: account.address,
      value: parseEther("1"),
      nonce: signed?.nonce as number,
    });
    await mine();
    await advance();
    expect(await readOne(1)).toMatchObject({ state: "signed", nonce: signed?.nonce, absences: 1 });
    await advance();
    await advance();
    expect(await readOne(1)).toMatchObject({ state: "signed", nonce: (signed?.nonce ?? 0) + 1 });
    await mine();
    await advance();
    expect(await readOne(1)).toMatchObject({ state: "minted" });
    expect(await readMinted()).toHaveLength(1);
  });
});

it("bids an eighth more, or what the chain asks when that is higher, and never above the ceiling", () => {
  const last = { maxFeePerGas: 800n, maxPriorityFeePerGas: 8n };
  const low = { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n };
  expect(raiseFees(last, low, 10_000n)).toEqual({ maxFeePerGas: 901n, maxPriorityFeePerGas: 10n });
  expect(raiseFees(last, { maxFeePerGas: 5_000n, maxPriorityFeePerGas: 1n }, 10_000n)).toEqual({
    maxFeePerGas: 5_000n,
    maxPriorityFeePerGas: 10n,
  });
  expect(raiseFees(last, low, 890n)).toEqual({ maxFeePerGas: 890n, maxPriorityFeePerGas: 10n });
  expect(raiseFees(last, low, 850n)).toBeUndefined();
  expect(
    raiseFees(
      { maxFeePerGas: 8n, maxPriorityFeePerGas: null },
      { maxFeePerGas: 1n, maxPriorityFeePerGas: null },
      100n,
    ),
  ).toEqual({ maxFeePerGas: 10n, maxPriorityFeePerGas: null });
});
