import { randomUUID } from "node:crypto";
import type { Centicredits } from "@mintwright/api-contract";
import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";
import { getAccountCredits, lockAccount } from "../credits/index.ts";
import { getLimits, TooManyKeysError } from "../limits/index.ts";

export interface StoredKey {
  keyId: string;
  name: string;
  shownPrefix: string;
  ratePerMinute: number | null;
  createdAt: Date;
  expiresAt: Date | null;
  allowedOperations: string[] | null;
  monthlyLimit: Centicredits | null;
  storesResults: boolean;
  lastUsedAt: Date | null;
  state: "active" | "expired" | "revoked";
}

export interface KeySettings {
  name: string;
  /** Requests in any 60 seconds; null applies only the account's limit. */
  ratePerMinute: number | null;
  expiresAt: Date | null;
  /** Ids of the operations that the key may call; null for all. */
  allowedOperations?: string[] | null;
  /** Spending limit per calendar month (UTC); null for none. */
  monthlyLimit?: Centicredits | null;
  /** True: results of calls with the key are stored in the library. Undefined leaves the setting as it is. */
  storesResults?: boolean | undefined;
}

export interface NewKey extends KeySettings {
  keyId: string;
  secretHash: Buffer;
  shownPrefix: string;
}

const toColumns = (settings: KeySettings) => ({
  name: settings.name,
  rate_per_minute: settings.ratePerMinute,
  expires_at: settings.expiresAt,
  allowed_operations: settings.allowedOperations ?? null,
  monthly_limit: settings.monthlyLimit ?? null,
  ...(settings.storesResults !== undefined && { stores_results: settings.storesResults }),
});

/** A revoked key counts against the key limit this long, because its rate window is kept. */
const revokedKeyCounts = sql`interval '1 hour'`;

/** Stores a key if the account has credits and may have another key. Returns false when it has no credits. */
export function insertKey(database: Database, accountId: string, key: NewKey): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    if (!(await lockAccount(transaction, accountId))) return false;
    const { balance } = await getAccountCredits(transaction, accountId);
    if (balance <= 0) return false;
    const { keys: atMost } = await getLimits(transaction, accountId);
    const { count } = await transaction
      .selectFrom("api_key")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("account_id", "=", accountId)
      .where("kind", "=", "owner")
      .where(sql<boolean>`(revoked_at is null or revoked_at > now() - ${revokedKeyCounts})`)
      .executeTakeFirstOrThrow();
    if (atMost !== null && count >= atMost) throw new TooManyKeysError(atMost);
    await transaction
      .insertInto("api_key")
      .values({
        account_id: accountId,
        key_id: key.keyId,
        secret_hash: key.secretHash,
        shown_prefix: key.shownPrefix,
        ...toColumns(key),
      })
      .execute();
    await transaction
      .insertInto("api_key_window")
      .values({ account_id: accountId, key_id: key.keyId })
      .execute();
    return true;
  });
}

