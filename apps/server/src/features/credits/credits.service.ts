import { type LedgerEntry, toCredits } from "@mintwright/api-contract";
import { z } from "zod";
import type { Database } from "../../platform/database/database.ts";
import { createPageCursor, exactMoment } from "../../platform/page-cursor.ts";
import { type LedgerFilter, listArchivedMonths, listLedgerRows } from "./ledger.repository.ts";

const cursor = createPageCursor(z.tuple([exactMoment, z.int().min(0)]));

export interface LedgerPage {
  entries: LedgerEntry[];
  nextCursor: string | null;
  /** Months with entries of the account that belong on this page and are archived outside the database. */
  archivedMonths?: string[];
}

export async function listLedgerEntries(
  database: Database,
  accountId: string,
  page: { limit: number; cursor?: string | undefined } & LedgerFilter,
): Promise<LedgerPage> {
  const [createdAt, entryId] = page.cursor ? cursor.decode(page.cursor) : [];
  const after = createdAt !== undefined && entryId !== undefined ? { createdAt, entryId } : undefined;
  const rows = await listLedgerRows(database, accountId, page.limit + 1, after, page);
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  const hasMore = rows.length > page.limit;
  const archived = await listArchivedMonths(database, accountId, {
    before: createdAt,
    after: hasMore ? last?.exact_created_at : undefined,
  });
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
    nextCursor: hasMore && last ? cursor.encode([last.exact_created_at, last.entry_id]) : null,
    ...(archived.length > 0 && { archivedMonths: archived }),
  };
}
