import type { PaymentFact, PaymentProvider } from "../../engines/payment/index.ts";
import type { Database } from "../../platform/database/database.ts";
import { type AppliedFact, applyFact } from "./payments.repository.ts";

/** A fact of the provider that the database did not know. */
export type PaymentDifference = PaymentFact & { outcome: Exclude<AppliedFact, "known"> };

/**
 * Compares the database with the provider's events since a moment, and records what it did not know: after a failover or a
 * restore that lost commits. `unmatched` differences belong to no account here and change nothing.
 */
export async function reconcilePayments(
  database: Database,
  provider: PaymentProvider,
  since: Date,
): Promise<PaymentDifference[]> {
  const differences: PaymentDifference[] = [];
  for await (const fact of provider.listFacts(since)) {
    const outcome = await applyFact(database, fact, provider.name);
    if (outcome !== "known") differences.push({ ...fact, outcome });
  }
  return differences;
}
