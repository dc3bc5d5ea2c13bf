import { sql } from "kysely";
import { toArrayLiteral, toByteaText } from "../../platform/database/array-literal.ts";
import type { Database } from "../../platform/database/database.ts";
import { deleteInBatches } from "../../platform/database/delete-in-batches.ts";

/** A request as the database judges it. */
export interface AdmissionRow {
  price: number;
  holdId: string;
  operation: string;
  requestId: string;
  idempotencyKey: string | null;
  fingerprintHex: string | null;
  deadlineInMs: number;
}

/** The requests of one key in a batch. */
export interface AdmissionGroup {
  secretHashHex: string;
  rows: AdmissionRow[];
}

/** What the database knows of a key after the batch. */
export interface AdmittedKey {
  accountId: string;
  keyId: string;
  ratePerMinute: number | null;
  roomBefore: number | null;
  retryAfterInSeconds: number | null;
  hasSavedContext: boolean;
}

/** Verdicts in the numbers of the SQL function. */
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

/** What the database answers for a batch: per group its key (absent when unknown), per request a verdict. */
export interface AdmissionAnswer {
  keys: (AdmittedKey | undefined)[];
  /** Groups of accounts that another transaction has locked: nothing was judged for them. */
  busyGroups: ReadonlySet<number>;
  verdicts: Verdict[];
  balances: number[];
}

/** The function's own answer: columns, since building rows of JSON costs more than judging them. */
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
 * Judges a batch of requests in one statement and one commit. It waits that long for a locked account and then fails; with 0
 * it judges the others.
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
  const result = await sql<{ answer: AdmissionColumns }>`
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
  if (!answer) throw new Error("admit_requests answered nothing");
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

/** The answer that an idempotency key was first given. */
export interface KeptAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer | undefined;
  /** Where the object store has the body, when it is too large for a row. */
  object: string | undefined;
}

/** Where large answers of an account are kept, also those that no row names any more. */
export const answerFolderOf = (accountId: string) => `answers/${accountId}/`;

/** Finds the kept answer of an idempotency key. */
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
 * Deletes answers that are older than they had to be kept. An expired answer is never replayed, so the object with its
 * body goes first: after a crash in between, the row still names it and the next run deletes it again.
 */
export async function deleteExpiredAnswers(
  database: Database,
  deleteObject: (name: string) => Promise<void>,
): Promise<void> {
  for (let cleared = objectsPerBatch; cleared === objectsPerBatch; ) {
    const objects = await listExpiredObjects(database);
    for (const object of objects) await deleteObject(object);
    cleared = await clearObjects(database, objects);
  }
  await deleteInBatches(database, "idempotent_answer", sql`expires_at < now() and answer_object is null`);
}

const objectsPerBatch = 500;

async function listExpiredObjects(database: Database): Promise<string[]> {
  const { rows } = await sql<{ object: string }>`
    select answer_object as object from idempotent_answer
    where expires_at < now() and answer_object is not null
    order by expires_at limit ${objectsPerBatch}`.execute(database);
  return rows.map(({ object }) => object);
}

async function clearObjects(database: Database, objects: readonly string[]): Promise<number> {
  // A row that admission is taking over is left alone: waiting for it while holding others would be a deadlock.
  const { numAffectedRows } = await sql`
    update idempotent_answer set answer_object = null where ctid = any(array(
      select ctid from idempotent_answer
      where expires_at < now() and answer_object = any(${toArrayLiteral(objects)}::text[]) for update skip locked
    ))`.execute(database);
  return Number(numAffectedRows ?? 0n);
}
