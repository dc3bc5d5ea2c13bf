import { randomUUID } from "node:crypto";
import type { Centicredits } from "@mintwright/api-contract";
import { sql, type Transaction } from "kysely";
import type { FailedCharge, SavedMethod } from "../../engines/payment/index.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Schema } from "../../platform/database/schema.ts";
import { getAccountCredits, lockAccount } from "../credits/index.ts";

/** The provider forgets a payment id after a day. Charging again later could charge twice. */
const maxPendingHours = 23;

/** What was bought automatically this month (UTC), or is being bought. */
const boughtThisMonth = sql<number>`coalesce((
  select sum(p.amount) from payment p
  where p.account_id = t.account_id and p.is_automatic and (p.paid_at is not null or p.payment_id = t.pending_payment)
    and p.created_at >= date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'), 0)::bigint`;

export interface TopUpSettings {
  below: Centicredits;
  credits: Centicredits;
  amount: number;
  currency: string;
  monthlyLimit: number;
}

export function findTopUp(database: Database, accountId: string) {
  return database
    .selectFrom("auto_top_up as t")
    .selectAll()
    .select(boughtThisMonth.as("bought_this_month"))
    .where("t.account_id", "=", accountId)
    .executeTakeFirst();
}

export function findMethod(database: Database, accountId: string) {
  return database
    .selectFrom("payment_method")
    .select(["customer", "method", "name", "provider"])
    .where("account_id", "=", accountId)
    .executeTakeFirst();
}

/** Saves the settings and switches the top-up on. A payment that is being made goes on. */
export async function saveTopUp(
  database: Database,
  accountId: string,
  { below, credits, amount, currency, monthlyLimit }: TopUpSettings,
): Promise<void> {
  const settings = {
    ...{ is_enabled: true, below, credits, amount, currency, monthly_limit: monthlyLimit },
    stopped_reason: null,
  };
  await database
    .insertInto("auto_top_up")
    .values({ account_id: accountId, ...settings })
    .onConflict((conflict) => conflict.column("account_id").doUpdateSet(settings))
    .execute();
}

export async function switchOffTopUp(database: Database, accountId: string): Promise<void> {
  await database
    .updateTable("auto_top_up")
    .set({ is_enabled: false, stopped_reason: null })
    .where("account_id", "=", accountId)
    .execute();
}

/** Saves a payment method in place of the one before. False when the account no longer exists. */
export async function saveMethod(
  database: Database,
  { accountId, customer, method, name }: SavedMethod,
  provider: string,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    if (!(await lockAccount(transaction, accountId))) return false;
    const saved = { provider, customer, method, name };
    await transaction
      .insertInto("payment_method")
      .values({ account_id: accountId, ...saved })
      .onConflict((conflict) =>
        conflict.column("account_id").doUpdateSet({ ...saved, saved_at: sql<Date>`now()` }),
      )
      .execute();
    return true;
  });
}

/** Deletes the saved method and switches the top-up off. Returns the method. */
export async function deleteMethod(database: Database, accountId: string): Promise<string | undefined> {
  return database.transaction().execute(async (transaction) => {
    await transaction
      .updateTable("auto_top_up")
      .set({ is_enabled: false })
      .where("account_id", "=", accountId)
      .execute();
    const deleted = await transaction
      .deleteFrom("payment_method")
      .where("account_id", "=", accountId)
      .returning("method")
      .executeTakeFirst();
    return deleted?.method;
  });
}

/** Lists accounts whose balance is low, and those whose payment was started and has not ended for a while. */
export async function listAccountsToTopUp(database: Database): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select t.account_id from auto_top_up t join account a using (account_id)
    where t.is_enabled and case when t.pending_payment is null
      then a.balance < t.below and ${boughtThisMonth} + t.amount <= t.monthly_limit
      else t.pending_since < now() - interval '5 minutes' end`.execute(database);
  return rows.map(({ account_id }) => account_id);
}

/** A payment to make with the saved method. */
export interface StartedTopUp {
  paymentId: string;
  credits: Centicredits;
  amount: number;
  currency: string;
  customer: string;
  method: string;
}

/**
 * Starts the purchase, or continues the one that is being made; undefined when none is needed. A reason says that it must be
 * switched off instead. The account's lock makes this decision exact: nothing is bought twice or beyond the limit.
 */
export async function startTopUp(
  database: Database,
  accountId: string,
  provider: string,
  isOffered: (pack: { credits: Centicredits; amount: number; currency: string }) => boolean,
): Promise<StartedTopUp | { stopped: string } | undefined> {
  return database.transaction().execute(async (transaction) => {
    if (!(await lockAccount(transaction, accountId))) return undefined;
    const topUp = await findTopUp(transaction, accountId);
    const method = await findMethod(transaction, accountId);
    if (!topUp?.is_enabled || !method) return undefined;
    const { customer, method: saved } = method;
    if (topUp.pending_payment && topUp.pending_since) {
      const pendingInHours = (Date.now() - topUp.pending_since.getTime()) / 3_600_000;
      if (pendingInHours > maxPendingHours)
        return { stopped: "The last payment was not confirmed within a day." };
      const paymentId = topUp.pending_payment;
      // As it was started: the settings may have changed since.
      const payment = await transaction
        .selectFrom("payment")
        .select(["credits", "amount", "currency"])
        .where("account_id", "=", accountId)
        .where("payment_id", "=", paymentId)
        .executeTakeFirstOrThrow();
      return { ...payment, paymentId, customer, method: saved };
    }
    const { credits, amount, currency } = topUp;
    if (!isOffered({ credits, amount, currency })) return { stopped: "The price of the pack has changed." };
    const { balance } = await getAccountCredits(transaction, accountId);
    if (balance >= topUp.below || topUp.bought_this_month + amount > topUp.monthly_limit) return undefined;
    const paymentId = randomUUID();
    await transaction
      .insertInto("payment")
      .values({
        ...{ account_id: accountId, payment_id: paymentId, provider, credits, amount, currency },
        is_automatic: true,
      })
      .execute();
    await transaction
      .updateTable("auto_top_up")
      .set({ pending_payment: paymentId, pending_since: sql<Date>`now()` })
      .where("account_id", "=", accountId)
      .execute();
    return { credits, amount, currency, paymentId, customer, method: saved };
  });
}

/** Notes that the payment has ended. False when it was not the one that is being made. */
export async function endPendingPayment(
  transaction: Database,
  accountId: string,
  paymentId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable("auto_top_up")
    .set({ pending_payment: null, pending_since: null })
    .where("account_id", "=", accountId)
    .where("pending_payment", "=", paymentId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Switches the top-up off. A failed charge counts only while it is the one that is being made. */
export async function stopTopUp(
  transaction: Transaction<Schema>,
  { accountId, paymentId, reason }: Omit<FailedCharge, "type" | "paymentId"> & { paymentId?: string },
): Promise<boolean> {
  let query = transaction
    .updateTable("auto_top_up")
    .set({ is_enabled: false, stopped_reason: reason, pending_payment: null, pending_since: null })
    .where("account_id", "=", accountId);
  query = paymentId ? query.where("pending_payment", "=", paymentId) : query.where("is_enabled", "=", true);
  const { numUpdatedRows } = await query.executeTakeFirst();
  return numUpdatedRows > 0n;
}
