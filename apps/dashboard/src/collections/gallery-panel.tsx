import type { Token } from "@mintwright/api-contract";
import { useCallback, useMemo, useState } from "react";
import { Button } from "../ui/button.tsx";
import { InlineChoice } from "../ui/field.tsx";
import { formatCredits } from "../ui/format.ts";
import { Panel } from "../ui/page.tsx";
import { Gallery } from "./gallery.tsx";
import type { GallerySnapshot } from "./gallery-feed.ts";
import { countTraits, isCounted, type Rarity, rankTokens } from "./rarity.ts";
import { RarityTable, type TraitChoice } from "./rarity-table.tsx";
import { TokenDialog } from "./token-dialog.tsx";

const orders = [
  ["number", "by number"],
  ["rarity", "rarest first"],
] as const;

/** The images of a collection with their rarity, filters and details. */
export function GalleryPanel({ amount, snapshot }: { amount: number; snapshot: GallerySnapshot }) {
  const { tokens, traited } = snapshot;
  const [chosen, setChosen] = useState<TraitChoice[]>([]);
  const [order, setOrder] = useState("number");
  const [opened, setOpened] = useState<number>();
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
  const open = useCallback((number: number) => setOpened(number), []);
  const toggle = (choice: TraitChoice) =>
    setChosen((last) => {
      const others = last.filter((each) => each.trait !== choice.trait);
      return last.some((each) => isSame(each, choice)) ? others : [...others, choice];
    });
  return (
    <>
      {counts.length > 0 && (
        <RarityTable counts={counts} counted={counted} chosen={chosen} onToggle={toggle} />
      )}
      <section aria-label="Images" className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="flex flex-wrap items-center gap-2">
            <h2 className="text-base">Images</h2>
            <span className="numbers text-muted text-xs" data-testid="shown">
              {formatCredits(numbers.length)}
            </span>
            {chosen.map((choice) => (
              <Button
                key={choice.trait}
                onClick={() => toggle(choice)}
                aria-label={`Remove filter ${choice.trait}`}
              >
                <span className="max-w-48 truncate">
                  {choice.trait}: {choice.value ?? "none"}
                </span>{" "}
                ×
              </Button>
            ))}
          </div>
          {counts.length > 0 && (
            <InlineChoice label="Order" value={order} onChange={setOrder} options={orders} />
          )}
        </div>
        {numbers.length === 0 ? (
          <Panel>
            <p className="p-6 text-muted">No image has all of these. Remove a filter to see more.</p>
          </Panel>
        ) : (
          <Gallery numbers={numbers} tokens={tokens} rarities={rarities} onOpen={open} />
        )}
      </section>
      {opened !== undefined && (
        <TokenDialog
          number={opened}
          token={tokens[opened - 1]}
          rarity={rarities.get(opened)}
          counts={counts}
          counted={counted}
          neighbours={findNeighbours(numbers, opened)}
          onMove={setOpened}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

function isSame(a: TraitChoice, b: TraitChoice): boolean {
  return a.trait === b.trait && a.value === b.value;
}

function fits(token: Token | undefined, chosen: readonly TraitChoice[]): boolean {
  if (!token || !isCounted(token)) return false;
  return chosen.every(
    ({ trait, value }) =>
      (token.attributes.find(({ trait_type }) => trait_type === trait)?.value ?? null) === value,
  );
}

function findNeighbours(numbers: readonly number[], number: number) {
  const place = numbers.indexOf(number);
  return { before: numbers[place - 1], after: numbers[place + 1] };
}
