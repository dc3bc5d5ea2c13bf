import { expect, it } from "vitest";
import { useMintingSetup } from "./__fixtures__/minting-setup.ts";
import { reconcileWallet } from "./reconcile-wallet.ts";

const setup = useMintingSetup();
const { mint, advance, readOne, readMinted, mine } = setup;

const wallet = () => [setup.chainId, setup.chain.signer];

/** Leaves the database as it was before it signed this many transactions, and their tokens as they were then. */
async function forget(transactions: number, tokens: "asked for" | "unknown"): Promise<void> {
  await setup.clone.query(
    "update mint_signer set next_nonce = next_nonce - $3 where chain_id = $1 and address = $2",
    [...wallet(), transactions],
  );
  await setup.clone.query("delete from mint_transaction where collection_id = $1", [
    setup.order.collectionId,
  ]);
  await setup.clone.query(
    tokens === "unknown"
      ? "delete from token_mint where collection_id = $1"
      : `update token_mint set state = 'queued', nonce = null, hash = null, token_id = null, not_before = now()
         where collection_id = $1`,
    [setup.order.collectionId],
  );
}

it.each(["asked for", "unknown"] as const)(
  "mints no token twice whose mint was forgotten (%s)",
  async (kept) => {
    await mint(1, 2);
    await advance();
    await advance();
    const [first, second] = [await readOne(1), await readOne(2)];
    expect([first.state, second.state]).toEqual(["minted", "minted"]);
    await forget(2, kept);
    if (kept === "unknown") await mint(2, 1);
    await advance();
    await advance();
    for (const before of [first, second]) {
      const { state, tokenId, hash, nonce } = await readOne(before.number);
      expect({ state, tokenId, hash, nonce }).toEqual({
        state: "minted",
        tokenId: before.tokenId,
        hash: before.hash,
        nonce: before.nonce,
      });
    }
    await mint(3);
    await advance();
    expect(await readOne(3)).toMatchObject({ state: "minted", nonce: second.nonce + 1 });
    expect(await readMinted()).toHaveLength(3);
  },
);

it("signs nothing while a forgotten transaction waits in the node, and continues when it is mined", async () => {
  await mint(1);
  await advance();
  await setup.anvil.ask("evm_setAutomine", false);
  await mint(2);
  const { hash, nonce } = await readOne(2);
  await forget(1, "asked for");
  // The first one is known to the chain and to the database.
  await setup.clone.query("delete from token_mint where collection_id = $1 and number = 1", [
    setup.order.collectionId,
  ]);
  await mint(3);
  await advance();
  for (const id of [2, 3])
    expect(await readOne(id)).toMatchObject({
      state: "queued",
      problem: expect.stringContaining("transactions on chain"),
    });
  await mine();
  await setup.clone.query("update token_mint set not_before = now()");
  await advance();
  expect(await readOne(2)).toMatchObject({ state: "minted", hash, nonce });
  expect(await readOne(3)).toMatchObject({ state: "signed", nonce: nonce + 1 });
  await mine();
  await advance();
  expect(await readMinted()).toHaveLength(3);
});

it("lists the mints that the database forgot, each once", async () => {
  await mint(1);
  await advance();
  const { hash, nonce, tokenId } = await readOne(1);
  const parts = { database: setup.clone.database, chain: setup.chain, logger: setup.logger };
  expect(await reconcileWallet(parts, { fromBlock: 0n })).toEqual([]);
  await forget(1, "unknown");
  const tokenUri = setup.tokens(1)[0]?.tokenURI;
  expect(await reconcileWallet(parts)).toMatchObject([{ hash, nonce, tokenId, tokenUri }]);
  expect(await reconcileWallet(parts)).toEqual([]);
});
