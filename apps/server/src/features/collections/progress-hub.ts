import { setTimeout as sleep } from "node:timers/promises";
import type { CollectionState } from "@mintwright/api-contract";
import type { Database } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/logging.ts";
import { type FinishedImage, listNews } from "./progress-news.repository.ts";
import { isFinal } from "./progress-reader.ts";

const lookEveryInMs = 500;

/** What is known of a collection that somebody watches: all its finished images, in the order they were finished. */
export interface WatchedCollection {
  readonly images: readonly FinishedImage[];
  readonly state: CollectionState | undefined;
  readonly amount: number;
  /** Resolves when there is something new. */
  readonly changed: Promise<void>;
  leave(): void;
}

interface Watched {
  accountId: string;
  collectionId: string;
  watchers: number;
  images: FinishedImage[];
  state: CollectionState | undefined;
  amount: number;
  change: PromiseWithResolvers<void>;
}

/** Lets many watch collections at the cost of one query every half second for all of them. */
export interface ProgressHub {
  watch(accountId: string, collectionId: string): WatchedCollection;
}

/** Creates the hub of a process. It asks the database only while somebody watches. */
export function createProgressHub(database: Database, logger: Logger): ProgressHub {
  const watched = new Map<string, Watched>();
  let isLooking = false;

  async function look(): Promise<boolean> {
    const open = [...watched.values()].filter(({ state }) => !state || !isFinal(state));
    if (open.length === 0) return false;
    const asked = open.map((each) => ({ ...each, after: each.images.at(-1)?.order ?? 0 }));
    const { news, isMore } = await listNews(database, asked);
    for (const each of open) {
      const found = news.get(each.collectionId);
      if (!found) continue;
      const isNew = found.images.length > 0 || found.state !== each.state;
      each.images.push(...found.images);
      each.amount = found.amount;
      // An end is told when every image before it was.
      if (!isMore || !isFinal(found.state)) each.state = found.state;
      if (isNew) {
        const { resolve } = each.change;
        each.change = Promise.withResolvers();
        resolve();
      }
    }
    return isMore;
  }

  async function lookWhileWatched(): Promise<void> {
    isLooking = true;
    while (watched.size > 0) {
      const isMore = await look().catch((error) => {
        logger.warn({ error }, "progress could not be read");
        return false;
      });
      if (!isMore) await sleep(lookEveryInMs, undefined, { ref: false });
    }
    isLooking = false;
  }

  return {
    watch(accountId, collectionId) {
      const key = `${accountId} ${collectionId}`;
      const entry: Watched = watched.get(key) ?? {
        accountId,
        collectionId,
        watchers: 0,
        images: [],
        state: undefined,
        amount: 0,
        change: Promise.withResolvers(),
      };
      watched.set(key, entry);
      entry.watchers++;
      if (!isLooking) void lookWhileWatched();
      return {
        get images() {
          return entry.images;
        },
        get state() {
          return entry.state;
        },
        get amount() {
          return entry.amount;
        },
        get changed() {
          return entry.change.promise;
        },
        leave() {
          if (--entry.watchers === 0) watched.delete(key);
        },
      };
    },
  };
}
