import type { PaymentOffer } from "@mintwright/api-contract/dashboard";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { Failure } from "../ui/states.tsx";
import { PaymentMethod } from "./payment-method.tsx";
import { TopUpForm } from "./top-up-form.tsx";
import { topUpQuery } from "./top-up-query.ts";

const pollIntervalInMs = 2_000;

/** Automatic top-up: a saved payment method buys a pack when the balance is low. */
export function TopUpSettings({ offer }: { offer: PaymentOffer }) {
  const { method } = useSearch({ from: "/inside/credits" });
  const { data, error, refetch } = useQuery({
    ...topUpQuery,
    // The provider confirms a saved method a moment after it sends the browser back.
    refetchInterval: ({ state }) =>
      method === "saved" && state.data?.methodName === null ? pollIntervalInMs : false,
  });
  return (
    <section aria-label="Automatic top-up" className="flex flex-col gap-4 p-4">
      <div>
        <h3 className="font-medium">Automatic top-up</h3>
        <p className="max-w-prose text-muted">
          Buys a pack with your saved payment method when the balance is low. You get an email each time. If a
          payment is declined, automatic top-up is switched off.
        </p>
      </div>
      {error && <Failure error={error} onRetry={refetch} />}
      {data?.topUp?.stoppedReason && (
        <p role="status" className="rounded-md border border-line bg-amber-soft px-4 py-3">
          <strong className="font-medium text-amber">Switched off.</strong> {data.topUp.stoppedReason}
        </p>
      )}
      {data && <PaymentMethod name={data.methodName} isExpected={method === "saved"} />}
      {data?.methodName && <TopUpForm offer={offer} topUp={data.topUp} />}
    </section>
  );
}
