import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { Choice } from "../ui/field.tsx";
import { formatCount } from "../ui/format.ts";
import { Failure } from "../ui/states.tsx";

const periods = [
  ["1", "Last hour"],
  ["24", "Last 24 hours"],
  ["168", "Last 7 days"],
  ["720", "Last 30 days"],
] as const;

/** Replays every failed delivery of a period, to one endpoint or to all receivers. */
export function ReplayFailed({ endpointId }: { endpointId: string | undefined }) {
  const [isAsking, setAsking] = useState(false);
  const [hours, setHours] = useState<(typeof periods)[number][0]>("24");
  const queryClient = useQueryClient();
  const replay = useMutation({
    mutationFn: async () => {
      const since = new Date(Date.now() - Number(hours) * 3_600_000).toISOString();
      for (let total = 0; ; ) {
        const body = { since, endpointId };
        const { data } = await call("POST /operations/webhooks/deliveries/replay", { body });
        total += data.replayed;
        if (!data.hasMore) return total;
      }
    },
    onSuccess: async () => {
      setAsking(false);
      await queryClient.invalidateQueries({ queryKey: ["webhooks"] });
    },
  });
  return (
    <>
      {replay.data !== undefined && (
        <span role="status" className="text-muted text-xs">
          {replay.data === 0
            ? "Nothing to replay"
            : `${formatCount(replay.data, "delivery", "deliveries")} replayed`}
        </span>
      )}
      <Button onClick={() => setAsking(true)}>Replay failed</Button>
      <Dialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Replay failed deliveries?"
        text={`Deliveries that failed or stopped are sent again, ${endpointId ? "to this endpoint" : "to all receivers"}. Body and webhook-id stay the same.`}
      >
        <Choice label="Created in" value={hours} onChange={setHours} options={periods} />
        {replay.error && <Failure error={replay.error} />}
        <DialogActions>
          <Button onClick={() => setAsking(false)}>Cancel</Button>
          <Button look="main" isBusy={replay.isPending} onClick={() => replay.mutate()}>
            Replay
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
