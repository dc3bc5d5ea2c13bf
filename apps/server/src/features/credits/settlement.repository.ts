import { sql } from "kysely";
import { toArrayLiteral, toByteaText } from "../../platform/database/array-literal.ts";
import type { Database } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared-statements.ts";

/** An answer to store: its body, or the name of the object that holds it. */
export interface KeptAnswerDraft {
  status: number;
  headers: Record<string, string>;
  body?: string | Buffer;
  object?: string;
}

/** How a hold ends: the captured amount, and the answer to store for its idempotency key. */
export interface Settlement {
  accountId: string;
  holdId: string;
  captured: number;
  answer?: KeptAnswerDraft | undefined;
  /** A JSON object to store in the transaction of the capture. Chat history uses it. */
  memory?: string | undefined;
  /** True: the call has reserved library items, which the capture makes visible. */
  keepsResults?: boolean | undefined;
}

export interface SettledHold {
  captured: number;
  balance: number;
}

export interface SettledBatch {
  settled: Map<string, SettledHold>;
  busy: ReadonlySet<string>;
}

/**
 * Settles a batch of holds in one statement and one commit. Waits at most `lockWaitInMs` for a locked account and then
 * fails; with 0 it skips locked accounts.
 */
export async function settleHolds(
  database: Database,
  settlements: readonly Settlement[],
  lockWaitInMs: number,
): Promise<SettledBatch> {
  const column = (read: (settlement: Settlement) => string | number | null) =>
    toArrayLiteral(settlements.map(read));
  const name = chooseFunction(settlements);
  const settle = sql.raw(name);
  const memories =
    name === "settle_holds" ? sql`` : sql`, ${column(({ memory }) => memory ?? null)}::text::text[]`;
  const { rows } = await sql<{
    settled_hold_id: string;
    captured: number | null;
    balance: number;
  }>`${prepared}
    select settled_hold_id, captured, balance from ${settle}(
      ${column((settlement) => settlement.accountId)}::text::uuid[],
      ${column((settlement) => settlement.holdId)}::text::uuid[],
      ${column((settlement) => settlement.captured)}::text::bigint[],
      ${column((settlement) => settlement.answer?.status ?? null)}::text::smallint[],
      ${column(({ answer }) => (answer ? JSON.stringify(answer.headers) : null))}::text::text[],
      ${column(({ answer }) => (answer?.body === undefined ? null : toByteaText(Buffer.from(answer.body).toString("hex"))))}::text::bytea[],
      ${column(({ answer }) => answer?.object ?? null)}::text::text[]${memories},
      in_lock_wait_in_ms => ${lockWaitInMs}::integer
    )`.execute(database);
  const settled = new Map<string, SettledHold>();
  const busy = new Set<string>();
  for (const { settled_hold_id, captured, balance } of rows) {
    if (captured === null) busy.add(settled_hold_id);
    else settled.set(settled_hold_id, { captured, balance });
  }
  return { settled, busy };
}

/** Only batches with chat history or library items pay for storing them. */
function chooseFunction(settlements: readonly Settlement[]): string {
  if (settlements.some(({ keepsResults }) => keepsResults)) return "settle_holds_and_keep";
  return settlements.some(({ memory }) => memory !== undefined)
    ? "settle_holds_and_remember"
    : "settle_holds";
}

/** Finds the capture of a settled hold in the ledger, with the current balance. */
export function findCapture(
  database: Database,
  accountId: string,
  holdId: string,
): Promise<SettledHold | undefined> {
  return database
    .selectFrom("ledger_entry as entry")
    .innerJoin("account", "account.account_id", "entry.account_id")
    .select(["entry.amount as captured", "account.balance"])
    .where("entry.account_id", "=", accountId)
    .where("entry.created_at", ">", sql<Date>`now() - interval '1 hour'`)
    .where("entry.hold_id", "=", holdId)
    .where("entry.kind", "=", "capture")
    .executeTakeFirst();
}

export async function findHolds(
  database: Database,
  holdIds: readonly string[],
): Promise<{ accountId: string; holdId: string }[]> {
  return database
    .selectFrom("hold")
    .select(["account_id as accountId", "hold_id as holdId"])
    .where("hold_id", "in", holdIds)
    .execute();
}

/**
 * Releases holds of dead processes and holds past their deadline. Returns how many: none until a process has reached the
 * database for `graceInMs` without a gap.
 */
export async function sweepHolds(
  database: Database,
  { silenceInMs, graceInMs }: { silenceInMs: number; graceInMs: number },
): Promise<number> {
  const { rows } = await sql<{
    swept: number;
  }>`select sweep_holds(${silenceInMs}::integer, 1000, ${graceInMs}::integer) as swept`.execute(database);
  return rows[0]?.swept ?? 0;
}

/** Moves the deadline of holds whose work continues. Skips holds that are being settled. */
export async function extendHolds(
  database: Database,
  holds: readonly { accountId: string; holdId: string }[],
  deadlineInMs: number,
): Promise<void> {
  await sql`
    update hold set deadline = now() + ${deadlineInMs}::integer * interval '1 millisecond'
    where (account_id, hold_id) in (
      select h.account_id, h.hold_id from hold h
      join unnest(
        ${toArrayLiteral(holds.map(({ accountId }) => accountId))}::text::uuid[],
        ${toArrayLiteral(holds.map(({ holdId }) => holdId))}::text::uuid[]
      ) as kept(account_id, hold_id) on h.account_id = kept.account_id and h.hold_id = kept.hold_id
      for update of h skip locked
    )`.execute(database);
}
