import { dashboardRoutes } from "@mintwright/api-contract/dashboard";
import type { Hex } from "../../engines/chain/index.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/logging.ts";
import type { ServeDashboard } from "../../serving/dashboard-context.ts";
import type { DeployedContract } from "./contract-interface.routes.ts";
import { CollectionOnSaleError } from "./drops/drops.errors.ts";
import { isOnSale } from "./drops/drops.repository.ts";
import { findCollection } from "./metadata/collection-tokens.repository.ts";
import { CollectionNotFoundError, UnfitTokensError } from "./minting.errors.ts";
import { listCollectionMints } from "./mints.repository.ts";
import {
  type CollectionKey,
  keepWalletMints,
  listWalletMints,
  settleWalletMints,
  type WalletMint,
} from "./wallet-mints.repository.ts";

/** A transaction that the node does not know after this was dropped: its tokens can be minted again. */
const forgottenAfterInMs = 10 * 60_000;

export interface WalletMintsParts {
  database: Database;
  contracts: readonly DeployedContract[];
  logger: Logger;
}

/**
 * Serves which tokens of a collection are minted: by the service, and with wallets of its owner, which the browser reports
 * and the chain confirms.
 */
export function registerWalletMintsDashboard(
  serve: ServeDashboard,
  { database, contracts, logger }: WalletMintsParts,
): void {
  async function getCollection({ accountId, collectionId }: CollectionKey) {
    const collection = await findCollection(database, accountId, collectionId);
    if (!collection) throw new CollectionNotFoundError();
    return collection;
  }

  /** Asks the chain about the transactions that were not mined yet. A node that is away leaves them as they are. */
  async function settle(key: CollectionKey, contract: DeployedContract, pending: WalletMint[]) {
    for (const [hash, [first]] of Map.groupBy(pending, (mint) => mint.hash)) {
      const transaction = await contract.readTransaction(hash);
      const isDropped =
        transaction.state === "unknown" && Date.now() - Number(first?.createdAt) > forgottenAfterInMs;
      if (transaction.state === "mined") await settleWalletMints(database, key, hash, transaction.minted);
      else if (isDropped) await settleWalletMints(database, key, hash, []);
    }
  }

  serve(dashboardRoutes.listServiceMints, async ({ caller: { accountId }, input: { params } }) => {
    const { collectionId } = await getCollection({ accountId, collectionId: params.collectionId });
    return { tokens: await listCollectionMints(database, accountId, collectionId) };
  });

  serve(dashboardRoutes.listWalletMints, async ({ caller: { accountId }, input: { params } }) => {
    const key = { accountId, collectionId: params.collectionId };
    const { chainId } = await getCollection(key);
    const pending = (await listWalletMints(database, key)).filter(({ tokenId }) => tokenId === null);
    const contract = contracts.find((each) => each.chainId === chainId);
    if (contract)
      await settle(key, contract, pending).catch((error) =>
        logger.warn({ error, chainId, ...key }, "wallet mints not read from the chain, will retry"),
      );
    const mints = await listWalletMints(database, key);
    return {
      tokens: mints.map(({ number, tokenUri, hash, tokenId }) => ({
        id: number,
        tokenURI: tokenUri,
        hash,
        tokenId,
      })),
    };
  });

  serve(dashboardRoutes.addWalletMints, async ({ caller: { accountId }, input: { params, body } }) => {
    const key = { accountId, collectionId: params.collectionId };
    const { amount } = await getCollection(key);
    if (await isOnSale(database, key)) throw new CollectionOnSaleError();
    const beyond = body.tokens.find(({ id }) => id > amount);
    if (beyond) throw new UnfitTokensError("tokens", `id ${beyond.id} is not in this collection`);
    await keepWalletMints(database, key, body.hash as Hex, body.tokens);
    return { isKept: true };
  });
}
