import type { DropOrder } from "@mintwright/api-contract/dashboard";
import type { DropReader, Hex } from "../../../engines/chain/index.ts";
import { encodeDropDeployment } from "../../../engines/chain/index.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { Enqueue } from "../../../platform/queue/queue.ts";
import { runInTurns } from "../../../platform/turns.ts";
import {
  findCollection,
  hashImages,
  type MintableCollection,
} from "../metadata/collection-tokens.repository.ts";
import { createDropFolder } from "../metadata/drop-folder.ts";
import type { MintMetadataService } from "../metadata/mint-metadata.service.ts";
import { pinCollectionJob } from "../metadata/pinning.jobs.ts";
import { requestPin } from "../metadata/pins.repository.ts";
import { CollectionNotFoundError } from "../minting.errors.ts";
import { DropRefusedError } from "./drops.errors.ts";
import {
  type CollectionKey,
  countMade,
  type DropRow,
  findDrop,
  hasMints,
  isOnSale,
  keepAllowList,
  keepDeployment,
  keepDrop,
  settleDeployment,
} from "./drops.repository.ts";

/** A transaction that the node does not know after this was dropped: the claim page can be opened again. */
const forgottenAfterInMs = 10 * 60_000;

export interface DropServiceParts {
  database: Database;
  metadata: MintMetadataService;
  /** Readers of the chains for which the operator has configured a node. */
  chains: ReadonlyMap<number, DropReader>;
  /** Undefined when nothing is pinned. */
  enqueuePins: Enqueue | undefined;
}

export type DropService = ReturnType<typeof createDropService>;

/** Sells collections on public claim pages. The owner's wallet deploys; the server never holds a key for it. */
export function createDropService({ database, metadata, chains, enqueuePins }: DropServiceParts) {
  /** Says why a collection cannot be sold on a claim page. */
  async function findObstacle(collection: MintableCollection): Promise<string | null> {
    if (!chains.has(collection.chainId))
      return `The operator has configured no node for chain ${collection.chainId}, so a claim page could not read it.`;
    if (collection.state !== "completed") return "All images must be generated first.";
    const missing = collection.amount - (await countMade(database, collection));
    if (missing > 0)
      return `${missing} of ${collection.amount} images failed. A claim page numbers its tokens without gaps.`;
    if (await hasMints(database, collection))
      return "Tokens of this collection are minted already. A claim page sells a whole collection.";
    return null;
  }

  async function getOwn({ accountId, collectionId }: CollectionKey): Promise<MintableCollection> {
    const collection = await findCollection(database, accountId, collectionId);
    if (!collection) throw new CollectionNotFoundError();
    return collection;
  }

  /** Asks the chain about a deployment that was not mined yet. */
  async function settle(key: CollectionKey, drop: DropRow): Promise<void> {
    const { hash, hash_reported_at: reportedAt, code_hash: codeHash } = drop;
    const chain = chains.get(drop.chain_id);
    if (!hash || drop.address || !chain) return;
    const deployment = await chain.readDeployment(hash as Hex);
    const isDropped = deployment.state === "unknown" && Date.now() - Number(reportedAt) > forgottenAfterInMs;
    if (deployment.state === "mined") {
      const address = deployment.codeHash === codeHash ? deployment.address : null;
      await settleDeployment(database, key, hash, address);
    } else if (isDropped) await settleDeployment(database, key, hash, null);
  }

  return {
    getOwn,
    findObstacle,

    /** Finds the drop of a collection, with its address as soon as the chain has it. */
    async find(key: CollectionKey): Promise<DropRow | undefined> {
      const drop = await findDrop(database, key);
      if (!drop?.hash || drop.address) return drop;
      await settle(key, drop);
      return findDrop(database, key);
    },

    /** Stores the terms and the files of a drop, and returns the transaction that deploys it. */
    async prepare(key: CollectionKey, order: DropOrder): Promise<{ chainId: number; data: Hex }> {
      const collection = await metadata.getCollection(key.accountId, key.collectionId);
      const obstacle = await findObstacle(collection);
      if (obstacle) throw new DropRefusedError(obstacle);
      const allowed = order.allowList.length > 0 ? await computeAllowList(order.allowList) : undefined;
      const { name, symbol, tokenName, description, price, maxPerWallet } = order;
      const owner = order.owner.toLowerCase();
      const folder = await createDropFolder({
        database,
        collection,
        provenanceHash: await hashImages(database, collection),
        description: { name: tokenName, description, symbol },
      });
      const startsAt = order.startsAt ? new Date(order.startsAt) : new Date();
      const baseUri = `ipfs://${folder.link.cid}/`;
      const royaltyBasisPoints = Math.round(order.royaltyPercent * 100);
      const { data, codeHash } = encodeDropDeployment({
        name,
        symbol,
        owner: owner as Hex,
        baseUri,
        supply: collection.amount,
        royaltyBasisPoints,
        terms: { price: BigInt(price), startsAt, maxPerWallet, allowList: allowed?.root ?? null },
      });
      const drop = {
        ...{ chain_id: collection.chainId, owner, name, symbol, token_name: tokenName, description },
        ...{ base_uri: baseUri, supply: collection.amount, royalty_basis_points: royaltyBasisPoints },
        ...{ price, starts_at: startsAt, max_per_wallet: maxPerWallet },
        ...{ allow_list: allowed?.root ?? null, code_hash: codeHash },
      };
      await database.transaction().execute(async (transaction) => {
        if (!(await keepDrop(transaction, key, drop, allowed?.wallets ?? [])))
          throw new DropRefusedError("The claim page of this collection is open already. Reload this page.");
        if (enqueuePins) {
          await requestPin(transaction, key);
          await enqueuePins(transaction, pinCollectionJob.name, [key]);
        }
      });
      return { chainId: collection.chainId, data };
    },

    async reportDeployment(key: CollectionKey, hash: string): Promise<void> {
      await getOwn(key);
      if (!(await keepDeployment(database, key, hash)))
        throw new DropRefusedError("Another transaction opened this claim page already. Reload this page.");
    },

    /** Stores the proofs of another allow list for a drop on the chain, and returns its Merkle root. */
    async storeAllowList(key: CollectionKey, addresses: readonly string[]): Promise<Hex> {
      await getOwn(key);
      const drop = await findDrop(database, key);
      const chain = drop && chains.get(drop.chain_id);
      if (!drop?.address || !chain)
        throw new DropRefusedError("The claim page of this collection is not open. Reload this page.");
      const { terms } = await chain.readState(drop.address as Hex);
      const list = await computeAllowList(addresses);
      await database
        .transaction()
        .execute((transaction) => keepAllowList(transaction, key, list, terms.allowList));
      return list.root;
    },

    isOnSale: (key: CollectionKey) => isOnSale(database, key),
  };
}

/** Loaded when it is needed: the library would slow down the start of every process. */
async function computeAllowList(addresses: readonly string[]) {
  const { buildAllowList } = await import("./allow-list.ts");
  return runInTurns(buildAllowList(addresses));
}
