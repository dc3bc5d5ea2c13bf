import type { Token } from "@mintwright/api-contract";
import type { CollectionDetail } from "@mintwright/api-contract/dashboard";
import type { MintNftResponse } from "@mintwright/sdk";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { urlOf } from "../api/call.ts";
import { operations } from "../api/operations.ts";
import { writeCredits } from "../playground/price.tsx";
import { Button, buttonLink } from "../ui/button.tsx";
import { Field, TextField } from "../ui/field.tsx";
import { formatCredits } from "../ui/format.ts";
import { Panel } from "../ui/page.tsx";
import { Failure } from "../ui/states.tsx";
import { contractQuery } from "./queries.ts";
import { ServiceMints } from "./service-mints.tsx";
import { readRanges, writeRanges } from "./token-ranges.ts";
import { WalletMint } from "./wallet-mint.tsx";

/** The three steps to mint a complete collection: metadata, files, mint. */
export function MintPanel({
  collection,
  tokens,
}: {
  collection: CollectionDetail;
  tokens: readonly (Token | undefined)[];
}) {
  const [described, setDescribed] = useState<MintNftResponse>();
  const { data: contract } = useQuery(contractQuery);
  const address = contract?.contracts.find(({ chainId }) => chainId === collection.chainId)?.address;
  const isByService = collection.isMintedByService;
  const isDescribed = collection.descriptions.length > 0 || described !== undefined;
  return (
    <Panel title="Mint">
      <ol className="divide-y divide-line">
        <Step
          number={1}
          title="Add metadata"
          cost={isByService ? writeServicePrice(collection.mintPrice) : "Free"}
        >
          <DescribeForm collection={collection} tokens={tokens} onDescribed={setDescribed} />
        </Step>
        <Step number={2} title="Download files" cost="Free">
          <p className="max-w-prose text-muted">
            One CAR file with all images, metadata and the provenance record. Import it into any IPFS node to
            serve the URIs that the tokens refer to.
          </p>
          <div className="flex flex-wrap items-center gap-3">
            <a
              href={urlOf("GET /operations/nft/collections/{collectionId}/export.car", {
                params: { collectionId: collection.collectionId },
              })}
              download
              className={buttonLink.quiet}
            >
              Download CAR
            </a>
            {!isDescribed && (
              <span className="text-muted text-xs">Add metadata first to include it in the file.</span>
            )}
          </div>
        </Step>
        <Step
          number={3}
          title="Mint tokens"
          cost={isByService ? "Gas paid by the operator" : "Gas paid by your wallet"}
        >
          {isByService ? (
            <ServiceMints collection={collection} />
          ) : (
            <WalletMint collection={collection} contract={contract} address={address} described={described} />
          )}
        </Step>
      </ol>
    </Panel>
  );
}

function writeServicePrice(mintPrice: number): string {
  if (mintPrice === 0) return "Free. The operator mints the tokens and pays the gas";
  return `${writeCredits(mintPrice)} per newly requested token, charged when it is minted`;
}

function Step({
  number,
  title,
  cost,
  children,
}: {
  number: number;
  title: string;
  cost: string;
  children: ReactNode;
}) {
  return (
    <li className="flex gap-3 px-4 py-4">
      <span
        aria-hidden="true"
        className="numbers mt-0.5 flex size-6 shrink-0 items-center justify-center rounded-full border border-line text-xs"
      >
        {number}
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <h3>
          {title} <span className="font-normal text-muted text-xs">· {cost}</span>
        </h3>
        {children}
      </div>
    </li>
  );
}

function DescribeForm({
  collection,
  tokens,
  onDescribed,
}: {
  collection: CollectionDetail;
  tokens: readonly (Token | undefined)[];
  onDescribed: (described: MintNftResponse) => void;
}) {
  const queryClient = useQueryClient();
  const [kept] = collection.descriptions;
  const made = useMemo(
    () => tokens.flatMap((token) => (token?.state === "made" ? token.number : [])),
    [tokens],
  );
  const [name, setName] = useState(kept?.name ?? "");
  const [symbol, setSymbol] = useState(kept?.symbol ?? "");
  const [description, setDescription] = useState(kept?.description ?? "");
  const [which, setWhich] = useState<string>();
  const text = which ?? writeRanges(made);
  const { numbers, problem } = readRanges(text, made);
  const describe = useMutation({
    mutationFn: (ids: number[]) =>
      operations.collections.mintMetadata({
        collectionId: collection.collectionId,
        ids,
        name,
        symbol,
        description,
      }),
    onSuccess: async (answer) => {
      onDescribed(answer);
      await queryClient.invalidateQueries({ queryKey: ["collections", collection.collectionId] });
    },
  });
  const isReady = name.trim() !== "" && symbol.trim() !== "" && description.trim() !== "" && numbers;
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (numbers) describe.mutate(numbers);
      }}
    >
      <div className="grid gap-3 sm:grid-cols-[1fr_8rem_10rem]">
        <Field
          label="Token name"
          hint="{id} is replaced by the token number."
          placeholder="Harbour Fox #{id}"
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Field
          label="Symbol"
          placeholder="FOX"
          maxLength={32}
          value={symbol}
          onChange={(event) => setSymbol(event.target.value)}
        />
        <Field
          label="Tokens"
          className="numbers"
          value={text}
          problem={made.length > 0 ? problem : undefined}
          onChange={(event) => setWhich(event.target.value)}
        />
      </div>
      <TextField
        label="Description"
        placeholder="A collection of harbour foxes, each with its own scarf."
        rows={2}
        maxLength={4_000}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
      {describe.error && <Failure error={describe.error} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" disabled={!isReady} isBusy={describe.isPending}>
          {collection.isMintedByService ? "Add metadata and mint" : "Add metadata to"}{" "}
          {formatCredits(numbers?.length ?? 0)} {numbers?.length === 1 ? "token" : "tokens"}
          {collection.isMintedByService &&
            collection.mintPrice > 0 &&
            ` · up to ${writeCredits(collection.mintPrice * (numbers?.length ?? 0))}`}
        </Button>
        {describe.data && (
          <p role="status">
            Metadata added to {formatCredits(describe.data.tokens.length)} tokens. The same values always
            produce the same URIs.
          </p>
        )}
      </div>
    </form>
  );
}
