/** Formats sorted numbers as ranges: 1-4, 7, 9-12. */
export function writeRanges(numbers: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const number of numbers) {
    const open = ranges.at(-1);
    if (open && open[1] === number - 1) open[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(", ");
}

/** Parses a list of ranges. Every number must be one of `there`. */
export function readRanges(
  text: string,
  there: readonly number[],
): { numbers: number[]; problem?: never } | { numbers?: never; problem: string } {
  const known = new Set(there);
  const numbers = new Set<number>();
  for (const part of text.split(",")) {
    const found = /^\s*(\d{1,9})\s*(?:[-–]\s*(\d{1,9})\s*)?$/.exec(part);
    if (!found) return { problem: "Enter token numbers like 1-4, 7." };
    const [first, last] = [Number(found[1]), Number(found[2] ?? found[1])];
    if (first > last) return { problem: `${first}-${last} is not a valid range.` };
    for (let number = first; number <= last; number++) {
      if (!known.has(number)) return { problem: `Token ${number} does not exist.` };
      numbers.add(number);
    }
  }
  return { numbers: [...numbers].sort((a, b) => a - b) };
}
