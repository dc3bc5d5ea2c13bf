import type { CollectionDetail } from "@mintwright/api-contract/dashboard";
import { useQuery } from "@tanstack/react-query";
import { Failure } from "../ui/states.tsx";
import { MintedList } from "./minted-list.tsx";
import { serviceMintsQuery } from "./queries.ts";

const words = { queued: "Queued", signed: "Waiting for the chain", minted: "Minted", failed: "Failed" };

/** Progress of the tokens that the service mints, as the server has it. */
export function ServiceMints({ collection }: { collection: CollectionDetail }) {
  const { data, error, refetch } = useQuery(serviceMintsQuery(collection.collectionId));
  const tokens = data?.tokens ?? [];
  return (
    <>
      {error && <Failure error={error} onRetry={refetch} />}
      {tokens.length > 0 ? (
        <MintedList
          rows={tokens.map(({ id, state, problem, tokenId, hash }) => ({
            id,
            state: problem ?? words[state],
            tokenId: tokenId ?? undefined,
            hash: hash ?? undefined,
          }))}
        />
      ) : (
        <p className="max-w-prose text-muted">
          On this chain, the service mints every token you add metadata to and sends it to the collection's
          wallet. Add metadata only to tokens you want to mint.
        </p>
      )}
    </>
  );
}
