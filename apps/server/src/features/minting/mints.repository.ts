import type { Centicredits } from "@mintwright/api-contract";
import { sql, type Transaction } from "kysely";
import type { Hex, MintingChain } from "../../engines/chain/index.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Schema } from "../../platform/database/schema.ts";
import type { Backlog } from "../../platform/queue/queue-inspection.ts";

/** The primary key of a mint. */
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
  /** How many of its transactions failed. */
  failures: number;
  /** How often in a row its nonce was used and none of its transactions was found. */
  absences: number;
  /** Its place in a transaction that mints several tokens, from 1; 0 when it is minted alone. */
  batchPosition: number;
}

/** Tokens of one collection and one receiver that share a transaction, in their order. Never empty. */
export type Batch<Mint extends MintKey = TokenMint> = readonly [Mint, ...Mint[]];

/** A token with a transaction under way. */
export type SignedMint = TokenMint & { nonce: number };

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
  "failures",
  "absences",
  "batch_position as batchPosition",
] as const;

/** The columns that name a token. */
export const keyOf = ({ accountId, collectionId, number }: MintKey) => ({
  account_id: accountId,
  collection_id: collectionId,
  number,
});

/** Matches the rows of a batch, in any table whose key begins with that of a mint. */
export const isOfBatch = ([first, ...others]: Batch<MintKey>) =>
  sql<boolean>`account_id = ${first.accountId}::uuid and collection_id = ${first.collectionId}::uuid
    and number = any(${[first, ...others].map(({ number }) => number)}::integer[])`;

/** Tokens that an account asks for. */
export interface NewMints {
  accountId: string;
  collectionId: string;
  to: string;
  tokens: { number: number; tokenUri: string }[];
  /** Of each token. */
  price: Centicredits;
  /** What holds the price of them all; null when they are free. */
  holdId: string | null;
  maxAttempts: number;
}

/**
 * Puts tokens into the outbox and returns the numbers of those that were not in it. A token that is in it already stays
 * as it is, unless its mint failed less often than it may: then it is tried again.
 */
