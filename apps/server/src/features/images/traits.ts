import { countTraitQuotas, type Trait } from "@mintwright/api-contract";
import { createNumberStream, shuffle } from "../../platform/seeded-random.ts";
import type { Steps } from "../../platform/turns.ts";
import { makeRowsDistinct } from "./distinct-rows.ts";

export interface DrawnTrait {
  trait_type: string;
  value: string;
}

/** Draws one value of each trait by its weight. The seed decides. */
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
 * Deals trait values to the images of one request: exact counts, in an order that the seed decides, without duplicate
 * combinations while combinations last. Thousands of images take seconds, so the computation yields.
 */
export function* dealTraits(
  traits: readonly Trait[],
  images: number,
  seed: number,
): Steps<(image: number) => DrawnTrait[]> {
  const columns: number[][] = [];
  for (const [index, { value: choices }] of traits.entries()) {
    const counts = countTraitQuotas(
      choices.map(({ ratio }) => ratio),
      images,
    );
    const cards = counts.flatMap((count, choice) => new Array<number>(count).fill(choice));
    shuffle(cards, createNumberStream(`deal ${index} of ${seed}`));
    columns.push(cards);
    yield;
  }
  yield* makeRowsDistinct(columns, createNumberStream(`exchange of ${seed}`));
  return (image) =>
    traits.flatMap(({ trait_type, value: choices }, index) => {
      const choice = choices[columns[index]?.[image] ?? -1];
      return choice ? [{ trait_type, value: choice.value }] : [];
    });
}
