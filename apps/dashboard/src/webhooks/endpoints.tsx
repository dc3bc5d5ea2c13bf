import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Panel } from "../ui/page.tsx";
import { Empty, LoadingRows, PanelFailure } from "../ui/states.tsx";
import { EndpointForm } from "./endpoint-form.tsx";
import { EndpointRow } from "./endpoint-row.tsx";
import { endpointsQuery } from "./webhook-queries.ts";

export function Endpoints() {
  const { data: endpoints, error, refetch, isPending } = useQuery(endpointsQuery);
  const [isAdding, setAdding] = useState(false);
  const add = (
    <Button look="main" onClick={() => setAdding(true)}>
      Add endpoint
    </Button>
  );
  return (
    <Panel title="Endpoints" action={endpoints && endpoints.length > 0 && add}>
      {error && <PanelFailure error={error} onRetry={refetch} />}
      {isPending && <LoadingRows rows={2} />}
      {endpoints?.length === 0 && (
        <Empty
          title="No endpoints"
          text="An endpoint is a URL of your server that gets the events you choose, for the whole account."
        >
          {add}
        </Empty>
      )}
      <ul aria-label="Endpoints" className="divide-y divide-line">
        {endpoints?.map((endpoint) => (
          <EndpointRow key={endpoint.id} endpoint={endpoint} />
        ))}
      </ul>
      {isAdding && <EndpointForm onClose={() => setAdding(false)} />}
    </Panel>
  );
}
