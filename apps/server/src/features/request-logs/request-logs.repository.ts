import type { Centicredits } from "@mintwright/api-contract";
import type { StatusClass } from "@mintwright/api-contract/dashboard";
import { type RawBuilder, sql } from "kysely";
import { toArrayLiteral, toByteaText } from "../../platform/database/array-literal.ts";
import type { Database } from "../../platform/database/database.ts";
import type { RequestLogDraft, StoredBodies } from "./request-log.ts";

/** Writes a batch of requests in one statement. */
export async function writeRequestLogs(
  database: Database,
  drafts: readonly RequestLogDraft[],
  now: number,
): Promise<void> {
  const column = (read: (draft: RequestLogDraft) => string | number | undefined) =>
    toArrayLiteral(drafts.map((draft) => read(draft) ?? null));
  const stored = drafts.flatMap(({ bodies }, index) => (bodies ? [{ ...bodies, position: index + 1 }] : []));
  const bodyColumn = (read: (bodies: StoredBodies & { position: number }) => string | number | null) =>
    toArrayLiteral(stored.map(read));
  await sql`
    select write_request_logs(
      ${column(({ accountId }) => accountId)}::text::uuid[],
      ${column(({ endedAt }) => Math.max(0, Math.round(now - endedAt)))}::text::integer[],
      ${column(({ requestId }) => requestId)}::text::text[],
      ${column(({ keyId }) => keyId)}::text::uuid[],
      ${column(({ operation }) => operation)}::text::text[],
      ${column(({ model }) => model)}::text::text[],
      ${column(({ method }) => method)}::text::text[],
      ${column(({ path }) => path)}::text::text[],
      ${column(({ status }) => status)}::text::smallint[],
      ${column(({ errorCode }) => errorCode)}::text::text[],
      ${column(({ latencyInMs }) => Math.round(latencyInMs))}::text::integer[],
      ${column(({ charged }) => charged)}::text::bigint[],
      ${column(({ held }) => held)}::text::bigint[],
      ${column(({ sampleFactor }) => sampleFactor)}::text::integer[],
      ${bodyColumn(({ position }) => position)}::text::integer[],
      ${bodyColumn(({ query }) => query)}::text::text[],
      ${bodyColumn(({ requestBody }) => requestBody)}::text::text[],
      ${bodyColumn(({ responseBody }) => responseBody)}::text::text[],
      ${bodyColumn(({ isShortened }) => String(isShortened))}::text::boolean[]
    )`.execute(database);
}

/** Finds the active keys with these hashes, for requests that were refused before their key was looked up. */
export async function findKeyOwners(
  database: Database,
  secretHashes: readonly string[],
): Promise<Map<string, { accountId: string; keyId: string }>> {
  const { rows } = await sql<{ hash: string; account_id: string; key_id: string }>`
    select encode(secret_hash, 'hex') as hash, account_id, key_id from api_key
    where secret_hash = any(${toArrayLiteral(secretHashes.map(toByteaText))}::text::bytea[])
      and revoked_at is null and (expires_at is null or expires_at > now())`.execute(database);
  return new Map(
    rows.map(({ hash, account_id, key_id }) => [hash, { accountId: account_id, keyId: key_id }]),
  );
}

export interface RequestLogRow {
  account_id: string;
  log_id: number;
  created_at: Date;
  request_id: string;
  key_id: string;
  key_name: string | null;
  operation: string;
  model: string | null;
  method: string;
  path: string;
  status: number;
  error_code: string | null;
  latency_in_ms: number;
  charged: Centicredits;
  held: Centicredits;
  sample_factor: number;
}

export interface LogFilter {
  status?: StatusClass | undefined;
  operation?: string | undefined;
  keyId?: string | undefined;
  model?: string | undefined;
  requestId?: string | undefined;
}

export interface LogRange {
  from?: string | undefined;
  to?: string | undefined;
}

const columns = sql`
  l.account_id, l.log_id, l.created_at, l.request_id, l.key_id, k.name as key_name, l.operation, l.model, l.method, l.path,
  l.status, l.error_code, l.latency_in_ms, l.charged, l.held, l.sample_factor`;
const withKey = sql`request_log l left join api_key k on k.account_id = l.account_id and k.key_id = l.key_id`;

