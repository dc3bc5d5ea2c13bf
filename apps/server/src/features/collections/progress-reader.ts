import type { CollectionState, Progress } from "@mintwright/api-contract";
import type { Database } from "../../platform/database/database.ts";
import { CollectionNotFoundError } from "./collections.errors.ts";
import { type CollectionCounts, findCollectionCounts, listOutcome } from "./collections.repository.ts";
import type { PictureUrls } from "./image-files.ts";

interface ReadProgress {
  counts: CollectionCounts;
  /** Of a collection that has ended. */
  outcome?: Awaited<ReturnType<typeof listOutcome>>;
}

/** Reads how far a collection is. Those who ask while it is being read share one answer of the database. */
export type ProgressReader = (accountId: string, collectionId: string) => Promise<ReadProgress>;

/** Creates the reader of a process. */
export function createProgressReader(database: Database): ProgressReader {
  const underWay = new Map<string, Promise<ReadProgress>>();

  async function read(accountId: string, collectionId: string): Promise<ReadProgress> {
    const counts = await findCollectionCounts(database, accountId, collectionId);
    if (!counts) throw new CollectionNotFoundError();
    return isFinal(counts.state)
      ? { counts, outcome: await listOutcome(database, accountId, collectionId) }
      : { counts };
  }

  return (accountId, collectionId) => {
    const key = `${accountId} ${collectionId}`;
    const known = underWay.get(key);
    if (known) return known;
    const reading = read(accountId, collectionId).finally(() => underWay.delete(key));
    underWay.set(key, reading);
    return reading;
  };
}

/** Tells states that never change from the others. */
export function isFinal(state: CollectionState): boolean {
  return state !== "queued" && state !== "processing";
}

/** Describes progress as it is answered. */
export function describeProgress(
  collectionId: string,
  { counts, outcome }: ReadProgress,
  urlsOf: PictureUrls,
): Progress {
  const progress = describeCounts(collectionId, counts);
  if (!outcome) return progress;
  return {
    ...progress,
    statusCode: 200,
    message: describeEnd(counts),
    data: {
      images: outcome.flatMap(({ object }) => (object ? [urlsOf(object).image] : [])),
      generated: counts.state === "completed",
    },
    missing: outcome.flatMap(({ number, error_code: code, error_message: message, object }) =>
      object ? [] : [{ number, code: code ?? "internal_error", message: message ?? "" }],
    ),
  };
}

/** The part of progress that every collection has. */
export function describeCounts(collectionId: string, counts: CollectionCounts) {
  const { state, amount, made, failed } = counts;
  return { collectionId, status: state, progress: toPercentage(counts), amount, made, failed };
}

/** A collection is complete at 100 and not before. */
function toPercentage({ state, amount, made, failed }: CollectionCounts): number {
  if (state === "completed") return 100;
  return Math.min(99.99, Math.floor(((made + failed) / amount) * 10_000) / 100);
}

function describeEnd({ state, amount, made, failed }: CollectionCounts): string {
  if (state === "cancelled")
    return `The collection was cancelled after ${made} of ${amount} images. The others are refunded.`;
  if (state === "failed") return "No image of the collection could be made. Everything is refunded.";
  return failed === 0
    ? "All images of the collection are made."
    : `${made} of ${amount} images are made. The ${failed} missing ones are listed and refunded.`;
}