export async function updateKey(
  database: Database,
  accountId: string,
  keyId: string,
  settings: KeySettings,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("api_key")
    .set(toColumns(settings))
    .where("account_id", "=", accountId)
    .where("key_id", "=", keyId)
    .where("kind", "=", "owner")
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function replaceKeySecret(
  database: Database,
  accountId: string,
  keyId: string,
  secret: Pick<NewKey, "secretHash" | "shownPrefix">,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("api_key")
    .set({ secret_hash: secret.secretHash, shown_prefix: secret.shownPrefix, replaced_at: sql`now()` })
    .where("account_id", "=", accountId)
    .where(sql<boolean>`key_id::text = lower(${keyId})`)
    .where("kind", "=", "owner")
    .where("revoked_at", "is", null)
    .where(sql<boolean>`(expires_at is null or expires_at > now())`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function revokeKey(database: Database, accountId: string, keyId: string): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("api_key")
    .set({ revoked_at: sql`now()` })
    .where("account_id", "=", accountId)
    .where(sql<boolean>`key_id::text = lower(${keyId})`)
    .where("kind", "=", "owner")
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function listKeys(database: Database, accountId: string): Promise<StoredKey[]> {
  const rows = await database
    .selectFrom("api_key as key")
    .leftJoin("api_key_window as window", (join) =>
      join.onRef("window.account_id", "=", "key.account_id").onRef("window.key_id", "=", "key.key_id"),
    )
    .select([
      "key.key_id",
      "key.name",
      "key.shown_prefix",
      "key.rate_per_minute",
      "key.created_at",
      "key.expires_at",
      "key.allowed_operations",
      "key.monthly_limit",
      "key.stores_results",
    ])
    .select(["window.last_used_at"])
    .select(
      sql<StoredKey["state"]>`case when revoked_at is not null then 'revoked'
        when expires_at <= now() then 'expired' else 'active' end`.as("state"),
    )
    .where("key.account_id", "=", accountId)
    .where("key.kind", "=", "owner")
    .orderBy("key.created_at", "desc")
    .execute();
  return rows.map((row) => ({
    keyId: row.key_id,
    name: row.name,
    shownPrefix: row.shown_prefix,
    ratePerMinute: row.rate_per_minute,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    allowedOperations: row.allowed_operations,
    monthlyLimit: row.monthly_limit,
    storesResults: row.stores_results,
    lastUsedAt: row.last_used_at,
    state: row.state,
  }));
}

/** Deletes rate windows of revoked keys. An account's rate is summed over all its windows, so fewer are faster. */
export async function deleteRevokedWindows(database: Database): Promise<void> {
  await sql`
    delete from api_key_window w using (
      select w.account_id, w.key_id from api_key k join api_key_window w using (account_id, key_id)
      where k.revoked_at < now() - ${revokedKeyCounts} limit 10000
    ) gone where w.account_id = gone.account_id and w.key_id = gone.key_id`.execute(database);
}

const dashboardRatePerMinute = 600;

interface KeyedMember {
  accountId: string;
  userId: string;
}

/** Finds or creates the key with which a member calls operations in the dashboard. */
export async function ensureMemberKey(database: Database, member: KeyedMember): Promise<string> {
  // On a conflict another request has created the key in the meantime.
  const keyId =
    (await findMemberKey(database, member)) ??
    (await adoptDashboardKey(database, member)) ??
    (await insertMemberKey(database, member)) ??
    (await findMemberKey(database, member));
  if (!keyId) throw new Error("the member has no key");
  return keyId;
}

async function findMemberKey(database: Database, { accountId, userId }: KeyedMember) {
  const row = await database
    .selectFrom("api_key")
    .select("key_id")
    .where("account_id", "=", accountId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.key_id;
}

const isOwner = ({ accountId, userId }: KeyedMember) => sql<boolean>`exists (
  select from member m where m.account_id = ${accountId}::uuid and m.user_id = ${userId} and m.role = 'owner')`;

/** Gives the owner the account's key without a member, which the version before this one has created. */
async function adoptDashboardKey(database: Database, member: KeyedMember): Promise<string | undefined> {
  const row = await database
    .updateTable("api_key")
    .set({ user_id: member.userId })
    .where("account_id", "=", member.accountId)
    .where("kind", "=", "dashboard")
    .where("user_id", "is", null)
    .where(isOwner(member))
    .returning("key_id")
    .executeTakeFirst();
  return row?.key_id;
}

async function insertMemberKey(database: Database, member: KeyedMember): Promise<string | undefined> {
  const { accountId, userId } = member;
  const keyId = randomUUID();
  const { rows } = await sql<{ key_id: string }>`
    with put as (
      insert into api_key (account_id, key_id, user_id, kind, name, secret_hash, shown_prefix, rate_per_minute)
      select ${accountId}::uuid, ${keyId}::uuid, u.id,
        case when ${isOwner(member)} and not exists (
          select from api_key k where k.account_id = ${accountId}::uuid and k.kind = 'dashboard'
        ) then 'dashboard' else 'member' end,
        case when ${isOwner(member)} then 'Dashboard' else left('Dashboard (' || u.name || ')', 64) end,
        uuid_send(${keyId}::uuid), '', ${dashboardRatePerMinute}::integer
      from app_user u where u.id = ${userId}
      on conflict do nothing
      returning account_id, key_id
    )
    insert into api_key_window (account_id, key_id) select account_id, key_id from put
    returning key_id`.execute(database);
  return rows[0]?.key_id;
}
