import { useQuery } from "@tanstack/react-query";
import { call, urlOf } from "../api/call.ts";
import { buttonLink } from "../ui/button.tsx";
import { formatCredits, formatDay, formatMoney } from "../ui/format.ts";
import { Panel } from "../ui/page.tsx";

/** Payments that have arrived, each with its receipt. Hidden where nothing was bought. */
export function Payments() {
  const { data } = useQuery({ queryKey: ["credits", "payments"], queryFn: () => call("GET /payments") });
  if (!data || data.payments.length === 0) return null;
  return (
    <Panel title="Payments">
      <ul aria-label="Payments" className="divide-y divide-line">
        {data.payments.map(({ id, credits, amount, currency, paidAt, refundedCredits }) => (
          <li key={id} className="flex items-center gap-4 px-4 py-3">
            <div className="min-w-0 flex-1">
              <p>
                {formatCredits(credits)} credits · {formatMoney(amount, currency)}
              </p>
              <p className="text-muted text-xs">
                {formatDay(paidAt)}
                {refundedCredits > 0 && ` · ${formatCredits(refundedCredits)} credits refunded`}
              </p>
            </div>
            <a
              href={urlOf("GET /payments/{paymentId}/receipt.pdf", { params: { paymentId: id } })}
              download
              aria-label={`Receipt of ${formatDay(paidAt)}`}
              className={buttonLink.quiet}
            >
              Receipt
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
