import { toCredits } from "@mintwright/api-contract";
import type { Email } from "../../engines/mail/index.ts";
import { formatAmount } from "./format-amount.ts";
import type { StartedTopUp } from "./top-up.repository.ts";

export function writeStoppedEmail(to: string, reason: string): Email {
  return {
    to,
    subject: "Automatic top-up is switched off",
    text: `Credits could not be bought automatically: ${reason}

Nothing was charged, and automatic top-up is switched off. Check the payment method on the Credits page of the dashboard, and switch it on again there. Until then, requests that your balance does not cover are rejected.`,
  };
}

export function writeTopUpEmail({ credits, amount, currency, paymentId }: StartedTopUp): Omit<Email, "to"> {
  const bought = toCredits(credits).toLocaleString("en");
  return {
    subject: `${bought} credits were bought automatically`,
    text: `Your balance was low, so ${bought} credits were bought for ${formatAmount(amount, currency)} with your saved payment method.

Payment: ${paymentId}
The receipt is on the Credits page of the dashboard, where you can also change or switch off automatic top-up.`,
  };
}
