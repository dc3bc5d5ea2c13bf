import { countTraitQuotas, type Trait, type TraitRule } from "@mintwright/api-contract";
import { describe, expect, it } from "vitest";
import { createNumberStream } from "../../platform/seeded-random.ts";
import { type DrawnTrait, dealTraits as dealInSteps, drawTraits } from "./traits.ts";

const hat = (...ratios: number[]): Trait => ({
  trait_type: "Hat",
  value: ratios.map((ratio, index) => ({ value: `hat ${index}`, ratio })),
});

function dealTraits(
  traits: readonly Trait[],
  images: number,
  seed: number,
  rules?: readonly TraitRule[],
): DrawnTrait[][] {
  const steps = dealInSteps(traits, images, seed, rules);
  for (;;) {
    const step = steps.next();
    if (step.done) return Array.from({ length: images }, (_, image) => step.value(image));
  }
}

function countValues(dealt: DrawnTrait[][]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [trait] of dealt) counts[trait?.value ?? "none"] = (counts[trait?.value ?? "none"] ?? 0) + 1;
  return counts;
}

describe("quotas", () => {
  it.each<[number[], number, number[]]>([
    [[20, 60], 5, [1, 3, 1]],
    [[100], 7, [7, 0]],
    [[0, 100], 7, [0, 7, 0]],
    [[0], 4, [0, 4]],
    [[], 4, [4]],
    [[50, 50], 3, [2, 1, 0]],
    [[200, 200], 10, [5, 5, 0]],
    [[300, 100], 8, [6, 2, 0]],
    [[1, 1], 10, [0, 0, 10]],
    [[1], 4, [4, 0]],
    [[0.25, 0.75], 8, [2, 6, 0]],
    [[0.1, 0.2, 0.7], 10, [1, 2, 7, 0]],
    [[0.5], 4, [2, 2]],
    [[0.3, 0.8], 100, [0, 1, 99]],
    [[1, 3], 8, [0, 0, 8]],
    [[33.33, 33.33, 33.34], 3, [1, 1, 1, 0]],
    [[0.1, 0.2, 99.7], 1_000, [1, 2, 997, 0]],
    [[20, 60], 0, [0, 0, 0]],
  ])("of %j over %d images are %j", (ratios, images, counts) => {
    expect(countTraitQuotas(ratios, images)).toEqual(counts);
  });

  it("are exact to the image over 10,000 for any ratios", () => {
    const next = createNumberStream("ratios of a test");
    for (let set = 0; set < 10; set++) {
      const scale = set % 2 === 0 ? 10 : 1_000;
      const ratios = Array.from({ length: 2 + Math.floor(next() * 30) }, () => next() * scale);
      const sum = ratios.reduce((total, ratio) => total + ratio, 0);
      const whole = Math.max(100, sum);
      const shares = [...ratios, whole - sum].map((ratio) => (ratio / whole) * 10_000);
      const counts = countTraitQuotas(ratios, 10_000);
      expect(counts.reduce((total, count) => total + count, 0)).toBe(10_000);
      for (const [index, share] of shares.entries()) {
        expect(Math.abs((counts[index] ?? Number.NaN) - share)).toBeLessThan(1);
      }
    }
  });

  it("never give an image to a ratio of zero", () => {
    for (let images = 1; images <= 200; images++) {
      expect(countTraitQuotas([0, 100 / 3, 100 / 3, 100 / 3], images)[0]).toBe(0);
    }
  });
});

describe("dealing", () => {
  it("gives the values their quotas and leaves the rest without", () => {
    expect(countValues(dealTraits([hat(20, 60)], 5, 7))).toEqual({ "hat 0": 1, "hat 1": 3, none: 1 });
    expect(countValues(dealTraits([hat(150, 50)], 10_000, 7))).toEqual({ "hat 0": 7_500, "hat 1": 2_500 });
  });

  it("is decided by the seed", () => {
    const deal = (seed: number) => JSON.stringify(dealTraits([hat(20, 60)], 50, seed));
    expect(deal(7)).toBe(deal(7));
    expect(new Set(Array.from({ length: 100 }, (_, seed) => deal(seed))).size).toBe(100);
  });

  it("deals each trait on its own", () => {
    const dealt = dealTraits([hat(50, 50), { ...hat(50, 50), trait_type: "Scarf" }], 10_000, 3);
    const pairs = new Map<string, number>();
    for (const traits of dealt) {
      const pair = traits.map(({ trait_type, value }) => `${trait_type} ${value}`).join();
      pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
    }
    expect(pairs.size).toBe(4);
    for (const count of pairs.values()) expect(Math.abs(count - 2_500)).toBeLessThan(200);
  });
});

