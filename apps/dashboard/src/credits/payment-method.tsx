import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { Failure } from "../ui/states.tsx";
import { topUpQuery } from "./top-up-query.ts";

/** The saved payment method. It is entered on the payment provider's page only. */
export function PaymentMethod({ name, isExpected }: { name: string | null; isExpected: boolean }) {
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: () => call("POST /payments/method"),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  const remove = useMutation({
    mutationFn: () => call("DELETE /payments/method"),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: topUpQuery.queryKey }),
  });
  const error = save.error ?? remove.error;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        {name && (
          <p className="grow basis-full sm:basis-auto">
            Payment method: <span className="numbers whitespace-nowrap capitalize">{name}</span>
          </p>
        )}
        {!name && isExpected && (
          <p role="status" className="flex-1 text-muted">
            Saving your payment method…
          </p>
        )}
        <Button isBusy={save.isPending || save.isSuccess} onClick={() => save.mutate()}>
          {name ? "Replace" : "Save a payment method"}
        </Button>
        {name && (
          <Button isBusy={remove.isPending} onClick={() => remove.mutate()}>
            Remove payment method
          </Button>
        )}
      </div>
      {error && <Failure error={error} />}
    </div>
  );
}
