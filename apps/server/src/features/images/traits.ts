import {
  arrangeTraits,
  countTraitQuotas,
  type Trait,
  type TraitArrangement,
  type TraitRule,
} from "@mintwright/api-contract";
import { createNumberStream, shuffle } from "../../platform/seeded-random.ts";
import type { Steps } from "../../platform/turns.ts";
import { makeRowsDistinct } from "./distinct-rows.ts";
import { applyRules } from "./ruled-columns.ts";

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
 * combinations while combinations last. Rules between values hold for every image. Thousands of images take seconds, so the
 * computation yields.
 */
export function* dealTraits(
  traits: readonly Trait[],
  images: number,
  seed: number,
  rules: readonly TraitRule[] = [],
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
  const arrangement = rules.length > 0 ? arrange(traits, rules, images) : undefined;
  if (arrangement) yield* applyRules(columns, arrangement, createNumberStream(`rules of ${seed}`));
  yield* makeRowsDistinct(columns, createNumberStream(`exchange of ${seed}`), arrangement?.isAllowed);
  return (image) =>
    traits.flatMap(({ trait_type, value: choices }, index) => {
      const choice = choices[columns[index]?.[image] ?? -1];
      return choice ? [{ trait_type, value: choice.value }] : [];
    });
}

function arrange(traits: readonly Trait[], rules: readonly TraitRule[], images: number): TraitArrangement {
  const arrangement = arrangeTraits(traits, rules, images);
  if (!arrangement) throw new Error("an impossible rule between traits was let through");
  return arrangement;
}
