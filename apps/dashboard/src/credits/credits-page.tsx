import { Page } from "../ui/page.tsx";
import { Figures } from "./figures.tsx";
import { Ledger } from "./ledger.tsx";
import { RedeemForm } from "./redeem-form.tsx";
import { Usage } from "./usage.tsx";

/** What the account has, where it went, and how to add to it. */
export function CreditsPage() {
  return (
    <Page title="Credits" text="You pay for what is delivered. What fails is given back.">
      <Figures />
      <RedeemForm />
      <Usage />
      <Ledger />
    </Page>
  );
}
