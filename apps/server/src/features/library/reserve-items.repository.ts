import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import { lockAccount } from "../credits/index.ts";
import { countStorageLeft } from "../limits/index.ts";

export interface NewItem {
  itemId: string;
  kind: "image" | "contract" | "audit" | "deployment";
  title: string;
  prompt: string | null;
  model: string | null;
  price: number;
  details: Record<string, unknown>;
  contentType: string | null;
  bytes: number;
}

export interface Payer {
  accountId: string;
  keyId: string;
  /** Null when nothing is charged: then the items are visible at once. */
  holdId: string | null;
  requestId: string;
}

/** The account's storage has no room for new items. */
export interface StorageFull {
  bytesLeft: number;
}

/** Inserts items if the account has room for them. Returns until when they are kept. */
export function insertItems(
  database: Database,
  { accountId, keyId, holdId, requestId }: Payer,
  items: readonly NewItem[],
  days: number | "forever",
): Promise<{ keptUntil: Date | null } | StorageFull> {
  const bytes = items.reduce((sum, item) => sum + item.bytes, 0);
  return database.transaction().execute(async (transaction) => {
    await lockAccount(transaction, accountId);
    const bytesLeft = await countStorageLeft(transaction, accountId);
    if (bytes > bytesLeft) return { bytesLeft: Math.max(0, bytesLeft) };
    const expiresAt =
      days === "forever" ? sql<null>`null` : sql<Date>`now() + make_interval(days => ${days}::integer)`;
    const rows = await transaction
      .insertInto("library_item")
      .values(
        items.map((item) => ({
          account_id: accountId,
          item_id: item.itemId,
          hold_id: holdId,
          kind: item.kind,
          title: item.title,
          prompt: item.prompt,
          model: item.model,
          key_id: keyId,
          request_id: requestId,
          price: item.price,
          details: JSON.stringify(item.details),
          content_type: item.contentType,
          bytes: item.bytes,
          expires_at: expiresAt,
        })),
      )
      // A deployment that another request has recorded in the meantime stays as it is.
      .onConflict((conflict) => conflict.doNothing())
      .returning("expires_at")
      .execute();
    return { keptUntil: rows[0]?.expires_at ?? null };
  });
}

export async function findDeployment(
  database: Database,
  accountId: string,
  { chainId, transactionHash }: { chainId: number; transactionHash: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ item_id: string }>`
    select item_id from library_item
    where account_id = ${accountId}::uuid and kind = 'deployment' and details->>'chainId' = ${String(chainId)}::text
      and details->>'transactionHash' = ${transactionHash}::text`.execute(database);
  return rows[0]?.item_id;
}
