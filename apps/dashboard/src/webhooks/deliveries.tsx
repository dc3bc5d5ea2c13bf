import { webhookStates } from "@mintwright/api-contract";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../api/call.ts";
import { InlineChoice } from "../ui/field.tsx";
import { MorePages } from "../ui/more-pages.tsx";
import { Panel } from "../ui/page.tsx";
import { Empty, LoadingRows, PanelFailure } from "../ui/states.tsx";
import { DeliveryRow } from "./delivery-row.tsx";
import { ReplayFailed } from "./replay-failed.tsx";
import { endpointsQuery, nameEndpoint } from "./webhook-queries.ts";

const pollIntervalInMs = 3_000;
const filters = [["", "All"], ...webhookStates.map((state) => [state, state] as const)] as const;

/** The log of what was sent, by status and endpoint. */
export function Deliveries() {
  const [state, setState] = useState<(typeof filters)[number][0]>("");
  const [endpointId, setEndpointId] = useState("");
  const { data: endpoints = [] } = useQuery(endpointsQuery);
  const pages = useInfiniteQuery({
    queryKey: ["webhooks", "deliveries", state, endpointId],
    queryFn: ({ pageParam }) =>
      call("GET /operations/webhooks/deliveries", {
        query: {
          limit: 20,
          state: state || undefined,
          endpointId: endpointId || undefined,
          cursor: pageParam,
        },
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
  const receivers = [
    ["", "All"],
    ...endpoints.map((endpoint) => [endpoint.id, nameEndpoint(endpoint)] as const),
  ] as const;
  return (
    <Panel
      title="Deliveries"
      action={
        <div className="flex flex-wrap items-center gap-3">
          <InlineChoice label="Status" value={state} onChange={setState} options={filters} />
          {endpoints.length > 0 && (
            <InlineChoice
              label="Endpoint"
              value={endpointId}
              onChange={(id: string) => setEndpointId(id)}
              options={receivers}
            />
          )}
          <ReplayFailed endpointId={endpointId || undefined} />
        </div>
      }
    >
      {pages.error && <PanelFailure error={pages.error} onRetry={pages.refetch} />}
      {pages.isPending && <LoadingRows />}
      {pages.data && deliveries.length === 0 && (
        <Empty
          title={state ? `No ${state} deliveries` : "No deliveries yet"}
          text="Webhooks of the last 30 days appear here with their body, attempts and responses."
        />
      )}
      <ul aria-label="Deliveries" className="divide-y divide-line">
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} />
        ))}
      </ul>
      <MorePages pages={pages} />
    </Panel>
  );
}
