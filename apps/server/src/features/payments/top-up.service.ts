import { type Centicredits, fromCredits, toCredits } from "@mintwright/api-contract";
import type { PaymentOffer } from "@mintwright/api-contract/dashboard";
import type { FailedCharge, PaymentProvider, SavedMethod } from "../../engines/payment/index.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Logger } from "../../platform/logging.ts";
import type { Enqueue } from "../../platform/queue/queue.ts";
import { listAccountEmails, sendEmailKind } from "../sign-in/index.ts";
import { applyFact } from "./payments.repository.ts";
import { saveMethod, startTopUp, stopTopUp } from "./top-up.repository.ts";
import { writeStoppedEmail, writeTopUpEmail } from "./top-up-emails.ts";

export interface TopUpService {
  /** Buys credits for the account if its settings ask for it now. May be called at any time and any number of times. */
  run(accountId: string): Promise<void>;
  /** Switches the top-up off after a failed charge and tells the owner. */
  stop(failure: Omit<FailedCharge, "type" | "paymentId"> & { paymentId?: string }): Promise<void>;
  saveMethod(saved: SavedMethod): Promise<void>;
}

export interface TopUpParts {
  database: Database;
  enqueue: Enqueue;
  provider: PaymentProvider;
  logger: Logger;
  currency: string;
  packs: PaymentOffer["packs"];
}

export function createTopUpService({
  database,
  enqueue,
  provider,
  logger,
  currency,
  packs,
}: TopUpParts): TopUpService {
  const isOffered = (pack: { credits: Centicredits; amount: number; currency: string }) =>
    pack.currency === currency &&
    packs.some(({ credits, amount }) => fromCredits(credits) === pack.credits && amount === pack.amount);

  async function stop(failure: Parameters<TopUpService["stop"]>[0]): Promise<void> {
    const { accountId, reason } = failure;
    await database.transaction().execute(async (transaction) => {
      if (!(await stopTopUp(transaction, failure))) return;
      const emails = await listAccountEmails(transaction, accountId);
      if (emails.length > 0)
        await enqueue(
          transaction,
          sendEmailKind.name,
          emails.map((to) => writeStoppedEmail(to, reason)),
        );
    });
    logger.info({ accountId, reason }, "automatic top-up switched off");
  }

  return {
    stop,
    async saveMethod(saved) {
      const { accountId } = saved;
      if (await saveMethod(database, saved, provider.name))
        logger.info({ accountId }, "payment method saved");
    },
    async run(accountId) {
      const started = await startTopUp(database, accountId, provider.name, isOffered);
      if (!started) return;
      if ("stopped" in started) return stop({ accountId, reason: started.stopped });
      const { paymentId } = started;
      const credits = toCredits(started.credits);
      const result = await provider.charge({
        ...{ ...started, accountId, credits },
        description: `${credits} credits (automatic top-up)`,
      });
      if (result.type === "charge failed") return stop({ ...result });
      if (result.type === "processing") return;
      const outcome = await applyFact(database, result, provider.name);
      logger.info({ accountId, paymentId, outcome }, "automatic top-up paid");
      if (outcome !== "changed") return;
      const email = writeTopUpEmail(started);
      await database.transaction().execute(async (transaction) => {
        const emails = await listAccountEmails(transaction, accountId);
        if (emails.length > 0)
          await enqueue(
            transaction,
            sendEmailKind.name,
            emails.map((to) => ({ ...email, to })),
          );
      });
    },
  };
}
