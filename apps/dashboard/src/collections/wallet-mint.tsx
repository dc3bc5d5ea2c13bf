import type { CollectionDetail } from "@mintwright/api-contract/dashboard";
import type { MintNftResponse } from "@mintwright/sdk";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { findWallet } from "../sign-in/wallet.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Failure } from "../ui/states.tsx";
import type { MintedToken, MintPlace } from "./mint-tokens.ts";
import { MintedList } from "./minted-list.tsx";
import { recallMinted, rememberMinted } from "./minted-memory.ts";
import type { ContractInterface } from "./queries.ts";

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
  const [minted, setMinted] = useState(() => recallMinted(collectionId));
  const [signing, setSigning] = useState<number>();
  const mintedIds = new Set(minted.map(({ id }) => id));
  const open = described?.tokens.filter(({ id }) => !mintedIds.has(id)) ?? [];

  const getPlace = (): MintPlace => {
    const wallet = findWallet() as MintPlace["wallet"] | undefined;
    if (!wallet) throw new Error("No wallet found in this browser. Install one, then reload this page.");
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
  const prepare = useMutation({
    mutationFn: async () => {
      const { prepareMint, formatGas } = await loadMinting();
      const prepared = await prepareMint(getPlace(), open);
      return { ...prepared, formatGas };
    },
  });
  const mint = useMutation({
    mutationFn: async (account: `0x${string}`) => {
      const { mintTokens } = await loadMinting();
      await mintTokens(getPlace(), account, open, {
        onSigning: setSigning,
        onMinted(token: MintedToken) {
          rememberMinted(collectionId, token);
          setMinted((last) => [...last, token]);
        },
      });
    },
    onSettled: () => setSigning(undefined),
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
            <Button look="main" isBusy={mint.isPending} onClick={() => mint.mutate(ready.account)}>
              Mint {open.length} {open.length === 1 ? "token" : "tokens"} · gas ≈{" "}
              {ready.formatGas(ready.gasEachInWei, open.length)}
            </Button>
          ) : (
            <Button look="main" isBusy={prepare.isPending} onClick={() => prepare.mutate()}>
              Connect wallet
            </Button>
          )}
          <span className="text-muted text-xs">
            {ready
              ? "In the chain's native currency. Your wallet asks you to confirm each token."
              : "You see the gas estimate before anything is sent."}
          </span>
        </div>
      )}
      {described && open.length === 0 && <p role="status">All tokens are minted.</p>}
      {rows.length > 0 && <MintedList rows={rows} />}
    </>
  );
}

function listRows(described: MintNftResponse | undefined, minted: readonly MintedToken[], signing?: number) {
  const byId = new Map(minted.map((token) => [token.id, token]));
  const ids = new Set([...(described?.tokens.map(({ id }) => id) ?? []), ...byId.keys()]);
  return [...ids]
    .sort((a, b) => a - b)
    .map((id) => ({
      id,
      state: id === signing ? "Waiting for your wallet and the chain" : "Not minted",
      tokenId: byId.get(id)?.tokenId,
      hash: byId.get(id)?.hash,
    }));
}
