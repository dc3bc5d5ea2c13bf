import { hash } from "node:crypto";
import type { History } from "./history.ts";
import type { Installation } from "./installation.ts";

export interface LedgerEntry {
  account_id: string;
  kind: "grant" | "hold" | "capture" | "release" | "reclaim";
  amount: number;
  operation: string | null;
  request_id: string | null;
  hold_id: string | null;
  note: string | null;
}

export interface CollectionFact {
  account_id: string;
  collection_id: string;
  state: string;
  amount: number;
  price_each: number;
  made: number | null;
  failed: number | null;
  hold_request_id: string | null;
  images: { number: number; state: string; object: string | null; sha256: string | null }[];
}

export interface DeliveryFact {
  delivery_id: string;
  type: string;
  state: string;
  attempts: number;
  body: string;
}

export interface MintFact {
  collection_id: string;
  number: number;
  state: string;
  nonce: number | null;
  token_uri: string;
}

/** What the database, the object store and the chain say after a seed, beside what the clients were told. */
export interface Facts {
  history: History;
  accountIds: string[];
  accounts: { account_id: string; granted: number; balance: number; held: number; spent: number }[];
  /** Over the whole life of each account. */
  ledgerSums: { account_id: string; granted: number; spent: number }[];
  holds: { account_id: string; request_id: string; operation: string }[];
  /** Of this seed only. */
  entries: LedgerEntry[];
  collections: CollectionFact[];
  deliveries: DeliveryFact[];
  mints: MintFact[];
  /** Every transaction that was ever signed. */
  signed: { collection_id: string; number: number; nonce: number; hash: string }[];
  keys: { key_id: string; account_id: string; isRevoked: boolean }[];
  /** Every object of the seed, with the hash of its bytes. */
  objects: Map<string, string>;
  answerObjects: string[];
  /** The URI of every token that the contract minted, with its transaction. */
  minted: { uri: string; hash: string }[];
  /** How many transactions of the signer the chain has. */
  sentCount: number;
}

/** Where a seed began: later rows are its own. */
export interface SeedStart {
  entryId: number;
  at: string;
  block: number;
}

export async function readSeedStart({ database, anvil }: Installation): Promise<SeedStart> {
  const [row] = await database.query<{ entry_id: number; at: string }>(
    "select last_value::int as entry_id, clock_timestamp()::text as at from ledger_entry_id",
  );
  if (!row) throw new Error("the ledger has no sequence");
  return { entryId: row.entry_id, at: row.at, block: Number(await anvil.ask<string>("eth_blockNumber")) };
}

/** NFTMinted(address,uint256,string). */
const nftMintedTopic = "0xd35bb95e09c04b219e35047ce7b7b300e3384264ef84a40456943dbc0fc17c14";

/** Reads the one text that the data of an event holds: its offset, its length, its bytes. */
function readAbiText(data: string): string {
  const bytes = Buffer.from(data.slice(2), "hex");
  return bytes.subarray(64, 64 + bytes.readUInt32BE(60)).toString();
}

export async function readFacts(
  { database, anvil, contract, objects, owners }: Installation,
  history: History,
  start: SeedStart,
): Promise<Facts> {
  const accountIds = owners.map(({ accountId }) => accountId);
  const ask = <Row>(text: string, ...more: unknown[]) => database.query<Row>(text, [accountIds, ...more]);
  const logs = await anvil.ask<{ data: string; transactionHash: string }[]>("eth_getLogs", {
    address: contract,
    topics: [nftMintedTopic],
    fromBlock: "0x0",
  });
  const collections = await ask<CollectionFact>(
    `select c.account_id, c.collection_id, c.state, c.amount, c.price_each::int, c.made, c.failed,
       (select e.request_id from ledger_entry e where e.account_id = c.account_id and e.hold_id = c.hold_id limit 1)
         as hold_request_id,
       coalesce((select json_agg(json_build_object('number', i.number, 'state', i.state, 'object', i.object,
         'sha256', encode(i.sha256, 'hex')) order by i.number) from collection_image i
         where i.account_id = c.account_id and i.collection_id = c.collection_id), '[]') as images
     from collection c where c.account_id = any($1) and c.created_at > $2::timestamptz`,
    start.at,
  );
  const names = await objects.list();
  const own = new Set(collections.map(({ collection_id }) => collection_id));
  const imageNames = names.filter((name) => own.has(name.split("/")[1] ?? ""));
  const hashes = await Promise.all(
    imageNames.map(async (name): Promise<[string, string]> => {
      const bytes = await objects.get(name);
      return [name, bytes ? hash("sha256", bytes, "hex") : "missing"];
    }),
  );
  return {
    history,
    accountIds,
    accounts: await ask(
      "select account_id, granted::float8, balance::float8, held::float8, spent::float8 from account where account_id = any($1)",
    ),
    ledgerSums: await ask(
      `select account_id, coalesce(sum(amount) filter (where kind = 'grant'), 0)::float8
           - coalesce(sum(amount) filter (where kind = 'reclaim'), 0)::float8 as granted,
         coalesce(sum(amount) filter (where kind = 'capture'), 0)::float8 as spent
       from ledger_entry where account_id = any($1) group by account_id`,
    ),
    holds: await ask("select account_id, request_id, operation from hold where account_id = any($1)"),
    entries: await ask(
      `select account_id, kind, amount::int, operation, request_id, hold_id, note from ledger_entry
       where account_id = any($1) and entry_id > $2 order by entry_id`,
      start.entryId,
    ),
    collections,
    deliveries: await ask(
      `select delivery_id, type, state, attempts, body from webhook_delivery
       where account_id = any($1) and created_at > $2::timestamptz`,
      start.at,
    ),
    mints: await ask(
      `select collection_id, number, state, nonce::int, token_uri from token_mint
       where account_id = any($1) and created_at > $2::timestamptz`,
      start.at,
    ),
    signed: await ask(
      "select collection_id, number, nonce::int, hash from mint_transaction where account_id = any($1)",
    ),
    keys: await ask(
      `select key_id, account_id, revoked_at is not null as "isRevoked" from api_key where account_id = any($1)`,
    ),
    objects: new Map(hashes),
    answerObjects: names.filter((name) => name.startsWith("answers/")),
    minted: logs.map(({ data, transactionHash }) => ({ uri: readAbiText(data), hash: transactionHash })),
    sentCount: Number(
      await anvil.ask<string>("eth_getTransactionCount", anvil.wallets[0]?.address, "latest"),
    ),
  };
}
