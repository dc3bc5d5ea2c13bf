import { compileHostileReceivers } from "@mintwright/test-harness";
import { parseGwei } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { beforeAll, describe, expect, it } from "vitest";
import type { MintingChain } from "../../engines/chain/index.ts";
import { useMintingSetup } from "./__fixtures__/minting-setup.ts";
import { listAttempts } from "./mint-transactions.repository.ts";
import { listQueuedBatches } from "./mints.repository.ts";

const setup = useMintingSetup();
const { mint, advance, read, readOne, mine, readMinted, queue, sign } = setup;
let codes: ReturnType<typeof compileHostileReceivers>;
let addresses = 0;

beforeAll(() => {
  codes = compileHostileReceivers();
});

/** Makes an order for a fresh address, and puts the code there when it is called. */
async function orderFor(name: keyof typeof codes) {
  addresses += 1;
  const address = `0x${addresses.toString(16).padStart(40, "b")}`;
  setup.order = await setup.createOrder(address);
  return () => setup.anvil.ask("anvil_setCode", address, codes[name]);
}

const countSent = () => setup.chain.countTransactions();

describe("a hostile receiver", () => {
  it.each(["GasBurner", "WrongSelector", "RoleFaker"] as const)(
    "%s is refused before a nonce is assigned, at the request and in the queue",
    async (name) => {
      const deploy = await orderFor(name);
      await queue(2);
      await deploy();
      await expect(mint(1)).rejects.toThrow(
        /rejects the mint: .*The wallet must accept ERC-721 tokens, and the mint may use at most 500,000 gas/,
      );
      expect(await read(1)).toEqual([]);
      await advance();
      expect(await readOne(2)).toMatchObject({
        state: "failed",
        nonce: null,
        failures: 0,
        problem: expect.stringContaining("rejects the mint"),
      });
      expect(await countSent()).toBe(1);
    },
  );

  it("that reverts on the chain alone costs the operator three transactions, however often it is asked for", async () => {
    await (await orderFor("ChainOnlyReverter"))();
    for (let round = 0; round < 6; round++) {
      await mint(1);
      await advance();
    }
    expect(await readOne(1)).toMatchObject({
      state: "failed",
      failures: 3,
      problem:
        "Its transaction was reverted. That was attempt 3 of 3: the service does not try this token again.",
    });
    expect(await countSent()).toBe(1 + 3);
  });

  it("that re-enters and hands its token on has it minted once", async () => {
    await (await orderFor("Reenterer"))();
    await mint(1, 2);
    await advance();
    await advance();
    expect((await read(1, 2)).map(({ state, tokenId }) => [state, tokenId])).toEqual([
      ["minted", "1"],
      ["minted", "2"],
    ]);
    expect(await readMinted()).toHaveLength(2);
  });
});

describe("a nonce that the node refuses for good", () => {
  it("is filled with a self-transfer, and the tokens behind it are minted", async () => {
    const refused = await sign(1, { gas: 31_000_000n });
    await mint(2);
    await advance();
    const attempts = await listAttempts(setup.clone.database, await readOne(1));
    expect(attempts.map(({ isSelfTransfer, hash }) => [isSelfTransfer, hash === refused?.hash])).toEqual([
      [true, false],
      [false, true],
    ]);
    await advance();
    expect(await readOne(1)).toMatchObject({
      state: "failed",
      failures: 1,
      problem: expect.stringMatching(
        /^The node refused its transaction: .*gas.*Ask again to try once more\.$/,
      ),
    });
    expect(await readOne(2)).toMatchObject({ state: "minted" });
    await mint(1);
    await advance();
    expect(await readOne(1)).toMatchObject({ state: "minted" });
    expect(await readMinted()).toHaveLength(2);
  });
});

describe("a process that dies", () => {
  it("after it wrote the self-transfer down: the same one is sent, and the tokens behind it are minted", async () => {
    const { chain } = setup;
    await sign(1, { gas: 31_000_000n });
    await mint(2);
    let sends = 0;
    setup.chain = {
      ...chain,
      async send(raw) {
        sends += 1;
        if (sends === 2) throw new Error("killed");
        return chain.send(raw);
      },
    };
    await advance();
    const [written] = await listAttempts(setup.clone.database, await readOne(1));
    expect(written).toMatchObject({ isSelfTransfer: true, sentAt: null });
    setup.chain = chain;
    await advance();
    await advance();
    expect(await readOne(1)).toMatchObject({ state: "failed", hash: written?.hash });
    expect(await readOne(2)).toMatchObject({ state: "minted" });
  });
});

