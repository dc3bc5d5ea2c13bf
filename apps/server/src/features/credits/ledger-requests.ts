import { type LedgerEntry, type LedgerRequest, toCredits } from "@mintwright/api-contract";
import { z } from "zod";
import type { Database } from "../../platform/database/database.ts";
import { createPageCursor, exactMoment } from "../../platform/page-cursor.ts";
import { type LedgerFilter, listArchivedMonths } from "./ledger.repository.ts";
import {
  findScanEnd,
  getLedgerSnapshot,
  type LedgerGroup,
  type LedgerSnapshot,
  listLedgerGroups,
} from "./ledger-requests.repository.ts";

/**
 * Time and id of the last entry that was looked at, the balance before the last row, and the first page's snapshot. With the
 * balance in the cursor a page costs the same at any depth.
 */
const cursor = createPageCursor(
  z.tuple([exactMoment, z.int().min(0), z.int().nullable(), z.int().min(0), exactMoment]),
);

export interface LedgerRequestPage {
  requests: LedgerRequest[];
  nextCursor: string | null;
  archivedMonths?: string[];
}

/** Lists the ledger grouped by request. The balance is only known where no filter leaves rows out. */
export async function listLedgerRequests(
  database: Database,
  accountId: string,
  { limit, cursor: given, ...filter }: { limit: number; cursor?: string | undefined } & LedgerFilter,
): Promise<LedgerRequestPage> {
  const position = given ? cursor.decode(given) : undefined;
  const snapshot = await startOrContinue(database, accountId, position);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const after = position && { createdAt: position[0], entryId: position[1] };
  const page = { ...filter, after, snapshot };
  const groups = await listLedgerGroups(database, accountId, { ...page, limit: limit + 1 });
  const shown = groups.slice(0, limit);
  const last = shown.at(-1);
  const end =
    groups.length > limit && last
      ? { createdAt: last.exact_created_at, entryId: last.entry_id }
      : await findScanEnd(database, accountId, page);
  const archived = await listArchivedMonths(database, accountId, {
    before: after?.createdAt,
    after: end?.createdAt,
  });
  let balance = isFiltered ? null : snapshot.balance;
  const requests = shown.map((group) => {
    const request = toRequest(group, balance);
    if (balance !== null) balance -= changeOf(group);
    return request;
  });
  return {
    requests,
    nextCursor: end
      ? cursor.encode([end.createdAt, end.entryId, balance, snapshot.lastEntryId, snapshot.newestAt])
      : null,
    ...(archived.length > 0 && { archivedMonths: archived }),
  };
}

async function startOrContinue(
  database: Database,
  accountId: string,
  position: [string, number, number | null, number, string] | undefined,
): Promise<LedgerSnapshot & { balance: number | null }> {
  if (!position) return getLedgerSnapshot(database, accountId);
  const [, , balance, lastEntryId, newestAt] = position;
  return { balance, lastEntryId, newestAt };
}

/** How an entry changes the balance. A capture changes nothing: its hold did. */
const signs: Record<LedgerEntry["kind"], number> = {
  grant: 1,
  release: 1,
  hold: -1,
  reclaim: -1,
  capture: 0,
};

const changeOf = ({ granted, released, held, reclaimed }: LedgerGroup) =>
  granted + released - held - reclaimed;

function toRequest(group: LedgerGroup, balance: number | null): LedgerRequest {
  const { operation, request_id: requestId, key_id: keyId, note } = group;
  let after = balance;
  const entries = group.entries.map(({ id, kind, amount, createdAt }) => {
    const shownBalance = after === null ? null : toCredits(after);
    if (after !== null) after -= signs[kind] * amount;
    const same = { operation, requestId, keyId, note };
    return { id, kind, amount: toCredits(amount), ...same, createdAt, balance: shownBalance };
  });
  return {
    id: String(group.entry_id),
    kind: group.kind === "grant" || group.kind === "reclaim" ? group.kind : "request",
    requestId,
    operation,
    keyId,
    note,
    charged: toCredits(group.captured),
    // The hold of a request that began in an archived month is not here.
    held: toCredits(Math.max(0, group.held - group.captured - group.released)),
    released: toCredits(group.released),
    change: toCredits(changeOf(group)),
    balance: balance === null ? null : toCredits(balance),
    createdAt: group.created_at.toISOString(),
    updatedAt: group.updated_at.toISOString(),
    entryCount: group.entry_count,
    entries,
  };
}
