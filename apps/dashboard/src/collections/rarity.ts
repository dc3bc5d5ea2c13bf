import type { Token } from "@mintwright/api-contract";

export interface TraitCounts {
  trait: string;
  /** Most frequent first. */
  values: { value: string; count: number }[];
  /** Tokens without this trait. */
  without: number;
}

export interface Rarity {
  /** 1 is the rarest; equally rare tokens share a rank. */
  rank: number;
  bits: number;
}

type Traited = Pick<Token, "number" | "attributes" | "state">;

/** Failed and cancelled tokens are not part of the collection. */
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
 * Ranks tokens by the information content of their traits, in bits: a value that one token in eight has counts three. A
 * missing trait counts as a value too, so a token that lacks a common trait is rare.
 */
export function rankTokens(tokens: readonly Traited[], counts: readonly TraitCounts[]): Map<number, Rarity> {
  const counted = tokens.filter(isCounted);
  const bitsOf = (count: number) => (count > 0 ? -Math.log2(count / counted.length) : 0);
  // Start from the bits of a token without traits and add the difference of each value: no loop over missing traits.
  const bitsWithoutTraits = counts.reduce((sum, { without }) => sum + bitsOf(without), 0);
  const changeOf = new Map(
    counts.map(({ trait, values, without }) => [
      trait,
      new Map(values.map(({ value, count }) => [value, bitsOf(count) - bitsOf(without)])),
    ]),
  );
  const scored = counted.map(({ number, attributes }) => {
    let bits = bitsWithoutTraits;
    for (const { trait_type, value } of attributes) bits += changeOf.get(trait_type)?.get(value) ?? 0;
    // Floating-point sums depend on their order; rounding keeps equally rare tokens equal.
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
