import { type CollectionSummary, type Progress, type Token, toCredits } from "@mintwright/api-contract";
import { z } from "zod";
import type { Database } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/logging.ts";
import { createPageCursor, exactMoment } from "../../platform/page-cursor.ts";
import type { Enqueue } from "../../platform/queue/queue.ts";
import type { HoldHandover } from "../../serving/operation-context.ts";
import { adoptHold } from "../credits/index.ts";
import { assertStorageLeft } from "../limits/index.ts";
import { insertCollection } from "./accept-collection.ts";
import { cancelCollection } from "./collection-ends.repository.ts";
import { CollectionNotFoundError, TokenNotFoundError } from "./collections.errors.ts";
import {
  assertCollectionExists,
  type CollectionFilter,
  type CollectionRow,
  findCollectionRow,
  findTokenRow,
  listCollectionRows,
  listCoverObjects,
  listTokenRows,
  renameCollection,
  type TokenRow,
} from "./collections.repository.ts";
import type { ImageUrls } from "./image-files.ts";
import { type ImageOrder, type ImagePayer, orderImage, quoteImage } from "./order-image.ts";
import type { NewCollection } from "./planning.repository.ts";
import { writeProgressEvents } from "./progress-events.ts";
import { createProgressHub } from "./progress-hub.ts";
import { createProgressReader, describeProgress } from "./progress-reader.ts";

interface Page {
  limit: number;
  cursor?: string | undefined;
}

type ListPage = Page & CollectionFilter;

export type CollectionService = ReturnType<typeof createCollectionService>;

const idSchema = z.uuid();
const momentCursor = createPageCursor(z.tuple([exactMoment, z.uuid()]));
/** A position belongs to its order: that of another one is refused. */
const listCursors = {
  newest: momentCursor,
  oldest: momentCursor,
  name: createPageCursor(z.tuple([z.string().max(100), z.uuid()])),
  largest: createPageCursor(z.tuple([z.string().regex(/^\d{1,9}$/), z.uuid()])),
};
const coversShown = 4;
const maxNumber = 2 ** 31 - 1;
const tokenCursor = createPageCursor(z.tuple([z.int().min(1).max(maxNumber)]));

