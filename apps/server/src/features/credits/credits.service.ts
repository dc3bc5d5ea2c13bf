import { type LedgerEntry, toCredits } from "@mintwright/api-contract";
import { z } from "zod";
import type { Database } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { type LedgerPosition, listLedgerRows } from "./ledger.repository.ts";

const positionSchema = z.tuple([
  // A moment that exists: the database would refuse another one as our mistake.
  z
    .string()
    .regex(/^(?!0000)\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?$/)
    .refine((text) => z.iso.datetime({ local: true }).safeParse(text.replace(" ", "T")).success),
  z.int().min(0),
]);

function encodeCursor({ createdAt, entryId }: LedgerPosition): string {
  return Buffer.from(JSON.stringify([createdAt, entryId])).toString("base64url");
}

function decodeCursor(cursor: string): LedgerPosition {
  try {
    const [createdAt, entryId] = positionSchema.parse(
      JSON.parse(Buffer.from(cursor, "base64url").toString()),
    );
    return { createdAt, entryId };
  } catch (cause) {
    throw new AppError("invalid_request", "cursor must be the nextCursor of an earlier answer.", { cause });
  }
}

/** One page of the account's ledger. */
export async function listLedgerEntries(
  database: Database,
  accountId: string,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ entries: LedgerEntry[]; nextCursor: string | null }> {
  const rows = await listLedgerRows(
    database,
    accountId,
    page.limit + 1,
    page.cursor ? decodeCursor(page.cursor) : undefined,
  );
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
      rows.length > page.limit && last
        ? encodeCursor({ createdAt: last.exact_created_at, entryId: last.entry_id })
        : null,
  };
}
