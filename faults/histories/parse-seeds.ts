/** Reads seeds such as `137`, `1-500` or `3,8,20-29`. */
export function parseSeeds(text: string): number[] {
  return text.split(",").flatMap((part) => {
    const [, first, last] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(part.trim()) ?? [];
    if (!first) throw new Error(`${part} is not a seed: use 137, 1-500 or 3,8,20-29`);
    const [from, to] = [Number(first), Number(last ?? first)];
    return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
  });
}
