import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { toByteaText } from "../../platform/database/array-literal.ts";
import type { Database } from "../../platform/database/database.ts";

/** Gets the seed of the generated certificate. The first process that asks makes it. */
export async function getCredentialSeed(database: Database): Promise<{ seed: Buffer; createdAt: Date }> {
  const seed = toByteaText(randomBytes(32).toString("hex"));
  await sql`insert into credential_seed (seed) values (${seed}::text::bytea) on conflict do nothing`.execute(
    database,
  );
  const { rows } = await sql<{ seed: Buffer; created_at: Date }>`
    select seed, created_at from credential_seed`.execute(database);
  const [row] = rows;
  if (!row) throw new Error("the seed of the generated certificate is missing");
  return { seed: Buffer.from(row.seed), createdAt: row.created_at };
}
