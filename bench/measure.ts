export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? at(sorted, middle) : (at(sorted, middle - 1) + at(sorted, middle)) / 2;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return at(sorted, Math.min(sorted.length - 1, Math.floor(sorted.length * share)));
}

function at(values: readonly number[], index: number): number {
  const value = values[index];
  if (value === undefined) throw new Error("nothing was measured");
  return value;
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Prints a series of rounds with its median and spread. */
export function printRounds(name: string, values: readonly number[], unit: string): void {
  const rounded = values.map((value) => (value >= 100 ? Math.round(value) : Number(value.toPrecision(3))));
  const spread = ((Math.max(...values) - Math.min(...values)) / median(values)) * 100;
  print(
    `${name}: median ${median(values).toPrecision(4)} ${unit}, spread ${spread.toFixed(0)}%, rounds ${rounded.join(" ")}`,
  );
}

/** Prints a figure and its goal: the last lines of every benchmark. */
export function printFigure(name: string, value: number, goal: string): void {
  print(`figure ${name} = ${value.toPrecision(4)} (goal ${goal})`);
}
