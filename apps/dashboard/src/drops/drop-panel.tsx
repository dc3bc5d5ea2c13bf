import type { CollectionDetail } from "@mintwright/api-contract/dashboard";
import { useQuery } from "@tanstack/react-query";
import { Panel } from "../ui/page.tsx";
import { Empty, LoadingRows, PanelFailure } from "../ui/states.tsx";
import { DropForm } from "./drop-form.tsx";
import { ownDropQuery } from "./drop-queries.ts";
import { DropSale } from "./drop-sale.tsx";

/** Sells a collection on a public claim page: the form, the deployment, then the sale. */
export function DropPanel({ collection }: { collection: CollectionDetail }) {
  const { data, error, refetch } = useQuery(ownDropQuery(collection.collectionId));
  return (
    <Panel title="Claim page">
      {error && <PanelFailure error={error} onRetry={refetch} />}
      {!data && !error && <LoadingRows rows={3} />}
      {data?.obstacle && <Empty title="This collection has no claim page" text={data.obstacle} />}
      {data && !data.obstacle && (data.drop === null || data.drop.state === "prepared") && (
        <DropForm collection={collection} kept={data.drop} currency={data.currency} />
      )}
      {data?.drop?.state === "deploying" && (
        <Empty
          title="Waiting for the chain"
          text={`Your wallet has sent the deployment. The claim page opens when the transaction is mined: ${data.drop.hash}`}
        />
      )}
      {data?.drop?.state === "open" && <DropSale collectionId={collection.collectionId} drop={data.drop} />}
    </Panel>
  );
}
