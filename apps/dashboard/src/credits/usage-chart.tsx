import type { UsageRow } from "@mintwright/api-contract/dashboard";
import { Bar, BarChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { formatCredits, formatDay, listDays } from "../ui/format.ts";

export function UsageChart({ from, to, rows }: { from: string; to: string; rows: UsageRow[] }) {
  const days = listDays(from, to).map((day) => ({
    day,
    spent:
      Math.round(rows.filter((row) => row.day === day).reduce((sum, row) => sum + row.spent, 0) * 100) / 100,
  }));
  return (
    <figure className="h-56">
      <figcaption className="sr-only">Credits spent per day. The table below shows the totals.</figcaption>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={days} margin={{ top: 8, right: 0, bottom: 0, left: 0 }}>
          <XAxis
            dataKey="day"
            tickFormatter={formatShortDay}
            tickLine={false}
            axisLine={{ stroke: "var(--line)" }}
            tick={{ fill: "var(--muted)", fontSize: 13 }}
            minTickGap={56}
          />
          <YAxis width={48} tickLine={false} axisLine={false} tick={{ fill: "var(--muted)", fontSize: 13 }} />
          <Tooltip
            cursor={{ fill: "var(--sunken)" }}
            contentStyle={{ background: "var(--surface)", border: "1px solid var(--line)", borderRadius: 8 }}
            labelFormatter={(label) => formatDay(String(label))}
            formatter={(value) => [`${formatCredits(Number(value))} credits`, "Spent"]}
          />
          <Bar
            dataKey="spent"
            fill="var(--blue)"
            radius={[3, 3, 0, 0]}
            maxBarSize={28}
            isAnimationActive={false}
          />
        </BarChart>
      </ResponsiveContainer>
    </figure>
  );
}

function formatShortDay(day: string): string {
  return new Date(day).toLocaleDateString("en", { month: "short", day: "numeric", timeZone: "UTC" });
}
