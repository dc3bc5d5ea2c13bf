import { toCredits } from "@mintwright/api-contract";
import type { Email } from "../../engines/mail/index.ts";
import type { DueAlert } from "./spend-alerts.repository.ts";

/** The email about a threshold that was passed. */
export function writeSpendAlertEmail(to: string, alert: DueAlert): Email {
  const [amount, value] = [format(alert.amount), format(alert.value)];
  const what = {
    day: `Your account has spent ${value} credits on ${alert.period} (UTC). Your alert is set to ${amount} credits a day.`,
    month: `Your account has spent ${value} credits in ${alert.period?.slice(0, 7)} (UTC). Your alert is set to ${amount} credits a month.`,
    balance: `Your balance is ${value} credits. Your alert is set to less than ${amount} credits.`,
  }[alert.kind];
  const again = {
    day: "This alert is sent once a day.",
    month: "This alert is sent once a month.",
    balance: "This alert is sent again when the balance has been above the limit and falls below it.",
  }[alert.kind];
  return {
    to,
    subject: alert.kind === "balance" ? `Balance below ${amount} credits` : `${amount} credits spent`,
    text: `${what}

${again} Change your spend alerts on the Credits page of the dashboard.`,
  };
}

const format = (amount: number) => toCredits(amount).toLocaleString("en");