describe("dealing several traits", () => {
  const evenly = (trait_type: string, values: number): Trait => ({
    trait_type,
    value: Array.from({ length: values }, (_, index) => ({ value: `${index}`, ratio: 100 / values })),
  });
  const countRepeats = (dealt: DrawnTrait[][]) =>
    dealt.length - new Set(dealt.map((traits) => JSON.stringify(traits))).size;

  it.each([
    ["every combination of 3 × 3 × 3", [evenly("A", 3), evenly("B", 3), evenly("C", 3)], 27],
    ["every combination of 5 × 5", [evenly("A", 5), evenly("B", 5)], 25],
    ["all but one of 4 × 6", [evenly("A", 4), evenly("B", 6)], 23],
    ["a tight pair of uneven counts", [hat(50, 25, 25), { ...hat(40, 40, 20), trait_type: "B" }], 5],
    ["many of few", [evenly("A", 10), evenly("B", 10), evenly("C", 10)], 990],
    ["a large collection", [evenly("A", 20), evenly("B", 20), evenly("C", 40)], 10_000],
  ] as const)("never repeats a combination: %s", (_case, traits, amount) => {
    for (const seed of [1, 2, 3]) {
      const dealt = dealTraits(traits, amount, seed);
      expect(countRepeats(dealt)).toBe(0);
      for (const { trait_type, value: choices } of traits) {
        const counts = choices.map(
          ({ value }) =>
            dealt.filter((each) =>
              each.some((drawn) => drawn.trait_type === trait_type && drawn.value === value),
            ).length,
        );
        const quotas = countTraitQuotas(
          choices.map(({ ratio }) => ratio),
          amount,
        );
        expect(counts).toEqual(quotas.slice(0, choices.length));
      }
    }
  });

  it("keeps the counts where they leave no choice but to repeat", () => {
    const dealt = dealTraits([hat(90, 10), { ...hat(50, 50), trait_type: "Scarf" }], 10, 1);
    expect(countValues(dealt)).toEqual({ "hat 0": 9, "hat 1": 1 });
    expect(countRepeats(dealt)).toBe(10 - 3);
    expect(countRepeats(dealTraits([hat(100)], 5, 1))).toBe(4);
    expect(dealTraits([], 3, 1)).toEqual([[], [], []]);
  });

  it("is the same for the same seed and another for another", () => {
    const traits = [evenly("A", 4), evenly("B", 4), evenly("C", 4)];
    const deal = (seed: number) => JSON.stringify(dealTraits(traits, 60, seed));
    expect(deal(7)).toBe(deal(7));
    expect(new Set(Array.from({ length: 50 }, (_, seed) => deal(seed))).size).toBe(50);
  });
});

describe("drawing", () => {
  it("follows the weights over many seeds", () => {
    const draws = Array.from({ length: 20_000 }, (_, seed) => drawTraits([hat(20, 60, 20)], seed));
    const counts = countValues(draws);
    expect(Math.abs((counts["hat 0"] ?? 0) / 20_000 - 0.2)).toBeLessThan(0.02);
    expect(Math.abs((counts["hat 1"] ?? 0) / 20_000 - 0.6)).toBeLessThan(0.02);
    expect(Math.abs((counts["hat 2"] ?? 0) / 20_000 - 0.2)).toBeLessThan(0.02);
    expect(counts.none).toBeUndefined();
  });

  it("never draws a weight of zero, and nothing where all are zero", () => {
    const draws = Array.from({ length: 20_000 }, (_, seed) => drawTraits([hat(0, 1, 0, 3, 0)], seed));
    expect(Object.keys(countValues(draws)).sort()).toEqual(["hat 1", "hat 3"]);
    expect(drawTraits([hat(0, 0)], 7)).toEqual([]);
    expect(drawTraits([], 7)).toEqual([]);
  });

  it("draws one value of every trait, the same for the same seed", () => {
    const traits = [hat(1, 1), { ...hat(1, 1, 1), trait_type: "Scarf" }];
    expect(drawTraits(traits, 7).map(({ trait_type }) => trait_type)).toEqual(["Hat", "Scarf"]);
    expect(drawTraits(traits, 7)).toEqual(drawTraits(traits, 7));
  });
});

describe("a deal with rules", () => {
  const named = (trait_type: string, ...ratios: number[]): Trait => ({ ...hat(...ratios), trait_type });
  const rules: TraitRule[] = [
    { if: { trait_type: "Hat", value: "hat 0" }, never: { trait_type: "Eyes", value: "hat 0" } },
    { if: { trait_type: "Fur", value: "hat 0" }, requires: { trait_type: "Eyes", value: "hat 1" } },
  ];
  const traits = [
    named("Hat", 30, 70),
    named("Eyes", 50, 40),
    named("Fur", 10, 50),
    named("Sky", 25, 25, 50),
  ];
  const readValue = (token: DrawnTrait[], name: string) =>
    token.find(({ trait_type }) => trait_type === name)?.value;

  it("keeps every rule and every count, whatever the seed", () => {
    for (const seed of [1, 2, 3, 99]) {
      const dealt = dealTraits(traits, 1_000, seed, rules);
      for (const token of dealt) {
        if (readValue(token, "Hat") === "hat 0") expect(readValue(token, "Eyes")).not.toBe("hat 0");
        if (readValue(token, "Fur") === "hat 0") expect(readValue(token, "Eyes")).toBe("hat 1");
      }
      for (const { trait_type, value } of traits) {
        const quotas = countTraitQuotas(
          value.map(({ ratio }) => ratio),
          1_000,
        );
        for (const [index, each] of value.entries())
          expect(dealt.filter((token) => readValue(token, trait_type) === each.value)).toHaveLength(
            quotas[index] ?? 0,
          );
      }
    }
  });

  it("leaves traits without a rule between them independent", () => {
    const dealt = dealTraits(traits, 1_000, 5, rules);
    const both = dealt.filter(
      (token) => readValue(token, "Hat") === "hat 1" && readValue(token, "Sky") === "hat 2",
    );
    // 70% of 50%: 350 on average.
    expect(both.length).toBeGreaterThan(300);
    expect(both.length).toBeLessThan(400);
  });

  it("is the same for the same seed", () => {
    const deal = (seed: number) => JSON.stringify(dealTraits(traits, 100, seed, rules));
    expect(deal(3)).toBe(deal(3));
    expect(deal(3)).not.toBe(deal(4));
  });
});
