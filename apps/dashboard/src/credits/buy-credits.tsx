import type { PaymentOffer } from "@mintwright/api-contract/dashboard";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { formatCredits, formatMoney } from "../ui/format.ts";
import { Failure } from "../ui/states.tsx";

/** Sells credit packs. Card details are entered on the payment provider's page only. */
export function BuyCredits({ offer }: { offer: PaymentOffer }) {
  const [chosen, setChosen] = useState(offer.packs[0]);
  const buy = useMutation({
    mutationFn: (credits: number) => call("POST /payments", { body: { credits } }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  if (!chosen) return null;
  return (
    <form
      className="flex flex-col gap-4 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        buy.mutate(chosen.credits);
      }}
    >
      <fieldset className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <legend className="mb-2 font-medium">Buy credits</legend>
        {offer.packs.map((pack) => (
          <label
            key={pack.credits}
            className="flex cursor-pointer flex-col gap-1 rounded-md border border-line p-3 hover:bg-sunken has-checked:border-accent has-checked:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="pack"
              className="sr-only"
              checked={pack === chosen}
              onChange={() => setChosen(pack)}
            />
            <span>
              <span className="numbers text-lg">{formatCredits(pack.credits)}</span> credits
            </span>
            <span className="numbers text-muted text-xs">{formatMoney(pack.amount, offer.currency)}</span>
          </label>
        ))}
      </fieldset>
      {buy.error && <Failure error={buy.error} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button look="main" type="submit" isBusy={buy.isPending || buy.isSuccess}>
          Buy {formatCredits(chosen.credits)} credits · {formatMoney(chosen.amount, offer.currency)}
        </Button>
        <p className="text-muted text-xs">Payment is handled by Stripe. We never see your card.</p>
      </div>
    </form>
  );
}
