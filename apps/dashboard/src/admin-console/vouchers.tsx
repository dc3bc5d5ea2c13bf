import type { OperatorVoucher } from "@mintwright/api-contract/dashboard";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../api/call.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Field } from "../ui/field.tsx";
import { formatCredits, formatDay, formatMoment } from "../ui/format.ts";
import { Panel } from "../ui/page.tsx";
import { Empty, Failure, LoadingRows, PanelFailure, Status } from "../ui/states.tsx";
import { CreditsField, NoteField } from "./grant-fields.tsx";
import { vouchersQuery } from "./queries.ts";

/** Creates and lists vouchers. A code can be redeemed once, by any account. */
export function Vouchers() {
  const { data, error, refetch, isPending } = useQuery(vouchersQuery);
  return (
    <>
      <NewVoucher />
      <Panel title="Vouchers">
        {error && <PanelFailure error={error} onRetry={refetch} />}
        {isPending && <LoadingRows rows={3} />}
        {data?.vouchers.length === 0 && (
          <Empty
            title="No vouchers yet"
            text="Create a voucher and share its code. Each code can be redeemed once."
          />
        )}
        <ul className="divide-y divide-line">
          {data?.vouchers.map((voucher) => (
            <VoucherRow key={`${voucher.createdAt} ${voucher.note}`} voucher={voucher} />
          ))}
        </ul>
      </Panel>
    </>
  );
}

function NewVoucher() {
  const [amount, setAmount] = useState("");
  const [note, setNote] = useState("");
  const [expiry, setExpiry] = useState("");
  const queryClient = useQueryClient();
  const create = useMutation({
    mutationFn: () =>
      call("POST /operator/vouchers", {
        body: {
          credits: Number(amount),
          note,
          expiresAt: expiry === "" ? null : new Date(`${expiry}T23:59:59Z`).toISOString(),
        },
      }),
    onSuccess: async () => {
      setAmount("");
      setNote("");
      await queryClient.invalidateQueries({ queryKey: vouchersQuery.queryKey });
    },
  });
  const credits = Number(amount);
  return (
    <Panel title="New voucher">
      <form
        className="flex flex-col gap-4 p-4"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        <div className="grid items-end gap-3 sm:grid-cols-[8rem_1fr_11rem_auto]">
          <CreditsField value={amount} onChange={setAmount} />
          <NoteField value={note} onChange={setNote} />
          <Field
            label="Expires on (optional)"
            type="date"
            value={expiry}
            onChange={(event) => setExpiry(event.target.value)}
          />
          <Button look="main" type="submit" isBusy={create.isPending}>
            {credits > 0 ? `Create voucher · ${formatCredits(credits)} credits` : "Create voucher"}
          </Button>
        </div>
        {create.error && <Failure error={create.error} />}
        {create.data && (
          <div role="status" className="flex flex-wrap items-center gap-3 rounded-md bg-sunken px-4 py-3">
            <span className="numbers break-all" data-testid="voucher-code">
              {create.data.code}
            </span>
            <CopyButton text={create.data.code} label="Copy code" />
            <span className="text-muted text-xs">Copy it now. It is not shown again.</span>
          </div>
        )}
      </form>
    </Panel>
  );
}

const states = { open: "neutral", redeemed: "ok", expired: "warning" } as const;

function VoucherRow({ voucher }: { voucher: OperatorVoucher }) {
  const redeemed = voucher.redeemedAt
    ? `redeemed ${formatDay(voucher.redeemedAt)} by ${voucher.redeemedBy ?? "a deleted account"}`
    : voucher.expiresAt
      ? `expires ${formatDay(voucher.expiresAt)}`
      : "no expiry";
  return (
    <li className="flex items-baseline gap-4 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="truncate">{voucher.note}</p>
        <p className="text-muted text-xs">
          {formatMoment(voucher.createdAt)}
          {voucher.createdBy && ` by ${voucher.createdBy}`} · {redeemed}
        </p>
      </div>
      <div className="text-right">
        <p className="whitespace-nowrap">
          <span className="numbers">{formatCredits(voucher.credits)}</span>{" "}
          {voucher.credits === 1 ? "credit" : "credits"}
        </p>
        <p className="text-muted text-xs">
          <Status state={states[voucher.state]}>{voucher.state}</Status>
        </p>
      </div>
    </li>
  );
}
