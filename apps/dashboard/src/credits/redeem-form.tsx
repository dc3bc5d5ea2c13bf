import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { formatCredits } from "../ui/format.ts";
import { Failure } from "../ui/states.tsx";

/** Redeems a voucher. It is the main action where credits cannot be bought. */
export function RedeemForm({ isMain }: { isMain: boolean }) {
  const [code, setCode] = useState("");
  const queryClient = useQueryClient();
  const redeem = useMutation({
    mutationFn: () => call("POST /credits/redeem", { body: { code } }),
    onSuccess: async () => {
      setCode("");
      await queryClient.invalidateQueries({ queryKey: ["credits"] });
    },
  });
  return (
    <form
      className="flex flex-col gap-4 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        redeem.mutate();
      }}
    >
      <div className="flex flex-col gap-3 sm:flex-row sm:items-end">
        <div className="flex-1">
          <Field
            label="Voucher code"
            placeholder="MINT-XXXXX-XXXXX-XXXXX-XXXXX"
            autoComplete="off"
            required
            className="numbers"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </div>
        <Button look={isMain ? "main" : "quiet"} type="submit" isBusy={redeem.isPending}>
          Redeem
        </Button>
      </div>
      {redeem.error && <Failure error={redeem.error} />}
      {redeem.data && (
        <p role="status">
          {formatCredits(redeem.data.redeemed)} credits added. New balance:{" "}
          {formatCredits(redeem.data.balance)}.
        </p>
      )}
    </form>
  );
}
