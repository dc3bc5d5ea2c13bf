import { sql } from "kysely";
import type { Database } from "../../../platform/database/database.ts";

/**
 * Finds the stored report on the same text. The key contains no account: the digest covers everything that was analysed,
 * so anyone who can look it up has sent that very text.
 */
export async function findAudit(database: Database, digest: Buffer): Promise<string | undefined> {
  const row = await database
    .selectFrom("audit_result")
    .select("report")
    .where("digest", "=", digest)
    .executeTakeFirst();
  return row?.report;
}

/** Stores a report for later requests with the same text. The first one stays; old ones are deleted. */
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
