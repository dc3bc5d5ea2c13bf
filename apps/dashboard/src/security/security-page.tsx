import { useQuery } from "@tanstack/react-query";
import { sessionQuery } from "../api/queries.ts";
import { Page } from "../ui/page.tsx";
import { ChangeEmail } from "./change-email.tsx";
import { ChangePassword } from "./change-password.tsx";
import { Passkeys } from "./passkeys.tsx";
import { SignIns } from "./sign-ins.tsx";
import { TwoFactor } from "./two-factor.tsx";
import { Wallets } from "./wallets.tsx";

/** How the user signs in. It concerns the person, not the organisation. */
export function SecurityPage() {
  const { data } = useQuery(sessionQuery);
  return (
    <Page title="Security" text="How you sign in. These settings are yours, in every organisation.">
      {data && (
        <>
          {data.user.hasPassword && <TwoFactor isOn={data.user.hasTwoFactor} />}
          <Passkeys />
          <Wallets wallets={data.user.wallets} />
          <SignIns />
          <ChangeEmail email={data.user.email} hasPassword={data.user.hasPassword} />
          {data.user.hasPassword && <ChangePassword />}
        </>
      )}
    </Page>
  );
}
