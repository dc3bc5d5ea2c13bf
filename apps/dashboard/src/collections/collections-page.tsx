import type { CoveredCollection } from "@mintwright/api-contract/dashboard";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useAllowed } from "../api/permissions.ts";
import { Button, buttonLink } from "../ui/button.tsx";
import { formatCount, formatCredits, formatDay } from "../ui/format.ts";
import { Page, Panel } from "../ui/page.tsx";
import { Empty, Failure } from "../ui/states.tsx";
import { CollectionsFilters } from "./collections-filters.tsx";
import { isFinal } from "./gallery-feed.ts";
import { collectionsQuery } from "./queries.ts";
import { ProgressBar, StateBadge } from "./state-badge.tsx";

const route = getRouteApi("/inside/collections");

export function CollectionsPage() {
  const search = route.useSearch();
  const allowed = useAllowed();
  const pages = useInfiniteQuery(collectionsQuery(search));
  const collections = pages.data?.pages.flatMap((page) => page.collections) ?? [];
  const isFiltered = search.words !== undefined || search.status !== undefined;
  const isEmpty = pages.data && collections.length === 0 && !isFiltered;
  const create = !isEmpty && allowed("create") && (
    <Link to="/collections/new" className={buttonLink.main}>
      New collection
    </Link>
  );
  return (
    <Page
      title="Collections"
      text="Sets of NFTs with traits, generated in the background and ready to mint."
      action={create}
    >
      {pages.error && <Failure error={pages.error} onRetry={pages.refetch} />}
      {(collections.length > 0 || isFiltered) && <CollectionsFilters search={search} />}
      {pages.isPending && <LoadingCards />}
      {pages.data && collections.length === 0 && isFiltered && (
        <Panel>
          <Empty
            title="No collection matches"
            text="Try other words, or clear the filters to see all collections."
          />
        </Panel>
      )}
      {isEmpty && (
        <Panel>
          <Empty
            title="No collections yet"
            text="Enter a prompt, an amount and traits. You see the price and the exact number of tokens per trait before you pay, and each image as soon as it is generated."
          >
            {allowed("create") && (
              <Link to="/collections/new" className={buttonLink.main}>
                Create your first collection
              </Link>
            )}
          </Empty>
        </Panel>
      )}
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {collections.map((collection) => (
          <Card key={collection.collectionId} collection={collection} />
        ))}
      </ul>
      {pages.hasNextPage && (
        <div>
          <Button onClick={() => pages.fetchNextPage()} isBusy={pages.isFetchingNextPage}>
            Load more
          </Button>
        </div>
      )}
    </Page>
  );
}

const coverPlaces = [0, 1, 2, 3];

function Card({ collection }: { collection: CoveredCollection }) {
  const { collectionId, name, prompt, status, amount, made, failed, covers, priceEach, createdAt } =
    collection;
  return (
    <li>
      <Link
        to="/collections/$collectionId"
        params={{ collectionId }}
        className="flex flex-col overflow-hidden rounded-md border border-line bg-surface hover:border-muted"
      >
        <span className="grid grid-cols-4 gap-px bg-line">
          {coverPlaces.map((place) => (
            <span key={place} className="aspect-square bg-sunken">
              {covers[place] && (
                <img
                  src={covers[place]}
                  alt=""
                  width="90"
                  height="90"
                  loading="lazy"
                  decoding="async"
                  className="size-full object-cover"
                />
              )}
            </span>
          ))}
        </span>
        <span className="flex flex-col gap-2 p-4">
          <span className="line-clamp-2 min-h-[42px] break-words font-medium">{name ?? prompt}</span>
          {!isFinal(status) && <ProgressBar made={made} failed={failed} amount={amount} />}
          <span className="flex items-center justify-between gap-3">
            <StateBadge state={status} />
            <span className="numbers text-xs">
              {isFinal(status) && made === amount
                ? formatCount(amount, "token")
                : `${formatCredits(made)} of ${formatCredits(amount)}`}
            </span>
          </span>
          <span className="text-muted text-xs">
            {formatDay(createdAt)} · {formatCredits(priceEach * made)} credits spent
          </span>
        </span>
      </Link>
    </li>
  );
}

function LoadingCards() {
  return (
    <div role="status" className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      <span className="sr-only">Loading</span>
      {coverPlaces.slice(1).map((place) => (
        <div key={place} className="animate-pulse overflow-hidden rounded-md border border-line bg-surface">
          <div className="aspect-[4/1] bg-sunken" />
          <div className="flex flex-col gap-3 p-4">
            <div className="h-4 w-2/3 rounded bg-line" />
            <div className="h-4 w-1/3 rounded bg-line" />
          </div>
        </div>
      ))}
    </div>
  );
}
