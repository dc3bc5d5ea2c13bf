import { hash } from "node:crypto";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** Choices that a seed determines. */
export interface Choices {
  /** A whole number from `min` to `max`, both included. */
  number(min: number, max: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  /** True in so many of 100 cases. */
  happens(percent: number): boolean;
}

/** Starts the choices of a seed for one purpose: another purpose of the same seed does not change them. */
export function startChoices(purpose: string, seed: number): Choices {
  const generator = xoroshiro128plus(hash("sha256", `${purpose} ${seed}`, "buffer").readInt32LE());
  const number = (min: number, max: number) => uniformInt(generator, min, max);
  return {
    number,
    pick: <Item>(items: readonly [Item, ...Item[]]) => items[number(0, items.length - 1)] as Item,
    happens: (percent) => number(1, 100) <= percent,
  };
}
