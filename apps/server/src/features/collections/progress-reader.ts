import type { CollectionState, Progress } from "@mintwright/api-contract";
import type { Database } from "../../platform/database/database.ts";
import { CollectionNotFoundError } from "./collections.errors.ts";
import { type CollectionCounts, findCollectionCounts, listOutcome } from "./collections.repository.ts";
import type { ImageUrls } from "./image-files.ts";

interface ReadProgress {
  counts: CollectionCounts;
  /** Only for a collection that has ended. */
  outcome?: Awaited<ReturnType<typeof listOutcome>>;
}

/** Reads the progress of a collection. Concurrent calls share one query. */
export type ProgressReader = (accountId: string, collectionId: string) => Promise<ReadProgress>;

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

export function isFinal(state: CollectionState): boolean {
  return state !== "queued" && state !== "processing";
}

export function describeProgress(
  collectionId: string,
  { counts, outcome }: ReadProgress,
  urlsOf: ImageUrls,
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

export function describeCounts(collectionId: string, counts: CollectionCounts) {
  const { state, amount, made, failed } = counts;
  return { collectionId, status: state, progress: toPercentage(counts), amount, made, failed };
}

/** Reports 100 only for a completed collection. */
function toPercentage({ state, amount, made, failed }: CollectionCounts): number {
  if (state === "completed") return 100;
  return Math.min(99.99, Math.floor(((made + failed) / amount) * 10_000) / 100);
}

function describeEnd({ state, amount, made, failed }: CollectionCounts): string {
  if (state === "cancelled")
    return `The collection was cancelled after ${made} of ${amount} images. The others are refunded.`;
  if (state === "failed") return "No image of the collection could be generated. Everything is refunded.";
  return failed === 0
    ? "All images of the collection are generated."
    : `${made} of ${amount} images are generated. The ${failed} missing ones are listed and refunded.`;
}
