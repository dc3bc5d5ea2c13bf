import type { Token } from "@mintwright/api-contract";
import type { CollectionDetail } from "@mintwright/api-contract/dashboard";
import { lazy, Suspense, useCallback, useState } from "react";
import { Button } from "../ui/button.tsx";
import { InlineChoice } from "../ui/field.tsx";
import { formatCredits } from "../ui/format.ts";
import { Panel } from "../ui/page.tsx";
import { Gallery } from "./gallery.tsx";
import type { GalleryView } from "./use-gallery-view.ts";

const TokenDialog = lazy(() => import("./token-dialog.tsx").then((file) => ({ default: file.TokenDialog })));

const orders = [
  ["number", "Number"],
  ["rarity", "Rarest first"],
] as const;

export function GalleryPanel({
  view: { counts, rarities, counted, numbers, chosen, toggle, order, setOrder },
  tokens,
  collection,
  onChange,
}: {
  view: GalleryView;
  tokens: readonly (Token | undefined)[];
  collection: CollectionDetail;
  /** Called with a token whose image was ordered again, or has changed. */
  onChange: (token: Token) => void;
}) {
  const [opened, setOpened] = useState<number>();
  const open = useCallback((number: number) => setOpened(number), []);
  const place = opened === undefined ? -1 : numbers.indexOf(opened);
  return (
    <section aria-label="Tokens" className="flex flex-col gap-4">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <p className="text-muted text-xs">
            <span className="numbers" data-testid="shown">
              {formatCredits(numbers.length)}
            </span>{" "}
            {numbers.length === 1 ? "token" : "tokens"}
          </p>
          {chosen.map((choice) => (
            <Button
              key={choice.trait}
              onClick={() => toggle(choice)}
              aria-label={`Remove filter ${choice.trait}: ${choice.value ?? "None"}`}
            >
              <span className="max-w-48 truncate">
                {choice.trait}: {choice.value ?? "None"}
              </span>
              <span aria-hidden="true">×</span>
            </Button>
          ))}
        </div>
        {counts.length > 0 && (
          <InlineChoice label="Sort by" value={order} onChange={setOrder} options={orders} />
        )}
      </div>
      {numbers.length === 0 ? (
        <Panel>
          <p className="p-6 text-muted">No tokens match all filters. Remove a filter to see more.</p>
        </Panel>
      ) : (
        <Gallery numbers={numbers} tokens={tokens} rarities={rarities} onOpen={open} />
      )}
      {opened !== undefined && (
        <Suspense>
          <TokenDialog
            number={opened}
            token={tokens[opened - 1]}
            rarity={rarities.get(opened)}
            counts={counts}
            counted={counted}
            collection={collection}
            onChange={onChange}
            neighbours={{ before: numbers[place - 1], after: numbers[place + 1] }}
            onMove={setOpened}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      )}
    </section>
  );
}
