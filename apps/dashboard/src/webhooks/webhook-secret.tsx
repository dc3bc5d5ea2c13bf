import { useMutation } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Panel } from "../ui/page.tsx";
import { Failure } from "../ui/states.tsx";

/** The secret that a receiver verifies signatures with; shown when asked for. */
export function WebhookSecret() {
  const show = useMutation({
    mutationFn: () => call<{ data: { secret: string } }>("GET", "/operations/webhooks/secret"),
  });
  const secret = show.data?.data.secret;
  return (
    <Panel title="Signing secret">
      <div className="flex flex-col gap-3 p-4 md:flex-row md:items-center">
        <p className="flex-1 text-muted">
          {secret ? (
            <span className="numbers break-all text-ink">{secret}</span>
          ) : (
            "Every webhook is signed by Standard Webhooks. Your receiver checks it with this secret, so that nobody else can post to it."
          )}
        </p>
        {secret ? (
          <CopyButton text={secret} label="Copy secret" />
        ) : (
          <Button isBusy={show.isPending} onClick={() => show.mutate()}>
            Show secret
          </Button>
        )}
      </div>
      {show.error && (
        <div className="p-4 pt-0">
          <Failure error={show.error} />
        </div>
      )}
    </Panel>
  );
}
