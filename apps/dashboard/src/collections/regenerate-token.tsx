import type { Token } from "@mintwright/api-contract";
import type { CollectionDetail } from "@mintwright/api-contract/dashboard";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../api/call.ts";
import { writeCredits } from "../playground/price.tsx";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/states.tsx";

const pollIntervalInMs = 2_000;

/** Orders a new image for a token. The old one stays until the new one is there. */
export function RegenerateToken({
  collection: { collectionId, priceEach },
  token,
  onChange,
}: {
  collection: CollectionDetail;
  token: Token;
  onChange: (token: Token) => void;
}) {
  const queryClient = useQueryClient();
  const params = { collectionId, number: token.number };
  const isQueued = token.regeneration?.state === "queued";
  const order = useMutation({
    mutationFn: () =>
      call("POST /operations/nft/collections/{collectionId}/tokens/{number}/regenerate", {
        params,
        body: { seed: token.seed },
      }),
    onSuccess: ({ data }) => {
      onChange(data);
      return queryClient.invalidateQueries({ queryKey: ["credits"] });
    },
  });
  const progress = useQuery({
    queryKey: ["collections", collectionId, "tokens", token.number],
    queryFn: () => call("GET /operations/nft/collections/{collectionId}/tokens/{number}", { params }),
    enabled: isQueued,
    refetchInterval: pollIntervalInMs,
    gcTime: 0,
  });
  const read = isQueued ? progress.data?.data : undefined;
  useEffect(() => {
    if (!read || read.regeneration?.state === "queued") return;
    onChange(read);
    void queryClient.invalidateQueries({ queryKey: ["credits"] });
    void queryClient.invalidateQueries({ queryKey: ["collections", collectionId], exact: true });
  }, [read, onChange, queryClient, collectionId]);
  return (
    <div className="flex flex-col gap-2">
      {order.error && <Failure error={order.error} />}
      {token.regeneration?.state === "failed" && (
        <p role="status" className="text-red text-xs">
          The new image failed and was refunded: {token.regeneration.problem}
        </p>
      )}
      {isQueued ? (
        <p role="status" className="rounded-md bg-sunken px-3 py-2">
          Generating a new image. The current one stays until it is ready.
        </p>
      ) : (
        <Button isBusy={order.isPending} onClick={() => order.mutate()}>
          Generate again · {writeCredits(priceEach)}
        </Button>
      )}
    </div>
  );
}
