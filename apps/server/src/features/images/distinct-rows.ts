import { shuffle } from "../../platform/seeded-random.ts";

/** One list for each trait: the index of the value that each picture has. */
type Columns = number[][];

const keyOf = (columns: Columns, row: number) => columns.map((column) => column[row]).join();

/**
 * Exchanges values within columns until no two rows are the same, where the counts of the columns allow that. Counts
 * never change. Most deals are mended by a few random exchanges; a tight one is dealt anew in order and then mixed.
 */
export function makeRowsDistinct(columns: Columns, next: () => number): void {
  const rows = columns[0]?.length ?? 0;
  if (countCombinations(columns, rows) < rows) return;
  const seen = countKeys(columns, rows);
  if (seen.size === rows || mend(columns, seen, next)) return;
  const dealt = dealInOrder(columns, rows);
  shuffleRows(dealt, rows, next);
  const seenInOrder = countKeys(dealt, rows);
  if (seenInOrder.size < seen.size) return;
  for (let row = 0; row < rows; row++) tryExchange(dealt, seenInOrder, row, next);
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

function countKeys(columns: Columns, rows: number): Map<string, number> {
  const seen = new Map<string, number>();
  for (let row = 0; row < rows; row++) add(seen, keyOf(columns, row), 1);
  return seen;
}

function add(seen: Map<string, number>, key: string, change: number): void {
  const count = (seen.get(key) ?? 0) + change;
  if (count === 0) seen.delete(key);
  else seen.set(key, count);
}

const triesPerRow = 100;

function mend(columns: Columns, seen: Map<string, number>, next: () => number): boolean {
  const rows = columns[0]?.length ?? 0;
  let tries = 20 * rows + 1_000;
  for (let row = 0; row < rows; row++) {
    if (seen.get(keyOf(columns, row)) === 1) continue;
    for (let left = triesPerRow; left > 0 && tries > 0; left--, tries--) {
      if (tryExchange(columns, seen, row, next)) break;
    }
  }
  return seen.size === rows;
}

/** Exchanges one value with another row when that leaves both rows unlike every other. */
function tryExchange(columns: Columns, seen: Map<string, number>, row: number, next: () => number): boolean {
  const column = columns[Math.floor(next() * columns.length)] as number[];
  const other = Math.floor(next() * column.length);
  if (column[row] === column[other]) return false;
  const exchange = () => {
    [column[row], column[other]] = [column[other] as number, column[row] as number];
  };
  const before = [keyOf(columns, row), keyOf(columns, other)] as const;
  exchange();
  const after = [keyOf(columns, row), keyOf(columns, other)] as const;
  for (const key of before) add(seen, key, -1);
  const isBetter = !seen.has(after[0]) && !seen.has(after[1]) && after[0] !== after[1];
  if (!isBetter) exchange();
  for (const key of isBetter ? after : before) add(seen, key, 1);
  return isBetter;
}

/**
 * Deals column after column so that rows which are alike so far get different values: to the largest group first, from
 * the values of which most are left. For two columns this finds a deal without repetition whenever there is one.
 */
function dealInOrder(columns: Columns, rows: number): Columns {
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
    groups = groups
      .sort((one, other) => other.length - one.length)
      .flatMap((group) => dealToGroup(group, left, column));
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
      members.set(value, [...(members.get(value) ?? []), row]);
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
