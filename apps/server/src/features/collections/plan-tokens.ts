import type { Trait, TraitRule } from "@mintwright/api-contract";
import { runInTurns } from "../../platform/turns.ts";
import { type DrawnTrait, dealTraits } from "../images/index.ts";

export interface PlannedToken {
  number: number;
  seed: number;
  traits: DrawnTrait[];
}

/** One step of MurmurHash3's 32-bit mixer: a permutation, so different numbers give different seeds. */
function mix(value: number): number {
  let mixed = value >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Derives the seed of a token: unique within its collection. */
export function seedOfToken(collectionSeed: number, number: number): number {
  return mix(mix(collectionSeed) + number);
}

/**
 * Plans the tokens of a collection and returns a function for any range of them. The same amount, traits and seed give
 * the same plan.
 */
export async function planTokens(
  amount: number,
  traits: readonly Trait[],
  collectionSeed: number,
  rules: readonly TraitRule[] = [],
): Promise<(from: number, to: number) => PlannedToken[]> {
  const traitsOf = await runInTurns(dealTraits(traits, amount, collectionSeed, rules));
  return (from, to) =>
    Array.from({ length: to - from }, (_, offset) => {
      const number = from + offset + 1;
      return { number, seed: seedOfToken(collectionSeed, number), traits: traitsOf(number - 1) };
    });
}
