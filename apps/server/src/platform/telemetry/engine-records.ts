import { sql } from "kysely";
import type { Database } from "../database/database.ts";
import type { Logger } from "../logging.ts";
import { type Loop, startLoop } from "../loop.ts";
import type { EngineMetrics } from "./metrics.ts";

const writeEveryInMs = 5_000;

interface Bucket {
  engine: string;
  outcome: string;
  /** Null means no upper bound: JSON has no infinity. */
  upToSeconds: number | null;
  calls: number;
}

/**
 * Adds this process's engine metrics to the totals in the database. A process that dies loses its last seconds of
 * figures; nothing else depends on them.
 */
export function startEngineRecords({
  database,
  metrics,
  processId,
  logger,
}: {
  database: Database;
  metrics: EngineMetrics;
  processId: string;
  logger: Logger;
}): Loop {
  let written = new Map<string, number>();
  let wroteAnyPause = false;

  async function write(): Promise<void> {
    const totals = await readBuckets(metrics);
    const fresh = totals.flatMap((bucket) => {
      const calls = bucket.calls - (written.get(nameOf(bucket)) ?? 0);
      return calls > 0 ? [{ ...bucket, calls }] : [];
    });
    if (fresh.length > 0) await addCalls(database, fresh);
    written = new Map(totals.map((bucket) => [nameOf(bucket), bucket.calls]));
    const faults = [...metrics.engineFaults].map(([engine, fault]) => ({ engine, ...fault }));
    if (faults.length > 0) await keepFaults(database, faults);
    for (const { engine, happenedAt } of faults) {
      if (metrics.engineFaults.get(engine)?.happenedAt === happenedAt) metrics.engineFaults.delete(engine);
    }
    const paused = [...new Set(metrics.engineBacklog.listPaused())];
    if (paused.length > 0 || wroteAnyPause) await keepPauses(database, processId, paused);
    wroteAnyPause = paused.length > 0;
  }

  return startLoop(
    {
      intervalInMs: writeEveryInMs,
      startsWithPause: true,
      endsWithTurn: true,
      onError: (error) => logger.warn({ error }, "engine metrics write failed, will retry"),
    },
    write,
  );
}

const nameOf = ({ engine, outcome, upToSeconds }: Bucket) => JSON.stringify([engine, outcome, upToSeconds]);

/** The histogram's buckets, not cumulative. */
async function readBuckets({ engineSeconds }: EngineMetrics): Promise<Bucket[]> {
  const { values } = await engineSeconds.get();
  const buckets: Bucket[] = [];
  const below = new Map<string, number>();
  for (const { metricName, labels, value } of values) {
    if (!metricName?.endsWith("_bucket")) continue;
    const { engine, outcome, le } = labels as { engine: string; outcome: string; le: string | number };
    const series = JSON.stringify([engine, outcome]);
    const bound = le === "+Inf" ? Number.POSITIVE_INFINITY : Number(le);
    const upToSeconds = Number.isFinite(bound) ? bound : null;
    buckets.push({ engine, outcome, upToSeconds, calls: value - (below.get(series) ?? 0) });
    below.set(series, value);
  }
  return buckets;
}

async function addCalls(database: Database, buckets: readonly Bucket[]): Promise<void> {
  await sql`
    insert into engine_calls as e (engine, minute, outcome, up_to_seconds, calls)
    select engine, date_trunc('minute', now()), outcome, coalesce("upToSeconds", 'Infinity'), calls
    from jsonb_to_recordset(${JSON.stringify(buckets)}::text::jsonb)
      as b(engine text, outcome text, "upToSeconds" float8, calls bigint)
    order by 1, 3, 4
    on conflict (engine, minute, outcome, up_to_seconds) do update set calls = e.calls + excluded.calls`.execute(
    database,
  );
}

async function keepFaults(
  database: Database,
  faults: readonly { engine: string; message: string; happenedAt: Date }[],
): Promise<void> {
  await sql`
    insert into engine_fault as f (engine, message, happened_at)
    select engine, message, "happenedAt" from jsonb_to_recordset(${JSON.stringify(faults)}::text::jsonb)
      as g(engine text, message text, "happenedAt" timestamptz) order by engine
    on conflict (engine) do update set message = excluded.message, happened_at = excluded.happened_at
    where f.happened_at < excluded.happened_at`.execute(database);
}

async function keepPauses(database: Database, processId: string, engines: readonly string[]): Promise<void> {
  await sql`
    with paused as (select engine from jsonb_array_elements_text(${JSON.stringify(engines)}::text::jsonb) as p(engine)),
    ended as (
      delete from engine_pause where process_id = ${processId}::uuid and engine not in (select engine from paused)
    )
    insert into engine_pause (process_id, engine) select ${processId}::uuid, engine from paused
    on conflict do nothing`.execute(database);
}
