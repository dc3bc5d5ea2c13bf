import type { CollectionState } from "@mintwright/api-contract";
import type { Database } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/logging.ts";
import { startLoop } from "../../platform/loop.ts";
import { isFinal } from "./progress-reader.ts";
import { type FinishedImage, listProgressUpdates } from "./progress-updates.repository.ts";

const lookEveryInMs = 500;

/** The state of a watched collection: all finished images in finish order. */
export interface WatchedCollection {
  readonly images: readonly FinishedImage[];
  readonly state: CollectionState | undefined;
  readonly amount: number;
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

/** Lets many clients watch collections with one query every half second for all of them. */
export interface ProgressHub {
  watch(accountId: string, collectionId: string): WatchedCollection;
}

/** Creates the hub of a process. It queries the database only while someone watches. */
export function createProgressHub(database: Database, logger: Logger): ProgressHub {
  const watched = new Map<string, Watched>();

  async function look(): Promise<boolean> {
    const open = [...watched.values()].filter(({ state }) => !state || !isFinal(state));
    if (open.length === 0) return false;
    const asked = open.map((each) => ({ ...each, after: each.images.at(-1)?.order ?? 0 }));
    const { updates, isMore } = await listProgressUpdates(database, asked);
    for (const each of open) {
      const found = updates.get(each.collectionId);
      if (!found) continue;
      const isNew = found.images.length > 0 || found.state !== each.state;
      each.images.push(...found.images);
      each.amount = found.amount;
      // The end is reported only after every image before it.
      if (!isMore || !isFinal(found.state)) each.state = found.state;
      if (isNew) {
        const { resolve } = each.change;
        each.change = Promise.withResolvers();
        resolve();
      }
    }
    return isMore;
  }

  const loop = startLoop(
    {
      intervalInMs: lookEveryInMs,
      onError: (error) => logger.warn({ error }, "reading collection progress failed, will retry"),
    },
    async () => {
      if (watched.size === 0) return Number.POSITIVE_INFINITY;
      return (await look()) ? 0 : undefined;
    },
  );

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
      if (watched.size === 1 && entry.watchers === 1) loop.wake();
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
