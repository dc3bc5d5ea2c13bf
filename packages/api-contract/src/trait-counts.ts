import type { z } from "zod";
import { countTraitQuotas, readRatios } from "./trait-quotas.ts";
import type { TraitCounts } from "./trait-schemas.ts";

interface Trait {
  trait_type: string;
  value: readonly { value: string; ratio: number }[];
}

const ratiosOf = ({ value }: Trait) => value.map(({ ratio }) => ratio);

/** Counts how many tokens get each value of each trait. */
export function countTraits(traits: readonly Trait[], tokens: number): TraitCounts[] {
  return traits.map((trait) => {
    const quotas = countTraitQuotas(ratiosOf(trait), tokens);
    return {
      trait_type: trait.trait_type,
      ratiosAre: readRatios(ratiosOf(trait)).unit,
      counts: trait.value.map(({ value }, index) => ({ value, count: quotas[index] ?? 0 })),
      without: quotas.at(-1) ?? 0,
    };
  });
}

/** The trait counts that a dry run returns. */
export function previewTraits(
  traits: readonly Trait[] | undefined,
  tokens: number,
): { traits?: TraitCounts[] } {
  return traits && traits.length > 0 ? { traits: countTraits(traits, tokens) } : {};
}

/** A header cannot carry ten thousand names; the dry run has every count. */
const mostNamed = 20;

/** Names the values that have a ratio but get no token. */
export function warnOfUnusedValues(traits: readonly Trait[], tokens: number): string[] {
  const counted = countTraits(traits, tokens);
  const unused = traits.flatMap(({ trait_type, value }, trait) =>
    value.flatMap(({ value: name, ratio }, index) =>
      ratio > 0 && counted[trait]?.counts[index]?.count === 0 ? [`${trait_type} "${name}"`] : [],
    ),
  );
  if (unused.length === 0) return [];
  const named = unused.slice(0, mostNamed).join(", ");
  const more = unused.length > mostNamed ? ` and ${unused.length - mostNamed} more` : "";
  return [
    `traits: ${named}${more} have a ratio too small for this amount and get no token of ${tokens}. Raise their ratios or the amount; Prefer: dry-run shows the counts.`,
  ];
}

const mostShown = 6;

/**
 * Rejects a trait that no token gets: it would be paid for and never appear. A single image without `tokens` gets every
 * trait that has a weight.
 */
export function checkTraits(
  traits: readonly Trait[] | undefined,
  tokens: number | undefined,
  context: z.core.$RefinementCtx<unknown>,
): void {
  for (const [index, trait] of (traits ?? []).entries()) {
    const reason = explainAbsence(trait, tokens);
    if (reason === undefined) continue;
    const example = JSON.stringify(suggestValues(trait));
    context.addIssue({
      code: "custom",
      path: ["traits", index],
      message: `traits: ${reason}. For example: ${example}`,
    });
  }
}

function explainAbsence(trait: Trait, tokens: number | undefined): string | undefined {
  // Missing values are already an error of their own.
  if (trait.value.length === 0) return undefined;
  if (trait.value.every(({ ratio }) => ratio === 0)) return `every ratio of "${trait.trait_type}" is 0`;
  const [counted] = tokens === undefined ? [] : countTraits([trait], tokens);
  if (!counted || counted.without !== tokens) return undefined;
  const list = (texts: (string | number)[]) =>
    [...texts.slice(0, mostShown), ...(texts.length > mostShown ? ["…"] : [])].join(", ");
  const counts = list(counted.counts.map(({ value, count }) => `${value} ${count}`));
  return `no token of ${tokens} gets "${trait.trait_type}" (${counts}, none ${tokens}), because the ratios ${list(ratiosOf(trait))} are ${counted.ratiosAre}: they are fractions up to a sum of 1, weights above a sum of 100, otherwise percentages`;
}

/** The same proportions as percentages of all tokens. */
function suggestValues({ value }: Trait): { value: string; ratio: number }[] {
  const sum = value.reduce((total, { ratio }) => total + ratio, 0);
  return value.slice(0, mostShown).map(({ value: name, ratio }) => ({
    value: name,
    ratio: Math.round((sum > 0 ? ratio / sum : 1 / value.length) * 10_000) / 100,
  }));
}
