import type { z } from "zod";
import { type Component, type RuledTrait, solveComponents } from "./trait-arrangement.ts";
import { countTraits } from "./trait-counts.ts";
import type { TraitRule } from "./trait-schemas.ts";

interface Trait {
  trait_type: string;
  value: readonly { value: string; ratio: number }[];
}

/** How the values of ruled traits are combined, so that every count is exact and every rule holds. */
export interface TraitArrangement {
  components: Component[];
  /** By trait: the class of each value, and of no value at the end. Values that no rule names share class 0. */
  classes: Map<number, number[]>;
  /** Whether two values may be on one token; the index after the last value means no value. */
  isAllowed(trait: number, value: number, other: number, otherValue: number): boolean;
}

const write = ({ trait_type, value }: { trait_type: string; value: string }) => `${trait_type} "${value}"`;

function writeTraitRule({ if: first, never, requires }: TraitRule): string {
  return never
    ? `${write(first)} never with ${write(never)}`
    : `${write(first)} requires ${requires ? write(requires) : ""}`;
}

/** Arranges the traits of `tokens` tokens by rules. Undefined when the counts do not allow it. */
export function arrangeTraits(
  traits: readonly Trait[],
  rules: readonly TraitRule[],
  tokens: number,
): TraitArrangement | undefined {
  const counts = countTraits(traits, tokens);
  const find = (name: string) => traits.findIndex(({ trait_type }) => trait_type === name);
  const named = new Map<number, string[]>();
  for (const { if: first, never, requires } of rules)
    for (const { trait_type, value } of [first, never ?? requires ?? first]) {
      const values = named.get(find(trait_type)) ?? [];
      named.set(find(trait_type), values.includes(value) ? values : [...values, value]);
    }
  const classes = new Map(
    [...named].map(([trait, values]) => [
      trait,
      // No value at all is a value that no rule names.
      [...(traits[trait]?.value ?? []).map(({ value }) => values.indexOf(value) + 1), 0],
    ]),
  );
  const bans = rules.map((rule) => {
    const target = rule.never ?? rule.requires ?? rule.if;
    const [trait, other] = [find(rule.if.trait_type), find(target.trait_type)];
    const own = (named.get(trait)?.indexOf(rule.if.value) ?? -1) + 1;
    const wanted = (named.get(other)?.indexOf(target.value) ?? -1) + 1;
    return { trait, other, own, wanted, isNever: rule.never !== undefined };
  });
  /** Whether two classes of two traits may be on one token. */
  const mayMeet = (trait: number, own: number, other: number, otherClass: number) =>
    bans.every((ban) => {
      const isForward = ban.trait === trait && ban.other === other;
      const isBackward = ban.trait === other && ban.other === trait;
      if (!isForward && !isBackward) return true;
      const [first, second] = isForward ? [own, otherClass] : [otherClass, own];
      return first !== ban.own || (second === ban.wanted) !== ban.isNever;
    });
  const ruled = [...classes].map(([trait, ofValues]): RuledTrait => {
    const totals = new Array<number>((named.get(trait)?.length ?? 0) + 1).fill(0);
    const counted = [...(counts[trait]?.counts ?? []).map(({ count }) => count), counts[trait]?.without ?? 0];
    for (const [index, count] of counted.entries()) {
      const place = ofValues[index] ?? 0;
      totals[place] = (totals[place] ?? 0) + count;
    }
    const neighbours = bans.flatMap((ban) =>
      ban.trait === trait ? [ban.other] : ban.other === trait ? [ban.trait] : [],
    );
    return { trait, totals, neighbours: new Set(neighbours) };
  });
  const components = solveComponents(ruled, mayMeet);
  if (!components) return undefined;
  const classOf = (trait: number, value: number) => classes.get(trait)?.[value] ?? 0;
  return {
    components,
    classes,
    isAllowed: (trait, value, other, otherValue) =>
      mayMeet(trait, classOf(trait, value), other, classOf(other, otherValue)),
  };
}

/** Finds the first rule that cannot hold with exact counts, and says why. */
export function findRuleProblem(
  traits: readonly Trait[],
  rules: readonly TraitRule[],
  tokens: number,
): { index: number; reason: string } | undefined {
  for (const [index, rule] of rules.entries()) {
    const reason = findMistake(traits, rule);
    if (reason) return { index, reason };
  }
  if (arrangeTraits(traits, rules, tokens)) return undefined;
  const index = rules.findIndex((_, last) => !arrangeTraits(traits, rules.slice(0, last + 1), tokens));
  const rule = rules[index];
  return rule && { index, reason: explainImpossible(traits, rule, tokens, index) };
}

function findMistake(
  traits: readonly Trait[],
  { if: first, never, requires }: TraitRule,
): string | undefined {
  const second = never ?? requires;
  for (const each of [first, second]) {
    if (!each) continue;
    const trait = traits.find(({ trait_type }) => trait_type === each.trait_type);
    if (!trait) return `there is no trait "${each.trait_type}"`;
    if (!trait.value.some(({ value }) => value === each.value)) return `there is no value ${write(each)}`;
  }
  return first.trait_type === second?.trait_type
    ? "a token has one value of a trait at most, so a rule needs two traits"
    : undefined;
}

function explainImpossible(
  traits: readonly Trait[],
  { if: first, never, requires }: TraitRule,
  tokens: number,
  index: number,
): string {
  const countOf = ({ trait_type, value }: { trait_type: string; value: string }) =>
    countTraits(traits, tokens)
      .find((each) => each.trait_type === trait_type)
      ?.counts.reduce((sum, each) => sum + (each.value === value ? each.count : 0), 0) ?? 0;
  const own = countOf(first);
  if (never && own + countOf(never) > tokens)
    return `${own} and ${countOf(never)} of ${tokens} tokens have them, so at least ${own + countOf(never) - tokens} would have both`;
  if (requires && own > countOf(requires))
    return `${own} tokens have ${write(first)}, but only ${countOf(requires)} have ${write(requires)}`;
  const others = index === 1 ? "rule 1" : `rules 1 to ${index}`;
  return `together with ${others}, no distribution has exactly these counts`;
}

/** Rejects rules that cannot hold: a collection is only accepted with exact counts. */
export function checkTraitRules(
  {
    traits = [],
    rules = [],
    amount,
  }: { traits?: readonly Trait[] | undefined; rules?: TraitRule[] | undefined; amount: number },
  context: z.core.$RefinementCtx<unknown>,
): void {
  if (rules.length === 0) return;
  const problem = findRuleProblem(traits, rules, amount);
  const rule = problem && rules[problem.index];
  if (!rule) return;
  context.addIssue({
    code: "custom",
    path: ["rules", problem.index],
    message: `rules: rule ${problem.index + 1} (${writeTraitRule(rule)}) is impossible: ${problem.reason}. Change its ratios, or remove the rule.`,
  });
}
