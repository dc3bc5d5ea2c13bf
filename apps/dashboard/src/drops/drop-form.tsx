import type { CollectionDetail, DropOrder, OwnedDrop } from "@mintwright/api-contract/dashboard";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { Field, TextField } from "../ui/field.tsx";
import { formatCount } from "../ui/format.ts";
import { formatCoins, formatEstimate } from "../ui/format-coins.ts";
import { Failure } from "../ui/states.tsx";
import { chooseWallet } from "../wallet/choose-wallet.ts";
import { type DropDraft, findDropGap, toOrder } from "./drop-draft.ts";
import { ownDropQuery } from "./drop-queries.ts";
import { AllowListField, PriceAndLimitFields, StartField } from "./terms-fields.tsx";

/** Loaded on the first click: only wallets need viem. */
const loadContract = () => import("./drop-contract.ts");
const loadOwnDrop = () => import("./own-drop.ts");

/** The terms of a sale. The owner's wallet deploys a Solidity contract with them. */
export function DropForm({
  collection,
  kept,
  currency,
}: {
  collection: CollectionDetail;
  /** What was entered before, if the wallet did not sign it. */
  kept: OwnedDrop | null;
  currency: string;
}) {
  const { collectionId, amount } = collection;
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState<DropDraft>(() => startDraft(collection, kept));
  const change = (part: Partial<DropDraft>) => {
    setDraft((last) => ({ ...last, ...part }));
    prepare.reset();
  };
  const prepare = useMutation({
    mutationFn: async () => {
      const [{ connect }, { estimateDeployment }] = await Promise.all([loadContract(), loadOwnDrop()]);
      const wallet = await connect(await chooseWallet(), collection.chainId);
      const body: DropOrder = toOrder(draft, wallet.account);
      const params = { collectionId };
      const { data } = await call("POST /collections/{collectionId}/drop", { params, body });
      return { wallet, data, cost: await estimateDeployment(wallet, data) };
    },
  });
  const deploy = useMutation({
    mutationFn: async ({ wallet, data }: NonNullable<typeof prepare.data>) => {
      const { deployDrop } = await loadOwnDrop();
      const hash = await deployDrop(wallet, data);
      const params = { collectionId };
      await call("POST /collections/{collectionId}/drop/deployment", { params, body: { hash } });
    },
    onSettled: () => queryClient.invalidateQueries(ownDropQuery(collectionId)),
  });
  const gap = findDropGap(draft);
  const ready = prepare.data;
  return (
    <div className="flex flex-col gap-4 p-4">
      <p className="max-w-prose text-muted">
        Wallets claim the {formatCount(amount, "token")} of this collection for themselves, at your price.
        Your wallet deploys a Solidity contract that belongs to you and keeps the proceeds until you withdraw
        them. Supply and metadata can never change after that.
      </p>
      <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
        <Field
          label="Collection name"
          placeholder="Harbour Foxes"
          maxLength={100}
          value={draft.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <Field
          label="Symbol"
          placeholder="FOX"
          maxLength={32}
          value={draft.symbol}
          onChange={(event) => change({ symbol: event.target.value })}
        />
      </div>
      <Field
        label="Token name"
        hint="{id} is replaced by the token number."
        placeholder="Harbour Fox #{id}"
        maxLength={200}
        value={draft.tokenName}
        onChange={(event) => change({ tokenName: event.target.value })}
      />
      <TextField
        label="Description"
        rows={2}
        maxLength={4_000}
        placeholder="Foxes of the harbour, each with its own scarf."
        value={draft.description}
        onChange={(event) => change({ description: event.target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <PriceAndLimitFields terms={draft} onChange={change} currency={currency} />
        <StartField terms={draft} onChange={change} />
        <Field
          label="Royalty (%)"
          className="numbers"
          inputMode="decimal"
          hint="Of later sales, where marketplaces pay it."
          value={draft.royaltyPercent}
          onChange={(event) => change({ royaltyPercent: event.target.value })}
        />
      </div>
      <AllowListField terms={draft} onChange={change} />
      {prepare.error && <Failure error={prepare.error} />}
      {deploy.error && <Failure error={deploy.error} />}
      <div className="flex flex-wrap items-center gap-3">
        {ready ? (
          <Button
            look="main"
            isBusy={deploy.isPending || deploy.isSuccess}
            onClick={() => deploy.mutate(ready)}
          >
            Open claim page · gas ≈ {formatEstimate(ready.cost, currency)}
          </Button>
        ) : (
          <Button
            look="main"
            disabled={gap !== undefined}
            isBusy={prepare.isPending}
            onClick={() => prepare.mutate()}
          >
            Connect wallet
          </Button>
        )}
        <span className="text-muted text-xs" role="status">
          {gap ??
            (ready
              ? "Your wallet asks you to confirm once."
              : "You see the gas estimate before anything is sent.")}
        </span>
      </div>
    </div>
  );
}

function startDraft({ descriptions, name }: CollectionDetail, kept: OwnedDrop | null): DropDraft {
  const [described] = descriptions;
  return {
    name: kept?.name ?? name ?? "",
    symbol: kept?.symbol ?? described?.symbol ?? "",
    tokenName: kept?.tokenName ?? described?.name ?? "",
    description: kept?.description ?? described?.description ?? "",
    price: kept ? formatCoins(kept.terms.price, "").trim() : "",
    maxPerWallet: String(kept?.terms.maxPerWallet ?? 5),
    startsAt: "",
    royaltyPercent: String(kept?.royaltyPercent ?? 0),
    allowList: "",
  };
}
