import type { CoveredCollection } from "@mintwright/api-contract/dashboard";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { call } from "../api/call.ts";
import { useRecentImages } from "../playground/image/recent-images.ts";
import { Panel } from "../ui/page.tsx";

const shown = 4;

/** The newest collections and this session's images. Renders nothing when there are none. */
export function RecentWork() {
  const images = useRecentImages();
  const { data } = useQuery({
    queryKey: ["collections", "latest"],
    queryFn: () => call("GET /collections", { query: { limit: shown } }),
  });
  return (
    <>
      {images.length > 0 && (
        <Panel title="Recent images" action={<More to="/playground/image" text="Generate more" />}>
          <ul className="grid grid-cols-4 gap-3 p-4 sm:grid-cols-8">
            {images.slice(0, 8).map(({ id, url, request }) => (
              <li key={id}>
                <Link to="/playground/image">
                  <img
                    src={url}
                    alt={request.prompt}
                    className="aspect-square w-full rounded-md object-cover"
                  />
                </Link>
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

function More({ to, text }: { to: "/playground/image" | "/collections"; text: string }) {
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