/** Lists requests of an account, newest first, before a log id. */
export async function listRequestLogs(
  database: Database,
  accountId: string,
  filter: LogFilter & LogRange,
  { limit, before }: { limit: number; before?: number | undefined },
): Promise<RequestLogRow[]> {
  const conditions = writeConditions(filter);
  if (before !== undefined) conditions.push(sql`l.log_id < ${before}::bigint`);
  const { rows } = await sql<RequestLogRow>`
    select ${columns} from ${withKey}
    where ${sql.join([sql`l.account_id = ${accountId}::uuid`, ...conditions], sql` and `)}
    order by l.log_id desc limit ${limit}::integer`.execute(database);
  return rows;
}

const statusConditions = {
  success: sql`l.status < 400`,
  error: sql`l.status >= 400`,
  client_error: sql`l.status >= 400 and l.status < 500`,
  server_error: sql`l.status >= 500`,
} satisfies Record<StatusClass, RawBuilder<unknown>>;

function writeConditions(filter: LogFilter & LogRange): RawBuilder<unknown>[] {
  const { status, operation, keyId, model, requestId, from, to } = filter;
  const conditions: RawBuilder<unknown>[] = [];
  if (status) conditions.push(statusConditions[status]);
  if (operation) conditions.push(sql`l.operation = ${operation}::text`);
  if (keyId) conditions.push(sql`l.key_id = ${keyId}::uuid`);
  if (model) conditions.push(sql`l.model = ${model}::text`);
  if (requestId) conditions.push(sql`l.request_id = ${requestId}::text`);
  if (from) conditions.push(sql`l.created_at >= ${from}::text::timestamptz`);
  if (to) conditions.push(sql`l.created_at <= ${to}::text::timestamptz`);
  return conditions;
}

export async function findRequestLog(
  database: Database,
  accountId: string,
  logId: string,
): Promise<(RequestLogRow & { has_bodies: boolean }) | undefined> {
  const { rows } = await sql<RequestLogRow & { has_bodies: boolean }>`
    select ${columns}, exists (
      select from request_body b where b.account_id = l.account_id and b.log_id = l.log_id and b.created_at = l.created_at
    ) as has_bodies
    from ${withKey} where l.account_id = ${accountId}::uuid and l.log_id = ${logId}::bigint`.execute(
    database,
  );
  return rows[0];
}

export interface BodiesRow {
  log_id: number;
  query: string | null;
  request_body: string | null;
  response_body: string | null;
  is_shortened: boolean;
}

/** Reads the stored bodies of requests; those without bodies are missing in the result. */
export async function listBodies(
  database: Database,
  accountId: string,
  logIds: readonly (string | number)[],
): Promise<BodiesRow[]> {
  const { rows } = await sql<BodiesRow>`
    select log_id, query, request_body, response_body, is_shortened from request_body
    where account_id = ${accountId}::uuid and log_id = any(${toArrayLiteral(logIds)}::text::bigint[])`.execute(
    database,
  );
  return rows;
}

/** The newest log id of any account: later requests have higher ones. */
export async function findNewestLogId(database: Database): Promise<number> {
  const { rows } = await sql<{
    log_id: number;
  }>`select case when is_called then last_value else 0 end as log_id from request_log_id`.execute(database);
  return rows[0]?.log_id ?? 0;
}

export interface LogPosition {
  accountId: string;
  after: number;
}

/** Reads what was logged after each position, oldest first, at most `limit` rows for each. The hour lets other days alone. */
export async function listNewLogs(
  database: Database,
  positions: readonly LogPosition[],
  limit: number,
): Promise<(RequestLogRow & { place: number })[]> {
  const { rows } = await sql<RequestLogRow & { place: number }>`
    select w.place::integer, ${columns}
    from unnest(
      ${toArrayLiteral(positions.map(({ accountId }) => accountId))}::text::uuid[],
      ${toArrayLiteral(positions.map(({ after }) => after))}::text::bigint[]
    ) with ordinality as w(account_id, after, place)
    cross join lateral (
      select * from request_log n
      where n.account_id = w.account_id and n.log_id > w.after and n.created_at > now() - interval '1 hour'
      order by n.log_id limit ${limit}::integer
    ) l
    left join api_key k on k.account_id = l.account_id and k.key_id = l.key_id
    order by l.log_id`.execute(database);
  return rows;
}
