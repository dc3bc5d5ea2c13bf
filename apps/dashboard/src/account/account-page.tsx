import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useAllowed } from "../api/permissions.ts";
import { sessionQuery } from "../api/queries.ts";
import { OrganisationsPanel } from "../organisations/organisations-panel.tsx";
import { buttonLink } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Page, Panel } from "../ui/page.tsx";
import { DeleteAccount } from "./delete-account.tsx";

export function AccountPage() {
  const allowed = useAllowed();
  const { data } = useQuery(sessionQuery);
  return (
    <Page
      title="Account"
      action={
        <Link to="/security" className={buttonLink.quiet}>
          Security
        </Link>
      }
    >
      {data && (
        <Panel title="Profile">
          <dl className="grid gap-1 p-4 sm:gap-3 sm:grid-cols-[8rem_1fr] sm:items-center">
            {data.user.email && (
              <>
                <dt className="text-muted">Email</dt>
                <dd className="truncate">{data.user.email}</dd>
              </>
            )}
            {data.user.wallets.map((wallet) => (
              <div key={wallet} className="contents">
                <dt className="text-muted">Wallet</dt>
                <dd className="numbers break-all">{wallet}</dd>
              </div>
            ))}
            <dt className="text-muted">Account ID</dt>
            <dd className="flex flex-wrap items-center gap-2">
              <span className="numbers break-all">{data.account.id}</span>
              <CopyButton text={data.account.id} />
            </dd>
          </dl>
        </Panel>
      )}
      <OrganisationsPanel />
      {data && allowed("transferOrDelete") && (
        <DeleteAccount name={data.account.name} hasPassword={data.user.hasPassword} />
      )}
    </Page>
  );
}
