import type { Token } from "@mintwright/api-contract";

/** How often each value of a trait occurs. */
export interface TraitCounts {
  trait: string;
  /** The most frequent first. */
  values: { value: string; count: number }[];
  /** Tokens without this trait. */
  without: number;
}

/** How rare a token is among those of its collection. */
export interface Rarity {
  /** 1 is the rarest; equals share a rank. */
  rank: number;
  bits: number;
}

type Traited = Pick<Token, "number" | "attributes" | "state">;

/** What could not be made or was cancelled is not part of the collection. */
export function isCounted({ state }: Pick<Token, "state">): boolean {
  return state === "made" || state === "waiting";
}

/** Counts the values of every trait, in the order in which traits first occur. */
export function countTraits(tokens: readonly Traited[]): TraitCounts[] {
  const counts = new Map<string, Map<string, number>>();
  let counted = 0;
  for (const token of tokens) {
    if (!isCounted(token)) continue;
    counted++;
    for (const { trait_type, value } of token.attributes) {
      const values = counts.get(trait_type) ?? new Map<string, number>();
      if (values.size === 0) counts.set(trait_type, values);
      values.set(value, (values.get(value) ?? 0) + 1);
    }
  }
  return [...counts].map(([trait, values]) => {
    const listed = [...values].map(([value, count]) => ({ value, count }));
    const carried = listed.reduce((sum, { count }) => sum + count, 0);
    return { trait, values: listed.sort((a, b) => b.count - a.count), without: counted - carried };
  });
}

/**
 * Ranks tokens by how much their traits tell, in bits: a value that one token in eight has tells three. Having no value
 * of a trait counts as a value, so what stands out by lacking something is rare as well.
 */
export function rankTokens(tokens: readonly Traited[], counts: readonly TraitCounts[]): Map<number, Rarity> {
  const counted = tokens.filter(isCounted);
  const tell = (count: number) => (count > 0 ? -Math.log2(count / counted.length) : 0);
  // What a token without any trait tells, and by how much each value changes that: no second look at the traits it lacks.
  const bitsOfNothing = counts.reduce((sum, { without }) => sum + tell(without), 0);
  const changeOf = new Map(
    counts.map(({ trait, values, without }) => [
      trait,
      new Map(values.map(({ value, count }) => [value, tell(count) - tell(without)])),
    ]),
  );
  const scored = counted.map(({ number, attributes }) => {
    let bits = bitsOfNothing;
    for (const { trait_type, value } of attributes) bits += changeOf.get(trait_type)?.get(value) ?? 0;
    // Sums in another order differ in their last digits; equals must be equal.
    return { number, bits: Math.round(bits * 1e6) / 1e6 };
  });
  scored.sort((a, b) => b.bits - a.bits || a.number - b.number);
  const ranks = new Map<number, Rarity>();
  let rank = 1;
  for (const [index, { number, bits }] of scored.entries()) {
    if (bits !== scored[index - 1]?.bits) rank = index + 1;
    ranks.set(number, { rank, bits });
  }
  return ranks;
}
