import type { Drop } from "@mintwright/api-contract";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { CopyButton } from "../ui/copy-button.tsx";
import { formatCredits, formatMoment } from "../ui/format.ts";
import { formatCoins } from "../ui/format-coins.ts";
import { Mark } from "../ui/mark.tsx";
import { Panel } from "../ui/page.tsx";
import { LoadingRows } from "../ui/states.tsx";
import { ClaimForm } from "./claim-form.tsx";
import { dropQuery } from "./drop-queries.ts";

const route = getRouteApi("/claim/$chainId/$address");

/** The public page on which wallets claim the tokens of a collection. */
export function ClaimPage() {
  const { chainId, address } = route.useParams();
  const { data: drop, error } = useQuery(dropQuery(chainId, address));
  useEffect(() => {
    document.title = `${drop?.name ?? "Claim"} · Mintwright`;
  }, [drop]);
  return (
    <div className="mx-auto flex min-h-screen max-w-4xl flex-col gap-6 px-4 py-6">
      <header className="flex items-center gap-2 font-semibold">
        <Mark /> Mintwright
      </header>
      <main className="flex flex-col gap-6">
        {error && (
          <p role="alert" className="rounded-md border border-line bg-surface p-6">
            {error.message}
          </p>
        )}
        {!drop && !error && <LoadingRows />}
        {drop && <OpenDrop drop={drop} />}
      </main>
    </div>
  );
}

function OpenDrop({ drop }: { drop: Drop }) {
  const { name, description, supply, claimed, terms, currency, thumbnails, address, chainName } = drop;
  const now = useNow();
  return (
    <>
      <div>
        <h1 className="break-words text-xl">{name}</h1>
        <p className="max-w-prose whitespace-pre-line break-words text-muted">{description}</p>
      </div>
      <ul className="grid grid-cols-4 gap-2 sm:grid-cols-8" aria-label="Examples">
        {thumbnails.map((thumbnail, index) => (
          <li key={thumbnail}>
            <img
              src={thumbnail}
              alt={`Token ${index + 1}`}
              width={120}
              height={120}
              className="aspect-square h-auto w-full rounded-md border border-line object-cover"
            />
          </li>
        ))}
      </ul>
      <div className="grid items-start gap-6 md:grid-cols-[1fr_20rem]">
        <Panel title="Terms">
          <dl className="grid grid-cols-2 gap-x-6 gap-y-4 p-4">
            <Fact name="Price">{terms.price === "0" ? "Free" : formatCoins(terms.price, currency)}</Fact>
            <Fact name="Limit per wallet">{formatCredits(terms.maxPerWallet)}</Fact>
            <Fact name="Left">
              {formatCredits(supply - claimed)} of {formatCredits(supply)}
            </Fact>
            <Fact name={terms.startsAt && Date.parse(terms.startsAt) <= now ? "Open since" : "Opens"}>
              {terms.startsAt ? formatMoment(terms.startsAt) : "Closed"}
            </Fact>
            <Fact name="Who may claim">
              {terms.hasAllowList ? "Wallets on the allow list" : "Every wallet"}
            </Fact>
            <Fact name="Chain">{chainName}</Fact>
          </dl>
          <div className="flex flex-wrap items-center gap-3 border-line border-t px-4 py-3">
            <span className="text-muted text-xs">Contract</span>
            <span className="numbers min-w-0 flex-1 break-all text-xs">{address}</span>
            <CopyButton text={address} label="Copy contract" />
          </div>
        </Panel>
        {/* First on a phone, where it would otherwise be below the fold. */}
        <div className="order-first md:order-none">
          <Panel title="Claim">
            <ClaimForm drop={drop} now={now} />
          </Panel>
        </div>
      </div>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-xs">{name}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}

/** The current time, every second. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
