import type { CollectionDetail } from "@mintwright/api-contract/dashboard";
import type { MintNftResponse } from "@mintwright/sdk";
import { useQuery } from "@tanstack/react-query";
import { type Dispatch, type SetStateAction, useEffect } from "react";
import { operations } from "../api/operations.ts";
import { Failure } from "../ui/states.tsx";
import { MintedList } from "./minted-list.tsx";

const pollIntervalInMs = 3_000;

/** Progress of the tokens that the service mints. */
export function ServiceMints({
  collection,
  described,
  onDescribed,
}: {
  collection: CollectionDetail;
  described: MintNftResponse | undefined;
  onDescribed: Dispatch<SetStateAction<MintNftResponse | undefined>>;
}) {
  // Query only open tokens: a request for a failed token would retry its mint.
  const openIds =
    described?.tokens.flatMap(({ id, mint }) =>
      mint && mint.state !== "minted" && mint.state !== "failed" ? id : [],
    ) ?? [];
  const progress = useQuery({
    queryKey: ["mints", collection.collectionId, described?.name],
    queryFn: () => {
      if (!described) throw new Error("Add metadata first.");
      const { name, symbol, description } = described;
      const { collectionId } = collection;
      return operations.collections.mintMetadata({ collectionId, ids: openIds, name, symbol, description });
    },
    enabled: openIds.length > 0,
    refetchInterval: pollIntervalInMs,
  });
  const { data } = progress;
  useEffect(() => {
    if (!data) return;
    const changed = new Map(data.tokens.map((token) => [token.id, token]));
    onDescribed((before) =>
      before ? { ...before, tokens: before.tokens.map((token) => changed.get(token.id) ?? token) } : data,
    );
  }, [data, onDescribed]);
  if (!described) {
    return (
      <p className="max-w-prose text-muted">
        On this chain, the service mints every token you add metadata to and sends it to the collection's
        wallet. Add metadata only to tokens you want to mint.
      </p>
    );
  }
  return (
    <>
      {progress.error && <Failure error={progress.error} onRetry={progress.refetch} />}
      <MintedList
        rows={described.tokens.map(({ id, mint, transaction }) => ({
          id,
          state: mint?.problem ?? mint?.state ?? "Queued",
          tokenId: mint?.tokenId ?? undefined,
          hash: transaction?.hash,
        }))}
      />
    </>
  );
}
