import { sql } from "kysely";
import type { Database } from "../../../platform/database/database.ts";

/**
 * Finds what the same text gave before. No account is part of the key: the digest covers everything that was
 * analysed, so whoever can ask for it has sent that very text themselves.
 */
export async function findAudit(database: Database, digest: Buffer): Promise<string | undefined> {
  const row = await database
    .selectFrom("audit_result")
    .select("report")
    .where("digest", "=", digest)
    .executeTakeFirst();
  return row?.report;
}

/** Keeps a report for whoever sends the same text; the first one stays, and old ones make room. */
export async function keepAudit(database: Database, digest: Buffer, report: string): Promise<void> {
  await database
    .insertInto("audit_result")
    .values({ digest, report })
    .onConflict((conflict) => conflict.column("digest").doNothing())
    .execute();
  await sql`
    delete from audit_result where digest in (
      select digest from audit_result where created_at < now() - interval '30 days' order by created_at limit 50
    )`.execute(database);
}
