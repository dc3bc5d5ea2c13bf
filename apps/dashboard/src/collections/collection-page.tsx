import type { CollectionDetail } from "@mintwright/api-contract/dashboard";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { Tabs } from "radix-ui";
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useAllowed } from "../api/permissions.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { formatCredits, formatMoment } from "../ui/format.ts";
import { Page, Panel } from "../ui/page.tsx";
import { Empty, Failure, LoadingRows } from "../ui/states.tsx";
import { CancelCollection } from "./cancel-collection.tsx";
import { createGalleryFeed, type GallerySnapshot, isFinal } from "./gallery-feed.ts";
import { GalleryPanel } from "./gallery-panel.tsx";
import { chainsQuery, collectionQuery } from "./queries.ts";
import { RarityTable } from "./rarity-table.tsx";
import { RenameCollection } from "./rename-collection.tsx";
import { Results } from "./results.tsx";
import { ProgressBar, StateBadge } from "./state-badge.tsx";
import { type TraitChoice, useGalleryView } from "./use-gallery-view.ts";

const DropPanel = lazy(() => import("../drops/drop-panel.tsx").then((file) => ({ default: file.DropPanel })));
const MintPanel = lazy(() => import("./mint-panel.tsx").then((file) => ({ default: file.MintPanel })));

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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the feed itself receives every later change.
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
  const allowed = useAllowed();
  const action = allowed("create") && (
    <div className="flex flex-wrap gap-2">
      <RenameCollection collection={collection} />
      <CancelCollection collection={collection} made={snapshot.made} hasEnded={hasEnded} />
    </div>
  );
  return (
    <Page title={collection.name ?? shorten(collection.prompt, titleCharacters)} action={action}>
      <Facts collection={collection} snapshot={snapshot} />
      {snapshot.error && <Failure error={snapshot.error} onRetry={feed.retry} />}
      <Tabs.Root value={tab} onValueChange={setTab} className="flex flex-col gap-4">
        <Tabs.List aria-label="Collection" className="flex gap-1 border-line border-b">
          <Tab value="gallery">Gallery</Tab>
          <Tab value="rarity">Rarity</Tab>
          {allowed("create") && <Tab value="mint">Mint</Tab>}
          {allowed("create") && <Tab value="claim">Claim page</Tab>}
        </Tabs.List>
        <Tabs.Content value="gallery">
          <GalleryPanel view={view} tokens={snapshot.tokens} collection={collection} onChange={feed.put} />
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
                text="Without traits, all tokens are equally rare. Traits can only be added when you create a collection."
              />
            </Panel>
          )}
        </Tabs.Content>
        <Tabs.Content value="mint">
          {status === "completed" ? (
            <Suspense fallback={<LoadingRows />}>
              <MintPanel collection={collection} tokens={snapshot.tokens} />
            </Suspense>
          ) : (
            <Panel>
              <Empty
                title={hasEnded ? "This collection is incomplete" : "Not ready to mint"}
                text="Metadata, download and minting are available once all images are generated."
              />
            </Panel>
          )}
        </Tabs.Content>
        <Tabs.Content value="claim">
          <Suspense fallback={<LoadingRows />}>
            <DropPanel collection={collection} />
          </Suspense>
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
  const chain = chains?.find((each) => each.chainId === chainId)?.chainName ?? `Chain ${chainId}`;
  const spent = formatCredits(Math.round(priceEach * made * 100) / 100);
  const held = formatCredits(Math.round(priceEach * (amount - made - failed) * 100) / 100);
  return (
    <Panel>
      <div className="flex flex-col gap-4 p-4">
        {isFinal(status) ? (
          <Results collection={collection} made={made} failed={failed} status={status} />
        ) : (
          <>
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
              <StateBadge state={status} />
              <p role="status">
                <span className="numbers" data-testid="made">
                  {formatCredits(made)}
                </span>{" "}
                of <span className="numbers">{formatCredits(amount)}</span> images
                {failed > 0 && <span className="text-red"> · {formatCredits(failed)} failed</span>}
              </p>
            </div>
            <ProgressBar made={made} failed={failed} amount={amount} />
          </>
        )}
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-muted">
          <p>
            {spent} credits spent{!isFinal(status) && ` · ${held} held`} · {chain}
          </p>
          <CopyButton text={collectionId} label="Copy collection ID" />
        </div>
        <details>
          <summary className="text-muted text-xs">Request details</summary>
          <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
            <div className="col-span-2 sm:col-span-4">
              <dt className="text-muted text-xs">Prompt</dt>
              <dd className="break-words">{collection.prompt}</dd>
            </div>
            <Fact name="Model">
              {model}
              {width && height ? `, ${width}×${height}` : ""}
            </Fact>
            <Fact name="Style">{style ?? "None"}</Fact>
            <Fact name="Seed">{seed}</Fact>
            <Fact name="Wallet">
              <span title={walletAddress}>{`${walletAddress.slice(0, 6)}…${walletAddress.slice(-4)}`}</span>
            </Fact>
            <Fact name="Created">{formatMoment(collection.createdAt)}</Fact>
            {collection.finishedAt && <Fact name="Finished">{formatMoment(collection.finishedAt)}</Fact>}
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

const titleCharacters = 120;

function shorten(text: string, characters: number): string {
  return text.length > characters ? `${text.slice(0, characters).trimEnd()}…` : text;
}

const skeletonTiles = Array.from({ length: 12 }, (_, tile) => tile);

function LoadingCollection() {
  return (
    <div role="status" className="flex flex-col gap-6">
      <span className="sr-only">Loading</span>
      <div className="h-40 animate-pulse rounded-md border border-line bg-surface" />
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4 lg:grid-cols-6">
        {skeletonTiles.map((tile) => (
          <div key={tile} className="aspect-square animate-pulse rounded-md border border-line bg-sunken" />
        ))}
      </div>
    </div>
  );
}
