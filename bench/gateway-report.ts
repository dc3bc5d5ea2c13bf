import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { drawBars } from "./bar-chart.ts";
import { describeMachine, toTable, writeMeasured } from "./docs-page.ts";
import { compareWith, highestP99InMs, listRows, type Results, type Row } from "./gateway-results.ts";
import { median, print, printFigure } from "./measure.ts";

// The tables, plots and figures of bench:gateways.

const budgetCalls = 50;
const tables = [
  { form: "whole", waitInMs: 0, title: "Whole answers, the model answers at once" },
  { form: "whole", waitInMs: 20, title: "Whole answers, the model answers after 20 ms" },
  { form: "stream", waitInMs: 0, title: "Streams, the model starts at once" },
  { form: "stream", waitInMs: 20, title: "Streams, the model starts after 20 ms" },
] as const;
const columns = [
  { key: "addedP50At1", title: "added p50, 1 client", isMoreBetter: false },
  { key: "addedP99At1", title: "added p99, 1 client", isMoreBetter: false },
  { key: "addedP50At64", title: "added p50, 64 clients", isMoreBetter: false },
  { key: "addedP99At64", title: "added p99, 64 clients", isMoreBetter: false },
  { key: "perSecond", title: `requests/s, p99 < ${highestP99InMs} ms`, isMoreBetter: true },
  { key: "perCpuSecond", title: "requests per CPU second", isMoreBetter: true },
] as const;

const imageFolder = fileURLToPath(new URL("../docs/images/", import.meta.url));

export function printReport(results: Results): void {
  print(writeTables(results));
  const ours = listRows(results, "whole", 0).find(({ name }) => name === "Mintwright");
  for (const [name, goal] of [
    ["LiteLLM", 20],
    ["Portkey", 1.5],
  ] as const) {
    const times = compareWith(results, name, "perCpuSecond");
    if (times !== undefined)
      printFigure(`gateways.per_cpu_second_over_${name.toLowerCase()}`, times, `>= ${goal}`);
  }
  const overProxy = compareWith(results, "Fastify", "perSecond");
  if (overProxy !== undefined) printFigure("gateways.paid_call_over_bare_fastify_proxy", overProxy, ">= 0.5");
  if (ours?.addedP50At1 !== undefined && ours.addedP99At1 !== undefined) {
    printFigure("gateways.added_p50_in_ms", ours.addedP50At1, "< 1.5");
    printFigure("gateways.added_p99_in_ms", ours.addedP99At1, "< 6");
  }
  const letThrough = results.get("Mintwright")?.letThrough ?? [];
  const overspent = letThrough.map((calls) => calls - budgetCalls);
  if (overspent.length > 0)
    printFigure("gateways.overspent_calls", overspent.find((calls) => calls !== 0) ?? 0, "= 0");
}

/** Replaces the measured part of docs/performance.md, and its plots. */
export function writeReport(
  results: Results,
  notes: string[],
  { rounds, secondsPerLoad }: { rounds: number; secondsPerLoad: number },
): void {
  const plots = drawPlots(results);
  for (const { file, svg } of plots) writeFileSync(`${imageFolder}${file}`, svg);
  const settings = [...results].map(([name, gateway]) => `- **${name}** ${gateway.settings}`);
  const text = [
    `${describeMachine()} ${rounds} rounds in turns, ${secondsPerLoad} s for each load.`,
    plots.map(({ file, title }) => `![${title}](images/${file})`).join("\n\n"),
    writeTables(results),
    `### Versions and settings\n\n${[...settings, ...notes.map((note) => `- ${note}.`)].join("\n")}`,
  ].join("\n\n");
  writeMeasured("performance.md", "gateways", text);
}

function writeTables(results: Results): string {
  const measured = tables.map(({ form, waitInMs, title }) => {
    const rows = listRows(results, form, waitInMs);
    const lines = rows.map((row) => [row.name, ...columns.map(({ key }) => format(row[key]))]);
    return `### ${title}\n\n${toTable(["", ...columns.map((column) => column.title)], lines)}\n\n${listBetter(rows)}`;
  });
  const others = [...results].flatMap(([name, { memoryInBytes, letThrough }]) =>
    memoryInBytes.length === 0
      ? []
      : [
          [
            name,
            `${Math.round(median(memoryInBytes) / 2 ** 20)} MB`,
            letThrough.join(", ") || "no budgets here",
          ],
        ],
  );
  const other = toTable(["", "memory", `let through with a budget of ${budgetCalls}, each round`], others);
  return [...measured, `### Memory and budgets\n\n${other}`].join("\n\n");
}

/** Says where another gateway is better than Mintwright's OpenAI route. */
function listBetter(rows: Row[]): string {
  const ours = rows.find(({ name }) => name === "Mintwright");
  if (!ours) return "";
  const better = columns.flatMap(({ key, title, isMoreBetter }) => {
    const own = ours[key];
    const names = rows.flatMap(({ name, [key]: value }) =>
      own !== undefined &&
      value !== undefined &&
      name !== "bare" &&
      !name.startsWith("Mintwright") &&
      (isMoreBetter ? value > own : value < own)
        ? [name]
        : [],
    );
    return names.length > 0 ? [`${title}: ${names.join(", ")}`] : [];
  });
  return better.length > 0
    ? `Better than Mintwright: ${better.join("; ")}.`
    : "No other gateway is better than Mintwright in this table.";
}

function drawPlots(results: Results): { file: string; title: string; svg: string }[] {
  const rows = listRows(results, "whole", 0).filter(({ name }) => name !== "bare");
  const toBars = (read: (row: Row) => number | undefined) =>
    rows.map((row) => ({ label: row.name, value: read(row) ?? 0, isOurs: row.name === "Mintwright" }));
  const load = "Whole answers, the model answers at once";
  const inMs = (value: number) => `${format(value)} ms`;
  const plots = [
    {
      name: "cpu",
      title: "Requests per CPU second",
      subtitle: `${load}, 64 clients; databases included`,
      bars: toBars((row) => row.perCpuSecond),
      show: format,
    },
    {
      name: "rate",
      title: `Requests a second with p99 below ${highestP99InMs} ms`,
      subtitle: load,
      bars: toBars((row) => row.perSecond),
      show: format,
    },
    {
      name: "p50",
      title: "Added latency, p50",
      subtitle: `${load}, 1 client; less is better`,
      bars: toBars((row) => row.addedP50At1),
      show: inMs,
    },
    {
      name: "p99",
      title: "Added latency, p99",
      subtitle: `${load}, 1 client; less is better`,
      bars: toBars((row) => row.addedP99At1),
      show: inMs,
    },
  ];
  return plots.map(({ name, title, subtitle, bars, show }) => ({
    file: `gateways-${name}.svg`,
    title,
    svg: drawBars(title, subtitle, bars, show),
  }));
}

function format(value: number | undefined): string {
  if (value === undefined) return "–";
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString("en-US") : value.toFixed(2);
}
