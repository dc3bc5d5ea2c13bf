import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { print, printRounds } from "./measure.ts";

// Work per CPU second, database included, of this checkout against another one (first argument), both built: small runs
// of five benches, in turns. Fails when the whole 95% interval of a ratio lies below the limit: 0.95, or BENCH_LIMIT.

const limit = Number(process.env.BENCH_LIMIT ?? 0.95);
const rounds = Number(process.env.BENCH_ROUNDS ?? 11);
const [other, ...chosen] = process.argv.slice(2);
if (!other) throw new Error("Name the folder of the checkout to compare with.");
const folders = { before: resolve(other), after: resolve(import.meta.dirname, "..") };
const settings = {
  fairness: {},
  pipeline: { BENCH_QUEUED: "20000", BENCH_ROUNDS: "3" },
  admission: { BENCH_LEDGER_ROWS: "10000", BENCH_SECONDS: "2" },
  http: { BENCH_SECONDS: "3" },
  news: { NEWS_ARTICLES: "20000", BENCH_SECONDS: "1" },
};

for (const [bench, environment] of Object.entries(settings)) {
  if (chosen.length > 0 && !chosen.includes(bench)) continue;
  const times = { before: [] as number[], after: [] as number[] };
  for (let round = 0; round < rounds; round++)
    for (const side of round % 2 ? (["before", "after"] as const) : (["after", "before"] as const))
      times[side].push(measure(folders[side], bench, environment));
  printRounds(`${bench}, before`, times.before, "CPU ms a unit");
  printRounds(`${bench}, after`, times.after, "CPU ms a unit");
  const { low, middle, high } = findInterval(
    times.before.map((before, index) => before / (times.after[index] ?? Number.NaN)),
  );
  if (high < limit) process.exitCode = 1;
  const interval = `95% interval ${low.toPrecision(4)} to ${high.toPrecision(4)}`;
  print(
    `figure compare.${bench}_work_per_cpu_second = ${middle.toPrecision(4)} (goal >= ${limit}, ${interval})`,
  );
}

function measure(folder: string, bench: string, environment: Record<string, string>): number {
  const { scripts } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const command: string = scripts[`bench:${bench}`].replace("npm run build && ", "");
  const result = spawnSync(command, {
    shell: true,
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, BENCH_ROUNDS: "1", NEWS_ROUNDS: "1", ...environment },
  });
  const time = /^cpu: median ([\d.]+) /m.exec(result.stdout)?.[1];
  if (!time)
    throw new Error(`bench:${bench} of ${folder} did not print its CPU time: ${result.stderr.slice(0, 500)}`);
  return Number(time);
}

/** Student's interval for the mean of the logarithms: ratios multiply. */
function findInterval(ratios: number[]): { low: number; middle: number; high: number } {
  const logs = ratios.map(Math.log);
  const mean = logs.reduce((sum, value) => sum + value, 0) / logs.length;
  // One round says nothing about the spread.
  if (logs.length === 1) return { low: 0, middle: Math.exp(mean), high: Number.POSITIVE_INFINITY };
  const variance = logs.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (logs.length - 1);
  const student =
    [0, 12.71, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228][logs.length - 1] ?? 1.96;
  const half = student * Math.sqrt(variance / logs.length);
  return { low: Math.exp(mean - half), middle: Math.exp(mean), high: Math.exp(mean + half) };
}
