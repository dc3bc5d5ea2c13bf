import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Star } from "lucide-react";
import { useState } from "react";
import { call } from "../api/call.ts";
import { useAllowed } from "../api/permissions.ts";
import { Button, buttonLink } from "../ui/button.tsx";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Page, Panel } from "../ui/page.tsx";
import { Failure, LoadingRows } from "../ui/states.tsx";
import { DeploymentTools } from "./deployment-tools.tsx";
import { ItemFacts } from "./item-facts.tsx";
import { ItemPreview } from "./item-preview.tsx";
import { fileUrlOf, type Item, itemQuery, libraryKey } from "./library-queries.ts";
import { SharePanel } from "./share-panel.tsx";

const route = getRouteApi("/inside/library/$itemId");

export function ItemPage() {
  const { itemId } = route.useParams();
  const allowed = useAllowed();
  const { data: item, error, refetch } = useQuery(itemQuery(itemId));
  if (error) return <Failure error={error} onRetry={() => refetch()} />;
  if (!item) return <LoadingRows />;
  return (
    <Page title={item.title} action={<ItemActions item={item} />}>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <Panel>
            <ItemPreview item={item} fileUrl={fileUrlOf(item.id)} />
          </Panel>
          {item.deployment?.contractItemId && (
            <DeploymentTools
              deployment={{ ...item.deployment, contractItemId: item.deployment.contractItemId }}
            />
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <Panel>
            <ItemFacts item={item} />
          </Panel>
          {allowed("create") && <SharePanel item={item} />}
        </div>
      </div>
    </Page>
  );
}

function ItemActions({ item }: { item: Item }) {
  const [isAsking, setAsking] = useState(false);
  const canChange = useAllowed()("create");
  const queryClient = useQueryClient();
  const navigate = route.useNavigate();
  const params = { itemId: item.id };
  const renew = () => queryClient.invalidateQueries({ queryKey: libraryKey });
  const mark = useMutation({
    mutationFn: () =>
      call("PUT /operations/library/{itemId}", { params, body: { isFavourite: !item.isFavourite } }),
    onSuccess: renew,
  });
  const remove = useMutation({
    mutationFn: () => call("DELETE /operations/library/{itemId}", { params }),
    onSuccess: async () => {
      await navigate({ to: "/library", search: {} });
      queryClient.removeQueries({ queryKey: itemQuery(item.id).queryKey });
      await renew();
    },
  });
  return (
    <div className="flex flex-wrap gap-2">
      {canChange && (
        <Button aria-pressed={item.isFavourite} isBusy={mark.isPending} onClick={() => mark.mutate()}>
          <Star size={16} fill={item.isFavourite ? "currentColor" : "none"} aria-hidden="true" />
          Favourite
        </Button>
      )}
      {canChange && <OpenInPlayground item={item} />}
      {item.audit && (
        <Link to="/library/compare" search={{ after: item.id }} className={buttonLink.quiet}>
          Compare
        </Link>
      )}
      {item.contentType && (
        <a href={fileUrlOf(item.id)} download className={buttonLink.quiet}>
          Download
        </a>
      )}
      {canChange && (
        <Button look="danger" onClick={() => setAsking(true)}>
          Delete
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Delete this item?"
          text="The item, its file and its link are deleted permanently. Charged credits are not refunded."
          action="Delete item"
          act={remove}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

function OpenInPlayground({ item: { id, kind, audit } }: { item: Item }) {
  if (kind === "deployment") return null;
  if (audit?.isProject)
    return (
      <Link to="/playground/audit/project" search={{ item: id }} className={buttonLink.quiet}>
        Open in playground
      </Link>
    );
  return (
    <Link to={`/playground/${kind}`} search={{ item: id }} className={buttonLink.quiet}>
      Open in playground
    </Link>
  );
}
