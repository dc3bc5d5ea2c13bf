import { webhookStates } from "@mintwright/api-contract";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../api/call.ts";
import { InlineChoice } from "../ui/field.tsx";
import { MorePages } from "../ui/more-pages.tsx";
import { Page, Panel } from "../ui/page.tsx";
import { Empty, LoadingRows, PanelFailure } from "../ui/states.tsx";
import { DeliveryRow } from "./delivery-row.tsx";
import { WebhookAlerts } from "./webhook-alerts.tsx";
import { WebhookSecret } from "./webhook-secret.tsx";

const pollIntervalInMs = 3_000;
const filters = [["", "All"], ...webhookStates.map((state) => [state, state] as const)] as const;

export function WebhooksPage() {
  return (
    <Page
      title="Webhooks"
      text="Collections and news alerts can send signed webhooks to your server. Failed deliveries are retried."
    >
      <WebhookSecret />
      <WebhookAlerts />
      <Deliveries />
    </Page>
  );
}

function Deliveries() {
  const [state, setState] = useState<(typeof filters)[number][0]>("");
  const pages = useInfiniteQuery({
    queryKey: ["webhooks", "deliveries", state],
    queryFn: ({ pageParam }) =>
      call("GET /operations/webhooks/deliveries", {
        query: { limit: 20, state: state || undefined, cursor: pageParam },
      }),
    initialPageParam: "",
    getNextPageParam: ({ data }) => data.nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some((page) => page.data.deliveries.some((each) => each.state === "pending"))
        ? pollIntervalInMs
        : false,
  });
  const deliveries = pages.data?.pages.flatMap((page) => page.data.deliveries) ?? [];
  return (
    <Panel
      title="Deliveries"
      action={<InlineChoice label="Status" value={state} onChange={setState} options={filters} />}
    >
      {pages.error && <PanelFailure error={pages.error} onRetry={pages.refetch} />}
      {pages.isPending && <LoadingRows />}
      {pages.data && deliveries.length === 0 && (
        <Empty
          title={state ? `No ${state} deliveries` : "No deliveries yet"}
          text="Webhooks of the last 30 days appear here with their body, attempts and responses."
        />
      )}
      <ul className="divide-y divide-line">
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} />
        ))}
      </ul>
      <MorePages pages={pages} />
    </Panel>
  );
}
