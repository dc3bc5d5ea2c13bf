import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useAllowed } from "../api/permissions.ts";
import { creditsQuery } from "../api/queries.ts";
import { formatCredits } from "../ui/format.ts";
import { SpendingChart } from "./spending-chart.tsx";

export function Spending() {
  const allowed = useAllowed();
  const { data: credits } = useQuery(creditsQuery);
  return (
    <section
      aria-label="Credits"
      className="grid gap-6 rounded-md border border-line bg-surface p-6 sm:grid-cols-[auto_1fr]"
    >
      <div className="flex flex-col gap-1 sm:pr-8">
        <p className="text-muted text-xs">Balance</p>
        <p className="numbers text-[40px] leading-none tracking-tight">
          {credits ? formatCredits(credits.balance) : <Waiting />}
        </p>
        <p className="text-muted text-xs">
          Spent today{" "}
          <span className="numbers text-ink">{credits ? formatCredits(credits.spentToday) : "…"}</span>, this
          month{" "}
          <span className="numbers text-ink">{credits ? formatCredits(credits.spentThisMonth) : "…"}</span>
        </p>
        <p className="text-muted text-xs">
          {credits?.isLow && <span className="text-amber">Less than 3 days of credits left. </span>}
          {credits && credits.held > 0 && `${formatCredits(credits.held)} held by running jobs · `}
          {allowed("manageCredits") && (
            <Link to="/credits" className="text-ink underline">
              Add credits
            </Link>
          )}
        </p>
      </div>
      <div className="flex min-w-0 flex-col justify-between gap-2 border-line sm:border-l sm:pl-8">
        <SpendingChart />
      </div>
    </section>
  );
}

function Waiting() {
  return <span className="inline-block h-10 w-28 animate-pulse rounded bg-line" />;
}
