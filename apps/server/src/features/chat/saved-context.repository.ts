import { type CustomContext, customContextSchema } from "@mintwright/api-contract";
import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";

/** Finds the context saved for a key. */
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
  // Written by an older version perhaps: what no longer fits is as good as not saved.
  return row && customContextSchema.safeParse(row.context).data;
}

/** Saves a context for a key in place of the one before. */
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

/** Forgets the context of a key. */
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
