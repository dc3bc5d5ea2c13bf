import { type LedgerEntry, toCredits } from "@mintwright/api-contract";
import { z } from "zod";
import type { Database } from "../../platform/database/database.ts";
import { createPageCursor, exactMoment } from "../../platform/page-cursor.ts";
import { type LedgerFilter, listLedgerRows } from "./ledger.repository.ts";

const cursor = createPageCursor(z.tuple([exactMoment, z.int().min(0)]));

export async function listLedgerEntries(
  database: Database,
  accountId: string,
  page: { limit: number; cursor?: string | undefined } & LedgerFilter,
): Promise<{ entries: LedgerEntry[]; nextCursor: string | null }> {
  const [createdAt, entryId] = page.cursor ? cursor.decode(page.cursor) : [];
  const after = createdAt !== undefined && entryId !== undefined ? { createdAt, entryId } : undefined;
  const rows = await listLedgerRows(database, accountId, page.limit + 1, after, page);
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  return {
    entries: shown.map((row) => ({
      id: String(row.entry_id),
      kind: row.kind,
      amount: toCredits(row.amount),
      operation: row.operation,
      requestId: row.request_id,
      keyId: row.key_id,
      note: row.note,
      createdAt: row.created_at.toISOString(),
    })),
    nextCursor:
      rows.length > page.limit && last ? cursor.encode([last.exact_created_at, last.entry_id]) : null,
  };
}
