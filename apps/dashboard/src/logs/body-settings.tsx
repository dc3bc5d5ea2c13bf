import type { LogSettings } from "@mintwright/api-contract/dashboard";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { formatCount } from "../ui/format.ts";
import { Panel } from "../ui/page.tsx";
import { Failure } from "../ui/states.tsx";
import { logSettingsQuery } from "./log-queries.ts";

/** Switches the storage of bodies on and off. Shown only where the operator allows it. */
export function BodySettings({ settings }: { settings: LogSettings }) {
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (storesBodies: boolean) => call("PUT /logs/settings", { body: { storesBodies } }),
    onSuccess: (changed) => queryClient.setQueryData(logSettingsQuery.queryKey, changed),
  });
  if (!settings.canStoreBodies) return null;
  const period = settings.bodyDays ? `for ${formatCount(settings.bodyDays, "day")}` : "with the log";
  return (
    <Panel title="Request and response bodies">
      <div className="flex flex-col gap-3 p-4">
        <label className="flex items-start gap-3">
          <input
            type="checkbox"
            className="mt-0.5 size-4 shrink-0 accent-accent"
            checked={change.isPending ? change.variables : settings.storesBodies}
            disabled={change.isPending}
            onChange={(event) => change.mutate(event.target.checked)}
          />
          <span>
            Store bodies of new requests
            <span className="block max-w-prose text-muted text-xs">
              Bodies are shortened, and keys, tokens and private keys are removed. They are kept {period}.
              After you switch this off, stored bodies stay until then.
            </span>
          </span>
        </label>
        {change.error && <Failure error={change.error} />}
      </div>
    </Panel>
  );
}
