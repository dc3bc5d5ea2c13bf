import { describe, expect, it } from "vitest";
import { countTraits } from "./trait-counts.ts";
import { arrangeTraits, findRuleProblem } from "./trait-rules.ts";
import type { TraitRule } from "./trait-schemas.ts";

const trait = (name: string, ...ratios: number[]) => ({
  trait_type: name,
  value: ratios.map((ratio, index) => ({ value: `${name.toLowerCase()} ${index}`, ratio })),
});
const value = (name: string, index: number) => ({
  trait_type: name,
  value: `${name.toLowerCase()} ${index}`,
});
const never = (one: [string, number], other: [string, number]): TraitRule => ({
  if: value(...one),
  never: value(...other),
});
const requires = (one: [string, number], other: [string, number]): TraitRule => ({
  if: value(...one),
  requires: value(...other),
});

/** A generator of small numbers that gives every run the same instances. */
function createNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Traits = ReturnType<typeof trait>[];

/** Says by trying everything whether tokens can have these counts and keep to the rules. */
function isPossible(traits: Traits, rules: readonly TraitRule[], tokens: number): boolean {
  const arrangement = arrangeTraits(traits, [], tokens);
  expect(arrangement).toBeDefined();
  const left = countTraits(traits, tokens).map(({ counts, without }) => [
    ...counts.map(({ count }) => count),
    without,
  ]);
  const nameOf = (trait: number, index: number) => traits[trait]?.value[index]?.value;
  const holds = (token: number[]) =>
    rules.every(({ if: first, never: banned, requires: wanted }) => {
      const has = (reference: { trait_type: string; value: string } | undefined) =>
        traits.some(
          ({ trait_type }, index) =>
            trait_type === reference?.trait_type && nameOf(index, token[index] ?? -1) === reference.value,
        );
      return !has(first) || (banned ? !has(banned) : has(wanted));
    });
  // Tokens in a rising order: the same set in another order is not tried again.
  const place = (token: number, last: string): boolean => {
    if (token === tokens) return true;
    const choose = (chosen: number[]): boolean => {
      if (chosen.length === traits.length) {
        const key = chosen.join();
        return key >= last && holds(chosen) && place(token + 1, key);
      }
      const counts = left[chosen.length] ?? [];
      return counts.some((count, index) => {
        if (count === 0) return false;
        counts[index] = count - 1;
        const isFound = choose([...chosen, index]);
        counts[index] = count;
        return isFound;
      });
    };
    return choose([]);
  };
  return place(0, "");
}

describe("rules between traits", () => {
  const traits = [trait("Hat", 60, 40), trait("Eyes", 50, 50), trait("Fur", 20, 80)];

  it("keep the exact count of every value", () => {
    const rules = [never(["Hat", 0], ["Eyes", 0]), requires(["Fur", 0], ["Eyes", 1])];
    expect(findRuleProblem([trait("Hat", 40, 60), ...traits.slice(1)], rules, 100)).toBeUndefined();
    const arrangement = arrangeTraits([trait("Hat", 40, 60), ...traits.slice(1)], rules, 100);
    const [component] = arrangement?.components ?? [];
    expect(component?.patterns.reduce((sum, { count }) => sum + count, 0)).toBe(100);
  });

  it.each<[string, TraitRule, string]>([
    [
      "never",
      never(["Hat", 0], ["Eyes", 0]),
      "60 and 50 of 100 tokens have them, so at least 10 would have both",
    ],
    [
      "requires",
      requires(["Eyes", 0], ["Fur", 0]),
      '50 tokens have Eyes "eyes 0", but only 20 have Fur "fur 0"',
    ],
    ["an unknown trait", never(["Hat", 0], ["Wings", 0]), 'there is no trait "Wings"'],
    ["an unknown value", never(["Hat", 0], ["Eyes", 7]), 'there is no value Eyes "eyes 7"'],
    ["one trait", never(["Hat", 0], ["Hat", 1]), "a rule needs two traits"],
  ])("are refused with a reason: %s", (_, rule, reason) => {
    expect(findRuleProblem(traits, [rule], 100)?.reason).toContain(reason);
  });

  it("name the first rule that is impossible with those before it", () => {
    // Eyes 0 is on 50 tokens: with hat 1 (40) banned it needs 50 of the 60 with hat 0, of which 20 need fur 0.
    const rules = [never(["Eyes", 0], ["Hat", 1]), never(["Eyes", 1], ["Hat", 1])];
    expect(findRuleProblem(traits, rules, 100)).toEqual({
      index: 1,
      reason: "together with rule 1, no distribution has exactly these counts",
    });
  });

  it("are possible exactly when trying everything finds a way, without circles of traits", () => {
    const next = createNumbers(20);
    const names = ["A", "B", "C"];
    let possible = 0;
    for (let run = 0; run < 300; run++) {
      const drawn = names.map((name) => {
        const first = next(5) * 20;
        const second = next(1 + (100 - first) / 20) * 20;
        return trait(name, first, second);
      });
      // B is in every rule, so that the traits form no circle.
      const rules = Array.from({ length: 1 + next(4) }, () => {
        const [one, other] = next(2) ? ["A", "B"] : ["B", "C"];
        const make = next(2) ? never : requires;
        return next(2)
          ? make([String(one), next(2)], [String(other), next(2)])
          : make([String(other), next(2)], [String(one), next(2)]);
      });
      const expected = isPossible(drawn, rules, 5);
      expect([run, arrangeTraits(drawn, rules, 5) !== undefined]).toEqual([run, expected]);
      possible += Number(expected);
    }
    expect(possible).toBeGreaterThan(50);
    expect(possible).toBeLessThan(250);
  });

  it("never claim an arrangement that breaks a rule, also in a circle of traits", () => {
    const next = createNumbers(4);
    let arranged = 0;
    let found = 0;
    for (let run = 0; run < 200; run++) {
      const drawn = ["A", "B", "C"].map((name) => trait(name, 20 * (1 + next(2)), 20 * (1 + next(2))));
      const pairs = [
        ["A", "B"],
        ["B", "C"],
        ["C", "A"],
      ] as const;
      const rules = pairs.map(([one, other]) =>
        (next(3) ? never : requires)([one, next(2)], [other, next(2)]),
      );
      const arrangement = arrangeTraits(drawn, rules, 5);
      const expected = isPossible(drawn, rules, 5);
      if (arrangement) expect([run, expected]).toEqual([run, true]);
      arranged += Number(arrangement !== undefined);
      found += Number(expected);
    }
    // What a circle hides from the search is rare.
    expect(arranged).toBeGreaterThanOrEqual(found * 0.95);
  });
});
