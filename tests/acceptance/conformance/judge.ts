import { nameOf, type RegisteredTest, ruleIdsIn } from "./registered-test.ts";
import type { Rule } from "./rule.ts";

/** Lists every disagreement between the rules and the tests that name them; empty when they agree. */
export function judge(rules: readonly Rule[], tests: readonly RegisteredTest[]): string[] {
  if (tests.length === 0) return ["vitest listed no tests, so nothing was examined"];

  const states = new Map(rules.map((rule) => [rule.id, rule.state]));
  const named = new Set<string>();
  const complaints: string[] = [];
  for (const test of tests) {
    for (const id of ruleIdsIn(test.title)) {
      named.add(id);
      const state = states.get(id);
      if (state === undefined) complaints.push(`${id} does not exist, but a test names it: ${nameOf(test)}`);
      if (state === "planned")
        complaints.push(`${id} is planned, but a test names it: ${nameOf(test)}; mark it built`);
    }
  }
  for (const { id, state } of rules) {
    if (state === "built" && !named.has(id))
      complaints.push(`${id} is built, but no registered test names it`);
  }
  return complaints;
}