export async function queueMints(
  transaction: Transaction<Schema>,
  chain: Pick<MintingChain, "chainId" | "contract" | "signer">,
  { accountId, collectionId, to, tokens, price, holdId, maxAttempts }: NewMints,
): Promise<number[]> {
  await transaction
    .insertInto("mint_signer")
    .values({ chain_id: chain.chainId, address: chain.signer })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // The wallet's job does not end between now and the commit: it would not see these mints (minting.jobs.ts).
  await sql`select from mint_signer where chain_id = ${chain.chainId}::bigint and address = ${chain.signer}
    for key share`.execute(transaction);
  const { rows } = await sql<{ number: number }>`
    insert into token_mint (account_id, collection_id, number, chain_id, contract, signer, to_address, token_uri, price, hold_id)
    select ${accountId}::uuid, ${collectionId}::uuid, t.number, ${chain.chainId}::bigint, ${chain.contract}, ${chain.signer},
      ${to}, t.token_uri, ${price}::bigint, ${holdId}::uuid
    from unnest(${tokens.map(({ number }) => number)}::integer[], ${tokens.map(({ tokenUri }) => tokenUri)}::text[])
      as t (number, token_uri)
    on conflict (account_id, collection_id, number) do update
      set state = 'queued', nonce = null, hash = null, problem = null, token_uri = excluded.token_uri,
        contract = excluded.contract, signer = excluded.signer, price = excluded.price, hold_id = excluded.hold_id,
        not_before = now(), changed_at = now()
      where token_mint.state = 'failed' and token_mint.failures < ${maxAttempts}
    returning number`.execute(transaction);
  return rows.map(({ number }) => number);
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

/** Lists the mints of a whole collection, as its owner sees them. */
export function listCollectionMints(database: Database, accountId: string, collectionId: string) {
  return database
    .selectFrom("token_mint")
    .select(["number as id", "state", "problem", "hash", "token_id as tokenId"])
    .where("account_id", "=", accountId)
    .where("collection_id", "=", collectionId)
    .orderBy("number")
    .execute();
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

/** Lists the tokens of a wallet that have a transaction under way, by transaction in the order of their nonces. */
export async function listSignedBatches(
  database: Database,
  { chainId, signer }: MintingChain,
  limit: number,
): Promise<Batch<SignedMint>[]> {
  const mints = (await database
    .selectFrom("token_mint")
    .select(columns)
    .where("chain_id", "=", chainId)
    .where("signer", "=", signer)
    .where("state", "=", "signed")
    .where(
      sql<boolean>`nonce in (select distinct nonce from token_mint
        where chain_id = ${chainId}::bigint and signer = ${signer} and state = 'signed' order by nonce limit ${limit})`,
    )
    .orderBy("nonce")
    .orderBy("batch_position")
    .execute()) as SignedMint[];
  return [...Map.groupBy(mints, ({ nonce }) => nonce).values()] as unknown as Batch<SignedMint>[];
}

/**
 * Lists the queued tokens of a wallet that are due, as batches that one transaction can mint. A token of which a transaction
 * failed is minted alone: it would fail the others. Accounts take turns, those with the fewest transactions under way first:
 * an account with ten thousand tokens in the queue delays the first token of another one by one place.
 */
export async function listQueuedBatches(
  database: Database,
  { chainId, signer }: MintingChain,
  { limit, batchSize }: { limit: number; batchSize: number },
): Promise<Batch[]> {
  const { rows } = await sql<{ mints: Batch }>`
    with recursive waiting (account_id) as (
      (select account_id from token_mint
       where chain_id = ${chainId}::bigint and signer = ${signer} and state = 'queued' order by account_id limit 1)
      union all
      select (
        select t.account_id from token_mint t
        where t.chain_id = ${chainId}::bigint and t.signer = ${signer} and t.state = 'queued' and t.account_id > w.account_id
        order by t.account_id limit 1
      ) from waiting w where w.account_id is not null
    ),
    under_way as (
      select account_id, count(distinct nonce) as transactions from token_mint
      where chain_id = ${chainId}::bigint and signer = ${signer} and state = 'signed' group by account_id
    )
    select q.mints
    from waiting w
    cross join lateral (
      select b.mints, b.created_at, b.number, row_number() over (order by b.created_at, b.number) as place
      from (
        select min(s.created_at) as created_at, min(s.number) as number,
          json_agg(json_build_object('accountId', s.account_id, 'collectionId', s.collection_id, 'number', s.number,
            'to', s.to_address, 'tokenUri', s.token_uri, 'state', s.state, 'nonce', s.nonce, 'tokenId', s.token_id,
            'hash', s.hash, 'problem', s.problem, 'failures', s.failures, 'absences', s.absences,
            'batchPosition', s.batch_position) order by s.created_at, s.number) as mints
        from (
          select t.*, (row_number() over (
              partition by t.collection_id, t.to_address, t.contract, case when t.failures > 0 then t.number end
              order by t.created_at, t.number) - 1) / ${batchSize}::integer as batch
          from (
            select * from token_mint m
            where m.chain_id = ${chainId}::bigint and m.signer = ${signer} and m.state = 'queued'
              and m.account_id = w.account_id and m.not_before <= now()
            order by m.created_at, m.number limit ${limit * batchSize}
          ) t
        ) s
        group by s.collection_id, s.to_address, s.contract, case when s.failures > 0 then s.number end, s.batch
      ) b
    ) q
    left join under_way u on u.account_id = w.account_id
    order by coalesce(u.transactions, 0) + q.place, q.created_at, q.number limit ${limit}`.execute(database);
  return rows.map(({ mints }) => mints);
}

/** Records why tokens wait and when they are tried next. */
export async function recordProblem(
  database: Database,
  batch: Batch<MintKey>,
  problem: string,
  pauseInSeconds: number,
): Promise<void> {
  await database
    .updateTable("token_mint")
    .set({ problem, not_before: sql`now() + make_interval(secs => ${pauseInSeconds})` as never })
    .where(isOfBatch(batch))
    .where("state", "in", ["queued", "signed"])
    .execute();
}

/** Notes that a token's nonce was used and none of its transactions was found; returns since when that is so. */
export async function recordAbsence(
  database: Database,
  mint: MintKey & { nonce: number },
  block: bigint,
): Promise<{ absences: number; sinceBlock: bigint } | undefined> {
  const row = await database
    .updateTable("token_mint")
    .set({
      absences: sql`absences + 1`,
      absent_since_block: sql`coalesce(absent_since_block, ${String(block)}::bigint)`,
    })
    .where(({ and }) => and({ ...keyOf(mint), state: "signed", nonce: mint.nonce }))
    .returning(["absences", "absent_since_block"])
    .executeTakeFirst();
  return row && { absences: row.absences, sinceBlock: BigInt(row.absent_since_block ?? 0) };
}

/** Records that a transaction of the token was found again. */
export async function clearAbsences(database: Database, key: MintKey): Promise<void> {
  await database
    .updateTable("token_mint")
    .set({ absences: 0, absent_since_block: null })
    .where(({ and }) => and(keyOf(key)))
    .execute();
}

/**
 * Counts the tokens of an account that have a transaction under way, and keeps others from signing more until the
 * transaction ends: without their rows their nonces would stay empty, and the wallet would stop.
 */
export async function countSignedMints(transaction: Database, accountId: string): Promise<number> {
  const open = await transaction
    .selectFrom("token_mint")
    .select("state")
    .where("account_id", "=", accountId)
    .where("state", "in", ["queued", "signed"])
    // In the order in which batches are signed: no deadlock with a worker.
    .orderBy("collection_id")
    .orderBy("number")
    .forUpdate()
    .execute();
  return open.filter(({ state }) => state === "signed").length;
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
