import { useSearch } from "@tanstack/react-router";
import { Page } from "../ui/page.tsx";
import { AddCredits } from "./add-credits.tsx";
import { Figures } from "./figures.tsx";
import { Ledger } from "./ledger.tsx";
import { PaymentStatus } from "./payment-status.tsx";
import { Usage } from "./usage.tsx";

export function CreditsPage() {
  const search = useSearch({ from: "/inside/credits" });
  return (
    <Page title="Credits" text="You pay only for delivered results. Failed requests are refunded.">
      {search.payment && <PaymentStatus paymentId={search.payment} />}
      <Figures />
      <AddCredits />
      <Usage />
      <Ledger search={search} />
    </Page>
  );
}
