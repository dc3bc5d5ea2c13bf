import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { formatDay } from "../ui/format.ts";
import type { ChartDay, Series } from "./usage-series.ts";

const labelStyle = { fill: "var(--muted)", fontSize: 13 };

export function UsageChart({
  days,
  series,
  text,
  format,
}: {
  days: ChartDay[];
  series: readonly Series[];
  /** What the chart shows, for screen readers. */
  text: string;
  format: (value: number) => string;
}) {
  return (
    <figure className="h-64">
      <figcaption className="sr-only">{text} The table below shows the totals.</figcaption>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={days} margin={{ top: 8, right: 0, bottom: 0, left: 0 }}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="day"
            tickFormatter={formatShortDay}
            tickLine={false}
            axisLine={{ stroke: "var(--line)" }}
            tick={labelStyle}
            minTickGap={56}
          />
          <YAxis
            width={56}
            tickLine={false}
            axisLine={false}
            tick={labelStyle}
            tickFormatter={(value: number) => compact.format(value)}
            allowDecimals={false}
          />
          <Tooltip
            cursor={{ fill: "var(--sunken)" }}
            contentStyle={{ background: "var(--surface)", border: "1px solid var(--line)", borderRadius: 8 }}
            itemStyle={{ color: "var(--ink)" }}
            labelFormatter={(label) => formatDay(String(label))}
            formatter={(value, name) => [format(Number(value)), name]}
          />
          {series.map(({ name, colour }, index) => (
            <Bar
              key={name}
              name={name}
              dataKey={(day: ChartDay) => day.values[index]}
              stackId="usage"
              fill={colour}
              stroke="var(--surface)"
              strokeWidth={1}
              maxBarSize={28}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </figure>
  );
}

const compact = new Intl.NumberFormat("en", { notation: "compact" });

function formatShortDay(day: string): string {
  return new Date(day).toLocaleDateString("en", { month: "short", day: "numeric", timeZone: "UTC" });
}
