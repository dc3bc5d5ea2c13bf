import { sql, type Transaction } from "kysely";
import type { Fees, Hex, MintingChain, SignedTransaction } from "../../engines/chain/index.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Schema } from "../../platform/database/schema.ts";
import type { Backlog } from "../../platform/queue/queue-inspection.ts";

/** Which token a row is about. */
export interface MintKey {
  accountId: string;
  collectionId: string;
  number: number;
}

/** A token that the service mints. */
export interface TokenMint extends MintKey {
  to: Hex;
  tokenUri: string;
  state: "queued" | "signed" | "minted" | "failed";
  nonce: number | null;
  tokenId: string | null;
  hash: Hex | null;
  problem: string | null;
}

/** A signed transaction of a token. */
export interface MintAttempt {
  nonce: number;
  attempt: number;
  hash: Hex;
  raw: Hex;
  gas: bigint;
  fees: Fees;
  sentAt: Date | null;
}

const columns = [
  "account_id as accountId",
  "collection_id as collectionId",
  "number",
  "to_address as to",
  "token_uri as tokenUri",
  "state",
  "nonce",
  "token_id as tokenId",
  "hash",
  "problem",
] as const;

const keyOf = ({ accountId, collectionId, number }: MintKey) => ({
  account_id: accountId,
  collection_id: collectionId,
  number,
});

/** Puts tokens into the outbox. A token that is in it already stays as it is, unless its mint failed: then it is tried anew. */
export async function queueMints(
  transaction: Transaction<Schema>,
  chain: MintingChain,
  accountId: string,
  collectionId: string,
  to: string,
  tokens: { number: number; tokenUri: string }[],
): Promise<void> {
  await transaction
    .insertInto("mint_signer")
    .values({ chain_id: chain.chainId, address: chain.signer })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await sql`
    insert into token_mint (account_id, collection_id, number, chain_id, contract, signer, to_address, token_uri)
    select ${accountId}::uuid, ${collectionId}::uuid, t.number, ${chain.chainId}::bigint, ${chain.contract}, ${chain.signer},
      ${to}, t.token_uri
    from unnest(${tokens.map(({ number }) => number)}::integer[], ${tokens.map(({ tokenUri }) => tokenUri)}::text[])
      as t (number, token_uri)
    on conflict (account_id, collection_id, number) do update
      set state = 'queued', nonce = null, hash = null, problem = null, token_uri = excluded.token_uri,
        contract = excluded.contract, signer = excluded.signer, not_before = now(), changed_at = now()
      where token_mint.state = 'failed'`.execute(transaction);
}

/** Lists the mints of some tokens of a collection. */
export async function listMints(
  database: Database,
  accountId: string,
  collectionId: string,
  numbers: number[],
): Promise<TokenMint[]> {
  return (await database
    .selectFrom("token_mint")
    .select(columns)
    .where("account_id", "=", accountId)
    .where("collection_id", "=", collectionId)
    .where(sql<boolean>`number = any(${numbers}::integer[])`)
    .execute()) as TokenMint[];
}

/** Counts the tokens of a wallet that are not minted yet. */
export async function countOpenMints(
  database: Database,
  { chainId, signer }: Pick<MintingChain, "chainId" | "signer">,
): Promise<number> {
  const { open } = await database
    .selectFrom("token_mint")
    .select((builder) => builder.fn.countAll<number>().as("open"))
    .where("chain_id", "=", chainId)
    .where("signer", "=", signer)
    .where("state", "in", ["queued", "signed"])
    .executeTakeFirstOrThrow();
  return open;
}

/** Lists tokens of a wallet in one state: signed ones by their nonce, queued ones that are due by their age. */
export async function listMintsInState(
  database: Database,
  { chainId, signer }: MintingChain,
  state: "queued" | "signed",
  limit: number,
): Promise<TokenMint[]> {
  const mints = database
    .selectFrom("token_mint")
    .select(columns)
    .where("chain_id", "=", chainId)
    .where("signer", "=", signer)
    .where("state", "=", state)
    .limit(limit);
  const ordered =
    state === "signed"
      ? mints.orderBy("nonce")
      : mints.where(sql<boolean>`not_before <= now()`).orderBy("created_at").orderBy("number");
  return (await ordered.execute()) as TokenMint[];
}

