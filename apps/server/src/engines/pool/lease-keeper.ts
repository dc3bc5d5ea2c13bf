import type { Database } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/logging.ts";
import { startLoop } from "../../platform/loop.ts";
import {
  deleteLeases,
  type LeaseAnswer,
  type LeaseAsk,
  listNeighbours,
  renewLeases,
} from "./lease.repository.ts";
import { isDead, readOwnMark } from "./process-mark.ts";
import { contendedIdleInMs, createServerPlaces, noLease, type ServerPlaces } from "./server-places.ts";

/** How long a lease counts in the database, and how long its process may start calls on it, counted from the renewal. */
const leaseInMs = 15_000;
const usableInMs = 10_000;
const renewEveryInMs = 1_000;
/** How long places that were not used are kept. */
const idleInMs = 10_000;
/** How long a process has a place when there are fewer places than processes. */
const sliceInMs = 2_000;
/** How often a process asks while its calls wait: the first in line often, those that have places seldom. */
const askAgainInMs = { first: 30, others: 250, holders: 500 };
const firstInLine = 4;

/** Where pools get the places of their servers from. */
export interface PlaceKeeper {
  /** Returns the places of a server. Engines with the same server share them, and the lowest limit counts. */
  open(server: { server: string; limit: number; longestCallInMs: number }): ServerPlaces;
  stop(): Promise<void>;
}

/**
 * Leases places of servers in the database, so that the limits hold for all processes of a cell. A call takes a leased
 * place without a statement; the leases of all servers are renewed together in the background, and grow and shrink with the
 * number of calls. A process without calls holds no lease and sends no statement.
 */
export function createLeaseKeeper({
  database,
  processId,
  instance,
  logger,
}: {
  database: Database;
  processId: string;
  /** Host and port of this process, by which its successor recognises what it left behind. */
  instance: string | undefined;
  logger: Logger;
}): PlaceKeeper {
  const opened = new Map<string, { places: ServerPlaces; demand: Demand }>();
  const mark = readOwnMark();
  let round = 0;
  let lookedAt = Number.NEGATIVE_INFINITY;

  const loop = startLoop(
    {
      intervalInMs: renewEveryInMs,
      maxBackoffInMs: renewEveryInMs,
      onError: (error) => logger.warn({ error }, "renewing engine leases failed, will retry"),
    },
    async () => {
      const asks: LeaseAsk[] = [];
      let isNeeded = false;
      for (const { places, demand } of opened.values()) {
        const ask = prepareAsk(places, demand);
        // Also servers without calls: what others know of them tells which servers are slow.
        asks.push(ask);
        isNeeded ||= ask.keep > 0 || ask.wanted > 0 || places.lease.places > 0;
        // No call may start beyond this while the statement is under way.
        places.lease.places = ask.keep;
      }
      if (!isNeeded) {
        // What others hold is unknown from now on.
        for (const { places } of opened.values())
          Object.assign(places, { lease: noLease(), isAsking: false });
        return Number.POSITIVE_INFINITY;
      }
      const sentAt = performance.now();
      const answers = await renewLeases(
        database,
        { processId, instance, mark, round: ++round, leaseInMs, sliceInMs },
        asks,
      );
      for (const answer of answers) apply(answer, sentAt);
      if (await freeDeadNeighbours()) return 0;
      return Math.min(...answers.map(({ server }) => chooseNextTurn(server)), renewEveryInMs);
    },
  );

  /** Calls of a dead process ended with it, so its places need not stay taken as those of a paused one. */
  async function freeDeadNeighbours(): Promise<boolean> {
    const lacksPlaces = [...opened.values()].some(
      ({ places }) => countWaiting(places) > 0 && places.isFull() && places.lease.places < places.limit,
    );
    if (!mark || !lacksPlaces || performance.now() - lookedAt < renewEveryInMs) return false;
    lookedAt = performance.now();
    const dead = (await listNeighbours(database, processId, mark.machine)).filter(isDead);
    if (dead.length === 0) return false;
    await deleteLeases(
      database,
      dead.map((neighbour) => neighbour.processId),
    );
    logger.info({ processes: dead.length }, "engine leases of dead processes released");
    return true;
  }

  function apply(answer: LeaseAnswer, sentAt: number): void {
    const entry = opened.get(answer.server);
    if (!entry) return;
    entry.places.lease = {
      places: answer.places,
      share: answer.share,
      isContended: answer.is_contended,
      validUntil: sentAt + usableInMs,
      othersPlaces: answer.others_places,
      othersRunning: answer.others_running,
      othersUsualInMs: answer.others_usual_in_ms ?? undefined,
      ahead: answer.ahead,
    };
    for (const user of entry.places.users) user.onFree();
  }

  function chooseNextTurn(server: string): number {
    const places = opened.get(server)?.places;
    if (!places) return renewEveryInMs;
    const { lease, limit, running } = places;
    const waiting = countWaiting(places);
    places.isAsking = waiting > 0 && lease.places < limit;
    // Another process waits for places that are not in use any more.
    if (lease.share < lease.places && running < lease.places) return 0;
    if (!places.isAsking)
      return places.hasMissed() && lease.places === 0 ? askAgainInMs.others : renewEveryInMs;
    if (!places.isFull() && running + waiting > lease.places && lease.share === limit) return 0;
    if (lease.places > 0) return askAgainInMs.holders;
    return lease.ahead < firstInLine ? askAgainInMs.first : askAgainInMs.others;
  }

  return {
    open({ server, limit, longestCallInMs }) {
      const known = opened.get(server)?.places;
      const places =
        known ??
        createServerPlaces({ server, limit, longestCallInMs, lease: noLease(), onChange: loop.wake });
      places.limit = Math.min(places.limit, limit);
      places.longestCallInMs = Math.max(places.longestCallInMs, longestCallInMs);
      if (!known) opened.set(server, { places, demand: { most: 0, seenAt: 0 } });
      return places;
    },
    stop: () => loop.stop(),
  };
}

/** The most calls at once within the last seconds. */
interface Demand {
  most: number;
  seenAt: number;
}

function countWaiting({ users }: ServerPlaces): number {
  let waiting = 0;
  for (const user of users) waiting += user.countWaiting();
  return waiting;
}

function readUsualInMs({ users }: ServerPlaces): number | null {
  const times = [...users].flatMap((user) => user.readUsualInMs() ?? []);
  return times.length === 0 ? null : Math.round(Math.min(...times));
}

function prepareAsk(places: ServerPlaces, demand: Demand): LeaseAsk {
  const { lease, running, limit } = places;
  const now = performance.now();
  const missed = places.hasMissed() ? 1 : 0;
  const isIdle = lease.isContended && now - places.idleAt >= contendedIdleInMs;
  const recent = isIdle ? 0 : places.peak;
  const wanted = Math.min(limit, Math.max(recent, running + countWaiting(places), running + missed));
  places.peak = running;
  if (wanted >= demand.most || now - demand.seenAt > idleInMs) {
    demand.most = wanted;
    demand.seenAt = now;
  }
  const spare = demand.most === 0 ? 0 : Math.ceil(demand.most / 4) + 1;
  const usable = now < lease.validUntil ? lease.places : 0;
  const useful = lease.isContended ? Math.min(wanted, lease.share) : demand.most + spare;
  return {
    server: places.server,
    place_limit: limit,
    keep: Math.max(running, Math.min(usable, useful)),
    running,
    wanted,
    // Also what was used a moment ago: a pause of a second must not cost the places.
    spare: demand.most + spare - wanted,
    longest_call_in_ms: places.longestCallInMs,
    usual_in_ms: readUsualInMs(places),
  };
}
