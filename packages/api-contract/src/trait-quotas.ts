/**
 * Counts how many of the pictures carry each value, by largest remainder: exact, not sampled. Ratios are
 * percentages; what they leave of 100 carries none of the values, and more than 100 is scaled down to it.
 * The last count is that of the pictures without a value.
 */
export function countTraitQuotas(ratios: readonly number[], pictures: number): number[] {
  const sum = ratios.reduce((total, ratio) => total + ratio, 0);
  const scale = sum > 100 ? 100 / sum : 1;
  const shares = [...ratios.map((ratio) => ratio * scale), Math.max(0, 100 - sum * scale)];
  const exact = shares.map((share) => (share * pictures) / 100);
  const counts = exact.map((count) => Math.floor(count + 1e-9));
  const byRemainder = exact
    .map((count, index) => ({ index, remainder: count - (counts[index] ?? 0) }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  let missing = pictures - counts.reduce((total, count) => total + count, 0);
  for (const { index } of byRemainder) {
    if (missing <= 0) break;
    counts[index] = (counts[index] ?? 0) + 1;
    missing--;
  }
  return counts;
}
