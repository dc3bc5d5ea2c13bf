import { type Centicredits, fromCredits } from "@mintwright/api-contract";
import { sql } from "kysely";
import type { PaymentFact } from "../../engines/payment/index.ts";
import type { Database } from "../../platform/database/database.ts";
import { addGrant, lockAccount, reclaimGrant } from "../credits/index.ts";
import { countCreditsDueBack } from "./credits-due-back.ts";
import { endPendingPayment } from "./top-up.repository.ts";

export interface NewPayment {
  paymentId: string;
  provider: string;
  credits: Centicredits;
  amount: number;
  currency: string;
}

export async function insertPayment(
  database: Database,
  accountId: string,
  { paymentId, ...payment }: NewPayment,
): Promise<void> {
  await database
    .insertInto("payment")
    .values({ account_id: accountId, payment_id: paymentId, ...payment })
    .execute();
}

export function findPayment(database: Database, accountId: string, paymentId: string) {
  return database
    .selectFrom("payment")
    .select(["payment_id", "credits", "paid_at"])
    .where("account_id", "=", accountId)
    .where("payment_id", "=", paymentId)
    .executeTakeFirst();
}

export function listPaidPayments(database: Database, accountId: string, paymentId?: string) {
  let query = database
    .selectFrom("payment")
    .select([
      "payment_id",
      "credits",
      "currency",
      "paid_at",
      "paid_amount",
      "due_back",
      "provider",
      "provider_payment",
    ])
    .where("account_id", "=", accountId)
    .where("paid_at", "is not", null)
    .orderBy("paid_at", "desc")
    .limit(100);
  if (paymentId) query = query.where("payment_id", "=", paymentId);
  return query.$narrowType<{ paid_at: Date; paid_amount: number }>().execute();
}

/** Sums the credits that the account owes for payments that were reversed after their credits were spent. */
export async function getOwedCredits(database: Database, accountId: string): Promise<Centicredits> {
  const row = await database
    .selectFrom("payment")
    .select(sql<number>`coalesce(sum(due_back - reclaimed), 0)::bigint`.as("owed"))
    .where("account_id", "=", accountId)
    .where(sql<boolean>`due_back > reclaimed`)
    .executeTakeFirstOrThrow();
  return row.owed;
}

export async function listAccountsThatOwe(database: Database): Promise<string[]> {
  const rows = await database
    .selectFrom("payment as p")
    .innerJoin("account as a", "a.account_id", "p.account_id")
    .select("p.account_id")
    .distinct()
    .where(sql<boolean>`p.due_back > p.reclaimed and a.balance > 0`)
    .execute();
  return rows.map(({ account_id }) => account_id);
}

/** How a fact changed the database: not at all when it was known, or when its payment belongs to no account. */
export type AppliedFact = "changed" | "known" | "unmatched";

/**
 * Records a fact and updates the ledger in one transaction. A purchase that was paid and that the database forgot is
 * recorded again.
 */
