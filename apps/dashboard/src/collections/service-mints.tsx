import type { CollectionDetail } from "@mintwright/api-contract/dashboard";
import type { MintNftResponse } from "@mintwright/sdk";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
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
  onDescribed: (described: MintNftResponse) => void;
}) {
  const isOpen = described?.tokens.some(
    ({ mint }) => mint && mint.state !== "minted" && mint.state !== "failed",
  );
  const look = useQuery({
    queryKey: ["mints", collection.collectionId, described?.name],
    queryFn: () => {
      if (!described) throw new Error("Describe the tokens first.");
      const { name, symbol, description, tokens } = described;
      const ids = tokens.map(({ id }) => id);
      const { collectionId } = collection;
      return operations.collections.mintMetadata({ collectionId, ids, name, symbol, description });
    },
    enabled: isOpen === true,
    refetchInterval: lookEveryInMs,
  });
  const { data } = look;
  useEffect(() => {
    if (data) onDescribed(data);
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
