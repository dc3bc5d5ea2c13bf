import { type ImageModelName, imageModelNames, listCommonSizes } from "@mintwright/api-contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { createId } from "../api/create-id.ts";
import { operations } from "../api/operations.ts";
import { sessionQuery, stylesQuery } from "../api/queries.ts";
import { findWallet } from "../sign-in/wallet.ts";
import { Button } from "../ui/button.tsx";
import { Choice, Field, TextField } from "../ui/field.tsx";
import { useSettled } from "../ui/form.tsx";
import { formatCredits } from "../ui/format.ts";
import { Page, Panel } from "../ui/page.tsx";
import { Failure } from "../ui/states.tsx";
import { ChainChoice } from "./chain-choice.tsx";
import { type Draft, describePlan, emptyDraft, findGap, readAmount, toRequest } from "./draft.ts";
import { contractQuery } from "./queries.ts";
import { SampleImage } from "./sample-image.tsx";
import { TraitsEditor } from "./traits-editor.tsx";

const finishes = [
  ["", "as painted"],
  ["1x", "enhanced"],
  ["2x", "enhanced, twice as large"],
] as const satisfies [Draft["enhance"], string][];

/** Thinks up a collection: what, how many, with which traits, for whom; and what that costs. */
export function NewCollectionPage() {
  const [draft, setDraft] = useState(emptyDraft);
  const change = (part: Partial<Draft>) => setDraft((last) => ({ ...last, ...part }));
  useDefaults(draft, change);
  const { data: known } = useQuery(stylesQuery);
  return (
    <Page title="New collection" text="Nothing is spent before you press the button at the end.">
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_320px]">
        <div className="flex min-w-0 flex-col gap-6">
          <Panel title="Picture">
            <div className="flex flex-col gap-4 p-4">
              <TextField
                label="What to paint"
                placeholder="a harbour fox in a knitted scarf, morning light"
                value={draft.prompt}
                onChange={(event) => change({ prompt: event.target.value })}
              />
              <div className="grid gap-4 sm:grid-cols-2">
                <Field
                  label="Style"
                  list="styles"
                  maxLength={64}
                  placeholder="any words, or one of the list"
                  value={draft.style}
                  onChange={(event) => change({ style: event.target.value })}
                />
                <datalist id="styles">
                  {known?.styles.map(({ name, description }) => (
                    <option key={name} value={name}>
                      {description}
                    </option>
                  ))}
                </datalist>
                <Choice
                  label="Model"
                  value={draft.model}
                  onChange={(model) => change(withModel(model))}
                  options={imageModelNames.map((name) => [name, name])}
                />
                <Choice
                  label="Size"
                  value={draft.size}
                  onChange={(size) => change({ size })}
                  options={listCommonSizes(draft.model).map(([width, height]) => [
                    `${width}x${height}`,
                    nameSize(width, height),
                  ])}
                />
                <Choice
                  label="Finish"
                  value={draft.enhance}
                  onChange={(enhance) => change({ enhance })}
                  options={finishes}
                  hint={describePlan(draft)}
                />
              </div>
            </div>
          </Panel>
          <Panel title="Size of the collection">
            <div className="grid gap-4 p-4 sm:grid-cols-2">
              <Field
                label="Images"
                type="number"
                min={1}
                className="numbers"
                value={draft.amount}
                onChange={(event) => change({ amount: event.target.value })}
              />
              <Field
                label="Seed"
                inputMode="numeric"
                placeholder="chosen for you"
                className="numbers"
                hint="The same words and seed give the same collection."
                value={draft.seed}
                onChange={(event) => change({ seed: event.target.value.replaceAll(/\D/g, "") })}
              />
            </div>
          </Panel>
          <TraitsEditor
            traits={draft.traits}
            amount={readAmount(draft)}
            onChange={(traits) => change({ traits })}
          />
          <Panel title="Where it will live">
            <div className="grid gap-4 p-4">
              <ChainChoice value={draft.chainId} onChange={(chainId) => change({ chainId })} />
              <WalletField
                value={draft.walletAddress}
                onChange={(walletAddress) => change({ walletAddress })}
              />
              <Field
                label="Webhook"
                type="url"
                placeholder="https://example.com/hooks/mintwright"
                hint="Optional. Called once, signed, when the collection has ended."
                value={draft.webhookUrl}
                onChange={(event) => change({ webhookUrl: event.target.value })}
              />
            </div>
          </Panel>
        </div>
        <aside className="flex flex-col gap-6 lg:sticky lg:top-6">
          <Panel title="Sample">
            <div className="p-4">
              <SampleImage draft={draft} />
            </div>
          </Panel>
          <Order draft={draft} />
        </aside>
      </div>
    </Page>
  );
}

