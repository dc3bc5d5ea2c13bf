import { randomUUID } from "node:crypto";
import {
  maxWebhookEndpoints,
  type NewWebhookEndpoint,
  type WebhookEndpoint,
  type WebhookEndpointChange,
} from "@mintwright/api-contract";
import { sql } from "kysely";
import { toArrayLiteral } from "../../platform/database/array-literal.ts";
import type { Database } from "../../platform/database/database.ts";
import { generateSecret } from "./webhook-secret.ts";

interface EndpointRow {
  endpoint_id: string;
  url: string;
  description: string;
  event_types: string[] | null;
  is_enabled: boolean;
  gone_at: Date | null;
  previous_valid_until: Date | null;
  created_at: Date;
}

const shown = sql`endpoint_id, url, description, event_types, is_enabled, created_at,
  case when previous_valid_until > now() then previous_valid_until end as previous_valid_until,
  (select g.gone_at from webhook_gone g where g.account_id = e.account_id and g.url = e.url) as gone_at`;

const toEndpoint = (row: EndpointRow): WebhookEndpoint => ({
  id: row.endpoint_id,
  url: row.url,
  description: row.description,
  events: row.event_types,
  isEnabled: row.is_enabled,
  goneAt: row.gone_at?.toISOString() ?? null,
  previousSecretValidUntil: row.previous_valid_until?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
});

const toTypes = (events: readonly string[] | null) => events && toArrayLiteral([...new Set(events)]);

/** Creates an endpoint; undefined when the account has as many as it may have. */
export async function insertEndpoint(
  database: Database,
  accountId: string,
  { url, description, events }: NewWebhookEndpoint,
): Promise<WebhookEndpoint | undefined> {
  return database.transaction().execute(async (transaction) => {
    // Two at once would both find room for the last one.
    await sql`select pg_advisory_xact_lock(hashtextextended('mintwright.webhook-endpoint ' || ${accountId}::text, 0))`.execute(
      transaction,
    );
    const { rows } = await sql<EndpointRow>`
      insert into webhook_endpoint as e (account_id, endpoint_id, url, description, event_types, secret)
      select ${accountId}::uuid, ${randomUUID()}::uuid, ${url}::text, ${description}::text,
        ${toTypes(events)}::text::text[], ${generateSecret()}::text
      where (select count(*) from webhook_endpoint where account_id = ${accountId}::uuid) < ${maxWebhookEndpoints}::integer
      returning ${shown}`.execute(transaction);
    return rows[0] && toEndpoint(rows[0]);
  });
}

export async function listEndpoints(database: Database, accountId: string): Promise<WebhookEndpoint[]> {
  const { rows } = await sql<EndpointRow>`
    select ${shown} from webhook_endpoint e where account_id = ${accountId}
    order by created_at, endpoint_id`.execute(database);
  return rows.map(toEndpoint);
}

/** Replaces the settings of an endpoint. An enabled one is tried again after its receiver answered 410. */
export async function replaceEndpoint(
  database: Database,
  accountId: string,
  endpointId: string,
  { url, description, events, isEnabled }: WebhookEndpointChange,
): Promise<WebhookEndpoint | undefined> {
  return database.transaction().execute(async (transaction) => {
    const { rows } = await sql<EndpointRow>`
      update webhook_endpoint e set url = ${url}, description = ${description},
        event_types = ${toTypes(events)}::text::text[], is_enabled = ${isEnabled}
      where account_id = ${accountId} and endpoint_id = ${endpointId}
      returning ${shown}`.execute(transaction);
    const [row] = rows;
    if (!row) return undefined;
    if (!isEnabled) return toEndpoint(row);
    await transaction
      .deleteFrom("webhook_gone")
      .where("account_id", "=", accountId)
      .where("url", "=", url)
      .execute();
    return toEndpoint({ ...row, gone_at: null });
  });
}

export async function deleteEndpoint(
  database: Database,
  accountId: string,
  endpointId: string,
): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom("webhook_endpoint")
    .where("account_id", "=", accountId)
    .where("endpoint_id", "=", endpointId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
