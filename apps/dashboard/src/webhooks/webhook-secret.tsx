import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { formatMoment } from "../ui/format.ts";
import { Panel } from "../ui/page.tsx";
import { Failure } from "../ui/states.tsx";
import { RotateSecret, type SigningSecret } from "./rotate-secret.tsx";

export function WebhookSecret() {
  const [shown, setShown] = useState<SigningSecret>();
  const show = useMutation({
    mutationFn: () => call("GET /operations/webhooks/secret"),
    onSuccess: ({ data }) => setShown(data),
  });
  return (
    <Panel title="Signing secret">
      <div className="flex flex-col gap-3 p-4 md:flex-row md:items-center">
        <div className="flex-1 text-muted">
          {shown ? (
            <p className="numbers break-all text-ink">{shown.secret}</p>
          ) : (
            <p>
              Webhooks are signed as specified by Standard Webhooks. Verify the signature with this secret to
              make sure that a request is from us.
            </p>
          )}
          {shown?.previousSecretValidUntil && (
            <p role="status">
              The previous secret is valid until {formatMoment(shown.previousSecretValidUntil)}.
            </p>
          )}
        </div>
        <div className="flex gap-2">
          {shown ? (
            <CopyButton text={shown.secret} label="Copy secret" />
          ) : (
            <Button isBusy={show.isPending} onClick={() => show.mutate()}>
              Show secret
            </Button>
          )}
          <RotateSecret onRotated={setShown} />
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
