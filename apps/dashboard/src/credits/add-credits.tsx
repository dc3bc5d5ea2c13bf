import { useQuery } from "@tanstack/react-query";
import { paymentOfferQuery } from "../api/queries.ts";
import { formatCredits } from "../ui/format.ts";
import { Panel } from "../ui/page.tsx";
import { BuyCredits } from "./buy-credits.tsx";
import { RedeemForm } from "./redeem-form.tsx";
import { TopUpSettings } from "./top-up-settings.tsx";

export function AddCredits() {
  const { data } = useQuery(paymentOfferQuery);
  return (
    <Panel title="Add credits">
      {data && data.owed > 0 && (
        <p role="status" className="m-4 mb-0 rounded-md border border-line bg-amber-soft px-4 py-3">
          <strong className="font-medium text-amber">You owe {formatCredits(data.owed)} credits.</strong> A
          payment was refunded or disputed after you spent its credits. They are deducted from the next
          credits you add.
        </p>
      )}
      <div className="divide-y divide-line">
        {data?.offer && <BuyCredits offer={data.offer} />}
        {data?.offer && <TopUpSettings offer={data.offer} />}
        <RedeemForm isMain={data?.offer === null} />
      </div>
    </Panel>
  );
}
