import { type ImageModelName, imageModelNames, listCommonSizes } from "@mintwright/api-contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { createId } from "../api/create-id.ts";
import { operations } from "../api/operations.ts";
import { sessionQuery, stylesQuery } from "../api/queries.ts";
import { Button } from "../ui/button.tsx";
import { Choice, Field, TextField } from "../ui/field.tsx";
import { useSettled } from "../ui/form.tsx";
import { formatCredits } from "../ui/format.ts";
import { Page, Panel } from "../ui/page.tsx";
import { Failure } from "../ui/states.tsx";
import { chooseWallet } from "../wallet/choose-wallet.ts";
import { ChainChoice } from "./chain-choice.tsx";
import { type Draft, describePlan, emptyDraft, findGap, readAmount, toRequest } from "./draft.ts";
import { contractQuery } from "./queries.ts";
import { RulesEditor } from "./rules-editor.tsx";
import { SampleImage } from "./sample-image.tsx";
import { TraitsEditor } from "./traits-editor.tsx";

const finishes = [
  ["", "None"],
  ["1x", "Enhanced"],
  ["2x", "Enhanced, 2× size"],
] as const satisfies [Draft["enhance"], string][];

export function NewCollectionPage() {
  const [draft, setDraft] = useState(emptyDraft);
  const change = (part: Partial<Draft>) => setDraft((last) => ({ ...last, ...part }));
  useDefaults(draft, change);
  const { data: known } = useQuery(stylesQuery);
  return (
    <Page title="New collection" text="You see the price before you pay.">
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_320px]">
        <div className="flex min-w-0 flex-col gap-6">
          <Panel title="Image">
            <div className="flex flex-col gap-4 p-4">
              <TextField
                label="Prompt"
                placeholder="a harbour fox in a knitted scarf, morning light"
                value={draft.prompt}
                onChange={(event) => change({ prompt: event.target.value })}
              />
              <div className="grid gap-4 sm:grid-cols-2">
                <Field
                  label="Style"
                  list="styles"
                  maxLength={64}
                  placeholder="Any text, or a style from the list"
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
                  label="Enhancement"
                  value={draft.enhance}
                  onChange={(enhance) => change({ enhance })}
                  options={finishes}
                  hint={describePlan(draft)}
                />
              </div>
            </div>
          </Panel>
          <Panel title="Collection">
            <div className="grid gap-4 p-4 sm:grid-cols-2">
              <div className="sm:col-span-2">
                <Field
                  label="Name"
                  placeholder="Harbour Foxes"
                  hint="Optional. Without it, lists show the prompt."
                  maxLength={120}
                  value={draft.name}
                  onChange={(event) => change({ name: event.target.value })}
                />
              </div>
              <Field
                label="Number of tokens"
                type="number"
                min={1}
                className="numbers"
                value={draft.amount}
                onChange={(event) => change({ amount: event.target.value })}
              />
              <Field
                label="Seed"
                inputMode="numeric"
                placeholder="Random"
                className="numbers"
                hint="The same request and seed produce the same collection."
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
          <RulesEditor
            rules={draft.rules}
            traits={draft.traits}
            amount={readAmount(draft)}
            onChange={(rules) => change({ rules })}
          />
          <Panel title="Chain and wallet">
            <div className="grid gap-4 p-4">
              <ChainChoice value={draft.chainId} onChange={(chainId) => change({ chainId })} />
              <WalletField
                value={draft.walletAddress}
                onChange={(walletAddress) => change({ walletAddress })}
              />
              <Field
                label="Webhook URL"
                type="url"
                placeholder="https://example.com/hooks/mintwright"
                hint="Optional. Receives one signed request when the collection is finished."
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
      // A retry after a broken connection reuses the idempotency key; a changed request gets a new one.
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
  // Only show a price that belongs to the current form values.
  const isPriced = !gap && JSON.stringify(request) === JSON.stringify(toRequest(draft));
  const priced = isPriced ? price.data : undefined;
  return (
    <Panel title="Summary">
      <div className="flex flex-col gap-3 p-4">
        <dl className="grid grid-cols-[1fr_auto] gap-y-1">
          <dt className="text-muted">Tokens</dt>
          <dd className="numbers text-right">{formatCredits(amount)}</dd>
          <dt className="text-muted">Credits per token</dt>
          <dd className="numbers text-right">{priced ? formatCredits(priced.price / amount) : "–"}</dd>
          <dt className="text-muted">Total credits</dt>
          <dd className="numbers text-right">{priced ? formatCredits(priced.price) : "–"}</dd>
          <dt className="text-muted">Balance</dt>
          <dd className="numbers text-right">{priced ? formatCredits(priced.balance) : "–"}</dd>
        </dl>
        {isPriced && price.error && <Failure error={price.error} onRetry={price.refetch} />}
        {order.error && <Failure error={order.error} />}
        {priced && !priced.isAffordable && (
          <p className="rounded-md bg-amber-soft p-3">
            Your balance is too low. Add credits or reduce the number of tokens.
          </p>
        )}
        <Button
          look="main"
          disabled={!priced?.isAffordable}
          isBusy={order.isPending || order.isSuccess}
          onClick={() => order.mutate()}
        >
          Create {formatCredits(amount)} {amount === 1 ? "token" : "tokens"}
          {priced && ` · ${formatCredits(priced.price)} ${priced.price === 1 ? "credit" : "credits"}`}
        </Button>
        <p className="text-muted text-xs" role="status">
          {gap ??
            "Credits are held now and charged per generated image. Failed and cancelled images are refunded."}
        </p>
      </div>
    </Panel>
  );
}

function WalletField({ value, onChange }: { value: string; onChange: (address: string) => void }) {
  const connect = useMutation({
    mutationFn: async () => {
      const wallet = await chooseWallet();
      const [address] = (await wallet.request({ method: "eth_requestAccounts" })) as string[];
      if (address) onChange(address);
    },
  });
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-col gap-2 sm:flex-row sm:items-end">
        <div className="flex-1">
          <Field
            label="Owner wallet address"
            placeholder="0x…"
            autoComplete="off"
            spellCheck={false}
            className="numbers"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
        <Button onClick={() => connect.mutate()} isBusy={connect.isPending}>
          Use connected wallet
        </Button>
      </div>
      {connect.error && <Failure error={connect.error} />}
    </div>
  );
}

/** Fills in the wallet of the session and the first chain with a minting contract. */
function useDefaults(draft: Draft, change: (part: Partial<Draft>) => void): void {
  const { data: session } = useQuery(sessionQuery);
  const { data: contract } = useQuery(contractQuery);
  const wallet = session?.user.wallets[0];
  const chainId = contract?.contracts[0]?.chainId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the defaults are loaded, and never overwrites input.
  useEffect(() => {
    if (wallet && !draft.walletAddress) change({ walletAddress: wallet });
    if (chainId && !draft.chainId) change({ chainId: String(chainId) });
  }, [wallet, chainId]);
}

function nameSize(width: number, height: number): string {
  if (width * 9 === height * 16) return `${width} × ${height} (16:9)`;
  return width * 16 === height * 9 ? `${width} × ${height} (9:16)` : `${width} × ${height}`;
}

/** Each model supports different sizes. */
function withModel(model: ImageModelName): Partial<Draft> {
  const [width, height] = listCommonSizes(model)[0] ?? [0, 0];
  return { model, size: `${width}x${height}`, enhance: "" };
}
