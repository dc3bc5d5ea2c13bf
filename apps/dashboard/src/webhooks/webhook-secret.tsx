import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { Panel } from "../ui/page.tsx";
import { Failure } from "../ui/states.tsx";
import { RotateSecret } from "./rotate-secret.tsx";
import { ShownSecret } from "./shown-secret.tsx";
import type { SigningSecret } from "./webhook-queries.ts";

/** The account's secret, which signs webhooks for a URL that a request or a news alert named. */
export function WebhookSecret() {
  const [shown, setShown] = useState<SigningSecret>();
  const show = useMutation({
    mutationFn: () => call("GET /operations/webhooks/secret"),
    onSuccess: ({ data }) => setShown(data),
  });
  const rotate = async (overlapInHours: number) =>
    (await call("POST /operations/webhooks/secret/rotate", { query: { overlapInHours } })).data;
  return (
    <Panel title="Account secret">
      <div className="flex flex-col gap-3 p-4 md:flex-row md:items-center">
        <div className="min-w-0 flex-1">
          {shown ? (
            <ShownSecret secret={shown} />
          ) : (
            <p className="text-muted">
              Signs webhooks that go to the URL of a request or a news alert. Endpoints have secrets of their
              own.
            </p>
          )}
        </div>
        <div className="flex gap-2">
          {!shown && (
            <Button isBusy={show.isPending} onClick={() => show.mutate()}>
              Show secret
            </Button>
          )}
          <RotateSecret rotate={rotate} onRotated={setShown} />
        </div>
      </div>
      {show.error && (
        <div className="p-4 pt-0">
          <Failure error={show.error} />
        </div>
      )}
    </Panel>
  );
}
