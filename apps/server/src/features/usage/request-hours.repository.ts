import { sql } from "kysely";
import { toArrayLiteral } from "../../platform/database/array-literal.ts";
import type { Database } from "../../platform/database/database.ts";
import type { RequestTotal } from "./request-totals.ts";

/** Adds totals to the hours in which they were counted. */
export async function addRequestHours(
  database: Database,
  totals: readonly RequestTotal[],
  now: number,
): Promise<void> {
  const column = (read: (total: RequestTotal) => string | number) => toArrayLiteral(totals.map(read));
  await sql`
    select add_request_hours(
      ${column(({ accountId }) => accountId)}::text::uuid[],
      ${column(({ countedAt }) => Math.max(0, Math.round(now - countedAt)))}::text::bigint[],
      ${column(({ keyId }) => keyId)}::text::uuid[],
      ${column(({ operation }) => operation)}::text::text[],
      ${column(({ model }) => model)}::text::text[],
      ${column(({ requests }) => requests)}::text::bigint[],
      ${column(({ clientErrors }) => clientErrors)}::text::bigint[],
      ${column(({ serverErrors }) => serverErrors)}::text::bigint[],
      ${column(({ charged }) => charged)}::text::bigint[],
      ${column(({ latencies }) => toArrayLiteral(latencies))}::text::text[]
    )`.execute(database);
}
