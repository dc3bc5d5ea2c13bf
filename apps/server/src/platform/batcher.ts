import { createBusyLanes } from "./busy-lanes.ts";
import { isLockTimeout, isLostConnection } from "./database/database-errors.ts";

/** Result of an item whose row is locked by another transaction. */
export const busy = Symbol("busy");

/**
 * Runs items as one statement and one commit. Waits at most `lockWaitInMs` for a locked row and then fails; with 0 it
 * skips locked rows and returns `busy` for them.
 */
export type RunBatch<Item, Result> = (
  items: Item[],
  lockWaitInMs: number,
) => Promise<(Result | typeof busy)[]>;

export interface BatchOptions<Item> {
  maxItems: number;
  /** Names the row that an item locks, or a substitute for it. */
  laneOf(item: Item): string;
  patienceInMs: number;
  /** The error of an item that waited too long. Its statement has not run. */
  giveUp(item: Item): Error;
}

interface Waiting<Item, Result> {
  item: Item;
  giveUpAt: number;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** Longer than any of our own statements locks a row. A batch waits this long once, then continues without the locked row. */
const sharedWaitInMs = 20;
const laneWaitInMs = 100;

/**
 * Collects items that arrive while a batch runs and runs them as the next one. A lone item does not wait: it is sent at
 * the end of the current turn of the event loop. One batch at a time is enough: two at once made smaller batches and 20%
 * less throughput. No item delays another: an item whose row is locked continues in a lane of its own, in order of
 * arrival, and a failing batch is split until only the failing item fails. A lost connection fails the whole batch.
 */
export function createBatcher<Item, Result>(
  runBatch: RunBatch<Item, Result>,
  { maxItems, laneOf, patienceInMs, giveUp }: BatchOptions<Item>,
): (item: Item) => Promise<Result> {
  type Entry = Waiting<Item, Result>;
  const waiting: Entry[] = [];
  const lanes = createBusyLanes<Entry>(runLane, { maxItems });
  let isRunning = false;

  /** Settles the entries that ran and returns those that are locked. */
  async function run(entries: Entry[], lockWaitInMs: number): Promise<Entry[]> {
    try {
      const results = await runBatch(
        entries.map(({ item }) => item),
        lockWaitInMs,
      );
      return entries.filter((entry, index) => {
        const result = results[index] as Result | typeof busy;
        if (result === busy) return true;
        entry.resolve(result);
        return false;
      });
    } catch (error) {
      if (isLockTimeout(error) && lockWaitInMs === sharedWaitInMs) return run(entries, 0);
      if (isLockTimeout(error) && lockWaitInMs === laneWaitInMs) return entries;
      if (entries.length > 1 && !isLostConnection(error)) {
        const middle = entries.length >> 1;
        const first = await run(entries.slice(0, middle), lockWaitInMs);
        return [...first, ...(await run(entries.slice(middle), lockWaitInMs))];
      }
      for (const entry of entries) entry.reject(error);
      return [];
    }
  }

  async function runLane(entries: Entry[]): Promise<Entry[]> {
    const locked = await run(entries, laneWaitInMs);
    const now = performance.now();
    return locked.filter((entry) => {
      if (now < entry.giveUpAt) return true;
      entry.reject(giveUp(entry.item));
      return false;
    });
  }

  async function runUntilEmpty(): Promise<void> {
    while (waiting.length > 0) {
      const arrived = waiting.splice(0, maxItems);
      const batch = arrived.filter((entry) => !lanes.join(laneOf(entry.item), entry));
      if (batch.length === 0) continue;
      for (const entry of await run(batch, sharedWaitInMs)) lanes.open(laneOf(entry.item), entry);
    }
    isRunning = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, giveUpAt: performance.now() + patienceInMs, resolve, reject });
      if (isRunning) return;
      isRunning = true;
      setImmediate(runUntilEmpty);
    });
}
