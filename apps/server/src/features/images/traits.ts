import type { Trait } from "@mintwright/api-contract";
import { createNumberStream, shuffle } from "../../platform/seeded-random.ts";
import { makeRowsDistinct } from "./distinct-rows.ts";

/** A trait as one picture shows it. */
export interface DrawnTrait {
  trait_type: string;
  value: string;
}

/** Draws one value of each trait by its weight, as the seed decides. */
export function drawTraits(traits: readonly Trait[], seed: number): DrawnTrait[] {
  return traits.flatMap(({ trait_type, value: choices }, index) => {
    const total = choices.reduce((sum, { ratio }) => sum + ratio, 0);
    if (total === 0) return [];
    const point = createNumberStream(`trait ${index} of ${seed}`)() * total;
    let passed = 0;
    for (const { value, ratio } of choices) {
      passed += ratio;
      if (point < passed) return [{ trait_type, value }];
    }
    return [];
  });
}

/**
 * Counts how many of the pictures carry each value, by largest remainder: exact, not sampled. Ratios are
 * percentages; what they leave of 100 carries none of the values, and more than 100 is scaled down to it.
 * The last count is that of the pictures without a value.
 */
export function countTraitQuotas(ratios: readonly number[], pictures: number): number[] {
  const sum = ratios.reduce((total, ratio) => total + ratio, 0);
  const scale = sum > 100 ? 100 / sum : 1;
  const shares = [...ratios.map((ratio) => ratio * scale), Math.max(0, 100 - sum * scale)];
  const exact = shares.map((share) => (share * pictures) / 100);
  const counts = exact.map((count) => Math.floor(count + 1e-9));
  const byRemainder = exact
    .map((count, index) => ({ index, remainder: count - (counts[index] ?? 0) }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  let missing = pictures - counts.reduce((total, count) => total + count, 0);
  for (const { index } of byRemainder) {
    if (missing <= 0) break;
    counts[index] = (counts[index] ?? 0) + 1;
    missing--;
  }
  return counts;
}

/**
 * Deals the values of each trait to the pictures of one request: exact counts, in an order that the seed decides, and no
 * two pictures with the same combination while combinations last.
 */
export function dealTraits(traits: readonly Trait[], pictures: number, seed: number): DrawnTrait[][] {
  const columns = traits.map(({ value: choices }, index) => {
    const counts = countTraitQuotas(
      choices.map(({ ratio }) => ratio),
      pictures,
    );
    const cards = counts.flatMap((count, choice) => new Array<number>(count).fill(choice));
    shuffle(cards, createNumberStream(`deal ${index} of ${seed}`));
    return cards;
  });
  makeRowsDistinct(columns, createNumberStream(`exchange of ${seed}`));
  return Array.from({ length: pictures }, (_, picture) =>
    traits.flatMap(({ trait_type, value: choices }, index) => {
      const choice = choices[columns[index]?.[picture] ?? -1];
      return choice ? [{ trait_type, value: choice.value }] : [];
    }),
  );
}