export function createCollectionService({
  database,
  enqueue,
  logger,
}: {
  database: Database;
  enqueue: Enqueue;
  logger: Logger;
}) {
  const readProgress = createProgressReader(database);
  const hub = createProgressHub(database, logger);
  async function listPage(accountId: string, { limit, cursor, ...filter }: ListPage) {
    const listCursor = listCursors[filter.sort];
    const after = cursor === undefined ? undefined : listCursor.decode(cursor);
    const rows = await listCollectionRows(database, accountId, filter, {
      limit: limit + 1,
      after: after && { position: after[0], collectionId: after[1] },
    });
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return {
      collections: rows.slice(0, limit).map(toSummary),
      nextCursor: last ? listCursor.encode([last.position, last.collection_id]) : null,
    };
  }

  return {
    accept: (handover: HoldHandover, collection: NewCollection): Promise<void> =>
      database.transaction().execute(async (transaction) => {
        await adoptHold(transaction, handover, collection.collectionId);
        await assertStorageLeft(transaction, collection.accountId, { images: collection.request.amount });
        await insertCollection(transaction, enqueue, collection);
      }),

    async getProgress(accountId: string, collectionId: string, urlsOf: ImageUrls): Promise<Progress> {
      const id = checkId(collectionId);
      return describeProgress(id, await readProgress(accountId, id), urlsOf);
    },

    /** Streams the progress of a collection as server-sent events, until it has ended or the caller disconnects. */
    async watch(
      accountId: string,
      collectionId: string,
      watcher: { lastOrder: number; urlsOf: ImageUrls; signal: AbortSignal },
    ): Promise<AsyncIterable<string>> {
      const id = checkId(collectionId);
      await readProgress(accountId, id);
      return writeProgressEvents(hub.watch(accountId, id), { collectionId: id, ...watcher });
    },

    list: listPage,

    async listWithCovers(accountId: string, page: ListPage, urlsOf: ImageUrls) {
      const { collections, nextCursor } = await listPage(accountId, page);
      const collectionIds = collections.map(({ collectionId }) => collectionId);
      const covers = await listCoverObjects(database, accountId, { collectionIds, each: coversShown });
      return {
        collections: collections.map((collection) => ({
          ...collection,
          covers: (covers.get(collection.collectionId) ?? []).map((object) => urlsOf(object).thumbnail),
        })),
        nextCursor,
      };
    },

    async get(accountId: string, collectionId: string) {
      const row = await findCollectionRow(database, { accountId, collectionId: checkId(collectionId) });
      if (!row) throw new CollectionNotFoundError();
      return { ...toSummary(row), request: row.request };
    },

    async listTokens(accountId: string, collectionId: string, { limit, cursor }: Page, urlsOf: ImageUrls) {
      const key = { accountId, collectionId: checkId(collectionId) };
      const [after] = cursor === undefined ? [0] : tokenCursor.decode(cursor);
      await assertCollectionExists(database, key);
      const rows = await listTokenRows(database, key, { limit: limit + 1, after });
      const last = rows.length > limit ? rows[limit - 1] : undefined;
      return {
        tokens: rows.slice(0, limit).map((row) => toToken(row, urlsOf)),
        nextCursor: last ? tokenCursor.encode([last.number]) : null,
      };
    },

    async getToken(accountId: string, collectionId: string, number: number, urlsOf: ImageUrls) {
      const key = { accountId, collectionId: checkId(collectionId) };
      await assertCollectionExists(database, key);
      const row = await findTokenRow(database, key, number);
      if (!row) throw new TokenNotFoundError(number);
      return toToken(row, urlsOf);
    },

    /** What a new image of a token costs. */
    quoteImage: ({ collectionId, ...order }: ImageOrder) =>
      quoteImage(database, { ...order, collectionId: checkId(collectionId) }),

    /** Orders a new image of a token. */
    orderImage: ({ collectionId, ...order }: ImageOrder, payer: ImagePayer) =>
      orderImage(database, enqueue, { ...order, collectionId: checkId(collectionId) }, payer),

    async rename(accountId: string, collectionId: string, name: string | null) {
      const key = { accountId, collectionId: checkId(collectionId) };
      await renameCollection(database, key, name);
      const row = await findCollectionRow(database, key);
      if (!row) throw new CollectionNotFoundError();
      return toSummary(row);
    },

    cancel: (accountId: string, collectionId: string) =>
      cancelCollection(database, enqueue, accountId, checkId(collectionId)),
  };
}

/** Treats a malformed id like an unknown one. */
function checkId(collectionId: string): string {
  const { data } = idSchema.safeParse(collectionId);
  if (data === undefined) throw new CollectionNotFoundError();
  return data;
}

function toSummary(row: Omit<CollectionRow, "position">): CollectionSummary {
  return {
    collectionId: row.collection_id,
    name: row.name,
    status: row.state,
    amount: row.amount,
    made: row.made,
    failed: row.failed,
    prompt: row.prompt,
    model: row.model,
    chainId: row.chain_id,
    walletAddress: row.wallet_address,
    seed: row.seed,
    priceEach: toCredits(row.price_each),
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}

function toToken(row: TokenRow, urlsOf: ImageUrls): Token {
  return {
    number: row.number,
    state: row.state,
    seed: row.seed,
    attributes: row.traits,
    image: row.object && urlsOf(row.object).image,
    thumbnail: row.object && urlsOf(row.object).thumbnail,
    sha256: row.sha256?.toString("hex") ?? null,
    width: row.width,
    height: row.height,
    engine: row.engine,
    warnings: row.warnings ?? [],
    error: row.error_code ? { code: row.error_code, message: row.error_message ?? "" } : null,
    regeneration: row.regeneration_state && {
      state: row.regeneration_state,
      problem: row.regeneration_problem,
    },
  };
}
