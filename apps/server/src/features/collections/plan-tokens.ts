import type { Trait } from "@mintwright/api-contract";
import { runInTurns } from "../../platform/turns.ts";
import { type DrawnTrait, dealTraits } from "../images/index.ts";

/** One image of a collection before it is made. */
export interface PlannedToken {
  number: number;
  seed: number;
  traits: DrawnTrait[];
}

/** A step of the 32-bit mixer of MurmurHash3: a permutation, so different numbers give different seeds. */
function mix(value: number): number {
  let mixed = value >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** The seed of an image: each of a collection has its own. */
export function seedOfToken(collectionSeed: number, number: number): number {
  return mix(mix(collectionSeed) + number);
}

/**
 * Plans the images of a collection and answers the plan of any range of numbers. The same amount, traits and seed give
 * the same plan.
 */
export async function planTokens(
  amount: number,
  traits: readonly Trait[],
  collectionSeed: number,
): Promise<(from: number, to: number) => PlannedToken[]> {
  const traitsOf = await runInTurns(dealTraits(traits, amount, collectionSeed));
  return (from, to) =>
    Array.from({ length: to - from }, (_, offset) => {
      const number = from + offset + 1;
      return { number, seed: seedOfToken(collectionSeed, number), traits: traitsOf(number - 1) };
    });
}
