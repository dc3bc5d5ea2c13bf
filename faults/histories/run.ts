import { parseArgs } from "node:util";
import { startPostgres } from "@mintwright/test-harness";
import { keepIn } from "./keep-failed-seed.ts";
import { parseSeeds } from "./parse-seeds.ts";
import { openResults } from "./results-file.ts";
import { runSeeds } from "./run-seeds.ts";
import { findTools } from "./tools.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "1-20" },
    results: { type: "string" },
    keep: { type: "string" },
  },
});
const print = (line: string) => void process.stdout.write(`${line}\n`);
const tools = findTools();
if (!tools) process.exit(1);
const postgres = await startPostgres();
const startedAt = performance.now();
// Ends after the seed that runs, so that nothing is left behind.
let isStopping = false;
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    isStopping = true;
  });
try {
  const { seeds, exchanges, violated } = await runSeeds({
    tools,
    serverUrl: postgres.url,
    seeds: parseSeeds(values.seeds),
    results: openResults(values.results),
    print,
    isStopping: () => isStopping,
    ...(values.keep && { keep: keepIn(values.keep) }),
  });
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  print(
    `${seeds} seeds, ${exchanges} requests, ${violated.length} seeds with violations, ${minutes} minutes`,
  );
  if (violated.length > 0) process.exitCode = 1;
} finally {
  postgres.stop();
}
