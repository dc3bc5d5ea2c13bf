import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../api/call.ts";
import { formatCredits } from "../ui/format.ts";

/** Shown after a checkout. Polls until the payment provider has confirmed the payment. */
export function PaymentStatus({ paymentId }: { paymentId: string }) {
  const queryClient = useQueryClient();
  const { data, error } = useQuery({
    queryKey: ["payment", paymentId],
    queryFn: () => call("GET /payments/{paymentId}", { params: { paymentId } }),
    refetchInterval: ({ state }) => (state.data?.state === "paid" || state.error ? false : 2_000),
  });
  const isPaid = data?.state === "paid";
  useEffect(() => {
    if (isPaid) void queryClient.invalidateQueries({ queryKey: ["credits"] });
  }, [isPaid, queryClient]);
  if (error || !data) return null;
  return (
    <p role="status" className="rounded-md border border-line bg-surface px-4 py-3">
      {isPaid ? (
        <>
          <strong className="font-medium">Payment received.</strong> {formatCredits(data.credits)} credits
          were added.
        </>
      ) : (
        "Payment processing. Credits are added as soon as it is confirmed. You can leave this page."
      )}
    </p>
  );
}
