import type { CollectionDetail } from "@mintwright/api-contract/dashboard";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { Tabs } from "radix-ui";
import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { CopyButton } from "../ui/copy-button.tsx";
import { formatCredits, formatMoment } from "../ui/format.ts";
import { Page, Panel } from "../ui/page.tsx";
import { Empty, Failure } from "../ui/states.tsx";
import { CancelCollection } from "./cancel-collection.tsx";
import { createGalleryFeed, type GallerySnapshot, isFinal } from "./gallery-feed.ts";
import { GalleryPanel } from "./gallery-panel.tsx";
import { LoadingCollection } from "./loading-collection.tsx";
import { MintPanel } from "./mint-panel.tsx";
import { chainsQuery, collectionQuery } from "./queries.ts";
import { RarityTable } from "./rarity-table.tsx";
import { ProgressBar, StateBadge } from "./state-badge.tsx";
import { type TraitChoice, useGalleryView } from "./use-gallery-view.ts";

/** One collection: how far it is, its images, how rare each is, and the way to the chain. */
export function CollectionPage() {
  const { collectionId } = useParams({ from: "/inside/collections/$collectionId" });
  const { data, error, refetch } = useQuery(collectionQuery(collectionId));
  if (!data) {
    return (
      <Page title="Collection">
        {error ? <Failure error={error} onRetry={refetch} /> : <LoadingCollection />}
      </Page>
    );
  }
  return <LoadedCollection key={collectionId} collection={data} />;
}

function LoadedCollection({ collection }: { collection: CollectionDetail }) {
  const queryClient = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the feed itself keeps up with everything that changes.
  const feed = useMemo(() => createGalleryFeed(collection), [collection.collectionId]);
  const snapshot = useSyncExternalStore(feed.subscribe, feed.getSnapshot);
  const view = useGalleryView(collection.amount, snapshot);
  const [tab, setTab] = useState("gallery");
  const showValue = (choice: TraitChoice) => {
    view.toggle(choice);
    setTab("gallery");
  };
  const { status } = snapshot;
  const hasEnded = isFinal(status);
  const [began] = useState(hasEnded);
  useEffect(() => {
    if (hasEnded && !began) {
      void queryClient.invalidateQueries({ queryKey: ["collections"] });
      void queryClient.invalidateQueries({ queryKey: ["credits"] });
    }
  }, [hasEnded, began, queryClient]);
  const action = <CancelCollection collection={collection} made={snapshot.made} hasEnded={hasEnded} />;
  return (
    <Page title={shorten(collection.prompt, titleCharacters)} action={action}>
      <Facts collection={collection} snapshot={snapshot} />
      {snapshot.error && <Failure error={snapshot.error} onRetry={feed.retry} />}
      <Tabs.Root value={tab} onValueChange={setTab} className="flex flex-col gap-4">
        <Tabs.List aria-label="Parts of the collection" className="flex gap-1 border-line border-b">
          <Tab value="gallery">Gallery</Tab>
          <Tab value="rarity">Rarity</Tab>
          <Tab value="mint">Mint</Tab>
        </Tabs.List>
        <Tabs.Content value="gallery">
          <GalleryPanel view={view} tokens={snapshot.tokens} />
        </Tabs.Content>
        <Tabs.Content value="rarity">
          {view.counts.length > 0 ? (
            <RarityTable
              counts={view.counts}
              counted={view.counted}
              chosen={view.chosen}
              onToggle={showValue}
            />
          ) : (
            <Panel>
              <Empty
                title="No traits"
                text="This collection has none, so every image is as rare as the next. Traits are written when a collection is ordered."
              />
            </Panel>
          )}
        </Tabs.Content>
        <Tabs.Content value="mint">
          {status === "completed" ? (
            <MintPanel collection={collection} tokens={snapshot.tokens} />
          ) : (
            <Panel>
              <Empty
                title={hasEnded ? "This collection is not complete" : "Not yet"}
                text="A complete collection is described, downloaded and minted here."
              />
            </Panel>
          )}
        </Tabs.Content>
      </Tabs.Root>
    </Page>
  );
}

function Tab({ value, children }: { value: string; children: ReactNode }) {
  return (
    <Tabs.Trigger
      value={value}
      className="-mb-px border-transparent border-b-2 px-3 py-2 text-muted hover:text-ink data-[state=active]:border-ink data-[state=active]:font-medium data-[state=active]:text-ink"
    >
      {children}
    </Tabs.Trigger>
  );
}

function Facts({ collection, snapshot }: { collection: CollectionDetail; snapshot: GallerySnapshot }) {
  const { amount, priceEach, collectionId, chainId, walletAddress, seed, model, style, width, height } =
    collection;
  const { made, failed, status } = snapshot;
  const { data: chains } = useQuery(chainsQuery);
  const chain = chains?.find((each) => each.chainId === chainId)?.chainName ?? `chain ${chainId}`;
  const spent = formatCredits(Math.round(priceEach * made * 100) / 100);
  const held = formatCredits(Math.round(priceEach * (amount - made - failed) * 100) / 100);
  return (
    <Panel>
      <div className="flex flex-col gap-4 p-4">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <StateBadge state={status} />
          <p role="status">
            <span className="numbers" data-testid="made">
              {formatCredits(made)}
            </span>{" "}
            of <span className="numbers">{formatCredits(amount)}</span> images
            {failed > 0 && <span className="text-red"> · {formatCredits(failed)} could not be made</span>}
          </p>
        </div>
        <ProgressBar made={made} failed={failed} amount={amount} />
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-muted">
          <p>
            {spent} credits spent{!isFinal(status) && ` · ${held} held`} · for {chain}
          </p>
          <CopyButton text={collectionId} label="Copy collection id" />
        </div>
        <details>
          <summary className="text-muted text-xs">How it was ordered</summary>
          <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
            <div className="col-span-2 sm:col-span-4">
              <dt className="text-muted text-xs">Prompt</dt>
              <dd className="break-words">{collection.prompt}</dd>
            </div>
            <Fact name="Model">
              {model}
              {width && height ? `, ${width}×${height}` : ""}
            </Fact>
            <Fact name="Style">{style ?? "none"}</Fact>
            <Fact name="Seed">{seed}</Fact>
            <Fact name="Wallet">
              <span title={walletAddress}>{`${walletAddress.slice(0, 6)}…${walletAddress.slice(-4)}`}</span>
            </Fact>
            <Fact name="Begun">{formatMoment(collection.createdAt)}</Fact>
            {collection.finishedAt && <Fact name="Ended">{formatMoment(collection.finishedAt)}</Fact>}
          </dl>
        </details>
      </div>
    </Panel>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-xs">{name}</dt>
      <dd className="truncate">{children}</dd>
    </div>
  );
}

/** Prompts may have thousands of characters. */
const titleCharacters = 120;

function shorten(text: string, characters: number): string {
  return text.length > characters ? `${text.slice(0, characters).trimEnd()}…` : text;
}
