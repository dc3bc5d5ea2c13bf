import { Link, useSearch } from "@tanstack/react-router";
import { useAllowed } from "../api/permissions.ts";
import { buttonLink } from "../ui/button.tsx";
import { Page } from "../ui/page.tsx";
import { AddCredits } from "./add-credits.tsx";
import { Figures } from "./figures.tsx";
import { Ledger } from "./ledger.tsx";
import { PaymentStatus } from "./payment-status.tsx";
import { Payments } from "./payments.tsx";
import { SpendAlerts } from "./spend-alerts.tsx";

export function CreditsPage() {
  const search = useSearch({ from: "/inside/credits" });
  const allowed = useAllowed();
  return (
    <Page
      title="Credits"
      text="You pay only for delivered results. Failed requests are refunded."
      action={
        <Link to="/usage" search={{}} className={buttonLink.quiet}>
          See usage
        </Link>
      }
    >
      {search.payment && <PaymentStatus paymentId={search.payment} />}
      <Figures />
      {allowed("manageCredits") && <AddCredits />}
      {allowed("manageCredits") && <SpendAlerts />}
      <Ledger search={search} />
      <Payments />
    </Page>
  );
}
