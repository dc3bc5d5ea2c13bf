import type { ServerHealth } from "./server-health.ts";
import type { PlaceUser, ServerPlaces } from "./server-places.ts";

/** What a pool knows of a server. */
export interface PooledServer {
  places: ServerPlaces;
  /** Its part of the calls, relative to the weights of the other servers. */
  weight: number;
  health: ServerHealth;
}

/** Why a call cannot be sent to any server. */
export class PoolRefusal extends Error {
  readonly isPaused: boolean;

  constructor(reason: "at capacity" | "paused") {
    super(reason);
    this.isPaused = reason === "paused";
  }
}

export interface EnterOptions<Server> {
  signal: AbortSignal;
  /** The server that just failed this call: another one is preferred, and the call does not queue behind others. */
  failed?: Server | undefined;
}

/** Chooses the server of each call. */
export interface ServerPool<Server> {
  /** Returns a server with a place, or a promise of one. Throws or rejects with PoolRefusal, or with the signal. */
  enter(options: EnterOptions<Server>): Server | Promise<Server>;
  /** Returns the place; after an aborted call a moment later, because the server needs that long to notice. */
  leave(server: Server, call: { isAborted: boolean }): void;
  countWaiting(): number;
}

/** Calls of an engine without a queue wait this long for a place that another process may return. */
const leaseWaitInMs = 1_000;
const judgeEveryInMs = 250;
const settleInMs = 100;

interface Waiting<Server> {
  failed: Server | undefined;
  resolve(server: Server): void;
  reject(error: unknown): void;
}

