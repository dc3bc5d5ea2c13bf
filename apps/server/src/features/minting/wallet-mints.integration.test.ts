import { dashboardRoutes } from "@mintwright/api-contract/dashboard";
import { beforeEach, expect, it } from "vitest";
import { type Hex, type MintTransaction, readMintTransaction } from "../../engines/chain/index.ts";
import type { ServeDashboard } from "../../serving/dashboard-context.ts";
import { useMintingSetup } from "./__fixtures__/minting-setup.ts";
import { registerWalletMintsDashboard } from "./wallet-mints.dashboard.ts";

const setup = useMintingSetup();
const { tokens } = setup;

type Listed = { tokens: { id: number; hash: string; tokenId: string | null }[] };
type Handle = (call: object) => Promise<unknown>;
let handles: Map<unknown, Handle>;
let readTransaction: (hash: Hex) => Promise<MintTransaction>;

beforeEach(() => {
  const { chainId, contract } = setup;
  readTransaction = (hash) => readMintTransaction({ chainId, rpcUrl: setup.anvil.rpcUrl, contract }, hash);
  handles = new Map();
  const serve = ((route: unknown, handle: Handle) => void handles.set(route, handle)) as never;
  registerWalletMintsDashboard(serve as ServeDashboard, {
    database: setup.clone.database,
    contracts: [
      {
        chainId,
        address: contract,
        minter: null,
        readMintAccess: async () => "everybody",
        readTransaction: (hash) => readTransaction(hash),
      },
    ],
    logger: setup.logger,
  });
});

const ask = (route: unknown, body?: object, accountId = setup.order.accountId) => {
  const input = { params: { collectionId: setup.order.collectionId }, body };
  return handles.get(route)?.({ caller: { accountId }, input }) as Promise<unknown>;
};
const report = (hash: string, ...ids: number[]) =>
  ask(dashboardRoutes.addWalletMints, { hash, tokens: tokens(...ids) });
const list = async () =>
  ((await ask(dashboardRoutes.listWalletMints)) as Listed).tokens.map(({ id, tokenId }) => [id, tokenId]);

/** Sends a transaction as the wallet of an owner does. */
async function send(gas: bigint, ...ids: number[]): Promise<Hex> {
  const { chain } = setup;
  const calls = tokens(...ids).map(({ tokenURI }) => ({
    to: setup.order.walletAddress as Hex,
    tokenUri: tokenURI,
  }));
  const { fees } = await chain.quoteFees();
  const nonce = await chain.countPendingTransactions();
  const { raw, hash } = await chain.sign(calls, { nonce, gas, fees });
  await chain.send(raw);
  return hash;
}

it("are read from the chain: waiting, then minted with their ids", async () => {
  await setup.anvil.ask("evm_setAutomine", false);
  const hash = await send(2_000_000n, 1, 2, 3);
  await report(hash, 1, 2, 3);
  expect(await list()).toEqual([
    [1, null],
    [2, null],
    [3, null],
  ]);
  await setup.mine();
  const minted = [
    [1, "1"],
    [2, "2"],
    [3, "3"],
  ];
  expect(await list()).toEqual(minted);
  // A later report does not make a minted token open again.
  await report(`0x${"1".repeat(64)}`, 2);
  expect(await list()).toEqual(minted);
});

it("can be minted again when their transaction reverted or was dropped", async () => {
  await setup.anvil.ask("evm_setAutomine", false);
  await report(await send(100_000n, 1, 2), 1, 2);
  await setup.mine();
  expect(await list()).toEqual([]);
  await report(`0x${"2".repeat(64)}`, 3);
  expect(await list()).toEqual([[3, null]]);
  await setup.clone.query("update wallet_mint set created_at = now() - interval '11 minutes'", []);
  expect(await list()).toEqual([]);
});

it("that report a transaction of others' tokens are not minted by it", async () => {
  const hash = await send(2_000_000n, 1);
  await report(hash, 4);
  await expect.poll(list).toEqual([]);
});

it("stay as they are while the node is away", async () => {
  await report(`0x${"3".repeat(64)}`, 1);
  readTransaction = () => Promise.reject(new Error("the node is away"));
  expect(await list()).toEqual([[1, null]]);
});

it("are those of their own account and collection only", async () => {
  await report(`0x${"4".repeat(64)}`, 1);
  const { accountId } = await setup.createOrder(setup.order.walletAddress);
  await expect(ask(dashboardRoutes.listWalletMints, undefined, accountId)).rejects.toThrow(
    "There is no collection with this id",
  );
  await expect(report(`0x${"5".repeat(64)}`, 6)).rejects.toThrow("id 6 is not in this collection");
});
