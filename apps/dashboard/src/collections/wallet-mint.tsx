import type { CollectionDetail, WalletMint as WalletMintedToken } from "@mintwright/api-contract/dashboard";
import type { MintNftResponse } from "@mintwright/sdk";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { formatEstimate } from "../ui/format-coins.ts";
import { Failure } from "../ui/states.tsx";
import { chooseWallet } from "../wallet/choose-wallet.ts";
import type { MintableToken, MintPlace, PreparedMint } from "./mint-tokens.ts";
import { MintedList } from "./minted-list.tsx";
import { type ContractInterface, chainsQuery, walletMintsQuery } from "./queries.ts";

/** Loaded on the first click: only minting needs viem. */
const loadMinting = () => import("./mint-tokens.ts");

/** Mints tokens with the browser's wallet. The server sees no private key and sends no transaction. */
export function WalletMint({
  collection,
  contract,
  address,
  described,
}: {
  collection: CollectionDetail;
  contract: ContractInterface | undefined;
  address: string | undefined;
  described: MintNftResponse | undefined;
}) {
  const { collectionId, chainId, walletAddress } = collection;
  const queryClient = useQueryClient();
  const kept = useQuery(walletMintsQuery(collectionId));
  const { data: chains } = useQuery(chainsQuery);
  const currency = chains?.find((chain) => chain.chainId === chainId)?.currency ?? "";
  const minted = kept.data?.tokens ?? [];
  const [signing, setSigning] = useState<number[]>([]);
  const mintedIds = new Set(minted.map(({ id }) => id));
  const open = described?.tokens.filter(({ id }) => !mintedIds.has(id)) ?? [];
  const isMinted = minted.every(({ tokenId }) => tokenId !== null);

  const getPlace = async (): Promise<MintPlace> => {
    const wallet = (await chooseWallet()) as MintPlace["wallet"];
    if (!contract || !address)
      throw new Error("This server has no minting contract on the collection's chain.");
    return {
      wallet,
      chainId,
      contract: address,
      abi: contract.abi as MintPlace["abi"],
      to: walletAddress,
    };
  };
  const report = async (hash: string, tokens: MintableToken[]) => {
    const body = { hash, tokens: tokens.map(({ id, tokenURI }) => ({ id, tokenURI })) };
    await call("POST /collections/{collectionId}/wallet-mints", { params: { collectionId }, body });
  };
  const refresh = () => queryClient.invalidateQueries(walletMintsQuery(collectionId));
  const prepare = useMutation({
    mutationFn: async () => {
      const { prepareMint } = await loadMinting();
      return prepareMint(await getPlace(), open, report);
    },
    onSettled: refresh,
  });
  const mint = useMutation({
    mutationFn: async (prepared: PreparedMint) => {
      const { mintBatches } = await loadMinting();
      const onSent = async (hash: string, batch: MintableToken[]) => {
        await report(hash, batch);
        await refresh();
      };
      await mintBatches(await getPlace(), prepared, { onSigning: setSigning, onSent });
    },
    onSettled: async () => {
      setSigning([]);
      // What was signed before a rejection is minted; the rest is divided into batches again.
      prepare.reset();
      await refresh();
    },
  });
  const ready = prepare.data;
  const rows = listRows(described, minted, signing);

  if (!address) {
    return (
      <p className="max-w-prose text-muted">
        This server has no minting contract on chain <span className="numbers">{chainId}</span>. Mint with
        your own contract: the API returns a <span className="numbers">tokenURI</span> for each token when you
        add metadata.
      </p>
    );
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 text-muted">
        <span>
          Contract <span className="numbers break-all text-xs">{address}</span>
        </span>
        <CopyButton text={address} label="Copy address" />
      </div>
      <p className="text-muted">
        Tokens will be sent to <span className="numbers break-all text-xs">{walletAddress}</span>.
      </p>
      {!described && <p className="text-muted text-xs">Add metadata first.</p>}
      {prepare.error && <Failure error={prepare.error} />}
      {mint.error && <Failure error={mint.error} />}
      {described && open.length > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          {ready ? (
            <Button look="main" isBusy={mint.isPending} onClick={() => mint.mutate(ready)}>
              Mint {open.length} {open.length === 1 ? "token" : "tokens"} · gas ≈{" "}
              {formatEstimate(ready.gasInWei, currency)}
            </Button>
          ) : (
            <Button look="main" isBusy={prepare.isPending || kept.isPending} onClick={() => prepare.mutate()}>
              Connect wallet
            </Button>
          )}
          <span className="text-muted text-xs">
            {ready
              ? `Your wallet asks you to confirm ${ready.batches.length === 1 ? "once" : `${ready.batches.length} times`}.`
              : "You see the gas estimate before anything is sent."}
          </span>
        </div>
      )}
      {kept.error && <Failure error={kept.error} onRetry={kept.refetch} />}
      {described && open.length === 0 && (
        <p role="status">{isMinted ? "All tokens are minted." : "Waiting for the chain."}</p>
      )}
      {rows.length > 0 && <MintedList rows={rows} />}
    </>
  );
}

function listRows(
  described: MintNftResponse | undefined,
  minted: readonly WalletMintedToken[],
  signing: readonly number[],
) {
  const byId = new Map(minted.map((token) => [token.id, token]));
  const ids = new Set([...(described?.tokens.map(({ id }) => id) ?? []), ...byId.keys()]);
  const stateOf = (id: number) => {
    if (byId.has(id)) return "Waiting for the chain";
    return signing.includes(id) ? "Waiting for your wallet" : "Not minted";
  };
  return [...ids]
    .sort((a, b) => a - b)
    .map((id) => ({
      id,
      state: stateOf(id),
      tokenId: byId.get(id)?.tokenId ?? undefined,
      hash: byId.get(id)?.hash,
    }));
}