export function createServerPool<Server extends PooledServer>(
  servers: readonly Server[],
  {
    maxQueued,
    waitsForProbe,
    onSlow,
  }: {
    maxQueued: number;
    waitsForProbe: boolean;
    /** Called when a server is paused because it is slow. */
    onSlow?: (server: Server) => void;
  },
): ServerPool<Server> {
  let waiting: Waiting<Server>[] = [];
  let judgedAt = performance.now();
  let settling = 0;

  for (const server of servers) {
    const user: PlaceUser = {
      countWaiting: () => shareOut().get(server) ?? 0,
      readUsualInMs: server.health.readUsualInMs,
      onFree: serveWaiting,
    };
    server.places.users.add(user);
  }

  const accepts = ({ health, places }: Server) => health.accepts(places.running, places.limit);
  const loadOf = ({ places, weight }: Server, more = 0) =>
    (places.running + places.lease.othersRunning + more + 1) / weight;

  function choose(failed?: Server): Server | undefined {
    let chosen: Server | undefined;
    for (const server of servers) {
      if (!server.places.hasFree() || !accepts(server)) continue;
      const isBetter = !chosen || chosen === failed || (server !== failed && loadOf(server) < loadOf(chosen));
      if (isBetter) chosen = server;
    }
    return chosen;
  }

  /** Divides the waiting calls between the servers on which they could start: the places to ask for. */
  function shareOut(): Map<Server, number> {
    const shares = new Map<Server, number>();
    const [only] = servers;
    if (waiting.length === 0 || !only) return shares;
    if (servers.length === 1)
      return shares.set(only, Math.min(waiting.length, only.places.limit - only.places.running));
    const fit = servers.filter(accepts);
    const withRoom = fit.filter(({ places }) => !places.isFull());
    const candidates = withRoom.length > 0 ? withRoom : fit;
    for (let left = waiting.length; left > 0; left--) {
      let best: Server | undefined;
      for (const server of candidates) {
        const share = shares.get(server) ?? 0;
        if (server.places.running + share >= server.places.limit) continue;
        if (!best || loadOf(server, share) < loadOf(best, shares.get(best) ?? 0)) best = server;
      }
      if (!best) break;
      shares.set(best, (shares.get(best) ?? 0) + 1);
    }
    return shares;
  }

  function askForPlaces(): void {
    for (const server of shareOut().keys()) server.places.ask();
  }

  function judgeSpeed(): void {
    const now = performance.now();
    if (servers.length === 1 || now - judgedAt < judgeEveryInMs) return;
    judgedAt = now;
    for (const server of servers) {
      const others = servers.filter((other) => other !== server && !other.health.isPaused());
      const first = others.flatMap(
        ({ health, places }) => health.readUsualInMs() ?? places.lease.othersUsualInMs ?? [],
      );
      if (first.length > 0 && server.health.judge(Math.min(...first))) onSlow?.(server);
      const whole = others.flatMap(({ health }) => health.readUsualWholeInMs() ?? []);
      if (whole.length > 0) server.health.judgeWhole(Math.min(...whole));
    }
  }

  /** Nothing can be answered before the pauses are over, so nobody waits for it. */
  function isHopeless(): boolean {
    return servers.every(({ health }) => health.isPaused() || (health.isProbed() && !waitsForProbe));
  }

  function serveWaiting(): void {
    judgeSpeed();
    if (waiting.length === 0) return;
    if (isHopeless()) {
      for (const { reject } of waiting.splice(0)) reject(new PoolRefusal("paused"));
      return;
    }
    while (waiting.length > 0) {
      const server = choose(waiting[0]?.failed);
      if (!server) break;
      server.places.take();
      waiting.shift()?.resolve(server);
    }
    if (waiting.length === 0) return;
    if (maxQueued > 0 || canGetPlaceSoon()) askForPlaces();
    else for (const { reject } of waiting.splice(0)) reject(new PoolRefusal("at capacity"));
  }

  /** A place that this process has not leased yet takes a moment to get. */
  function canGetPlaceSoon(): boolean {
    const canLeaseMore = servers.some((one) => accepts(one) && one.places.lease.places < one.places.limit);
    return canLeaseMore || settling > 0 || waiting.some(({ failed }) => failed);
  }

  /** As many calls may wait as the queue takes, beside those that could have all places. */
  function hasRoomInQueue(): boolean {
    const unused = servers.reduce((sum, { places }) => sum + places.limit - places.running, 0);
    return maxQueued > 0 && waiting.length < maxQueued + unused;
  }

  async function wait({ signal, failed }: EnterOptions<Server>, waitInMs?: number) {
    const { promise, resolve, reject } = Promise.withResolvers<Server>();
    const entry: Waiting<Server> = { failed, resolve, reject };
    if (failed) waiting.unshift(entry);
    else waiting.push(entry);
    const giveUp = (reason: unknown) => {
      waiting = waiting.filter((other) => other !== entry);
      reject(reason);
    };
    const onAbort = () => giveUp(signal.reason);
    const onTimeout = () => {
      giveUp(new PoolRefusal("at capacity"));
      for (const server of servers) if (accepts(server)) server.places.noteMiss();
    };
    const timer = waitInMs && setTimeout(onTimeout, waitInMs);
    signal.addEventListener("abort", onAbort, { once: true });
    askForPlaces();
    try {
      return await promise;
    } finally {
      signal.removeEventListener("abort", onAbort);
      if (timer) clearTimeout(timer);
    }
  }

  return {
    enter(options) {
      judgeSpeed();
      // First come, first served: a call does not pass those that wait.
      const server = waiting.length === 0 || options.failed ? choose(options.failed) : undefined;
      if (server) {
        server.places.take();
        return server;
      }
      if (isHopeless()) throw new PoolRefusal("paused");
      if (options.failed || hasRoomInQueue()) return wait(options);
      if (maxQueued === 0 && canGetPlaceSoon()) return wait(options, leaseWaitInMs);
      throw new PoolRefusal("at capacity");
    },
    leave(server, { isAborted }) {
      if (!isAborted) return server.places.giveBack();
      settling++;
      const free = () => {
        settling--;
        server.places.giveBack();
      };
      setTimeout(free, settleInMs).unref();
    },
    countWaiting: () => waiting.length,
  };
}
