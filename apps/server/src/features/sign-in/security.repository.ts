import { randomUUID } from "node:crypto";
import type { Passkey } from "@mintwright/api-contract/dashboard";
import { sql } from "kysely";
import type { Database } from "../../platform/database/database.ts";

export async function listPasskeys(database: Database, userId: string): Promise<Passkey[]> {
  const { rows } = await sql<Omit<Passkey, "createdAt"> & { createdAt: Date }>`
    select id, coalesce(nullif(name, ''), 'Passkey') as name, created_at as "createdAt", backed_up as "isSynced"
    from user_passkey where user_id = ${userId} order by created_at`.execute(database);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

/** The ways in which a user can sign in: password, passkeys, wallets and identity providers. */
const countLogins = (userId: string) => sql`(
  (select count(*) from user_login l where l.user_id = ${userId} and l.provider <> 'siwe'
    and (l.provider <> 'credential' or l.password is not null))
  + (select count(*) from user_passkey p where p.user_id = ${userId})
  + (select count(distinct w.address) from user_wallet w where w.user_id = ${userId}))`;

/** Deletes something with which the user signs in, unless it is the only way. */
function deleteLogin(
  database: Database,
  userId: string,
  run: (transaction: Database) => Promise<boolean>,
): Promise<"deleted" | "unknown" | "only"> {
  return database
    .transaction()
    .execute(async (transaction) => {
      await sql`select from app_user where id = ${userId} for update`.execute(transaction);
      const { rows } = await sql<{ count: number }>`select ${countLogins(userId)} as count`.execute(
        transaction,
      );
      if (!(await run(transaction))) return "unknown";
      if ((rows[0]?.count ?? 0) > 1) return "deleted";
      throw new OnlyLoginError();
    })
    .catch((error) => {
      if (error instanceof OnlyLoginError) return "only";
      throw error;
    });
}

/** Rolls the deletion back. */
class OnlyLoginError extends Error {}

export const deletePasskey = (database: Database, userId: string, passkeyId: string) =>
  deleteLogin(database, userId, async (transaction) => {
    const { numAffectedRows } = await sql`
      delete from user_passkey where user_id = ${userId} and id = ${passkeyId}`.execute(transaction);
    return numAffectedRows === 1n;
  });

export const removeWallet = (database: Database, userId: string, address: string) =>
  deleteLogin(database, userId, async (transaction) => {
    const { numAffectedRows } = await sql`
      delete from user_wallet where user_id = ${userId} and lower(address) = lower(${address})`.execute(
      transaction,
    );
    await sql`
      delete from user_login where user_id = ${userId} and provider = 'siwe'
        and lower(split_part(provider_user, ':', 1)) = lower(${address})`.execute(transaction);
    return Boolean(numAffectedRows);
  });

/** Links a wallet. Returns false when it belongs to another user. */
export function addWallet(
  database: Database,
  userId: string,
  { address, chainId }: { address: string; chainId: number },
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`wallet ${address.toLowerCase()}`}, 0))`.execute(
      transaction,
    );
    const { rows } = await sql`
      select 1 from user_wallet where lower(address) = lower(${address}) and user_id <> ${userId}`.execute(
      transaction,
    );
    if (rows.length > 0) return false;
    await sql`
      insert into user_wallet (id, user_id, address, chain_id) values (${randomUUID()}, ${userId}, ${address}, ${chainId}::integer)
      on conflict do nothing`.execute(transaction);
    await sql`
      insert into user_login (id, user_id, provider, provider_user)
      values (${randomUUID()}, ${userId}, 'siwe', ${`${address}:${chainId}`}) on conflict do nothing`.execute(
      transaction,
    );
    return true;
  });
}

/**
 * Removes the second factor of a user, and the trust in devices that were not asked for it. Returns the user's email and
 * organisations; undefined when no user with a second factor has this email.
 */
export async function deleteSecondFactor(
  database: Database,
  email: string,
): Promise<{ userId: string; email: string; accountIds: string[] } | undefined> {
  const { rows } = await sql<{ userId: string; email: string; accountIds: string[] }>`
    with removed as (
      update app_user u set two_factor_enabled = false, updated_at = now()
      where lower(u.email) = lower(${email}) and u.two_factor_enabled
      returning u.id, u.email
    ), factor as (
      delete from user_two_factor where user_id in (select id from removed)
    ), trust as (
      delete from user_verification where identifier like 'trust-device-%' and value in (select id from removed)
    )
    select id as "userId", email,
      array(select m.account_id::text from member m where m.user_id = removed.id order by 1) as "accountIds"
    from removed`.execute(database);
  return rows[0];
}

/**
 * Changes a user's email, and that of the account which had it. Links to reset the password that were sent to the old address
 * stop working. Returns false when the old email is no longer the user's or another user has the new one.
 */
export function replaceEmail(
  database: Database,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const { numAffectedRows } = await sql`
      update app_user u set email = ${to}, updated_at = now()
      where u.id = ${userId} and lower(u.email) = lower(${from})
        and not exists (select from app_user o where lower(o.email) = lower(${to}) and o.id <> u.id)`.execute(
      transaction,
    );
    if (!numAffectedRows) return false;
    await sql`
      update account a set email = ${to} from member m
      where m.account_id = a.account_id and m.user_id = ${userId} and m.role = 'owner' and lower(a.email) = lower(${from})
        and not exists (select from account o where lower(o.email) = lower(${to}))`.execute(transaction);
    await sql`
      delete from user_verification where value = ${userId} and identifier like 'reset-password:%'`.execute(
      transaction,
    );
    return true;
  });
}
