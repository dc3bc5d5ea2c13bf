import { randomBytes } from "node:crypto";
import type { Database } from "../../platform/database/database.ts";

/** Reads the secret that signs the account's webhooks, and makes it when there is none yet. */
export async function getWebhookSecret(database: Database, accountId: string): Promise<string> {
  const find = () =>
    database
      .selectFrom("webhook_secret")
      .select("secret")
      .where("account_id", "=", accountId)
      .executeTakeFirst();
  const known = await find();
  if (known) return known.secret;
  await database
    .insertInto("webhook_secret")
    .values({ account_id: accountId, secret: `whsec_${randomBytes(32).toString("base64")}` })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { secret } = (await find()) as { secret: string };
  return secret;
}
