import type { Price } from "@mintwright/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { CallError } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { formatCredits } from "../ui/format.ts";

const debounceInMs = 300;

/** The price of a request, or why it is invalid. */
export interface AskedPrice {
  price?: Price | undefined;
  problem?: Error | undefined;
}

/**
 * Fetches the price of a request, debounced. Put only fields into `request` that change the price: every change is a
 * dry run.
 */
export function usePrice<Request>(
  tool: string,
  request: Request,
  ask: (request: Request, options: { dryRun: true; signal: AbortSignal }) => Promise<Price>,
): AskedPrice {
  const [settled, setSettled] = useState(request);
  const written = JSON.stringify(request);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(written) as Request), debounceInMs);
    return () => clearTimeout(timer);
  }, [written]);
  const { data, error } = useQuery({
    queryKey: ["price", tool, settled],
    queryFn: ({ signal }) => ask(settled, { dryRun: true, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
  return error ? { problem: error } : { price: data };
}

/** A submit button that shows the price. */
export function PriceButton({
  label,
  asked: { price, problem },
  isBusy = false,
  disabled = false,
}: {
  label: string;
  asked: AskedPrice;
  isBusy?: boolean;
  disabled?: boolean;
}) {
  return (
    <Button
      look="main"
      type="submit"
      isBusy={isBusy}
      disabled={
        disabled || (problem as CallError | undefined)?.status === 400 || price?.isAffordable === false
      }
      className="min-h-11 px-4"
    >
      {price ? `${label} · ${writeCredits(price.price)}` : label}
    </Button>
  );
}

/** Explains why the button is disabled. */
export function PriceProblem({ asked: { price, problem } }: { asked: AskedPrice }) {
  if (problem) return <p className="text-red text-xs">{problem.message}</p>;
  if (!price || price.isAffordable) return null;
  return (
    <p className="text-amber text-xs">
      Your balance is {writeCredits(price.balance)}.{" "}
      <Link to="/credits" className="underline">
        Add credits
      </Link>
    </p>
  );
}

export function writeCredits(amount: number): string {
  return `${formatCredits(amount)} ${amount === 1 ? "credit" : "credits"}`;
}
