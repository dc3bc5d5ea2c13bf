import { webhookStates } from "@mintwright/api-contract";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../api/call.ts";
import { InlineChoice } from "../ui/field.tsx";
import { MorePages } from "../ui/more-pages.tsx";
import { Page, Panel } from "../ui/page.tsx";
import { Empty, LoadingRows, PanelFailure } from "../ui/states.tsx";
import { DeliveryRow } from "./delivery-row.tsx";
import { Subscriptions } from "./subscriptions.tsx";
import { WebhookSecret } from "./webhook-secret.tsx";

const lookAgainInMs = 3_000;
const filters = [["", "everything"], ...webhookStates.map((state) => [state, state] as const)] as const;

/** What the account's receivers were told, how that went, and another try. */
export function WebhooksPage() {
  return (
    <Page
      title="Webhooks"
      text="Name a webhook with a collection or a news alert, and what happens is posted to it, signed, until it arrives."
    >
      <WebhookSecret />
      <Subscriptions />
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
        ? lookAgainInMs
        : false,
  });
  const deliveries = pages.data?.pages.flatMap((page) => page.data.deliveries) ?? [];
  return (
    <Panel
      title="Deliveries"
      action={<InlineChoice label="Show" value={state} onChange={setState} options={filters} />}
    >
      {pages.error && <PanelFailure error={pages.error} onRetry={pages.refetch} />}
      {pages.isPending && <LoadingRows />}
      {pages.data && deliveries.length === 0 && (
        <Empty
          title={state ? `Nothing is ${state}` : "Nothing was sent yet"}
          text="Every webhook of the last 30 days stands here with its body, every attempt, and what your receiver answered."
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
