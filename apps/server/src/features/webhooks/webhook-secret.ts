import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";

/** The secrets that sign an account's webhooks: one, and the one before it during a rotation. */
export interface WebhookSecrets {
  secret: string;
  previous?: { secret: string; validUntil: Date } | undefined;
}

export interface StoredSecrets {
  secret: string;
  previous_secret: string | null;
  previous_valid_until: Date | null;
}

export const generateSecret = () => `whsec_${randomBytes(32).toString("base64")}`;

/** Reads the secrets that sign the account's webhooks, and creates the first when there is none yet. */
export async function getWebhookSecrets(database: Database, accountId: string): Promise<WebhookSecrets> {
  const find = async () => {
    const { rows } = await sql<StoredSecrets>`
      select secret, case when previous_valid_until > now() then previous_secret end as previous_secret,
        previous_valid_until
      from webhook_secret where account_id = ${accountId}`.execute(database);
    return rows[0];
  };
  const known = await find();
  if (known) return toSecrets(known);
  await database
    .insertInto("webhook_secret")
    .values({ account_id: accountId, secret: generateSecret() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return toSecrets((await find()) as StoredSecrets);
}

/** Replaces the secret. The one before signs beside it until the overlap ends; one that is older still is dropped. */
export async function rotateWebhookSecret(
  database: Database,
  accountId: string,
  overlapInHours: number,
): Promise<WebhookSecrets> {
  const { rows } = await sql<StoredSecrets>`
    insert into webhook_secret as w (account_id, secret) values (${accountId}, ${generateSecret()})
    on conflict (account_id) do update set
      secret = excluded.secret,
      created_at = now(),
      previous_secret = case when ${overlapInHours}::integer > 0 then w.secret end,
      previous_valid_until = case when ${overlapInHours}::integer > 0
        then now() + make_interval(hours => ${overlapInHours}::integer) end
    returning secret, previous_secret, previous_valid_until`.execute(database);
  return toSecrets(rows[0] as StoredSecrets);
}

/** Deletes secrets whose overlap is over. */
export async function deletePreviousSecrets(database: Database): Promise<void> {
  for (const table of ["webhook_secret", "webhook_endpoint"])
    await sql`
      update ${sql.table(table)} set previous_secret = null, previous_valid_until = null
      where previous_valid_until <= now()`.execute(database);
}

export function toSecrets({ secret, previous_secret, previous_valid_until }: StoredSecrets): WebhookSecrets {
  const previous =
    previous_secret && previous_valid_until
      ? { secret: previous_secret, validUntil: previous_valid_until }
      : undefined;
  return { secret, previous };
}
