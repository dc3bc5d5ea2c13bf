import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { sessionQuery } from "../api/queries.ts";
import { Page, Panel } from "../ui/page.tsx";
import { Empty } from "../ui/states.tsx";
import { Accounts } from "./accounts.tsx";
import { Engines } from "./engines.tsx";
import { FailedJobs } from "./failed-jobs.tsx";
import { Feeds } from "./feeds.tsx";
import { Overview } from "./overview.tsx";
import { failedJobsQuery } from "./queries.ts";
import { Vouchers } from "./vouchers.tsx";

const parts = [
  [undefined, "Overview", Overview],
  ["accounts", "Accounts", Accounts],
  ["vouchers", "Vouchers", Vouchers],
  ["engines", "Engines", Engines],
  ["feeds", "Feeds", Feeds],
  ["failed-jobs", "Failed jobs", FailedJobs],
] as const;

/** The part of the dashboard for users with the operator role. */
export function AdminConsolePage() {
  const { data: session } = useQuery(sessionQuery);
  if (session && !session.user.isOperator) return <ForOperators />;
  return (
    <Page title="Admin console" text="Live status of this installation, from all processes.">
      <Parts />
    </Page>
  );
}

function Parts() {
  const { part } = useSearch({ from: "/inside/operator" });
  const { data } = useQuery(failedJobsQuery);
  const failed = data?.jobs.length ?? 0;
  const [, , Shown] = parts.find(([name]) => name === part) ?? parts[0];
  return (
    <>
      <nav aria-label="Admin console" className="flex flex-wrap gap-1 border-line border-b">
        {parts.map(([name, text]) => (
          <Link
            key={text}
            to="/operator"
            search={{ part: name }}
            activeOptions={{ exact: true, includeSearch: true }}
            activeProps={{ className: "border-ink text-ink font-medium" }}
            inactiveProps={{ className: "border-transparent text-muted" }}
            className="-mb-px flex min-h-10 items-center gap-2 border-b-2 px-3 hover:text-ink"
          >
            {text}
            {name === "failed-jobs" && failed > 0 && (
              <span className="numbers rounded-full bg-red-soft px-2 text-red text-xs">{failed}</span>
            )}
          </Link>
        ))}
      </nav>
      <Shown />
    </>
  );
}

function ForOperators() {
  return (
    <Page title="Admin console">
      <Panel>
        <Empty
          title="Operator role required"
          text="The administrator of this installation can grant you the operator role on the command line:"
        >
          <code className="numbers break-all rounded-md bg-sunken px-3 py-2 text-xs">
            mintwright admin operator add --user you@example.com
          </code>
        </Empty>
      </Panel>
    </Page>
  );
}
