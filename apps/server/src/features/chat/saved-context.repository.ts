import { type CustomContext, customContextSchema } from "@mintwright/api-contract";
import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";

export async function findSavedContext(
  database: Database,
  accountId: string,
  keyId: string,
): Promise<CustomContext | undefined> {
  const row = await database
    .selectFrom("chat_context")
    .select("context")
    .where("account_id", "=", accountId)
    .where("key_id", "=", keyId)
    .executeTakeFirst();
  // Possibly written by an older version: a context that no longer validates counts as not saved.
  return row && customContextSchema.safeParse(row.context).data;
}

export async function saveContext(
  database: Database,
  accountId: string,
  keyId: string,
  context: CustomContext,
): Promise<void> {
  const text = JSON.stringify(context);
  await database
    .insertInto("chat_context")
    .values({ account_id: accountId, key_id: keyId, context: text })
    .onConflict((conflict) =>
      conflict.columns(["account_id", "key_id"]).doUpdateSet({ context: text, saved_at: sql`now()` }),
    )
    .execute();
}

export async function deleteSavedContext(
  database: Database,
  accountId: string,
  keyId: string,
): Promise<void> {
  await database
    .deleteFrom("chat_context")
    .where("account_id", "=", accountId)
    .where("key_id", "=", keyId)
    .execute();
}
