import type { CollectionState } from "@mintwright/api-contract";
import { sql } from "kysely";
import { toArrayLiteral } from "../../platform/database/array-literal.ts";
import type { Database } from "../../platform/database/database.ts";

const imagesPerLook = 1_000;

/** An image that was generated or has failed. Orders grow with the commits, so that none is missed. */
export interface FinishedImage {
  order: number;
  number: number;
  object: string | null;
  error: { code: string; message: string } | null;
}

export interface CollectionUpdate {
  state: CollectionState;
  amount: number;
  images: FinishedImage[];
}

interface UpdateRow {
  collection_id: string;
  state: CollectionState;
  amount: number;
  finish_order: number | null;
  number: number;
  object: string | null;
  error_code: string | null;
  error_message: string | null;
}

/** Reads the updates of several collections in one statement, so that state and images are consistent. */
export async function listProgressUpdates(
  database: Database,
  asked: readonly { accountId: string; collectionId: string; after: number }[],
): Promise<{ updates: Map<string, CollectionUpdate>; isMore: boolean }> {
  const { rows } = await sql<UpdateRow>`
    select c.collection_id, c.state, c.amount, i.finish_order, i.number, i.object, i.error_code, i.error_message
    from unnest(
      ${toArrayLiteral(asked.map(({ accountId }) => accountId))}::text::uuid[],
      ${toArrayLiteral(asked.map(({ collectionId }) => collectionId))}::text::uuid[],
      ${toArrayLiteral(asked.map(({ after }) => after))}::text::bigint[]
    ) as w(account_id, collection_id, after)
    join collection c on c.account_id = w.account_id and c.collection_id = w.collection_id
    left join lateral (
      select n.finish_order, n.number, n.object, n.error_code, n.error_message from collection_image n
      where n.account_id = w.account_id and n.collection_id = w.collection_id and n.finish_order > w.after
      order by n.finish_order limit ${imagesPerLook}::integer
    ) i on true
    order by i.finish_order`.execute(database);
  const updates = new Map<string, CollectionUpdate>();
  for (const row of rows) {
    const found = updates.get(row.collection_id) ?? { state: row.state, amount: row.amount, images: [] };
    updates.set(row.collection_id, found);
    if (row.finish_order === null) continue;
    const { error_code: code, error_message: message } = row;
    found.images.push({
      order: row.finish_order,
      number: row.number,
      object: row.object,
      error: row.object ? null : { code: code ?? "internal_error", message: message ?? "" },
    });
  }
  return { updates, isMore: [...updates.values()].some(({ images }) => images.length === imagesPerLook) };
}
