import { type Cost, type Costs, kept, type Phase, summarize, type UnitCost } from "./capacity-costs.ts";
import { type Plan, plan } from "./capacity-plan.ts";
import { clients } from "./capacity-work.ts";
import { describeMachine, format, toTable, writeMeasured } from "./docs-page.ts";
import { print, printFigure } from "./measure.ts";

export interface Conditions {
  accounts: number;
  callsPerRound: number;
  rounds: number;
}

type Units = Map<string, Record<Phase, UnitCost>>;

const dailyCalls = [1_000_000, 10_000_000, 100_000_000];

export function printReport(costs: Costs, idle: Cost, conditions: Conditions): void {
  const units = toUnits(costs, idle);
  print(writeTables(units, idle, conditions));
  for (const [name, { first, again }] of units) {
    const figure = `capacity.${name.replaceAll(" ", "_")}`;
    printFigure(`${figure}_log_bytes_first`, first.logInBytes, "none");
    printFigure(`${figure}_log_bytes_again`, again.logInBytes, "none");
    printFigure(`${figure}_growth_bytes`, sum(again), "none");
    printFigure(`${figure}_postgres_cpu_ms`, again.postgresInMs, "none");
    printFigure(`${figure}_server_cpu_ms`, again.apiInMs + again.workerInMs, "none");
  }
}

/** Replaces the measured part of docs/capacity.md. */
export function writeReport(costs: Costs, idle: Cost, conditions: Conditions): void {
  const { accounts, callsPerRound, rounds } = conditions;
  const text = [
    `${describeMachine()} ${accounts.toLocaleString("en-US")} accounts, ${rounds} rounds of ${callsPerRound.toLocaleString("en-US")} paid calls (a tenth as many images, a fifth as many webhooks), ${clients} clients, one API process and one worker.`,
    writeTables(toUnits(costs, idle), idle, conditions),
  ].join("\n\n");
  writeMeasured("capacity.md", "capacity", text);
}

function toUnits(costs: Costs, idle: Cost): Units {
  return new Map(
    [...costs].map(([name, { first, again }]) => [
      name,
      { first: summarize(first, idle), again: summarize(again, idle) },
    ]),
  );
}

function writeTables(units: Units, idle: Cost, { accounts }: Conditions): string {
  const both = (cost: Record<Phase, UnitCost>, read: (unit: UnitCost) => number) =>
    `${format(read(cost.first))} / ${format(read(cost.again))}`;
  const measured = [...units].map(([name, cost]) => [
    name,
    both(cost, sum),
    both(cost, ({ logInBytes }) => logInBytes),
    both(cost, ({ postgresInMs }) => postgresInMs),
    both(cost, ({ apiInMs }) => apiInMs),
    both(cost, ({ workerInMs }) => workerInMs),
    `${Math.max(cost.first.connections.busy, cost.again.connections.busy)} of ${Math.max(cost.first.connections.open, cost.again.connections.open)}`,
  ]);
  const head = [
    "first / again",
    "storage, bytes",
    "log, bytes",
    "CPU of PostgreSQL, ms",
    "CPU of the API process, ms",
    "CPU of the worker, ms",
    "connections busy at once",
  ];
  const growth = [...units].map(([name, cost]) => [
    name,
    ...[...kept.keys()].map((group) => both(cost, ({ growthInBytes }) => growthInBytes.get(group) ?? 0)),
  ]);
  const keptFor = ({ days }: { days: number | null }) => (days === null ? "forever" : `${days} days`);
  const growthHead = [
    "first / again",
    ...[...kept].map(([name, group]) => `${name}, kept ${keptFor(group)}`),
  ];
  const plans = dailyCalls.map((calls) => plan(calls, accounts, units));
  return [
    `### One unit of work\n\n${toTable(head, measured)}`,
    `Idle, each second: ${format(idle.postgresInMs)} ms of CPU time of PostgreSQL, ${format(idle.apiInMs)} ms of the API process, ${format(idle.workerInMs)} ms of the worker, ${format(idle.logInBytes)} bytes of log. This is subtracted above.`,
    `### Where the storage goes\n\nBytes with indexes.\n\n${toTable(growthHead, growth)}`,
    `### A day of calls\n\n${toTable(["calls a day", ...plans.map(({ callsPerDay }) => callsPerDay.toLocaleString("en-US"))], listPlans(plans))}`,
  ].join("\n\n");
}

function listPlans(plans: Plan[]): string[][] {
  const line = (title: string, read: (each: Plan) => string) => [title, ...plans.map(read)];
  return [
    line("calls a second at the peak", ({ peakPerSecond }) => format(peakPerSecond)),
    line("API processes", ({ apis }) => String(apis)),
    line("workers", ({ workers }) => String(workers)),
    line("cores of the primary", ({ primaryCores }) => format(primaryCores)),
    line("connections at most", ({ connections }) => String(connections)),
    line("log a day", ({ logPerDayInBytes }) => toGigabytes(logPerDayInBytes)),
    line("log at the peak, a second", ({ logAtPeakInBytes }) => `${format(logAtPeakInBytes / 1e6)} MB`),
    line("storage added a day", ({ storagePerDayInBytes }) => toGigabytes(storagePerDayInBytes)),
    line("storage after a year", ({ storageAfterYearInBytes }) => toGigabytes(storageAfterYearInBytes)),
  ];
}

const toGigabytes = (bytes: number) => `${format(bytes / 1e9)} GB`;

function sum({ growthInBytes }: UnitCost): number {
  return [...growthInBytes.values()].reduce((total, bytes) => total + bytes, 0);
}
