import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startPostgres } from "@mintwright/test-harness";
import { buildWithBug } from "./build-with-bug.ts";
import { openResults } from "./results-file.ts";
import { runSeeds } from "./run-seeds.ts";
import { findTools } from "./tools.ts";

/** Bugs that the checks must find, each with the check that finds it. */
const bugs = {
  "drop-a-fence": "token is minted once",
  "skip-a-capture": "answered call is charged once",
  "charge-on-failure": "failed call is not charged",
  "forget-a-refund": "no hold remains",
  "double-send-a-webhook": "webhook is sent once per attempt",
  "reuse-a-nonce": "nonce belongs to one batch",
  "release-a-live-hold": "live hold is not released",
  "lose-an-idempotent-answer": "idempotent retry gets the same answer",
};

const maxSeeds = 20;

const { values } = parseArgs({ options: { only: { type: "string" } } });
const print = (line: string) => void process.stdout.write(`${line}\n`);
const tools = findTools();
if (!tools) process.exit(1);
const postgres = await startPostgres();
try {
  for (const [bug, check] of Object.entries(bugs)) {
    if (values.only && values.only !== bug) continue;
    const server = buildWithBug(fileURLToPath(new URL(`planted-bugs/${bug}.patch`, import.meta.url)));
    // A seed may be caught by another check first: the run goes on until the named one does.
    const found = await findSeed(server.command, check);
    server.delete();
    print(
      found
        ? `${bug}: caught by "${check}" with seed ${found}`
        : `${bug}: NOT caught within ${maxSeeds} seeds`,
    );
    if (!found) process.exitCode = 1;
  }
} finally {
  postgres.stop();
}

async function findSeed(command: string, check: string): Promise<number | undefined> {
  for (let first = 1; first <= maxSeeds; ) {
    const seeds = Array.from({ length: maxSeeds - first + 1 }, (_, index) => first + index);
    const { violated } = await runSeeds({
      ...{ tools: tools as NonNullable<typeof tools>, serverUrl: postgres.url, seeds, command, print },
      ...{ results: openResults(undefined), stopsAtViolation: true },
    });
    const [caught] = violated;
    if (!caught) return undefined;
    if (caught.result.violations.some((violation) => violation.check === check)) return caught.seed;
    first = caught.seed + 1;
  }
  return undefined;
}