export function applyFact(database: Database, fact: PaymentFact, provider: string): Promise<AppliedFact> {
  const { accountId, paymentId, providerPayment } = fact;
  const ofPayment = { account_id: accountId, payment_id: paymentId };
  return database.transaction().execute(async (transaction) => {
    if (!(await lockAccount(transaction, accountId))) return "unmatched";
    if (fact.type === "paid" && fact.purchase)
      await transaction
        .insertInto("payment")
        .values({
          ...ofPayment,
          provider,
          credits: fromCredits(fact.purchase.credits),
          amount: fact.amount,
          currency: fact.purchase.currency,
        })
        .onConflict((conflict) => conflict.columns(["account_id", "payment_id"]).doNothing())
        .execute();
    const payment = await transaction
      .updateTable("payment")
      .set({ provider_payment: providerPayment })
      .where((where) => where.and(ofPayment))
      .returning(["credits", "provider", "paid_at", "is_automatic"])
      .executeTakeFirst();
    if (!payment) return "unmatched";
    let isNew = fact.type === "paid" && !payment.paid_at;
    if (fact.type === "reversal") {
      const { reversalId, kind, amount, stands } = fact;
      const changed = await transaction
        .insertInto("payment_reversal")
        .values({ ...ofPayment, reversal_id: reversalId, kind, amount, stands })
        .onConflict((conflict) =>
          conflict
            .columns(["account_id", "payment_id", "reversal_id"])
            .doUpdateSet({
              amount: sql`greatest(payment_reversal.amount, excluded.amount)`,
              stands: sql`payment_reversal.stands and excluded.stands`,
            })
            .where(
              sql<boolean>`excluded.amount > payment_reversal.amount or payment_reversal.stands and not excluded.stands`,
            ),
        )
        .returning("reversal_id")
        .executeTakeFirst();
      isNew = changed !== undefined;
    } else if (!payment.paid_at) {
      await transaction
        .updateTable("payment")
        .set({ paid_at: sql`now()`, paid_amount: fact.amount })
        .where((where) => where.and(ofPayment))
        .execute();
      await addGrant(
        transaction,
        accountId,
        payment.credits,
        `${payment.provider} payment ${providerPayment}`,
      );
    }
    if (fact.type === "paid" && payment.is_automatic)
      await endPendingPayment(transaction, accountId, paymentId);
    await settleReversals(transaction, accountId, paymentId);
    await collectOwed(transaction, accountId);
    return isNew ? "changed" : "known";
  });
}

export async function collectOwedCredits(database: Database, accountId: string): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    if (await lockAccount(transaction, accountId)) await collectOwed(transaction, accountId);
  });
}

/** Computes what a payment's reversals take back, and grants again what was taken for a reversal that no longer stands. */
async function settleReversals(transaction: Database, accountId: string, paymentId: string): Promise<void> {
  const ofPayment = { account_id: accountId, payment_id: paymentId };
  const payment = await transaction
    .selectFrom("payment")
    .select(["credits", "paid_amount", "reclaimed", "provider_payment"])
    .where((where) => where.and(ofPayment))
    .executeTakeFirstOrThrow();
  if (payment.paid_amount === null) return;
  const reversals = await transaction
    .selectFrom("payment_reversal")
    .select(["kind", "amount", "stands"])
    .where((where) => where.and(ofPayment))
    .execute();
  const dueBack = countCreditsDueBack(payment.credits, payment.paid_amount, reversals);
  const tooMuch = payment.reclaimed - dueBack;
  if (tooMuch > 0)
    await addGrant(
      transaction,
      accountId,
      tooMuch,
      `refund or dispute of payment ${payment.provider_payment} was reversed`,
    );
  await transaction
    .updateTable("payment")
    .set({ due_back: dueBack, reclaimed: Math.min(payment.reclaimed, dueBack) })
    .where((where) => where.and(ofPayment))
    .execute();
}

/** Takes back owed credits, oldest payment first, up to the balance; held credits stay held. */
async function collectOwed(transaction: Database, accountId: string): Promise<void> {
  const owed = await transaction
    .selectFrom("payment")
    .select(["payment_id", "provider_payment", "due_back", "reclaimed"])
    .where("account_id", "=", accountId)
    .where(sql<boolean>`due_back > reclaimed`)
    .orderBy("created_at")
    .orderBy("payment_id")
    .execute();
  for (const payment of owed) {
    const taken = await reclaimGrant(
      transaction,
      accountId,
      payment.due_back - payment.reclaimed,
      `payment ${payment.provider_payment} was refunded or disputed`,
    );
    if (taken === 0) return;
    await transaction
      .updateTable("payment")
      .set({ reclaimed: payment.reclaimed + taken })
      .where("account_id", "=", accountId)
      .where("payment_id", "=", payment.payment_id)
      .execute();
  }
}
