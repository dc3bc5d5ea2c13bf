import type { Progress } from "@mintwright/api-contract";
import type { Database } from "../../platform/database/database.ts";
import { CollectionNotFoundError } from "./collections.errors.ts";
import { type CollectionCounts, findCollectionCounts, listOutcome } from "./collections.repository.ts";
import type { UrlOfImage } from "./image-files.ts";

/** Reads progress. Those who ask for the same collection while it is being read share one answer of the database. */
export interface ProgressReader {
  (accountId: string, collectionId: string): Promise<Progress>;
  /** Throws when the account has no such collection. */
  assertExists(accountId: string, collectionId: string): Promise<void>;
}

/** Creates the reader of a process. */
export function createProgressReader(database: Database, urlOfImage: UrlOfImage): ProgressReader {
  const underWay = new Map<string, Promise<Progress>>();

  async function getCounts(accountId: string, collectionId: string): Promise<CollectionCounts> {
    const counts = await findCollectionCounts(database, accountId, collectionId);
    if (!counts) throw new CollectionNotFoundError();
    return counts;
  }

  async function read(accountId: string, collectionId: string): Promise<Progress> {
    const counts = await getCounts(accountId, collectionId);
    const { state, amount, made, failed } = counts;
    const progress = { collectionId, status: state, progress: toPercentage(counts), amount, made, failed };
    if (state === "queued" || state === "processing") return progress;
    const outcome = await listOutcome(database, accountId, collectionId);
    return {
      ...progress,
      statusCode: 200,
      message: describeEnd(counts),
      data: {
        images: outcome.flatMap(({ object }) => (object ? [urlOfImage(object)] : [])),
        generated: state === "completed",
      },
      missing: outcome.flatMap(({ number, error_code: code, error_message: message, object }) =>
        object ? [] : [{ number, code: code ?? "internal_error", message: message ?? "" }],
      ),
    };
  }

  const reader = (accountId: string, collectionId: string) => {
    const key = `${accountId} ${collectionId}`;
    const known = underWay.get(key);
    if (known) return known;
    const reading = read(accountId, collectionId).finally(() => underWay.delete(key));
    underWay.set(key, reading);
    return reading;
  };
  return Object.assign(reader, {
    assertExists: async (accountId: string, collectionId: string) => {
      await getCounts(accountId, collectionId);
    },
  });
}

/** A collection is complete at 100 and not before. */
export function toPercentage({ state, amount, made, failed }: CollectionCounts): number {
  if (state === "completed") return 100;
  const percentage = Math.floor(((made + failed) / amount) * 10_000) / 100;
  return Math.min(99.99, percentage);
}

function describeEnd({ state, amount, made, failed }: CollectionCounts): string {
  if (state === "cancelled")
    return `The collection was cancelled after ${made} of ${amount} images. The others are refunded.`;
  if (state === "failed") return "No image of the collection could be made. Everything is refunded.";
  return failed === 0
    ? "All images of the collection are made."
    : `${made} of ${amount} images are made. The ${failed} missing ones are listed and refunded.`;
}
