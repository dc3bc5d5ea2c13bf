import { createWalletClient, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { foundry } from "viem/chains";
import { beforeEach, expect, it } from "vitest";
import { createDropReader, type Hex } from "../../../engines/chain/index.ts";
import { useMintingSetup } from "../__fixtures__/minting-setup.ts";
import { createMintMetadataService } from "../metadata/mint-metadata.service.ts";
import { keepWalletMints } from "../wallet-mints.repository.ts";
import { countAllowedWallets, findProof } from "./drops.repository.ts";
import { createDropService, type DropService } from "./drops.service.ts";

const setup = useMintingSetup();
let drops: DropService;
const order = {
  ...{ owner: `0x${"1".repeat(40)}`, name: "Foxes", symbol: "FOX", tokenName: "Fox #{id}" },
  ...{ description: "Foxes of the harbour.", royaltyPercent: 5, price: "1000", startsAt: null },
  ...{ maxPerWallet: 2, allowList: [] as string[] },
};

beforeEach(() => {
  const { chainId, clone, store } = setup;
  const metadata = createMintMetadataService({ database: clone.database, store, enqueuePins: undefined });
  const chains = new Map([[chainId, createDropReader(chainId, setup.anvil.rpcUrl)]]);
  drops = createDropService({ database: clone.database, metadata, chains, enqueuePins: undefined });
});

function deploy(data: Hex): Promise<Hex> {
  const account = privateKeyToAccount(setup.signerKey);
  const wallet = createWalletClient({ account, chain: foundry, transport: http(setup.anvil.rpcUrl) });
  return wallet.sendTransaction({ data });
}

it("has the address of the transaction with exactly its code", async () => {
  const { data } = await drops.prepare(setup.order, order);
  expect(await drops.find(setup.order)).toMatchObject({ hash: null, address: null, price: "1000" });
  await drops.reportDeployment(setup.order, await deploy(data));
  const drop = await drops.find(setup.order);
  expect(drop?.address).toMatch(/^0x[0-9a-f]{40}$/);
  expect(await drops.isOnSale(setup.order)).toBe(true);
  await expect(drops.prepare(setup.order, order)).rejects.toThrow("open already");
});

it("forgets a transaction that deployed something else", async () => {
  const { data } = await drops.prepare(setup.order, { ...order, price: "1" });
  await drops.prepare(setup.order, order);
  await drops.reportDeployment(setup.order, await deploy(data));
  expect(await drops.find(setup.order)).toMatchObject({ hash: null, address: null });
  expect(await drops.isOnSale(setup.order)).toBe(false);
});

it("keeps a transaction that is not mined yet", async () => {
  const { data } = await drops.prepare(setup.order, order);
  await setup.anvil.ask("evm_setAutomine", false);
  await drops.reportDeployment(setup.order, await deploy(data));
  expect(await drops.find(setup.order)).toMatchObject({ address: null, hash: expect.any(String) });
  await setup.anvil.ask("evm_mine");
  await setup.anvil.ask("evm_setAutomine", true);
  expect((await drops.find(setup.order))?.address).toMatch(/^0x/);
});

it("is refused for a collection that has mints", async () => {
  const [token] = setup.tokens(1);
  await keepWalletMints(setup.clone.database, setup.order, `0x${"0".repeat(64)}`, token ? [token] : []);
  await expect(drops.prepare(setup.order, order)).rejects.toThrow("minted already");
});

it("is not found with another account", async () => {
  await drops.prepare(setup.order, order);
  const { accountId } = await setup.createOrder(setup.order.walletAddress);
  const stranger = { accountId, collectionId: setup.order.collectionId };
  await expect(drops.prepare(stranger, order)).rejects.toThrow("no collection");
  await expect(drops.storeAllowList(stranger, [order.owner])).rejects.toThrow("no collection");
  expect(await drops.find(stranger)).toBeUndefined();
});

it("keeps the proofs of the list on the chain while another list is prepared", async () => {
  const [first, second, third] = ["2", "3", "4"].map((digit) => `0x${digit.repeat(40)}`) as [Hex, Hex, Hex];
  await expect(drops.storeAllowList(setup.order, [second])).rejects.toThrow("not open");
  const { data } = await drops.prepare(setup.order, { ...order, allowList: [first] });
  await drops.reportDeployment(setup.order, await deploy(data));
  const onChain = (await drops.find(setup.order))?.allow_list as string;
  const find = (root: string, wallet: string) => findProof(setup.clone.database, setup.order, root, wallet);
  const unused = await drops.storeAllowList(setup.order, [first, second]);
  expect(await find(unused, second)).toHaveLength(1);
  const root = await drops.storeAllowList(setup.order, [second, third]);
  expect(await find(onChain, first)).toEqual([]);
  expect(await find(unused, second)).toBeUndefined();
  expect(await find(root, first)).toBeUndefined();
  expect(await find(root, third)).toHaveLength(1);
  expect(await countAllowedWallets(setup.clone.database, setup.order, root)).toBe(2);
});
