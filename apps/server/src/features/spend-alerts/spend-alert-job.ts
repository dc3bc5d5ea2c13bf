import { toCredits } from "@mintwright/api-contract";
import { z } from "zod";
import type { Database } from "../../platform/database/database.ts";
import type { Enqueue, JobDefinition } from "../../platform/queue/queue.ts";
import { listAccountEmails, sendEmailKind } from "../sign-in/index.ts";
import { queueForEndpoints } from "../webhooks/index.ts";
import { writeSpendAlertEmail } from "./spend-alert-email.ts";
import { type DueAlert, listDueAlerts, markSent, resetRecoveredAlerts } from "./spend-alerts.repository.ts";

/** The job that sends spend alerts by email and webhook: one transaction for each, so it is sent once or not at all. */
export function createSpendAlertJob(parts: { database: Database; enqueue: Enqueue }): JobDefinition {
  const { database } = parts;
  return {
    name: "send-spend-alerts",
    payload: z.object({}),
    schedule: "* * * * *",
    retryLimit: 2,
    async handle() {
      await resetRecoveredAlerts(database);
      for (const alert of await listDueAlerts(database)) await sendAlert(parts, alert);
    },
  };
}

async function sendAlert(
  { database, enqueue }: { database: Database; enqueue: Enqueue },
  alert: DueAlert,
): Promise<void> {
  const { accountId, alertId, kind, period } = alert;
  await database.transaction().execute(async (transaction) => {
    if (!(await markSent(transaction, alert))) return;
    const threshold = toCredits(alert.amount);
    const value = toCredits(alert.value);
    const data = { alertId, kind, threshold, value, period };
    await queueForEndpoints(transaction, enqueue, { accountId, type: "credits.alert", data });
    const emails = await listAccountEmails(transaction, accountId);
    if (emails.length > 0)
      await enqueue(
        transaction,
        sendEmailKind.name,
        emails.map((to) => writeSpendAlertEmail(to, alert)),
      );
  });
}