/**
 * Gives a queued token its nonce and writes its signed transaction down, in one transaction. The wallet's row is
 * locked meanwhile: nobody else has this nonce, and no nonce is skipped when this fails. Undefined
 * when the token was not queued any more.
 */
export async function signQueued(
  database: Database,
  { chainId, signer }: Pick<MintingChain, "chainId" | "signer">,
  key: MintKey,
  minedCount: number,
  sign: (nonce: number) => Promise<SignedTransaction & { gas: bigint; fees: Fees }>,
): Promise<MintAttempt | undefined> {
  return database
    .transaction()
    .execute(async (transaction) => {
      const { nonce } = await transaction
        .updateTable("mint_signer")
        // Never below what is in blocks: whoever else uses this wallet must not leave us behind.
        .set({ next_nonce: sql`greatest(next_nonce, ${minedCount}) + 1` })
        .where("chain_id", "=", chainId)
        .where("address", "=", signer)
        .returning(sql<number>`next_nonce - 1`.as("nonce"))
        .executeTakeFirstOrThrow();
      const taken = await transaction
        .updateTable("token_mint")
        .set({ state: "signed", nonce, problem: null, changed_at: new Date() })
        .where("account_id", "=", key.accountId)
        .where("collection_id", "=", key.collectionId)
        .where("number", "=", key.number)
        .where("state", "=", "queued")
        .returning("number")
        .executeTakeFirst();
      if (!taken) throw new NotQueuedError();
      const signed = await sign(nonce);
      await keepAttempt(transaction, key, nonce, 1, signed);
      return { ...signed, nonce, attempt: 1, sentAt: null };
    })
    .catch((error) => {
      if (error instanceof NotQueuedError) return undefined;
      throw error;
    });
}

/** Undoes the nonce of a token that somebody else signed meanwhile. */
class NotQueuedError extends Error {}

/** Writes down a signed transaction that replaces the last one of its nonce. False when another process was first. */
export async function keepReplacement(
  database: Database,
  key: MintKey,
  last: MintAttempt,
  signed: SignedTransaction & { gas: bigint; fees: Fees },
): Promise<boolean> {
  return database
    .transaction()
    .execute((transaction) => keepAttempt(transaction, key, last.nonce, last.attempt + 1, signed));
}

