import { Gauge, type Registry } from "prom-client";

/** Counts of a connection pool, as `pg.Pool` has them. */
export interface PoolCounts {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

export interface PoolMetrics {
  /** Reads the counts of a pool at each scrape. */
  watch(pool: PoolCounts): void;
}

export function createPoolMetrics(registers: Registry[]): PoolMetrics {
  let watched: PoolCounts | undefined;
  new Gauge({
    name: "mintwright_pool_waiting",
    help: "Statements and transactions of this process that wait for a free database connection",
    registers,
    collect() {
      if (watched) this.set(watched.waitingCount);
    },
  });
  new Gauge({
    name: "mintwright_pool_connections",
    help: "Database connections of this process by state: busy or idle",
    labelNames: ["state"],
    registers,
    collect() {
      if (!watched) return;
      this.set({ state: "idle" }, watched.idleCount);
      this.set({ state: "busy" }, watched.totalCount - watched.idleCount);
    },
  });
  return {
    watch(pool) {
      watched = pool;
    },
  };
}

/** Calls of one server in this process, and its places. */
export interface ServerLoad {
  running: number;
  /** Calls at once of all processes together. */
  limit: number;
  /** Places that this process has leased. */
  leased: number;
  isPaused: boolean;
}

/** What is read of an engine at each scrape. */
export interface EngineLoad {
  readRunning(): number;
  readWaiting(): number;
  servers: readonly { server: string; read(): ServerLoad }[];
}

export interface EngineBacklog {
  /** Reads the load of an engine at each scrape. Loads of the same name are added up. */
  watch(engine: string, load: EngineLoad): void;
  /** Names the engines none of whose servers takes calls. */
  listPaused(): string[];
}

export function createEngineBacklog(registers: Registry[]): EngineBacklog {
  const watched: { engine: string; load: EngineLoad }[] = [];
  const gauge = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    collect: Collect<Label>,
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        collect(this);
      },
    });
  const perServer = (name: string, help: string, choose: (load: ServerLoad) => number) =>
    gauge(name, help, ["engine", "server"], (metric) => {
      for (const { engine, load } of watched)
        for (const { server, read } of load.servers) metric.set({ engine, server }, choose(read()));
    });

  gauge("mintwright_engine_running", "Calls that an engine is working on", ["engine"], (metric) => {
    for (const { engine, load } of watched) metric.inc({ engine }, load.readRunning());
  });
  gauge("mintwright_engine_waiting", "Calls that wait for a place of an engine", ["engine"], (metric) => {
    for (const { engine, load } of watched) metric.inc({ engine }, load.readWaiting());
  });
  perServer(
    "mintwright_engine_server_running",
    "Calls that a server is working on",
    ({ running }) => running,
  );
  perServer(
    "mintwright_engine_server_places",
    "Calls at once that a server may get from all processes together",
    ({ limit }) => limit,
  );
  perServer(
    "mintwright_engine_server_leased",
    "Places of a server that this process has leased",
    ({ leased }) => leased,
  );
  perServer(
    "mintwright_engine_paused",
    "1 while this process sends a failing or slow server no calls",
    ({ isPaused }) => Number(isPaused),
  );
  return {
    watch: (engine, load) => watched.push({ engine, load }),
    listPaused: () =>
      watched.flatMap(({ engine, load }) =>
        load.servers.length > 0 && load.servers.every(({ read }) => read().isPaused) ? [engine] : [],
      ),
  };
}

type Collect<Label extends string> = (metric: Gauge<Label>) => void;

/** The length of one queue, measured in the database. */
export interface QueueLength {
  queue: string;
  waiting: number;
  active: number;
  failed: number;
  oldestInSeconds: number;
}

export interface QueueMetrics {
  set(lengths: readonly QueueLength[]): void;
}

export function createQueueMetrics(registers: Registry[]): QueueMetrics {
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames: ["queue"], registers });
  const waiting = gauge("mintwright_queue_waiting", "Jobs, images or mints that are due and have not begun");
  const active = gauge("mintwright_queue_active", "Jobs, images or mints under way");
  const failed = gauge("mintwright_queue_failed", "Jobs that used up their attempts, kept for a week");
  const oldest = gauge("mintwright_queue_oldest_seconds", "How long the oldest job of a queue has been due");
  return {
    set(lengths) {
      for (const length of lengths) {
        const { queue } = length;
        waiting.set({ queue }, length.waiting);
        active.set({ queue }, length.active);
        failed.set({ queue }, length.failed);
        oldest.set({ queue }, length.oldestInSeconds);
      }
    },
  };
}