describe("a replica that lags", () => {
  const hide = (chain: MintingChain, isHidden: () => boolean): MintingChain => ({
    ...chain,
    findReceipt: async (hash) => (isHidden() ? undefined : chain.findReceipt(hash)),
    findMintedToken: async (...asked) => (isHidden() ? undefined : chain.findMintedToken(...asked)),
  });

  it("hides receipts for ever: the contract's own log says that the token is minted", async () => {
    const { chain } = setup;
    setup.chain = { ...chain, findReceipt: async () => undefined };
    const hash = (await mint(1)).progressOf(1).transaction?.hash;
    await advance();
    expect(await readOne(1)).toMatchObject({ state: "minted", tokenId: "1", hash });
    expect(await readMinted()).toHaveLength(1);
  });

  it("hides receipts and logs for a while: the token waits for as many blocks as make it final, and is minted once", async () => {
    let isHidden = true;
    setup.chain = hide(setup.createChain({ confirmations: 4 }), () => isHidden);
    await mint(1);
    await mine(4);
    for (let turn = 1; turn <= 6; turn++) {
      await advance();
      expect(await readOne(1)).toMatchObject({ state: "signed", absences: turn });
    }
    await mine(3);
    await advance();
    expect(await readOne(1)).toMatchObject({ state: "signed", absences: 7 });
    isHidden = false;
    await mine(3);
    await advance();
    expect(await readOne(1)).toMatchObject({ state: "minted", tokenId: "1", absences: 0 });
    expect(await readMinted()).toHaveLength(1);
  });
});

describe("fees", () => {
  it("of replacements stop at the ceiling", async () => {
    await setup.anvil.ask("evm_setAutomine", false);
    const { fees } = await setup.chain.quoteFees();
    const maxFeePerGas = (fees.maxFeePerGas * 13n) / 10n;
    setup.chain = setup.createChain({ stuckAfterInMs: 1, maxFeePerGas });
    await mint(1);
    for (let turn = 0; turn < 6; turn++) await advance();
    const attempts = await listAttempts(setup.clone.database, await readOne(1));
    expect(attempts.length).toBeLessThanOrEqual(3);
    for (const { fees } of attempts) expect(fees.maxFeePerGas).toBeLessThanOrEqual(maxFeePerGas);
    expect((await readOne(1)).problem).toContain("the highest fee that this service pays");
    await mine();
    await advance();
    expect(await readOne(1)).toMatchObject({ state: "minted" });
  });

  it("above the ceiling leave a token in the queue, without a nonce", async () => {
    await queue(1);
    setup.chain = setup.createChain({ maxFeePerGas: 1n });
    await advance();
    expect(await readOne(1)).toMatchObject({
      state: "queued",
      nonce: null,
      problem: expect.stringContaining("The token waits until fees fall"),
    });
    await setup.clone.query("update token_mint set not_before = now()", []);
    setup.chain = setup.createChain({ maxFeePerGas: parseGwei("500") });
    await advance();
    await advance();
    expect(await readOne(1)).toMatchObject({ state: "minted" });
  });
});

describe("one wallet for many accounts", () => {
  it("takes the tokens of accounts in turns, those with the fewest under way first", async () => {
    const amount = 40;
    setup.order = await setup.createOrder(setup.order.walletAddress, amount);
    const greedy = setup.order.accountId;
    await queue(...Array.from({ length: amount }, (_, index) => index + 1));
    await setup.anvil.ask("evm_setAutomine", false);
    setup.order = await setup.createOrder(setup.order.walletAddress);
    const modest = setup.order.accountId;
    await queue(1, 2, 3);
    const accountsOf = async () =>
      (await listQueuedBatches(setup.clone.database, setup.chain, { limit: 16, batchSize: 1 })).map(
        ([{ accountId }]) => accountId,
      );
    const turns = await accountsOf();
    expect(turns.slice(0, 6)).toEqual([greedy, modest, greedy, modest, greedy, modest]);
    expect(turns).toHaveLength(16);
    await setup.clone.query(
      `update token_mint set state = 'signed', nonce = 900 + number, signer = $1
       where account_id = $2 and number <= 10`,
      [privateKeyToAccount(setup.signerKey).address, greedy],
    );
    expect((await accountsOf()).slice(0, 3)).toEqual([modest, modest, modest]);
  });

  it("signs at once only a few tokens of an account; the others wait for their turn", async () => {
    await setup.anvil.ask("evm_setAutomine", false);
    for (const id of [1, 2, 3, 4, 5]) await mint(id);
    expect((await read(1, 2, 3, 4, 5)).map(({ state }) => state)).toEqual([
      ...Array(4).fill("signed"),
      "queued",
    ]);
  });

  it("waits while the contract does not let the signer mint", async () => {
    setup.chain = setup.createChain({ signerKey: setup.anvil.wallets[29]?.privateKey as `0x${string}` });
    await queue(1);
    await advance();
    expect(await readOne(1)).toMatchObject({
      state: "queued",
      problem: expect.stringContaining("must grant the signer MINTER_ROLE"),
    });
  });
});
