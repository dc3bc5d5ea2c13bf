import type { PaymentOffer, TopUp } from "@mintwright/api-contract/dashboard";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { Choice, Field } from "../ui/field.tsx";
import { formatCredits, formatMoney } from "../ui/format.ts";
import { Failure, Status } from "../ui/states.tsx";
import { topUpQuery } from "./top-up-query.ts";

export function TopUpForm({ offer, topUp }: { offer: PaymentOffer; topUp: TopUp | null }) {
  const { currency, packs } = offer;
  const unit = 10 ** getDecimals(currency);
  const pack = packs.find((each) => each.credits === topUp?.credits) ?? packs[0];
  const [below, setBelow] = useState(String(topUp?.below ?? 100));
  const [credits, setCredits] = useState(String(pack?.credits));
  const [limit, setLimit] = useState(String((topUp?.monthlyLimit ?? (pack?.amount ?? 0) * 4) / unit));
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: (isEnabled: boolean) =>
      call("PUT /payments/top-up", {
        body: {
          isEnabled,
          below: Number(below),
          credits: Number(credits),
          monthlyLimit: Math.round(Number(limit) * unit),
        },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: topUpQuery.queryKey }),
  });
  const isOn = topUp?.isEnabled ?? false;
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(true);
      }}
    >
      <div className="grid gap-4 sm:grid-cols-3">
        <Field
          label="When the balance is below"
          type="number"
          min={0.01}
          step={0.01}
          required
          hint="Credits"
          value={below}
          onChange={(event) => setBelow(event.target.value)}
        />
        <Choice
          label="Buy"
          value={credits}
          onChange={setCredits}
          options={packs.map((pack) => [
            String(pack.credits),
            `${formatCredits(pack.credits)} credits · ${formatMoney(pack.amount, currency)}`,
          ])}
        />
        <Field
          label={`At most per month (${currency.toUpperCase()})`}
          type="number"
          min={1 / unit}
          step={1 / unit}
          required
          hint={topUp ? `${formatMoney(topUp.boughtThisMonth, currency)} this month` : "Calendar month, UTC"}
          value={limit}
          onChange={(event) => setLimit(event.target.value)}
        />
      </div>
      {save.error && <Failure error={save.error} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" isBusy={save.isPending}>
          {isOn ? "Save changes" : "Switch on"}
        </Button>
        {isOn && (
          <Button isBusy={save.isPending} onClick={() => save.mutate(false)}>
            Switch off
          </Button>
        )}
        <p role="status" className="text-muted text-xs">
          <Status state={isOn ? "ok" : "neutral"}>{isOn ? "On" : "Off"}</Status>
        </p>
      </div>
    </form>
  );
}

/** Money is stored in the currency's smallest unit; people enter the whole one. */
const getDecimals = (currency: string) =>
  new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
