import type { OwnedDrop } from "@mintwright/api-contract/dashboard";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { urlOf } from "../api/call.ts";
import { Button, buttonLink } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { formatCount, formatCredits, formatMoment } from "../ui/format.ts";
import { formatCoins } from "../ui/format-coins.ts";
import { Failure } from "../ui/states.tsx";
import { chooseWallet } from "../wallet/choose-wallet.ts";
import { ChangeTerms } from "./change-terms.tsx";
import { ownDropQuery } from "./drop-queries.ts";
import { sendTerms } from "./send-terms.ts";

/** An open sale: its link, what was claimed, and the proceeds. */
export function DropSale({ collectionId, drop }: { collectionId: string; drop: OwnedDrop }) {
  const { chainId, address, currency, terms, sale, supply } = drop;
  const queryClient = useQueryClient();
  const link = `${window.location.origin}/dashboard/claim/${chainId}/${address}`;
  const withdraw = useMutation({
    mutationFn: async () => {
      const [{ connect }, { withdrawProceeds }] = await Promise.all([
        import("./drop-contract.ts"),
        import("./own-drop.ts"),
      ]);
      await withdrawProceeds(await connect(await chooseWallet(), chainId), String(address));
    },
    onSettled: () => queryClient.invalidateQueries(ownDropQuery(collectionId)),
  });
  const close = useMutation({
    mutationFn: () => sendTerms(drop, async () => ({ startsAt: 0n })),
    onSettled: () => queryClient.invalidateQueries(ownDropQuery(collectionId)),
  });
  const proceeds = sale ? formatCoins(sale.proceeds, currency) : "";
  return (
    <div className="flex flex-col gap-5 p-4">
      <div className="flex flex-wrap items-center gap-2">
        <a href={link} target="_blank" rel="noreferrer" className={buttonLink.main}>
          View claim page
        </a>
        <CopyButton text={link} label="Copy link" />
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
        <Fact name="Claimed">
          {sale ? `${formatCredits(sale.claimed)} of ${formatCredits(supply)}` : "Unknown"}
        </Fact>
        <Fact name="Price">{formatCoins(terms.price, currency)}</Fact>
        <Fact name="Limit per wallet">{formatCredits(terms.maxPerWallet)}</Fact>
        <Fact name="Start">{terms.startsAt ? formatMoment(terms.startsAt) : "Closed"}</Fact>
        <Fact name="Allow list">{describeAllowed(terms.allowList)}</Fact>
        <Fact name="Royalty">{drop.royaltyPercent}%</Fact>
      </dl>
      {!sale && (
        <p role="status" className="rounded-md bg-sunken px-3 py-2">
          The chain does not answer. These are the terms with which the contract was deployed.
        </p>
      )}
      <Address name="Contract" text={String(address)} />
      <Address name="Owner" text={drop.owner} />
      <Address name="Metadata" text={drop.baseUri} />
      <p className="max-w-prose text-muted">
        Wallets and marketplaces read the metadata from IPFS. Import the{" "}
        <a
          className="underline"
          download
          href={urlOf("GET /operations/nft/collections/{collectionId}/export.car", {
            params: { collectionId },
          })}
        >
          CAR file
        </a>{" "}
        into an IPFS node, unless the operator pins it for you.
      </p>
      {withdraw.error && <Failure error={withdraw.error} />}
      {close.error && <Failure error={close.error} />}
      {sale && (
        <div className="flex flex-wrap items-center gap-2">
          <Button
            disabled={sale.proceeds === "0"}
            isBusy={withdraw.isPending}
            onClick={() => withdraw.mutate()}
          >
            Withdraw {proceeds}
          </Button>
          <ChangeTerms collectionId={collectionId} drop={drop} />
          {terms.startsAt !== null && (
            <Button isBusy={close.isPending} onClick={() => close.mutate()}>
              Close sale
            </Button>
          )}
          <span className="text-muted text-xs">
            The owner's wallet confirms each step and pays the gas. It receives all proceeds.
          </span>
        </div>
      )}
    </div>
  );
}

function describeAllowed(allowList: OwnedDrop["terms"]["allowList"]): string {
  if (!allowList) return "Every wallet";
  return allowList.wallets === null
    ? "Set elsewhere: this page has no proofs"
    : formatCount(allowList.wallets, "wallet");
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-xs">{name}</dt>
      <dd className="numbers break-words">{children}</dd>
    </div>
  );
}

function Address({ name, text }: { name: string; text: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="w-20 text-muted text-xs">{name}</span>
      <span className="numbers min-w-0 break-all text-xs">{text}</span>
      <CopyButton text={text} label={`Copy ${name.toLowerCase()}`} />
    </div>
  );
}
