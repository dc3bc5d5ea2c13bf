import { useSearch } from "@tanstack/react-router";
import { Page } from "../ui/page.tsx";
import { AddCredits } from "./add-credits.tsx";
import { Figures } from "./figures.tsx";
import { Ledger } from "./ledger.tsx";
import { PaymentStatus } from "./payment-status.tsx";
import { Usage } from "./usage.tsx";

/** What the account has, where it went, and how to add to it. */
export function CreditsPage() {
  const search = useSearch({ from: "/inside/credits" });
  return (
    <Page title="Credits" text="You pay for what is delivered. What fails is given back.">
      {search.payment && <PaymentStatus paymentId={search.payment} />}
      <Figures />
      <AddCredits />
      <Usage />
      <Ledger search={search} />
    </Page>
  );
}
