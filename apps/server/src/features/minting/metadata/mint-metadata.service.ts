import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { MintToken, PinningState } from "@mintwright/api-contract";
import type { ObjectStore } from "../../../engines/storage/index.ts";
import { contentIdOf } from "../../../platform/content-id/index.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { Enqueue } from "../../../platform/queue/queue.ts";
import { CollectionOnSaleError } from "../drops/drops.errors.ts";
import { isOnSale } from "../drops/drops.repository.ts";
import { CollectionNotCompletedError, CollectionNotFoundError, UnfitTokensError } from "../minting.errors.ts";
import { writeCar } from "./car-file.ts";
import { createCollectionFolder } from "./collection-folder.ts";
import {
  type CollectionToken,
  findCollection,
  hashImages,
  listTokens,
  type MintableCollection,
} from "./collection-tokens.repository.ts";
import { keepDescription } from "./descriptions.repository.ts";
import { fillContentIds } from "./missing-content-ids.ts";
import { pinCollectionJob } from "./pinning.jobs.ts";
import { findPin, requestPin } from "./pins.repository.ts";
import { writeProvenance } from "./provenance.ts";
import { fillId, imageUriOf, type TokenDescription, writeTokenMetadata } from "./token-metadata.ts";

/** How many tokens are described before others get their turn. */
const tokensPerTurn = 200;

/** A token with its address, ready to be minted by anybody. */
export type DescribedToken = Omit<MintToken, "transaction" | "mint">;

/** What describing and exporting collections needs. */
export interface MintMetadataParts {
  database: Database;
  store: ObjectStore;
  /** Undefined when nothing is pinned. */
  enqueuePins: Enqueue | undefined;
}

export type MintMetadataService = ReturnType<typeof createMintMetadataService>;

/** Creates what describes completed collections. */
export function createMintMetadataService({ database, store, enqueuePins }: MintMetadataParts) {
  async function getCollection(accountId: string, collectionId: string): Promise<MintableCollection> {
    const collection = await findCollection(database, accountId, collectionId);
    if (!collection) throw new CollectionNotFoundError();
    if (collection.state !== "completed") throw new CollectionNotCompletedError(collection.state);
    await fillContentIds(database, store, collection);
    return collection;
  }

  async function getTokens(collection: MintableCollection, ids: number[]): Promise<CollectionToken[]> {
    const beyond = ids.find((id) => id > collection.amount);
    if (beyond !== undefined) {
      throw new UnfitTokensError(
        "ids",
        `id ${beyond} is not in this collection; ids are 1 to ${collection.amount}`,
      );
    }
    const found = new Map(
      (await listTokens(database, collection, ids)).map((token) => [token.number, token]),
    );
    return ids.map((id) => {
      const token = found.get(id);
      if (!token)
        throw new UnfitTokensError("ids", `image ${id} of this collection could not be made; leave it out`);
      return token;
    });
  }

  /** Stores a description of tokens and queues the pin of their new files. */
  async function keep(
    collection: MintableCollection,
    ids: number[],
    description: TokenDescription,
  ): Promise<void> {
    await database.transaction().execute(async (transaction) => {
      const hasNewFiles = await keepDescription(transaction, collection, ids, description);
      if (hasNewFiles && enqueuePins) {
        const { accountId, collectionId } = collection;
        await requestPin(transaction, collection);
        await enqueuePins(transaction, pinCollectionJob.name, [{ accountId, collectionId }]);
      }
    });
  }

  return {
    getCollection,

    /** Refuses to mint what wallets claim from a drop: its tokens would exist twice. */
    async assertNotOnSale(collection: MintableCollection): Promise<void> {
      if (await isOnSale(database, collection)) throw new CollectionOnSaleError();
    },

    /** Gives each token its metadata file's address, and keeps the description so that the files can be exported. */
    async describe(
      collection: MintableCollection,
      ids: number[],
      description: TokenDescription,
      { isKept = true }: { isKept?: boolean } = {},
    ): Promise<DescribedToken[]> {
      const tokens = await getTokens(collection, ids);
      if (isKept) await keep(collection, ids, description);
      const provenanceHash = await hashImages(database, collection);
      const described: DescribedToken[] = [];
      for (const [index, token] of tokens.entries()) {
        if (index % tokensPerTurn === tokensPerTurn - 1) await yieldToOthers();
        const file = writeTokenMetadata(collection, provenanceHash, token, description);
        described.push({
          id: token.number,
          name: fillId(description.name, token.number),
          tokenURI: `ipfs://${await contentIdOf(file)}`,
          image: imageUriOf(token),
          attributes: token.traits,
        });
      }
      return described;
    },

    /** Says how far the pin of the collection is. */
    async getPinning(collection: MintableCollection): Promise<PinningState> {
      const pin = enqueuePins && (await findPin(database, collection));
      return pin ? { state: pin.state, root: pin.root } : null;
    },

    /** Opens the collection as a CAR file. */
    async openCar(collection: MintableCollection) {
      const { root, readBlocks } = await createCollectionFolder(database, store, collection).open();
      return { root: root.toString(), chunks: writeCar(root, readBlocks()) };
    },

    writeProvenance: (collection: MintableCollection) => writeProvenance(database, collection),
  };
}
