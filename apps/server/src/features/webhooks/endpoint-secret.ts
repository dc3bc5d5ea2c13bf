import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import {
  generateSecret,
  getWebhookSecrets,
  type StoredSecrets,
  toSecrets,
  type WebhookSecrets,
} from "./webhook-secret.ts";

/** Reads the secrets of an endpoint; undefined when the account has none of that id. */
export async function findEndpointSecrets(
  database: Database,
  accountId: string,
  endpointId: string,
  { mustBeEnabled = false } = {},
): Promise<WebhookSecrets | undefined> {
  const { rows } = await sql<StoredSecrets>`
    select secret, case when previous_valid_until > now() then previous_secret end as previous_secret, previous_valid_until
    from webhook_endpoint
    where account_id = ${accountId} and endpoint_id = ${endpointId} and (is_enabled or not ${mustBeEnabled}::boolean)`.execute(
    database,
  );
  return rows[0] && toSecrets(rows[0]);
}

/** Replaces the secret of an endpoint. The one before signs beside it until the overlap ends. */
export async function rotateEndpointSecret(
  database: Database,
  accountId: string,
  endpointId: string,
  overlapInHours: number,
): Promise<WebhookSecrets | undefined> {
  const { rows } = await sql<StoredSecrets>`
    update webhook_endpoint set
      secret = ${generateSecret()},
      previous_secret = case when ${overlapInHours}::integer > 0 then secret end,
      previous_valid_until = case when ${overlapInHours}::integer > 0
        then now() + make_interval(hours => ${overlapInHours}::integer) end
    where account_id = ${accountId} and endpoint_id = ${endpointId}
    returning secret, previous_secret, previous_valid_until`.execute(database);
  return rows[0] && toSecrets(rows[0]);
}

/** Reads the secrets that sign a delivery; undefined when it is for an endpoint that was deleted or disabled. */
export async function getSigningSecrets(
  database: Database,
  { accountId, endpointId }: { accountId: string; endpointId: string | null },
): Promise<WebhookSecrets | undefined> {
  return endpointId === null
    ? getWebhookSecrets(database, accountId)
    : findEndpointSecrets(database, accountId, endpointId, { mustBeEnabled: true });
}
