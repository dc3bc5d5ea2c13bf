import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { newestQuery } from "../../library/library-queries.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { formatAgo } from "../../ui/format.ts";
import { Panel } from "../../ui/page.tsx";

const maxListed = 100;

/** Where a contract of the library was deployed. Renders nothing when it was not. */
export function ContractDeployments({ itemId }: { itemId: string }) {
  const { data } = useQuery(newestQuery("deployment", maxListed));
  const own = data?.filter(({ deployment }) => deployment?.contractItemId === itemId) ?? [];
  if (own.length === 0) return null;
  return (
    <Panel title="Deployments">
      <ul className="divide-y divide-line">
        {own.map(({ id, createdAt, deployment }) => (
          <li key={id} className="flex flex-wrap items-center gap-3 px-4 py-3">
            <Link to="/library/$itemId" params={{ itemId: id }} className="min-w-0 flex-1 hover:underline">
              <span className="numbers block break-all text-xs">{deployment?.address}</span>
              <span className="block text-muted text-xs">
                Chain {deployment?.chainId} · {formatAgo(createdAt)}
              </span>
            </Link>
            <CopyButton text={deployment?.address ?? ""} label="Copy contract address" />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
