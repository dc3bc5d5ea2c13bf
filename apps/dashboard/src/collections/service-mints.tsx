import type { CollectionDetail } from "@mintwright/api-contract/dashboard";
import type { MintNftResponse } from "@mintwright/sdk";
import { useQuery } from "@tanstack/react-query";
import { type Dispatch, type SetStateAction, useEffect } from "react";
import { operations } from "../api/operations.ts";
import { Failure } from "../ui/states.tsx";
import { MintedList } from "./minted-list.tsx";

const lookEveryInMs = 3_000;

/** How far the service is with minting what was described. */
export function ServiceMints({
  collection,
  described,
  onDescribed,
}: {
  collection: CollectionDetail;
  described: MintNftResponse | undefined;
  onDescribed: Dispatch<SetStateAction<MintNftResponse | undefined>>;
}) {
  // Only these are asked about: asking for a token that failed would try it again.
  const openIds =
    described?.tokens.flatMap(({ id, mint }) =>
      mint && mint.state !== "minted" && mint.state !== "failed" ? id : [],
    ) ?? [];
  const look = useQuery({
    queryKey: ["mints", collection.collectionId, described?.name],
    queryFn: () => {
      if (!described) throw new Error("Describe the tokens first.");
      const { name, symbol, description } = described;
      const { collectionId } = collection;
      return operations.collections.mintMetadata({ collectionId, ids: openIds, name, symbol, description });
    },
    enabled: openIds.length > 0,
    refetchInterval: lookEveryInMs,
  });
  const { data } = look;
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
        On this chain the service mints what you describe, to the wallet of the collection. Describe only the
        tokens that shall be minted.
      </p>
    );
  }
  return (
    <>
      {look.error && <Failure error={look.error} onRetry={look.refetch} />}
      <MintedList
        rows={described.tokens.map(({ id, mint, transaction }) => ({
          id,
          state: mint?.problem ?? mint?.state ?? "waiting",
          tokenId: mint?.tokenId ?? undefined,
          hash: transaction?.hash,
        }))}
      />
    </>
  );
}
