import { createNumberStream } from "../../../platform/seeded-random.ts";

/** A seeded stream of numbers that can be split by name, so that one layer never disturbs another. */
export interface Random {
  next(): number;
  range(low: number, high: number): number;
  whole(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly [T, ...T[]]): T;
  fork(label: string): Random;
}

/** Starts a stream (sfc32) from a label and any further text. */
export function createRandom(label: string): Random {
  const next = createNumberStream(label);
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    range: (low, high) => low + next() * (high - low),
    whole,
    chance: (probability) => next() < probability,
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
    fork: (part) => createRandom(`${label}/${part}`),
  };
}
