import type { Facts } from "../facts.ts";
import type { Exchange, History } from "../history.ts";

/** Something that must not be. `operations` are those whose history explains it. */
export interface Finding {
  message: string;
  operations: readonly number[];
}

/** One promise, in plain words. */
export interface Check {
  name: string;
  find(facts: Facts): Finding[];
}

/** The exchanges of one operation, in the order in which they began. */
export function exchangesOf({ exchanges }: History, operation: number, ...steps: string[]): Exchange[] {
  return exchanges.filter(
    (exchange) => exchange.operation === operation && (steps.length === 0 || steps.includes(exchange.step)),
  );
}

/** The sum and the number of the entries of a kind that requests caused. */
export function sumEntries(
  { entries }: Facts,
  kind: "hold" | "capture" | "release",
  requestIds: readonly string[],
): { amount: number; count: number } {
  const found = entries.filter(
    ({ kind: each, request_id }) => each === kind && requestIds.includes(request_id ?? ""),
  );
  return { amount: found.reduce((sum, { amount }) => sum + amount, 0), count: found.length };
}
