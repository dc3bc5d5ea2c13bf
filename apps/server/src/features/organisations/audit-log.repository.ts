import type { AuditEntry } from "@mintwright/api-contract/dashboard";
import { sql } from "kysely";
import type { CleanUpRound } from "../../platform/database/clean-up-round.ts";
import type { Database } from "../../platform/database/database.ts";
import { deleteInBatches } from "../../platform/database/delete-in-batches.ts";

export type AuditDetails = Record<string, string | number | boolean | null>;

interface NewAuditEntry {
  userId: string;
  member: string;
  action: string;
  subject: string | null;
  details: AuditDetails;
  address: string;
}

/** Writes an entry that is not confirmed yet and returns its id. */
export async function insertAuditEntry(
  database: Database,
  accountId: string,
  { userId, details, ...entry }: NewAuditEntry,
): Promise<number> {
  const { entry_id } = await database
    .insertInto("audit_entry")
    .values({ account_id: accountId, user_id: userId, details: JSON.stringify(details), ...entry })
    .returning("entry_id")
    .executeTakeFirstOrThrow();
  return entry_id;
}

/** Writes an entry about what the operator did at the command line, in the transaction that does it. */
export async function insertOperatorEntry(
  database: Database,
  accountId: string,
  { userId, action, subject }: Pick<NewAuditEntry, "userId" | "action" | "subject">,
): Promise<void> {
  await database
    .insertInto("audit_entry")
    .values({
      ...{ account_id: accountId, user_id: userId, member: "Operator (command line)", action, subject },
      ...{ details: "{}", address: null, is_confirmed: true },
    })
    .execute();
}

export async function confirmAuditEntry(
  database: Database,
  accountId: string,
  entryId: number,
  { subject, details }: Pick<NewAuditEntry, "subject" | "details">,
): Promise<void> {
  await sql`
    update audit_entry set is_confirmed = true, subject = coalesce(${subject}::text, subject),
      details = details || ${JSON.stringify(details)}::text::jsonb
    where account_id = ${accountId} and entry_id = ${entryId}`.execute(database);
}

export async function deleteAuditEntry(
  database: Database,
  accountId: string,
  entryId: number,
): Promise<void> {
  await database
    .deleteFrom("audit_entry")
    .where("account_id", "=", accountId)
    .where("entry_id", "=", entryId)
    .execute();
}

/** Lists entries, newest first. */
export async function listAuditEntries(
  database: Database,
  accountId: string,
  { limit, before }: { limit: number; before: number | undefined },
): Promise<AuditEntry[]> {
  let query = database
    .selectFrom("audit_entry")
    .selectAll()
    .where("account_id", "=", accountId)
    .orderBy("entry_id", "desc")
    .limit(limit);
  if (before !== undefined) query = query.where("entry_id", "<", before);
  const rows = await query.execute();
  return rows.map((row) => ({
    id: String(row.entry_id),
    happenedAt: row.happened_at.toISOString(),
    member: row.member,
    action: row.action,
    subject: row.subject,
    details: row.details,
    address: row.address,
    isConfirmed: row.is_confirmed,
  }));
}

export async function deleteOldAuditEntries(database: Database, round: CleanUpRound): Promise<void> {
  const before = sql`now() - interval '400 days'`;
  await deleteInBatches(database, round, { table: "audit_entry", ageColumn: "happened_at", before });
}