async function keepAttempt(
  transaction: Transaction<Schema>,
  key: MintKey,
  nonce: number,
  attempt: number,
  { hash, raw, gas, fees }: SignedTransaction & { gas: bigint; fees: Fees },
): Promise<boolean> {
  const kept = await transaction
    .insertInto("mint_transaction")
    .values({
      ...keyOf(key),
      nonce,
      attempt,
      hash,
      raw,
      gas: String(gas),
      max_fee: String(fees.maxFeePerGas),
      max_priority_fee: fees.maxPriorityFeePerGas === null ? null : String(fees.maxPriorityFeePerGas),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("attempt")
    .executeTakeFirst();
  if (!kept) return false;
  await transaction
    .updateTable("token_mint")
    .set({ hash, changed_at: new Date() })
    .where("account_id", "=", key.accountId)
    .where("collection_id", "=", key.collectionId)
    .where("number", "=", key.number)
    .where("state", "=", "signed")
    .where("nonce", "=", nonce)
    .execute();
  return true;
}

/** Lists the transactions that were signed for a token under its nonce, newest first. */
export async function listAttempts(
  database: Database,
  mint: MintKey & { nonce: number },
): Promise<MintAttempt[]> {
  const rows = await database
    .selectFrom("mint_transaction")
    .selectAll()
    .where("account_id", "=", mint.accountId)
    .where("collection_id", "=", mint.collectionId)
    .where("number", "=", mint.number)
    .where("nonce", "=", mint.nonce)
    .orderBy("attempt", "desc")
    .execute();
  return rows.map((row) => ({
    nonce: row.nonce,
    attempt: row.attempt,
    hash: row.hash as Hex,
    raw: row.raw as Hex,
    gas: BigInt(row.gas),
    fees: {
      maxFeePerGas: BigInt(row.max_fee),
      maxPriorityFeePerGas: row.max_priority_fee === null ? null : BigInt(row.max_priority_fee),
    },
    sentAt: row.sent_at,
  }));
}

/** Notes that a node took a transaction; the first time counts, for that is since when it waits. */
export async function recordSent(
  database: Database,
  key: MintKey,
  { nonce, attempt }: MintAttempt,
): Promise<void> {
  await database
    .updateTable("mint_transaction")
    .set({ sent_at: sql`coalesce(sent_at, now())` })
    .where("account_id", "=", key.accountId)
    .where("collection_id", "=", key.collectionId)
    .where("number", "=", key.number)
    .where("nonce", "=", nonce)
    .where("attempt", "=", attempt)
    .execute();
}

/** Ends or changes the mint of a token that is still signed under this nonce. */
export async function settleMint(
  database: Database,
  mint: MintKey & { nonce: number },
  change:
    | { state: "minted"; tokenId: string; hash: Hex }
    | { state: "failed"; hash: Hex; problem: string }
    | { state: "queued"; problem: string },
): Promise<void> {
  await database
    .updateTable("token_mint")
    .set({
      state: change.state,
      changed_at: new Date(),
      problem: "problem" in change ? change.problem : null,
      ...(change.state === "minted" && { token_id: change.tokenId }),
      ...(change.state === "queued" ? { nonce: null, hash: null } : { hash: change.hash }),
    })
    .where("account_id", "=", mint.accountId)
    .where("collection_id", "=", mint.collectionId)
    .where("number", "=", mint.number)
    .where("state", "=", "signed")
    .where("nonce", "=", mint.nonce)
    .execute();
}

/** Notes why a token waits, and until when it is left alone. */
export async function recordProblem(
  database: Database,
  key: MintKey,
  problem: string,
  pauseInSeconds: number,
): Promise<void> {
  await database
    .updateTable("token_mint")
    .set({ problem, not_before: sql`now() + make_interval(secs => ${pauseInSeconds})` as never })
    .where("account_id", "=", key.accountId)
    .where("collection_id", "=", key.collectionId)
    .where("number", "=", key.number)
    .where("state", "in", ["queued", "signed"])
    .execute();
}

/** Takes the wallet for a while, so that one worker at a time asks the node. Correctness does not depend on it. */
export async function leaseSigner(
  database: Database,
  { chainId, signer }: MintingChain,
  seconds: number,
): Promise<boolean> {
  const leased = await database
    .updateTable("mint_signer")
    .set({ leased_until: sql`now() + make_interval(secs => ${seconds})` as never })
    .where("chain_id", "=", chainId)
    .where("address", "=", signer)
    .where(sql<boolean>`leased_until <= now()`)
    .returning("address")
    .executeTakeFirst();
  return leased !== undefined;
}

/** Gives the wallet back. */
export async function releaseSigner(database: Database, { chainId, signer }: MintingChain): Promise<void> {
  await database
    .updateTable("mint_signer")
    .set({ leased_until: new Date() })
    .where("chain_id", "=", chainId)
    .where("address", "=", signer)
    .execute();
}

/** Measures the outbox of mints: those that wait to be signed, and those that wait for their chain. */
export async function measureMints(database: Database): Promise<Backlog> {
  const { rows } = await sql<Omit<Backlog, "queue">>`
    select count(*) filter (where state = 'queued')::int as waiting, count(*) filter (where state = 'signed')::int as active,
      0 as later, 0 as failed,
      coalesce(extract(epoch from now() - min(created_at) filter (where state = 'queued')), 0)::float8 as "oldestInSeconds"
    from token_mint where state in ('queued', 'signed')`.execute(database);
  return { queue: "mints", waiting: 0, active: 0, later: 0, failed: 0, oldestInSeconds: 0, ...rows[0] };
}
