import { shuffle } from "../../platform/seeded-random.ts";
import type { Steps } from "../../platform/turns.ts";

/** One list per trait: the index of the value that each token has. */
type Columns = number[][];

/** Rows with their keys: one character per column, so that swapping a value replaces one character of two keys. */
interface Rows {
  columns: Columns;
  keys: string[];
  seen: Map<string, number>;
  isAllowed: IsAllowed | undefined;
}

/** Whether values of two columns may be in one row. */
type IsAllowed = (column: number, value: number, other: number, otherValue: number) => boolean;

/**
 * Swaps values within columns until no two rows are equal, if the counts allow it. Counts never change. Most deals are
 * fixed by a few random swaps; a tight one is dealt again in order and then shuffled, unless rules forbid combinations.
 */
export function* makeRowsDistinct(columns: Columns, next: () => number, isAllowed?: IsAllowed): Steps<void> {
  const count = columns[0]?.length ?? 0;
  if (countCombinations(columns, count) < count) return;
  const rows = yield* readRows(columns, isAllowed);
  if (rows.seen.size === count || (yield* resolveConflicts(rows, next)) || isAllowed) return;
  const dealt = yield* dealInOrder(columns, count);
  shuffleRows(dealt, count, next);
  const inOrder = yield* readRows(dealt);
  if (inOrder.seen.size < rows.seen.size) return;
  for (let row = 0; row < count; row++) {
    tryExchange(inOrder, row, next);
    yield;
  }
  for (const [index, column] of dealt.entries()) columns[index] = column;
}

function countCombinations(columns: Columns, enough: number): number {
  let combinations = 1;
  for (const column of columns) {
    combinations *= new Set(column).size;
    if (combinations >= enough) break;
  }
  return combinations;
}

function* readRows(columns: Columns, isAllowed?: IsAllowed): Steps<Rows> {
  const keys: string[] = [];
  const seen = new Map<string, number>();
  for (let row = 0; row < (columns[0]?.length ?? 0); row++) {
    const key = String.fromCharCode(...columns.map((column) => column[row] as number));
    keys.push(key);
    add(seen, key, 1);
    yield;
  }
  return { columns, keys, seen, isAllowed };
}

function add(seen: Map<string, number>, key: string, change: number): void {
  const count = (seen.get(key) ?? 0) + change;
  if (count === 0) seen.delete(key);
  else seen.set(key, count);
}

const triesPerRow = 100;

function* resolveConflicts(rows: Rows, next: () => number): Steps<boolean> {
  const { keys, seen } = rows;
  let tries = 20 * keys.length + 1_000;
  for (let row = 0; row < keys.length; row++) {
    yield;
    if (seen.get(keys[row] as string) === 1) continue;
    for (let left = triesPerRow; left > 0 && tries > 0; left--, tries--) {
      if (tryExchange(rows, row, next)) break;
    }
  }
  return seen.size === keys.length;
}

/** Swaps one value with another row if that makes both rows unique. */
function tryExchange(rows: Rows, row: number, next: () => number): boolean {
  const { columns, keys, seen } = rows;
  const index = Math.floor(next() * columns.length);
  const column = columns[index] as number[];
  const other = Math.floor(next() * column.length);
  const [value, otherValue] = [column[row] as number, column[other] as number];
  if (value === otherValue) return false;
  if (!mayHave(rows, row, index, otherValue) || !mayHave(rows, other, index, value)) return false;
  const before = [keys[row] as string, keys[other] as string] as const;
  const after = [
    replaceCharacter(before[0], index, otherValue),
    replaceCharacter(before[1], index, value),
  ] as const;
  for (const key of before) add(seen, key, -1);
  const isBetter = !seen.has(after[0]) && !seen.has(after[1]) && after[0] !== after[1];
  for (const key of isBetter ? after : before) add(seen, key, 1);
  if (!isBetter) return false;
  [column[row], column[other]] = [otherValue, value];
  [keys[row], keys[other]] = after;
  return true;
}

function mayHave({ columns, isAllowed }: Rows, row: number, index: number, value: number): boolean {
  if (!isAllowed) return true;
  return columns.every(
    (column, other) => other === index || isAllowed(index, value, other, column[row] as number),
  );
}

function replaceCharacter(key: string, index: number, value: number): string {
  return key.slice(0, index) + String.fromCharCode(value) + key.slice(index + 1);
}

/**
 * Deals column by column so that rows that are equal so far get different values: to the largest group first, from the
 * values with the most left. For two columns this finds a deal without duplicates whenever one exists.
 */
function* dealInOrder(columns: Columns, rows: number): Steps<Columns> {
  const dealt: Columns = columns.map((column) => [...column]);
  const order = columns
    .map((column, index) => ({ index, values: new Set(column).size }))
    .sort((one, other) => one.values - other.values || one.index - other.index);
  let groups = [Array.from({ length: rows }, (_, row) => row)];
  for (const { index } of order) {
    if (groups.every(({ length }) => length === 1)) break;
    const left = new Map<number, number>();
    for (const value of columns[index] ?? []) left.set(value, (left.get(value) ?? 0) + 1);
    const column = dealt[index] as number[];
    const smaller: number[][] = [];
    for (const group of groups.sort((one, other) => other.length - one.length)) {
      smaller.push(...dealToGroup(group, left, column));
      yield;
    }
    groups = smaller;
  }
  return dealt;
}

function dealToGroup(group: number[], left: Map<number, number>, column: number[]): number[][] {
  const members = new Map<number, number[]>();
  for (let given = 0; given < group.length; ) {
    const byCount = [...left].filter(([, count]) => count > 0).sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    for (const [value, count] of byCount.slice(0, group.length - given)) {
      const row = group[given++] as number;
      column[row] = value;
      left.set(value, count - 1);
      const same = members.get(value);
      if (same) same.push(row);
      else members.set(value, [row]);
    }
  }
  return [...members.values()];
}

function shuffleRows(columns: Columns, rows: number, next: () => number): void {
  const order = Array.from({ length: rows }, (_, row) => row);
  shuffle(order, next);
  for (const column of columns) {
    const before = [...column];
    for (const [row, from] of order.entries()) column[row] = before[from] as number;
  }
}
