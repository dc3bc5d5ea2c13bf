import type { Drop, DropWallet } from "@mintwright/api-contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { formatCount, formatCredits, formatMoment } from "../ui/format.ts";
import { formatCoins } from "../ui/format-coins.ts";
import { Failure } from "../ui/states.tsx";
import { chooseWallet } from "../wallet/choose-wallet.ts";
import type { WalletOnChain } from "../wallet/open-on-chain.ts";
import { dropWalletQuery } from "./drop-queries.ts";

/** Claims tokens with the visitor's wallet. What it may claim comes from the server, which reads the chain. */
export function ClaimForm({ drop, now }: { drop: Drop; now: number }) {
  const { chainId, address, terms, currency } = drop;
  const queryClient = useQueryClient();
  const [count, setCount] = useState("1");
  const connect = useMutation({
    mutationFn: async (): Promise<WalletOnChain> => {
      const { connect: open } = await import("./drop-contract.ts");
      return open(await chooseWallet(), chainId);
    },
  });
  const wallet = useQuery(dropWalletQuery(drop, connect.data?.account ?? ""));
  const claim = useMutation({
    mutationFn: async ({ open, state }: { open: WalletOnChain; state: DropWallet }) => {
      const { claimTokens } = await import("./claim-tokens.ts");
      return claimTokens(open, {
        address,
        count: Number(count),
        price: BigInt(terms.price),
        proof: state.proof,
      });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["drops"] }),
  });
  const closed = explainClosed(drop, now);
  const state = wallet.data;
  const refusal = state && explainRefusal(drop, state);
  const most = state ? Math.min(terms.maxPerWallet - state.claimed, drop.supply - drop.claimed) : 0;
  const isCount = /^[1-9]\d{0,4}$/.test(count);
  const problem = isCount && Number(count) <= most ? undefined : `Enter a number from 1 to ${most}.`;
  const total = formatCoins(BigInt(terms.price) * BigInt(isCount ? count : 0), currency);
  const open = connect.data;
  return (
    <div className="flex flex-col gap-4 p-4">
      {closed && <p className="rounded-md bg-sunken px-3 py-2">{closed}</p>}
      {connect.error && <Failure error={connect.error} />}
      {!open && (
        <Button look="main" isBusy={connect.isPending} onClick={() => connect.mutate()}>
          Connect wallet
        </Button>
      )}
      {open && (
        <p className="min-w-0">
          <span className="block text-muted text-xs">Wallet</span>
          <span className="numbers block break-all text-xs">{open.account}</span>
        </p>
      )}
      {wallet.error && <Failure error={wallet.error} onRetry={wallet.refetch} />}
      {state && (
        <p role="status">
          {refusal ??
            `You have claimed ${formatCredits(state.claimed)} of ${formatCount(terms.maxPerWallet, "token")}.`}
        </p>
      )}
      {open && state && !refusal && !closed && (
        <>
          <Field
            label="Number of tokens"
            className="numbers"
            type="number"
            min={1}
            max={most}
            value={count}
            problem={problem}
            onChange={(event) => setCount(event.target.value)}
          />
          <Button
            look="main"
            disabled={problem !== undefined}
            isBusy={claim.isPending}
            onClick={() => claim.mutate({ open, state })}
          >
            Claim {isCount ? formatCount(Number(count), "token") : "tokens"} · {total}
          </Button>
          <p className="text-muted text-xs">Your wallet pays the price and the gas.</p>
        </>
      )}
      {claim.error && <Failure error={claim.error} />}
      {claim.data && (
        <p role="status" className="rounded-md bg-sunken px-3 py-2">
          Claimed {claim.data.map((id) => `#${id}`).join(", ")}.
        </p>
      )}
    </div>
  );
}

function explainClosed({ supply, claimed, terms: { startsAt } }: Drop, now: number): string | undefined {
  if (claimed >= supply) return "Sold out.";
  if (startsAt === null) return "The owner has closed the sale.";
  return Date.parse(startsAt) > now ? `Claiming opens on ${formatMoment(startsAt)}.` : undefined;
}

function explainRefusal({ terms }: Drop, { isAllowed, claimed }: DropWallet): string | undefined {
  if (!isAllowed) return "This wallet is not on the allow list.";
  return claimed >= terms.maxPerWallet
    ? `This wallet has claimed its limit of ${formatCount(terms.maxPerWallet, "token")}.`
    : undefined;
}
