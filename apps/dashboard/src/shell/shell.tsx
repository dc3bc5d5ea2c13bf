import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, Outlet } from "@tanstack/react-router";
import { CreditCard, House, KeyRound, LayoutGrid, type LucideIcon, Newspaper, Pencil } from "lucide-react";
import type { ReactNode } from "react";
import { call } from "../api/call.ts";
import { creditsQuery, sessionQuery } from "../api/queries.ts";
import { formatCredits } from "../ui/format.ts";
import { Mark } from "../ui/mark.tsx";

const sections = [
  ["/", "Home", House],
  ["/playground", "Playground", Pencil],
  ["/collections", "Collections", LayoutGrid],
  ["/keys", "Keys", KeyRound],
  ["/credits", "Credits", CreditCard],
  ["/news", "News", Newspaper],
] as const;

function NavigationLink({
  to,
  name,
  icon: Icon,
}: {
  to: (typeof sections)[number][0];
  name: string;
  icon: LucideIcon;
}) {
  return (
    <Link
      to={to}
      activeOptions={{ exact: to === "/" }}
      activeProps={{ className: "bg-sunken text-ink font-medium" }}
      inactiveProps={{ className: "text-muted" }}
      className="flex min-h-11 flex-1 flex-col items-center justify-center gap-0.5 rounded-md px-1 hover:bg-sunken hover:text-ink md:min-h-9 md:px-3 md:flex-none md:flex-row md:justify-start md:gap-2"
    >
      <Icon size={18} strokeWidth={1.5} aria-hidden="true" />
      <span className="text-xs md:text-sm">{name}</span>
    </Link>
  );
}

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

/** The frame of every signed-in page: navigation, balance, account. */
export function Shell() {
  const { data: session } = useQuery(sessionQuery);
  const queryClient = useQueryClient();
  const signOut = async () => {
    await call("POST /auth/sign-out");
    queryClient.clear();
    sessionStorage.clear();
    window.location.assign("/dashboard/sign-in");
  };
  const name = session?.user.email ?? session?.user.name ?? "";
  return (
    <div className="md:flex">
      <nav
        aria-label="Main"
        className="fixed inset-x-0 bottom-0 z-10 flex border-line border-t bg-surface p-1 md:sticky md:top-0 md:h-screen md:w-52 md:flex-col md:gap-1 md:border-t-0 md:bg-paper md:p-3"
      >
        <Link to="/" className="mb-3 hidden items-center gap-2 px-2 py-2 font-semibold md:flex">
          <Mark /> Mintwright
        </Link>
        {sections.map(([to, text, icon]) => (
          <NavigationLink key={to} to={to} name={text} icon={icon} />
        ))}
        <a
          href="/docs"
          className="hidden rounded-md px-3 py-2 text-muted hover:bg-sunken hover:text-ink md:mt-auto md:block"
        >
          API reference
        </a>
      </nav>
      <div className="min-h-screen min-w-0 flex-1 border-line pb-20 md:border-l md:pb-0">
        <header className="flex items-center justify-end gap-1 whitespace-nowrap border-line border-b px-4 py-2 sm:gap-3 md:px-8">
          <Link to="/" aria-label="Home" className="mr-auto md:hidden">
            <Mark />
          </Link>
          <Balance />
          {session?.account.role === "operator" && (
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
            className="rounded-md px-2 py-1.5 text-muted hover:bg-sunken hover:text-ink"
          >
            Sign out
          </button>
        </header>
        <main className="mx-auto max-w-[1200px] px-4 py-6 md:px-8 md:py-8">
          <Outlet />
        </main>
      </div>
    </div>
  );
}
