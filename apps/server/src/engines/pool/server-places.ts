/** Something that sends calls to a server, such as the pool of one engine. */
export interface PlaceUser {
  /** Calls that wait for a place of this server. */
  countWaiting(): number;
  /** Usual time until an answer; undefined until there was one. */
  readUsualInMs(): number | undefined;
  /** Called when a place may be free. */
  onFree(): void;
}

/** The places of one server that this process may use. */
export interface ServerPlaces {
  readonly server: string;
  /** Calls at once of all processes together. */
  limit: number;
  /** How long a call may take at most: so long after its lease expired a place may still be in use. */
  longestCallInMs: number;
  /** Calls of this process. */
  running: number;
  /** The most calls at once since the last renewal. */
  peak: number;
  /** When a call last returned its place. */
  idleAt: number;
  /** Whether a renewal that asks for more places is under way or planned. */
  isAsking: boolean;
  readonly users: Set<PlaceUser>;
  lease: PlaceLease;
  hasFree(): boolean;
  /** Whether all places are leased: this process cannot get more until another one returns some. */
  isFull(): boolean;
  /** Remembers that a call was refused because no place was free. */
  noteMiss(): void;
  hasMissed(): boolean;
  take(): void;
  giveBack(): void;
  /** Asks for a place for a waiting call, in the background. */
  ask(): void;
}

/** What the last renewal returned. */
export interface PlaceLease {
  places: number;
  /** Places that may be used: fewer than `places` when another process has less than its fair share. */
  share: number;
  /** Another process wants more places than it has. */
  isContended: boolean;
  /** Moment of the monotonic clock after which no call may start. */
  validUntil: number;
  othersPlaces: number;
  othersRunning: number;
  /** The fastest usual time of other processes. */
  othersUsualInMs: number | undefined;
  /** Processes that have waited longer for their first place. */
  ahead: number;
}

/** How long a place is kept for the next call while other processes wait: handing it over and back takes as long. */
export const contendedIdleInMs = 50;

/** How long a call that found no place is remembered, so that a place is there when its caller tries again. */
const missedForInMs = 10_000;

/** A server whose limit this process has for itself, as a command or a test. */
export function createOwnPlaces({ server, limit }: { server: string; limit: number }): ServerPlaces {
  return createServerPlaces({
    server,
    limit,
    longestCallInMs: 0,
    lease: { ...noLease(), places: limit, share: limit, validUntil: Number.POSITIVE_INFINITY },
    onChange() {},
  });
}

export function noLease(): PlaceLease {
  return {
    places: 0,
    share: 0,
    isContended: false,
    validUntil: Number.NEGATIVE_INFINITY,
    othersPlaces: 0,
    othersRunning: 0,
    othersUsualInMs: undefined,
    ahead: 0,
  };
}

export function createServerPlaces({
  onChange,
  ...given
}: Pick<ServerPlaces, "server" | "limit" | "longestCallInMs" | "lease"> & {
  /** Called when the lease should be renewed before its time. */
  onChange(): void;
}): ServerPlaces {
  let missedAt = Number.NEGATIVE_INFINITY;
  let returnTimer: NodeJS.Timeout | undefined;
  const places: ServerPlaces = {
    ...given,
    running: 0,
    peak: 0,
    idleAt: Number.NEGATIVE_INFINITY,
    isAsking: false,
    users: new Set(),
    hasFree() {
      const { lease, running } = places;
      return running < lease.places && running < lease.share && performance.now() < lease.validUntil;
    },
    isFull() {
      const { lease, limit } = places;
      return lease.othersPlaces + lease.places >= limit;
    },
    noteMiss() {
      missedAt = performance.now();
      places.ask();
    },
    hasMissed: () => performance.now() - missedAt < missedForInMs,
    take() {
      places.running++;
      if (places.running > places.peak) places.peak = places.running;
    },
    giveBack() {
      places.running--;
      const { share, places: leased } = places.lease;
      // Another process waits for this place.
      if (share < leased && places.running < leased) onChange();
      for (const user of places.users) user.onFree();
      places.idleAt = performance.now();
      if (!places.lease.isContended || places.running >= places.lease.places || returnTimer) return;
      returnTimer = setTimeout(() => {
        returnTimer = undefined;
        if (places.running < places.lease.places) onChange();
      }, contendedIdleInMs).unref();
    },
    ask() {
      if (places.isAsking || places.lease.places >= places.limit) return;
      places.isAsking = true;
      onChange();
    },
  };
  return places;
}
