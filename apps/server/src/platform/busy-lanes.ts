import { setTimeout as sleep } from "node:timers/promises";

/** Each running lane occupies a connection while it waits for its lock. */
const lanesAtOnce = 2;
const pauseInMs = 50;

/** Entries whose row is locked by another transaction, in one lane per row, separate from all others. */
export interface BusyLanes<Entry> {
  /** Appends an entry to its lane; false when the lane does not exist. */
  join(lane: string, entry: Entry): boolean;
  /** Appends an entry to its lane, creating the lane if needed. */
  open(lane: string, entry: Entry): void;
}

/**
 * Creates the lanes. A lane that is still locked goes to the end of the round, so that no lane waits for another's lock
 * longer than one turn. `run` gets the first entries of a lane and returns those that are still locked.
 */
export function createBusyLanes<Entry>(
  run: (entries: Entry[]) => Promise<Entry[]>,
  { maxItems }: { maxItems: number },
): BusyLanes<Entry> {
  /** In the order of their turns. */
  const lanes = new Map<string, Entry[]>();
  const underWay = new Set<string>();
  let servers = 0;

  async function serveLanes(): Promise<void> {
    for (;;) {
      const lane = [...lanes.keys()].find((name) => !underWay.has(name));
      if (lane === undefined) {
        servers--;
        return;
      }
      underWay.add(lane);
      const stillLocked = await run(lanes.get(lane)?.splice(0, maxItems) ?? []);
      underWay.delete(lane);
      const entries = [...stillLocked, ...(lanes.get(lane) ?? [])];
      lanes.delete(lane);
      if (entries.length > 0) lanes.set(lane, entries);
      if (stillLocked.length > 0) await sleep(pauseInMs);
    }
  }

  function startServing(): void {
    if (servers >= lanesAtOnce) return;
    servers++;
    void serveLanes();
  }

  return {
    join(lane, entry) {
      const entries = lanes.get(lane);
      entries?.push(entry);
      return entries !== undefined;
    },
    open(lane, entry) {
      const entries = lanes.get(lane);
      if (entries) entries.push(entry);
      else lanes.set(lane, [entry]);
      startServing();
    },
  };
}
