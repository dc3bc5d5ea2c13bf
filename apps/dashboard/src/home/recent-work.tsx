import type { CoveredCollection } from "@mintwright/api-contract/dashboard";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { call } from "../api/call.ts";
import { ItemTile } from "../library/item-tile.tsx";
import { recentQuery } from "../library/library-queries.ts";
import { Panel } from "../ui/page.tsx";

const shown = 4;

/** The newest items of the library and collections. Renders nothing when there are none. */
export function RecentWork() {
  const { data: items = [] } = useQuery(recentQuery);
  const { data } = useQuery({
    queryKey: ["collections", "latest"],
    queryFn: () => call("GET /collections", { query: { limit: shown } }),
  });
  return (
    <>
      {items.length > 0 && (
        <Panel title="Recent work" action={<More to="/library" text="Open library" />}>
          <ul className="grid grid-cols-2 gap-4 p-4 sm:grid-cols-4 lg:grid-cols-8">
            {items.map((item) => (
              <li key={item.id} className="min-w-0">
                <ItemTile item={item} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {data && data.collections.length > 0 && (
        <Panel title="Recent collections" action={<More to="/collections" text="All collections" />}>
          <ul className="grid gap-4 p-4 sm:grid-cols-2 lg:grid-cols-4">
            {data.collections.map((collection) => (
              <li key={collection.collectionId}>
                <Cover collection={collection} />
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

function More({ to, text }: { to: "/library" | "/collections"; text: string }) {
  return (
    <Link to={to} className="text-muted text-xs underline hover:text-ink">
      {text}
    </Link>
  );
}

function Cover({
  collection: { collectionId, covers, prompt, amount, status },
}: {
  collection: CoveredCollection;
}) {
  return (
    <Link to="/collections/$collectionId" params={{ collectionId }} className="group flex flex-col gap-2">
      <div className="grid aspect-square grid-cols-2 gap-px overflow-hidden rounded-md bg-line">
        {Array.from({ length: 4 }, (_, index) => covers[index]).map((cover, index) =>
          cover ? (
            <img key={cover} src={cover} alt="" className="size-full object-cover" />
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: an empty cell has no other identity
            <span key={index} className="bg-sunken" />
          ),
        )}
      </div>
      <span className="min-w-0">
        <span className="block truncate group-hover:underline">{prompt}</span>
        <span className="block text-muted text-xs">
          {amount} tokens · {status}
        </span>
      </span>
    </Link>
  );
}