function Order({ draft }: { draft: Draft }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const lastOrder = useRef({ text: "", key: "" });
  const gap = findGap(draft);
  const settled = useSettled(draft);
  const request = toRequest(settled);
  const price = useQuery({
    queryKey: ["price", "collection", request],
    queryFn: ({ signal }) => operations.collections.create(request, { dryRun: true, signal }),
    enabled: !findGap(settled),
    retry: false,
  });
  const order = useMutation({
    mutationFn: () => {
      const body = toRequest(draft);
      const text = JSON.stringify(body);
      // Sent again after a broken connection it is still one collection; another draft is another.
      if (lastOrder.current.text !== text) lastOrder.current = { text, key: createId() };
      return operations.collections.create(body, { idempotencyKey: lastOrder.current.key });
    },
    onSuccess: async ({ collectionId }) => {
      await queryClient.invalidateQueries({ queryKey: ["collections"] });
      await queryClient.invalidateQueries({ queryKey: ["credits"] });
      await navigate({ to: "/collections/$collectionId", params: { collectionId } });
    },
  });
  const amount = readAmount(draft);
  // A price is shown for exactly what would be ordered, or not at all.
  const isPriced = !gap && JSON.stringify(request) === JSON.stringify(toRequest(draft));
  const priced = isPriced ? price.data : undefined;
  return (
    <Panel title="Order">
      <div className="flex flex-col gap-3 p-4">
        <dl className="grid grid-cols-[1fr_auto] gap-y-1">
          <dt className="text-muted">Images</dt>
          <dd className="numbers text-right">{formatCredits(amount)}</dd>
          <dt className="text-muted">Each</dt>
          <dd className="numbers text-right">{priced ? formatCredits(priced.price / amount) : "–"}</dd>
          <dt className="text-muted">Together, in credits</dt>
          <dd className="numbers text-right">{priced ? formatCredits(priced.price) : "–"}</dd>
          <dt className="text-muted">Balance</dt>
          <dd className="numbers text-right">{priced ? formatCredits(priced.balance) : "–"}</dd>
        </dl>
        {isPriced && price.error && <Failure error={price.error} onRetry={price.refetch} />}
        {order.error && <Failure error={order.error} />}
        {priced && !priced.isAffordable && (
          <p className="rounded-md bg-amber-soft p-3">
            The balance does not cover it. Add credits, or make fewer.
          </p>
        )}
        <Button
          look="main"
          disabled={!priced?.isAffordable}
          isBusy={order.isPending || order.isSuccess}
          onClick={() => order.mutate()}
        >
          Make {formatCredits(amount)} {amount === 1 ? "image" : "images"}
          {priced && ` · ${formatCredits(priced.price)} ${priced.price === 1 ? "credit" : "credits"}`}
        </Button>
        <p className="text-muted text-xs" role="status">
          {gap ?? "Held now, spent image by image. What is not made, or is cancelled, goes back."}
        </p>
      </div>
    </Panel>
  );
}

function WalletField({ value, onChange }: { value: string; onChange: (address: string) => void }) {
  const connect = useMutation({
    mutationFn: async () => {
      const wallet = findWallet();
      if (!wallet) throw new Error("This browser has no wallet. Install one, or paste an address.");
      const [address] = (await wallet.request({ method: "eth_requestAccounts" })) as string[];
      if (address) onChange(address);
    },
  });
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-col gap-2 sm:flex-row sm:items-end">
        <div className="flex-1">
          <Field
            label="Wallet that will own the tokens"
            placeholder="0x…"
            autoComplete="off"
            spellCheck={false}
            className="numbers"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
        <Button onClick={() => connect.mutate()} isBusy={connect.isPending}>
          Use my wallet
        </Button>
      </div>
      {connect.error && <Failure error={connect.error} />}
    </div>
  );
}

/** Chooses what most people would: the wallet they signed in with, the chain that has a contract. */
function useDefaults(draft: Draft, change: (part: Partial<Draft>) => void): void {
  const { data: session } = useQuery(sessionQuery);
  const { data: contract } = useQuery(contractQuery);
  const wallet = session?.user.wallets[0];
  const chainId = contract?.contracts[0]?.chainId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when they become known, never over what was typed.
  useEffect(() => {
    if (wallet && !draft.walletAddress) change({ walletAddress: wallet });
    if (chainId && !draft.chainId) change({ chainId: String(chainId) });
  }, [wallet, chainId]);
}

function nameSize(width: number, height: number): string {
  if (width * 9 === height * 16) return `${width} × ${height} (16:9)`;
  return width * 16 === height * 9 ? `${width} × ${height} (9:16)` : `${width} × ${height}`;
}

/** Another model generates other sizes. */
function withModel(model: ImageModelName): Partial<Draft> {
  const [width, height] = listCommonSizes(model)[0] ?? [0, 0];
  return { model, size: `${width}x${height}`, enhance: "" };
}
