import { setTimeout as sleep } from "node:timers/promises";
import { assertLedgerAddsUp, type RunningProcess } from "@mintwright/test-harness";
import { readResidentMemory } from "../faults/live-memory.ts";
import { startBenchInstallation } from "./bench-installation.ts";
import { describeMachine, format, toTable, writeMeasured } from "./docs-page.ts";
import { median, percentile, print, printFigure } from "./measure.ts";
import { readTableHealth, type TableHealth, waitForLeftovers } from "./soak-database.ts";
import { mixedCalls, type SoakCall, startMixedLoad } from "./soak-load.ts";

// Three API processes and a worker under mixed load for SOAK_MINUTES, after a warm-up of a tenth of it: memory, latency,
// dead rows, and whether anything is stuck at the end. The run has ten parts; memory is the median of a part's samples, and
// the latency of images is left out, because they take most of a second. `--write` updates docs/capacity.md.

const minutes = Number(process.env.SOAK_MINUTES ?? 60);
const accounts = 2_000;
const parts = 10;
const partInMs = (minutes * 60_000) / parts;
const patienceInMs = 90_000;

const installation = await startBenchInstallation(accounts, 3, { shared_buffers: "512MB" });
const { database, apis, worker, receiver } = installation;
const processes = new Map<string, RunningProcess>([
  ...apis.map((api, index) => [`api ${index + 1}`, api] as const),
  ["worker", worker],
]);

try {
  const load = startMixedLoad(installation);
  await sleep(partInMs);
  const healthBefore = await readTableHealth(database);
  const startedAt = performance.now();
  const memory: Map<string, number>[] = [];
  for (let part = 0; part < parts; part++) {
    memory.push(await watchMemory(startedAt + (part + 1) * partInMs));
    print(
      `part ${part + 1}: ${[...(memory.at(-1) ?? [])].map(([name, bytes]) => `${name} ${toMegabytes(bytes)}`).join(", ")}`,
    );
  }
  const webhooks = await load.finish();
  const left = await waitForLeftovers(database, patienceInMs);
  const healthAfter = await readTableHealth(database);
  await assertLedgerAddsUp(database.url);

  const byPart = Array.from({ length: parts }, (_, part) =>
    load.calls.filter(({ startedAt: at }) => Math.floor((at - startedAt) / partInMs) === part),
  );
  const problems = load.calls.flatMap(({ problem }) => (problem ? [problem] : []));
  for (const problem of problems.slice(0, 10)) print(problem);
  const stuck =
    Object.values(left).reduce((sum, count) => sum + count, 0) + (webhooks - new Set(receiver.ids).size);
  const text = [
    `${describeMachine()} ${minutes} minutes after a warm-up of ${format(minutes / parts)}, 3 API processes and a worker, ${accounts.toLocaleString("en-US")} accounts, ${load.calls.length.toLocaleString("en-US")} calls (${Object.entries(
      mixedCalls,
    )
      .map(([kind, { perSecond }]) => `${kind} ${perSecond}/s`)
      .join(", ")}), ${webhooks} webhooks.`,
    writeParts(byPart, memory),
    writeHealth(healthBefore, healthAfter),
    `Left at the end: ${left.holds} holds, ${left.jobs} stuck jobs, ${left.webhooks} webhooks not delivered, ${left.accountsOff} accounts off; ${problems.length} wrong answers. \`ledger verify\` passed.`,
  ].join("\n\n");
  print(text);
  if (process.argv.includes("--write")) writeMeasured("capacity.md", "soak", text);
  const [first, last] = [memory[0], memory.at(-1)];
  const grown = [...processes.keys()].map(
    (name) => (last?.get(name) ?? Number.NaN) / (first?.get(name) ?? Number.NaN),
  );
  printFigure("soak.memory_over_warm", Math.max(...grown), "<= 1.15");
  printFigure("soak.p99_last_over_first", timeOf(byPart.at(-1), 0.99) / timeOf(byPart[0], 0.99), "<= 1.3");
  printFigure("soak.wrong_answers", problems.length, "= 0");
  printFigure("soak.stuck", stuck, "= 0");
} finally {
  await installation.stop();
}

async function watchMemory(until: number): Promise<Map<string, number>> {
  const samples = new Map([...processes.keys()].map((name) => [name, [] as number[]]));
  do {
    for (const [name, running] of processes) samples.get(name)?.push(readResidentMemory(running));
    await sleep(Math.max(0, Math.min(2_000, until - performance.now())));
  } while (performance.now() < until);
  return new Map([...samples].map(([name, bytes]) => [name, median(bytes)]));
}

function timeOf(calls: SoakCall[] | undefined, share: number, isImage = false): number {
  const times = (calls ?? [])
    .filter(({ kind }) => (kind === "image") === isImage)
    .map(({ elapsedInMs }) => elapsedInMs);
  return times.length === 0 ? Number.NaN : percentile(times, share);
}

function writeParts(byPart: SoakCall[][], memory: Map<string, number>[]): string {
  const lines = byPart.map((calls, part) => [
    String(part + 1),
    String(calls.length),
    format(timeOf(calls, 0.5)),
    format(timeOf(calls, 0.99)),
    format(timeOf(calls, 0.5, true)),
    ...[...processes.keys()].map((name) => toMegabytes(memory[part]?.get(name) ?? Number.NaN)),
  ]);
  const head = [
    "part",
    "calls",
    "p50, ms",
    "p99, ms",
    "images p50, ms",
    ...[...processes.keys()].map((name) => `memory of ${name}`),
  ];
  return toTable(head, lines);
}

function writeHealth(before: TableHealth[], after: TableHealth[]): string {
  const lines = after.map(({ name, live, dead, bytes, unusedShare }) => {
    const old = before.find((table) => table.name === name);
    const both = (begin: string | undefined, end: string) => `${begin ?? "–"} → ${end}`;
    return [
      `\`${name}\``,
      both(old && format(old.live), format(live)),
      both(old && format(old.dead), format(dead)),
      both(old && `${format(old.bytes / 1e6)} MB`, `${format(bytes / 1e6)} MB`),
      both(old && `${(old.unusedShare * 100).toFixed(0)}%`, `${(unusedShare * 100).toFixed(0)}%`),
    ];
  });
  return toTable(["table", "live rows", "dead rows", "size", "dead or free space"], lines);
}

function toMegabytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MB`;
}
