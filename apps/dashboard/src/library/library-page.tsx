import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { urlOf } from "../api/call.ts";
import { useAllowed } from "../api/permissions.ts";
import { Button, buttonLink } from "../ui/button.tsx";
import { MorePages } from "../ui/more-pages.tsx";
import { Page, Panel } from "../ui/page.tsx";
import { Empty, LoadingRows, PanelFailure } from "../ui/states.tsx";
import { ItemRow, ItemTile } from "./item-tile.tsx";
import { LibraryFilters } from "./library-filters.tsx";
import { libraryQuery } from "./library-queries.ts";

const route = getRouteApi("/inside/library");

export function LibraryPage() {
  const allowed = useAllowed();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const items = useInfiniteQuery(libraryQuery(search));
  const shown = items.data?.pages.flatMap((page) => page.items) ?? [];
  const { view, ...filters } = search;
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return (
    <Page
      title="Library"
      text="Images, contracts, audits and deployments of this account. Results of API keys are here when the key stores them."
      action={
        shown.length > 0 && (
          <div className="flex flex-wrap gap-2">
            <Button
              onClick={() =>
                navigate({
                  search: (current) => ({ ...current, view: view === "list" ? undefined : "list" }),
                  replace: true,
                })
              }
            >
              {view === "list" ? "Show as grid" : "Show as list"}
            </Button>
            <a href={urlOf("GET /operations/library/export")} download className={buttonLink.quiet}>
              Export
            </a>
          </div>
        )
      }
    >
      <LibraryFilters search={search} />
      <Panel>
        {items.isPending ? (
          <LoadingRows />
        ) : items.error ? (
          <PanelFailure error={items.error} onRetry={() => items.refetch()} />
        ) : shown.length === 0 ? (
          isFiltered ? (
            <Empty title="Nothing found" text="No item matches these filters." />
          ) : (
            <Empty title="Nothing stored yet" text="What you generate in the playground is stored here.">
              {allowed("create") && (
                <Link to="/playground/image" className={buttonLink.main}>
                  Generate an image
                </Link>
              )}
            </Empty>
          )
        ) : view === "list" ? (
          <ul aria-label="Library items" className="divide-y divide-line">
            {shown.map((item) => (
              <li key={item.id}>
                <ItemRow item={item} />
              </li>
            ))}
          </ul>
        ) : (
          <ul
            aria-label="Library items"
            className="grid grid-cols-2 gap-4 p-4 sm:grid-cols-3 lg:grid-cols-4 xl:grid-cols-5"
          >
            {shown.map((item) => (
              <li key={item.id} className="min-w-0">
                <ItemTile item={item} />
              </li>
            ))}
          </ul>
        )}
        <MorePages pages={items} />
      </Panel>
    </Page>
  );
}
