import { sql } from "kysely";
import { toArrayLiteral, toByteaText } from "../../platform/database/array-literal.ts";
import type { CleanUpRound } from "../../platform/database/clean-up-round.ts";
import type { Database } from "../../platform/database/database.ts";
import { deleteInBatches } from "../../platform/database/delete-in-batches.ts";
import { prepared } from "../../platform/database/prepared-statements.ts";

export interface AdmissionRow {
  price: number;
  holdId: string;
  operation: string;
  requestId: string;
  idempotencyKey: string | null;
  fingerprintHex: string | null;
  deadlineInMs: number;
}

export interface AdmissionGroup {
  secretHashHex: string;
  rows: AdmissionRow[];
}

export interface AdmittedKey {
  accountId: string;
  keyId: string;
  ratePerMinute: number | null;
  roomBefore: number | null;
  retryAfterInSeconds: number | null;
  hasSavedContext: boolean;
}

/** Verdicts in the numbering of the SQL function `admit_requests`. */
export const verdicts = [
  "admitted",
  "rate_limited",
  "insufficient_credits",
  "replay",
  "key_reused",
  "still_running",
  "operation_not_allowed",
  "key_limit_reached",
  "account_rate_limited",
] as const;

export type Verdict = (typeof verdicts)[number];

/** The database's answer for a batch: one key per group (undefined when unknown), one verdict per request. */
export interface AdmissionAnswer {
  keys: (AdmittedKey | undefined)[];
  /** Groups whose account is locked by another transaction: none of their requests was judged. */
  busyGroups: ReadonlySet<number>;
  verdicts: Verdict[];
  balances: number[];
}

/** The raw answer of the SQL function. Columns, because building JSON rows costs more than judging the requests. */
interface AdmissionColumns {
  positions: number[] | null;
  accounts: string[];
  keys: string[];
  rates: (number | null)[];
  rooms: (number | null)[];
  retriesAfter: (number | null)[];
  haveContext: boolean[];
  verdicts: number[];
  balances: number[];
  busy: number[] | null;
}

/**
 * Judges a batch of requests in one statement and one commit. Waits at most `lockWaitInMs` for a locked account and then
 * fails; with 0 it skips locked accounts.
 */
export async function admitRequests(
  database: Database,
  processId: string,
  groups: readonly AdmissionGroup[],
  lockWaitInMs: number,
): Promise<AdmissionAnswer> {
  const rows = groups.flatMap((group) => group.rows);
  const firstRequests: number[] = [];
  let next = 1;
  for (const group of groups) {
    firstRequests.push(next);
    next += group.rows.length;
  }
  const column = (read: (row: AdmissionRow) => string | number | null) => toArrayLiteral(rows.map(read));
  const result = await sql<{ answer: AdmissionColumns }>`${prepared}
    select admit_requests(
      ${processId}::text::uuid,
      ${toArrayLiteral(groups.map((group) => toByteaText(group.secretHashHex)))}::text::bytea[],
      ${toArrayLiteral(firstRequests)}::text::integer[],
      ${toArrayLiteral(groups.map((group) => group.rows.length))}::text::integer[],
      ${column((row) => row.price)}::text::bigint[],
      ${column((row) => row.holdId)}::text::uuid[],
      ${column((row) => row.operation)}::text::text[],
      ${column((row) => row.requestId)}::text::text[],
      ${column((row) => row.idempotencyKey)}::text::text[],
      ${column((row) => row.fingerprintHex && toByteaText(row.fingerprintHex))}::text::bytea[],
      ${column((row) => row.deadlineInMs)}::text::integer[],
      ${lockWaitInMs}::integer
    ) as answer`.execute(database);
  const answer = result.rows[0]?.answer;
  if (!answer) throw new Error("admit_requests returned no row");
  const keys: AdmissionAnswer["keys"] = groups.map(() => undefined);
  for (const [index, position] of (answer.positions ?? []).entries()) {
    keys[position - 1] = {
      accountId: answer.accounts[index] as string,
      keyId: answer.keys[index] as string,
      ratePerMinute: answer.rates[index] as number | null,
      roomBefore: answer.rooms[index] as number | null,
      retryAfterInSeconds: answer.retriesAfter[index] as number | null,
      hasSavedContext: answer.haveContext[index] === true,
    };
  }
  return {
    keys,
    busyGroups: new Set(answer.busy?.map((position) => position - 1)),
    verdicts: answer.verdicts.map((verdict) => verdicts[verdict] as Verdict),
    balances: answer.balances,
  };
}

/** The stored answer to the first request with an idempotency key. */
export interface KeptAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer | undefined;
  object: string | undefined;
}

export const answersFolder = "answers/";

/** Folder of an account's large answers, including those that no row refers to any more. */
export const answerFolderOf = (accountId: string) => `${answersFolder}${accountId}/`;

export async function findKeptAnswer(
  database: Database,
  accountId: string,
  idempotencyKey: string,
): Promise<KeptAnswer | undefined> {
  const row = await database
    .selectFrom("idempotent_answer")
    .select(["answer_status", "answer_headers", "answer_body", "answer_object"])
    .where("account_id", "=", accountId)
    .where("idempotency_key", "=", idempotencyKey)
    .executeTakeFirst();
  if (!row?.answer_status) return undefined;
  return {
    status: row.answer_status,
    headers: row.answer_headers ?? {},
    body: row.answer_body ? Buffer.from(row.answer_body) : undefined,
    object: row.answer_object ?? undefined,
  };
}

/**
 * Deletes expired answers. The object with the body goes first: after a crash in between, the row still refers to it and
 * the next run deletes it again. Expired answers are never replayed.
 */
export async function deleteExpiredAnswers(
  database: Database,
  round: CleanUpRound,
  deleteObject: (name: string) => Promise<void>,
): Promise<void> {
  for (let cleared = objectsPerBatch; cleared === objectsPerBatch && !round.isOver(); ) {
    const objects = await listExpiredObjects(database);
    for (const object of objects) await deleteObject(object);
    const startedAt = performance.now();
    cleared = await clearObjects(database, objects);
    if (cleared === objectsPerBatch) await round.rest(performance.now() - startedAt);
  }
  await deleteInBatches(database, round, {
    table: "idempotent_answer",
    ageColumn: "expires_at",
    before: sql`now()`,
    and: sql`answer_object is null`,
  });
}

const objectsPerBatch = 100;

async function listExpiredObjects(database: Database): Promise<string[]> {
  const { rows } = await sql<{ object: string }>`
    select answer_object as object from idempotent_answer
    where expires_at < now() and answer_object is not null
    order by expires_at limit ${objectsPerBatch}`.execute(database);
  return rows.map(({ object }) => object);
}

async function clearObjects(database: Database, objects: readonly string[]): Promise<number> {
  // Skips rows that admission is reusing: waiting for them while holding others would deadlock.
  const { numAffectedRows } = await sql`
    update idempotent_answer set answer_object = null where ctid = any(array(
      select ctid from idempotent_answer
      where expires_at < now() and answer_object = any(${toArrayLiteral(objects)}::text[]) for update skip locked
    ))`.execute(database);
  return Number(numAffectedRows ?? 0n);
}
