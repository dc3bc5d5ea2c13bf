import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import { createApiKey, listKeys, replaceApiKey } from "../keys/index.ts";

export interface SandboxClock {
  now: Date;
  aheadInSeconds: number;
}

export async function readClock(database: Database): Promise<SandboxClock> {
  const { rows } = await sql<SandboxClock>`
    select now(), current_setting('mintwright.ahead_in_seconds')::double precision as "aheadInSeconds"`.execute(
    database,
  );
  return rows[0] as SandboxClock;
}

/** Moves the clock. Extends running work accordingly, and creates the ledger partitions of the new date. */
export async function moveClock(database: Database, bySeconds: number): Promise<SandboxClock> {
  return database.transaction().execute(async (transaction) => {
    const { aheadInSeconds } = await readClock(transaction);
    await setClock(transaction, aheadInSeconds + bySeconds);
    const by = sql`${bySeconds}::double precision * interval '1 second'`;
    await sql`update process set seen_at = seen_at + ${by}`.execute(transaction);
    await sql`update hold set deadline = deadline + ${by}`.execute(transaction);
    await sql`
      update pgboss.job set started_on = started_on + ${by}, heartbeat_on = heartbeat_on + ${by}
      where state = 'active'`.execute(transaction);
    return readClock(transaction);
  });
}

async function setClock(transaction: Database, aheadInSeconds: number): Promise<void> {
  await sql`delete from mintwright_clock.ahead`.execute(transaction);
  await sql`insert into mintwright_clock.ahead values (${aheadInSeconds}::double precision)`.execute(
    transaction,
  );
  await sql`select set_config('mintwright.ahead_in_seconds', ${String(aheadInSeconds)}, false)`.execute(
    transaction,
  );
  await sql`select create_month_partitions(3)`.execute(transaction);
}

/** Empties every table and resets the clock. Migrations, process heartbeats and default limits stay. */
export async function deleteEverything(database: Database): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ name: string }>`
      select quote_ident(tablename) as name from pg_tables
      where schemaname = 'public' and tablename not like 'kysely%' and tablename not in ('process', 'limit_default')`.execute(
      transaction,
    );
    await sql`truncate ${sql.raw(rows.map(({ name }) => name).join(", "))}`.execute(transaction);
    await sql`delete from pgboss.job`.execute(transaction);
    await setClock(transaction, 0);
    await sql`update process set seen_at = now()`.execute(transaction);
  });
}

const keyName = "every caller";

/** Gives the shared key a secret that this process knows. Its history stays. */
export async function openCommonKey(
  database: Database,
  cell: string,
  accountId: string,
  ratePerMinute: number,
): Promise<string> {
  const known = (await listKeys(database, accountId)).find(({ name }) => name === keyName);
  const created = known
    ? await replaceApiKey(database, cell, accountId, known.keyId)
    : await createApiKey(database, cell, accountId, { name: keyName, ratePerMinute, expiresAt: null });
  return created.key;
}
