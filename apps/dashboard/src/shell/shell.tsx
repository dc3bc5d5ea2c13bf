import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, Outlet, useLocation } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { lazy, type ReactNode, Suspense, useCallback, useState } from "react";
import { call } from "../api/call.ts";
import { useAllowed } from "../api/permissions.ts";
import { creditsQuery, sessionQuery } from "../api/queries.ts";
import { InvitationNotice } from "../organisations/invitation-notice.tsx";
import { OrganisationSwitcher } from "../organisations/organisation-switcher.tsx";
import { formatCredits } from "../ui/format.ts";
import { Mark } from "../ui/mark.tsx";
import { Panel } from "../ui/page.tsx";
import { Empty } from "../ui/states.tsx";
import { Breadcrumbs } from "./breadcrumbs.tsx";
import { BottomBar, SideBar } from "./navigation.tsx";
import { findPagePermission } from "./page-permissions.ts";
import { useShortcuts } from "./shortcuts.ts";

const CommandPalette = lazy(() =>
  import("./command-palette.tsx").then((file) => ({ default: file.CommandPalette })),
);

function HeaderLink({ to, children }: { to: "/account" | "/operator"; children: ReactNode }) {
  return (
    <Link to={to} className="rounded-md px-2 py-1.5 text-muted hover:bg-sunken hover:text-ink">
      {children}
    </Link>
  );
}

function Balance() {
  const { data } = useQuery(creditsQuery);
  return (
    <Link to="/credits" className="rounded-md border border-line bg-surface px-3 py-1.5 hover:bg-sunken">
      <span className="text-muted text-xs">Balance </span>
      <span className="numbers" data-testid="balance">
        {data ? formatCredits(data.balance) : "…"}
      </span>
      {data?.isLow && <span className="ml-2 text-amber text-xs">Low</span>}
    </Link>
  );
}

/** A page, or why the user's role does not show it. */
function AllowedPage() {
  const allowed = useAllowed();
  const { data: session } = useQuery(sessionQuery);
  const { pathname } = useLocation();
  if (!session || allowed(findPagePermission(pathname))) return <Outlet />;
  return (
    <Panel>
      <Empty
        title="Your role does not include this page"
        text={`You are ${session.account.role} in ${session.account.name}. Ask an owner or admin for another role, or switch to another organisation.`}
      >
        <Link to="/" className="text-ink underline">
          Go to Home
        </Link>
      </Empty>
    </Panel>
  );
}

/** The frame of every signed-in page: navigation, organisation, balance, account. */
export function Shell() {
  const { data: session } = useQuery(sessionQuery);
  const queryClient = useQueryClient();
  const signOut = async () => {
    await call("POST /auth/sign-out");
    queryClient.clear();
    sessionStorage.clear();
    window.location.assign("/dashboard/sign-in");
  };
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  useShortcuts(useCallback(() => setPaletteOpen(true), []));
  const name = session?.user.email ?? session?.user.name ?? "";
  return (
    <div className="md:flex">
      <SideBar />
      <div className="min-h-screen min-w-0 flex-1 border-line pb-20 md:border-l md:pb-0">
        <header className="flex items-center justify-end gap-1 whitespace-nowrap border-line border-b px-4 py-2 sm:gap-3 md:px-8">
          <Link to="/" aria-label="Home" className="mr-auto md:hidden">
            <Mark />
          </Link>
          <button
            type="button"
            onClick={() => setPaletteOpen(true)}
            aria-keyshortcuts="Control+K Meta+K"
            className="flex min-h-9 items-center gap-2 rounded-md px-2 text-muted hover:bg-sunken hover:text-ink md:mr-auto"
          >
            <Search size={16} strokeWidth={1.5} aria-hidden="true" />
            <span className="max-lg:sr-only">Find a page</span>
            <kbd className="numbers hidden rounded border border-line px-1.5 text-xs lg:inline">Ctrl K</kbd>
          </button>
          <OrganisationSwitcher />
          <Balance />
          {session?.user.isOperator && (
            <HeaderLink to="/operator">
              Admin<span className="hidden sm:inline"> console</span>
            </HeaderLink>
          )}
          <HeaderLink to="/account">
            <span className="hidden max-w-56 truncate sm:block" title={name}>
              {name}
            </span>
            <span className="sm:hidden">Account</span>
          </HeaderLink>
          <button
            type="button"
            onClick={signOut}
            className="hidden rounded-md px-2 py-1.5 text-muted hover:bg-sunken hover:text-ink sm:block"
          >
            Sign out
          </button>
        </header>
        <main className="mx-auto max-w-[1200px] px-4 py-6 md:px-8 md:py-8">
          <InvitationNotice />
          <Breadcrumbs />
          <AllowedPage />
        </main>
      </div>
      <BottomBar onSignOut={signOut} />
      {isPaletteOpen && (
        <Suspense>
          <CommandPalette
            onClose={() => setPaletteOpen(false)}
            onSignOut={signOut}
            isOperator={session?.user.isOperator ?? false}
          />
        </Suspense>
      )}
    </div>
  );
}
