import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rename } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { sql } from "kysely";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { uninterrupted } from "../../platform/database/clean-up-round.ts";
import type { Database } from "../../platform/database/database.ts";
import { detachPeriod, dropDetachedPeriod, namePartition } from "../../platform/database/partitions.ts";
import { AppError } from "../../platform/errors.ts";
import { listLedgerMonths, verifySealedMonth } from "./ledger-seals.repository.ts";

const columns =
  "account_id, created_at, entry_id, kind, amount, operation, request_id, key_id, hold_id, note";
const format = "with (format csv, header)";

export interface MonthFile {
  /** Such as 2026-01. */
  month: string;
  file: string;
}

export interface ExportedMonth {
  entries: number;
  sha256: string;
}

/** Writes the entries of a sealed month to a CSV file and records its SHA-256. The month stays in the ledger. */
export async function exportLedgerMonth(
  database: Database,
  url: string,
  { month, file }: MonthFile,
): Promise<ExportedMonth> {
  const found = await getMonth(database, month);
  if (found.state !== "sealed")
    throw refuse(`The month ${month} is ${found.state}; only a sealed month can be exported.`);
  await assertVerified(database, month);
  const draft = `${file}.partial`;
  await withClient(url, (client) =>
    pipeline(
      client.query(
        copyTo(
          `copy (select ${columns} from ${namePartition("ledger_entry", month)} order by account_id, created_at, entry_id) to stdout ${format}`,
        ),
      ),
      createWriteStream(draft, { flush: true }),
    ),
  );
  const sha256 = await hashFile(draft);
  await rename(draft, file);
  await sql`
    update ledger_seal set exported_at = now(), file_sha256 = decode(${sha256}, 'hex')
    where month = ${`${month}-01`}::text::date`.execute(database);
  return { entries: found.entries ?? 0, sha256 };
}

/**
 * Exports a sealed month and removes its entries from the database; its sums stay. A run that was interrupted is continued by
 * the next one with the same file.
 */
export async function detachLedgerMonth(
  database: Database,
  url: string,
  { month, file }: MonthFile,
): Promise<ExportedMonth> {
  const found = await getMonth(database, month);
  const exported =
    found.state === "detached"
      ? { entries: found.entries ?? 0, sha256: await assertFile(file, found.fileSha256) }
      : await exportLedgerMonth(database, url, { month, file });
  // Before the entries go: whatever happens next, nobody takes the list of entries for complete.
  await sql`
    update ledger_seal set detached_at = coalesce(detached_at, now()) where month = ${`${month}-01`}::text::date`.execute(
    database,
  );
  await detachPeriod(database, "ledger_entry", month);
  await dropDetachedPeriod(database, "ledger_entry", month);
  return exported;
}

/**
 * Puts a detached month back. The file must have the recorded SHA-256, and its entries the checksums of the seal. Entries of
 * accounts that were deleted meanwhile are left out.
 */
export async function restoreLedgerMonth(
  database: Database,
  url: string,
  { month, file }: MonthFile,
): Promise<ExportedMonth> {
  const found = await getMonth(database, month);
  if (found.state !== "detached")
    throw refuse(`The month ${month} is ${found.state}; only a detached month can be restored.`);
  const sha256 = await assertFile(file, found.fileSha256);
  const table = namePartition("ledger_entry", month);
  await detachPeriod(database, "ledger_entry", month);
  await dropDetachedPeriod(database, "ledger_entry", month);
  await sql`create table ${sql.table(table)} (like ledger_entry including all)`.execute(database);
  await withClient(url, (client) =>
    pipeline(
      createReadStream(file),
      client.query(copyFrom(`copy ${table} (${columns}) from stdin ${format}`)),
    ),
  );
  await sql`
    delete from ${sql.table(table)} e where not exists (select from account a where a.account_id = e.account_id)`.execute(
    database,
  );
  await assertVerified(database, month);
  await database.transaction().execute(async (transaction) => {
    const bounds = sql.raw(`from ('${month}-01 00:00:00+00') to ('${followingMonth(month)}-01 00:00:00+00')`);
    await sql`alter table ledger_entry attach partition ${sql.table(table)} for values ${bounds}`.execute(
      transaction,
    );
    await sql`update ledger_seal set detached_at = null where month = ${`${month}-01`}::text::date`.execute(
      transaction,
    );
  });
  return { entries: found.entries ?? 0, sha256 };
}

async function getMonth(database: Database, month: string) {
  const found = (await listLedgerMonths(database)).find((candidate) => candidate.month === month);
  if (!found)
    throw refuse(`The ledger has no month ${month}. \`mintwright admin ledger months\` lists them.`);
  return found;
}

async function assertVerified(database: Database, month: string): Promise<void> {
  const [mismatch] = await verifySealedMonth(database, uninterrupted, month);
  if (mismatch)
    throw refuse(
      `The entries of ${month} differ from its seal: account ${mismatch.accountId}: ${mismatch.problem}. Nothing was changed.`,
    );
}

async function assertFile(file: string, sha256: string | null): Promise<string> {
  const actual = await hashFile(file);
  if (actual !== sha256)
    throw refuse(
      `${file} has SHA-256 ${actual}, but the month was exported with ${sha256}. Use the file of that export.`,
    );
  return actual;
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}

function followingMonth(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number)).toISOString().slice(0, 7);
}

const refuse = (message: string) => new AppError("invalid_request", message);

/** COPY needs a connection of its own, with time: a month can be large. Times are written in UTC. */
async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: "mintwright-command" });
  await client.connect();
  try {
    await client.query("set timezone = 'UTC'");
    await work(client);
  } finally {
    await client.end();
  }
}
