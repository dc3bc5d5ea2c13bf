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

/** Calls of one engine in this process. */
export interface EngineLoad {
  running: number;
  waiting: number;
}

export interface EngineBacklog {
  /** Reads the load of an engine at each scrape. Loads of the same name are added up. */
  watch(engine: string, readLoad: () => EngineLoad): void;
}

export function createEngineBacklog(registers: Registry[]): EngineBacklog {
  const watched: { engine: string; readLoad: () => EngineLoad }[] = [];
  const publish = (name: string, help: string, choose: (load: EngineLoad) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ["engine"],
      registers,
      collect() {
        this.reset();
        for (const { engine, readLoad } of watched) this.inc({ engine }, choose(readLoad()));
      },
    });
  publish("mintwright_engine_running", "Calls that an engine is working on", ({ running }) => running);
  publish(
    "mintwright_engine_waiting",
    "Calls that wait for a free slot of an engine",
    ({ waiting }) => waiting,
  );
  return { watch: (engine, readLoad) => watched.push({ engine, readLoad }) };
}

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
