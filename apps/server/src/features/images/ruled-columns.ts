import type { TraitArrangement } from "@mintwright/api-contract";
import { shuffle } from "../../platform/seeded-random.ts";
import type { Steps } from "../../platform/turns.ts";

/** Sweeps over a column in which its values are exchanged at random, where the rules allow it. */
const mixingSweeps = 8;

/**
 * Rearranges the columns of ruled traits so that every row keeps to the rules. The counts of values do not change. The
 * arrangement says how often classes of values occur together; values are then mixed within what the rules allow, so that
 * traits do not depend on each other more than they must.
 */
export function* applyRules(
  columns: number[][],
  { components, classes, isAllowed }: TraitArrangement,
  next: () => number,
): Steps<void> {
  for (const { traits, patterns } of components) {
    const rows = patterns.flatMap((pattern) => new Array<number[]>(pattern.count).fill(pattern.classes));
    shuffle(rows, next);
    for (const [place, trait] of traits.entries()) {
      const classOf = classes.get(trait) ?? [];
      const cards = Map.groupBy(columns[trait] ?? [], (value) => classOf[value] ?? 0);
      columns[trait] = rows.map((row) => cards.get(row[place] ?? 0)?.pop() as number);
      yield;
    }
    for (let sweep = 0; sweep < mixingSweeps; sweep++)
      for (const trait of traits) yield* mix(columns, trait, traits, isAllowed, next);
  }
}

function* mix(
  columns: number[][],
  trait: number,
  traits: readonly number[],
  isAllowed: TraitArrangement["isAllowed"],
  next: () => number,
): Steps<void> {
  const column = columns[trait] as number[];
  const mayHave = (row: number, value: number) =>
    traits.every(
      (other) => other === trait || isAllowed(trait, value, other, columns[other]?.[row] as number),
    );
  for (let row = 0; row < column.length; row++) {
    const partner = Math.floor(next() * column.length);
    const [value, other] = [column[row] as number, column[partner] as number];
    if (value !== other && mayHave(row, other) && mayHave(partner, value))
      [column[row], column[partner]] = [other, value];
    yield;
  }
}
