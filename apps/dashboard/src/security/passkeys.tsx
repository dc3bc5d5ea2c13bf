import type { Passkey } from "@mintwright/api-contract/dashboard";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { formatMoment } from "../ui/format.ts";
import { Panel } from "../ui/page.tsx";
import { Empty, Failure, LoadingRows, PanelFailure } from "../ui/states.tsx";
import { addPasskey, hasPasskeys } from "./web-authn.ts";

const passkeysQuery = queryOptions({ queryKey: ["passkeys"], queryFn: () => call("GET /passkeys") });

export function Passkeys() {
  const queryClient = useQueryClient();
  const { data, error, refetch, isPending } = useQuery(passkeysQuery);
  const add = useMutation({
    mutationFn: addPasskey,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  });
  return (
    <Panel
      title="Passkeys"
      action={
        <Button disabled={!hasPasskeys()} isBusy={add.isPending} onClick={() => add.mutate()}>
          Add a passkey
        </Button>
      }
    >
      {error && <PanelFailure error={error} onRetry={refetch} />}
      {add.error && <PanelFailure error={add.error} />}
      {isPending && <LoadingRows rows={1} />}
      {data?.passkeys.length === 0 && (
        <Empty
          title="No passkeys yet"
          text="A passkey signs you in with your device's fingerprint, face or PIN, without a password."
        />
      )}
      <ul className="divide-y divide-line">
        {data?.passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
      </ul>
    </Panel>
  );
}

function PasskeyRow({ passkey: { id, name, createdAt, isSynced } }: { passkey: Passkey }) {
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call("DELETE /passkeys/{passkeyId}", { params: { passkeyId: id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  });
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <div className="flex items-center gap-4">
        <div className="min-w-0 flex-1">
          <p className="truncate">{name}</p>
          <p className="text-muted text-xs">
            {isSynced ? "synchronised" : "on one device"} · added {formatMoment(createdAt)}
          </p>
        </div>
        <Button isBusy={remove.isPending} onClick={() => remove.mutate()} aria-label={`Delete ${name}`}>
          Delete
        </Button>
      </div>
      {remove.error && <Failure error={remove.error} />}
    </li>
  );
}
