import type { Facts } from "../facts.ts";
import { chargeChecks } from "./charges.ts";
import type { Check, Finding } from "./check.ts";
import { collectionChecks } from "./collections.ts";
import { idempotencyChecks } from "./idempotency.ts";
import { keyChecks } from "./keys.ts";
import { ledgerChecks } from "./ledger.ts";
import { mintingChecks } from "./minting.ts";
import { webhookChecks } from "./webhooks.ts";

/** Every promise that a history is compared with. */
export const checks: readonly Check[] = [
  ...chargeChecks,
  ...ledgerChecks,
  ...idempotencyChecks,
  ...collectionChecks,
  ...webhookChecks,
  ...mintingChecks,
  ...keyChecks,
];

/** A finding with the name of its check. */
export interface Violation extends Finding {
  check: string;
}

export function findViolations(facts: Facts): Violation[] {
  return checks.flatMap(({ name, find }) => find(facts).map((finding) => ({ check: name, ...finding })));
}
