import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { creditsQuery, usageQuery } from "../api/queries.ts";
import { formatCredits, formatDay, listDays } from "../ui/format.ts";

const days = 30;
const barWidth = 8;
const height = 48;

export function Spending() {
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
          {credits?.isLow && <span className="text-amber">Less than 3 days of credits left. </span>}
          {credits && credits.held > 0 && `${formatCredits(credits.held)} held by running jobs · `}
          <Link to="/credits" className="text-ink underline">
            Add credits
          </Link>
        </p>
      </div>
      <div className="flex min-w-0 flex-col justify-between gap-2 border-line sm:border-l sm:pl-8">
        <div className="flex flex-wrap justify-between gap-x-4 text-muted text-xs">
          <span>Credits spent, last {days} days</span>
          <span>
            today{" "}
            <span className="numbers text-ink">{credits ? formatCredits(credits.spentToday) : "…"}</span>
            {" · "}this month{" "}
            <span className="numbers text-ink">{credits ? formatCredits(credits.spentThisMonth) : "…"}</span>
          </span>
        </div>
        <Sparkline />
      </div>
    </section>
  );
}

function Waiting() {
  return <span className="inline-block h-10 w-28 animate-pulse rounded bg-line" />;
}

function Sparkline() {
  const { data } = useQuery(usageQuery(days));
  const bars = data
    ? listDays(data.from, data.to).map((day) => ({
        day,
        spent: data.rows.filter((row) => row.day === day).reduce((sum, row) => sum + row.spent, 0),
      }))
    : [];
  const most = Math.max(1, ...bars.map(({ spent }) => spent));
  return (
    <Link to="/credits" className="block" aria-label="Credits spent per day: open Credits for the figures">
      <svg
        viewBox={`0 0 ${days * barWidth} ${height}`}
        preserveAspectRatio="none"
        className="block h-14 w-full"
        aria-hidden="true"
      >
        {bars.map(({ day, spent }, index) => {
          // A day without spending still gets a 1 px bar, so that the axis shows the whole period.
          const tall = Math.max(1, (spent / most) * height);
          return (
            <g key={day}>
              <title>
                {formatDay(day)}: {formatCredits(spent)} credits
              </title>
              <rect x={index * barWidth} width={barWidth} height={height} fill="transparent" />
              <rect
                x={index * barWidth + 1}
                y={height - tall}
                width={barWidth - 2}
                height={tall}
                fill={spent > 0 ? "var(--blue)" : "var(--line)"}
              />
            </g>
          );
        })}
      </svg>
    </Link>
  );
}
