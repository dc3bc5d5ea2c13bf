import type { Token } from "@mintwright/api-contract";
import type { CollectionDetail } from "@mintwright/api-contract/dashboard";
import { Dialog as Radix } from "radix-ui";
import type { KeyboardEvent, ReactNode } from "react";
import { Button, buttonLink } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { formatCredits } from "../ui/format.ts";
import type { Rarity, TraitCounts } from "./rarity.ts";
import { RegenerateToken } from "./regenerate-token.tsx";

export function TokenDialog({
  number,
  token,
  rarity,
  counts,
  counted,
  collection,
  onChange,
  neighbours: { before, after },
  onMove,
  onClose,
}: {
  number: number;
  token: Token | undefined;
  rarity: Rarity | undefined;
  counts: readonly TraitCounts[];
  counted: number;
  collection: CollectionDetail;
  onChange: (token: Token) => void;
  neighbours: { before: number | undefined; after: number | undefined };
  onMove: (number: number) => void;
  onClose: () => void;
}) {
  const move = (event: KeyboardEvent) => {
    if (event.key === "ArrowLeft" && before !== undefined) onMove(before);
    if (event.key === "ArrowRight" && after !== undefined) onMove(after);
  };
  return (
    <Radix.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-20 bg-black/40" />
        <Radix.Content
          aria-describedby={undefined}
          onKeyDown={move}
          className="fixed inset-x-3 top-[4vh] z-20 mx-auto max-h-[92vh] max-w-4xl gap-6 overflow-y-auto rounded-md border border-line bg-surface p-4 shadow-xl md:grid md:grid-cols-[1fr_300px] md:p-6"
        >
          <TokenImage number={number} token={token} />
          <div className="mt-4 flex min-w-0 flex-col gap-4 md:mt-0">
            <div className="flex items-start justify-between gap-3">
              <Radix.Title className="text-lg">
                Token <span className="numbers">#{number}</span>
              </Radix.Title>
              <Radix.Close asChild>
                <Button aria-label="Close">×</Button>
              </Radix.Close>
            </div>
            {rarity && (
              <p>
                Rank <span className="numbers">{formatCredits(rarity.rank)}</span> of{" "}
                <span className="numbers">{formatCredits(counted)}</span>
                <span className="text-muted">
                  {" "}
                  · <span className="numbers">{rarity.bits.toFixed(1)}</span> bits
                </span>
              </p>
            )}
            <Traits token={token} counts={counts} counted={counted} />
            <Details token={token} />
            {collection.status === "completed" && token && (
              <RegenerateToken key={token.number} collection={collection} token={token} onChange={onChange} />
            )}
            <div className="mt-auto flex gap-2">
              <Button disabled={before === undefined} onClick={() => before !== undefined && onMove(before)}>
                ← Previous
              </Button>
              <Button disabled={after === undefined} onClick={() => after !== undefined && onMove(after)}>
                Next →
              </Button>
            </div>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const words = {
  waiting: "Not generated yet. The image appears here when it is ready.",
  made: "",
  failed: "Image generation failed. You were not charged.",
  cancelled: "Cancelled before the image was generated. You were not charged.",
};

function TokenImage({ number, token }: { number: number; token: Token | undefined }) {
  return (
    <div className="flex aspect-square items-center justify-center self-start overflow-hidden rounded-md border border-line bg-sunken">
      {token?.image ? (
        <img
          key={token.image}
          src={token.image}
          alt={`Token ${number}`}
          width={token.width ?? undefined}
          height={token.height ?? undefined}
          className="size-full object-contain"
        />
      ) : (
        <div className="max-w-xs p-6 text-center text-muted">
          <p>{words[token?.state ?? "waiting"]}</p>
          {token?.error && <p className="mt-2 break-words text-xs">{token.error.message}</p>}
        </div>
      )}
    </div>
  );
}

function Traits({
  token,
  counts,
  counted,
}: {
  token: Token | undefined;
  counts: readonly TraitCounts[];
  counted: number;
}) {
  if (counts.length === 0) return null;
  return (
    <dl className="divide-y divide-line rounded-md border border-line">
      {counts.map(({ trait, values, without }) => {
        const value = token?.attributes.find(({ trait_type }) => trait_type === trait)?.value;
        const count =
          value === undefined ? without : (values.find((each) => each.value === value)?.count ?? 0);
        return (
          <div key={trait} className="flex items-baseline gap-3 px-3 py-2">
            <dt className="w-2/5 shrink-0 truncate text-muted">{trait}</dt>
            <dd className="flex min-w-0 flex-1 items-baseline gap-2">
              <span className={`min-w-0 flex-1 break-words ${value === undefined ? "text-muted" : ""}`}>
                {value ?? "None"}
              </span>
              <span className="numbers text-muted text-xs">
                {formatCredits(count)} of {formatCredits(counted)}
              </span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function Details({ token }: { token: Token | undefined }) {
  if (!token) return null;
  return (
    <div className="flex flex-col gap-3">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <Row name="Seed">{token.seed}</Row>
        {token.width && (
          <Row name="Size">
            {token.width}×{token.height}
          </Row>
        )}
        {token.engine && <Row name="Engine">{token.engine}</Row>}
        {token.sha256 && <Row name="SHA-256">{token.sha256}</Row>}
      </dl>
      {token.warnings.map((warning) => (
        <p key={warning} className="break-words text-amber text-xs">
          {warning}
        </p>
      ))}
      <div className="flex flex-wrap gap-2">
        {token.image && (
          <a href={token.image} target="_blank" rel="noreferrer" className={buttonLink.quiet}>
            Open PNG
          </a>
        )}
        {token.sha256 && <CopyButton text={token.sha256} label="Copy hash" />}
        <CopyButton text={String(token.seed)} label="Copy seed" />
      </div>
    </div>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="numbers min-w-0 truncate">{children}</dd>
    </>
  );
}
