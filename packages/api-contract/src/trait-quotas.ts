/** The unit of ratios, detected from their sum: up to 1 fractions, above 100 weights, percentages otherwise. */
export type RatioUnit = "fractions" | "percentages" | "weights";

/** Sums of decimal fractions are off by less than this. */
const roundingError = 1e-9;

/** Detects the unit of ratios, and the sum that means every token. */
export function readRatios(ratios: readonly number[]): { unit: RatioUnit; whole: number } {
  const sum = ratios.reduce((total, ratio) => total + ratio, 0);
  if (sum <= 1 + roundingError) return { unit: "fractions", whole: Math.max(1, sum) };
  return sum <= 100 ? { unit: "percentages", whole: 100 } : { unit: "weights", whole: sum };
}

/**
 * Counts how many tokens get each value, by largest remainder: exact, not sampled. Tokens left over by fractions below 1
 * or percentages below 100 get no value; the last count is theirs.
 */
export function countTraitQuotas(ratios: readonly number[], tokens: number): number[] {
  const { whole } = readRatios(ratios);
  const sum = ratios.reduce((total, ratio) => total + ratio, 0);
  const rest = Math.max(0, whole - sum);
  const exact = [...ratios, rest].map((share) => (share / whole) * tokens);
  const counts = exact.map((count) => Math.floor(count + roundingError));
  const byRemainder = exact
    .map((count, index) => ({ index, remainder: count - (counts[index] ?? 0) }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  let missing = tokens - counts.reduce((total, count) => total + count, 0);
  for (const { index } of byRemainder) {
    if (missing <= 0) break;
    counts[index] = (counts[index] ?? 0) + 1;
    missing--;
  }
  return counts;
}
