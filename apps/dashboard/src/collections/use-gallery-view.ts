import type { Token } from "@mintwright/api-contract";
import { useMemo, useState } from "react";
import type { GallerySnapshot } from "./gallery-feed.ts";
import { countTraits, isCounted, type Rarity, rankTokens } from "./rarity.ts";

/** A filter by value; null selects tokens without the trait. */
export interface TraitChoice {
  trait: string;
  value: string | null;
}

export type GalleryView = ReturnType<typeof useGalleryView>;

/** Counts traits, ranks, filters and sorts the tokens of a collection. */
export function useGalleryView(amount: number, { traited }: GallerySnapshot) {
  const [chosen, setChosen] = useState<TraitChoice[]>([]);
  const [order, setOrder] = useState<"number" | "rarity">("number");
  const { counts, rarities, counted } = useMemo(() => {
    const known = traited.filter((token) => token !== undefined);
    const found = countTraits(known);
    const ranks = found.length > 0 ? rankTokens(known, found) : new Map<number, Rarity>();
    return { counts: found, rarities: ranks, counted: known.filter(isCounted).length };
  }, [traited]);
  const numbers = useMemo(() => {
    const all = Array.from({ length: amount }, (_, index) => index + 1);
    const fitting = chosen.length > 0 ? all.filter((number) => fits(traited[number - 1], chosen)) : all;
    if (order === "number") return fitting;
    const rankOf = (number: number) => rarities.get(number)?.rank ?? Number.POSITIVE_INFINITY;
    return fitting.toSorted((a, b) => rankOf(a) - rankOf(b) || a - b);
  }, [amount, chosen, order, rarities, traited]);
  /** Selects a value, replaces another value of the same trait, or clears the selection. */
  const toggle = (choice: TraitChoice) =>
    setChosen((last) => {
      const others = last.filter(({ trait }) => trait !== choice.trait);
      const isChosen = last.some(({ trait, value }) => trait === choice.trait && value === choice.value);
      return isChosen ? others : [...others, choice];
    });
  return { counts, rarities, counted, numbers, chosen, toggle, order, setOrder };
}

function fits(token: Token | undefined, chosen: readonly TraitChoice[]): boolean {
  if (!token || !isCounted(token)) return false;
  return chosen.every(
    ({ trait, value }) =>
      (token.attributes.find(({ trait_type }) => trait_type === trait)?.value ?? null) === value,
  );
}
