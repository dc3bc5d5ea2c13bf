import { setTimeout as sleep } from "node:timers/promises";
import { findViolations, type Violation } from "./checks/index.ts";
import { createClient } from "./client.ts";
import { createEngineScript } from "./engine-manners.ts";
import { readFacts, readSeedStart } from "./facts.ts";
import { type History, startHistory } from "./history.ts";
import { injectFault, usualImageInMs } from "./inject-faults.ts";
import type { Installation } from "./installation.ts";
import { type PlannedFault, planFaults } from "./plan-faults.ts";
import { activeInMs, planOperations } from "./plan-operations.ts";
import { prepareSeed, type TokenStock } from "./prepare-seed.ts";
import { type OperationRun, replayAnswers, runOperation } from "./run-operations.ts";
import { type DeadJobs, makeRetriesDue, queues } from "./skip-waits.ts";

/** How long after the last operation began everything must have ended. */
const settlesWithinMs = 14_000;

export interface SeedResult {
  history: History;
  violations: Violation[];
  seconds: number;
}

/** What seeds of one installation use one after the other. */
export interface SeedTools {
  installation: Installation;
  deadJobs: DeadJobs;
  stock: TokenStock;
}

/** Runs a seed: its operations, its faults, the time until everything has ended, and the checks. */
export async function runSeed(
  { installation, deadJobs, stock }: SeedTools,
  seed: number,
): Promise<SeedResult> {
  const startedAt = performance.now();
  const operations = planOperations(seed);
  const preparation = await prepareSeed(installation, stock, seed, operations);
  const start = await readSeedStart(installation);
  installation.model.choose(createEngineScript());
  installation.images.imageInMs = usualImageInMs;
  const history = startHistory(seed, operations);
  recordWebhooks(installation, history);
  const client = createClient(installation, history);
  const giveUpAtInMs = activeInMs + settlesWithinMs;
  const run: OperationRun = { client, history, preparation, giveUpAtInMs, answered: [] };
  let areAnswered = false;
  const answered = Promise.all(operations.map((operation) => runOperation(run, operation))).then(() => {
    areAnswered = true;
  });
  const faults = planFaults(seed);
  await Promise.all(faults.map((fault) => injectFault(installation, history, fault)));
  if (faults.some(disturbsWorker)) await deadJobs.restart();
  while (history.now() < giveUpAtInMs && !(areAnswered && (await isQuiet(installation)))) {
    await makeRetriesDue(installation.database);
    await sleep(150);
  }
  await answered;
  await replayAnswers(run);
  const facts = await readFacts(installation, history, start);
  const violations = findViolations(facts);
  await installation.objects.delete([...facts.objects.keys(), ...facts.answerObjects]);
  return { history, violations, seconds: (performance.now() - startedAt) / 1_000 };
}

/** Whether jobs may be left without their worker, also because it could not report their end. */
function disturbsWorker(fault: PlannedFault): boolean {
  if (fault.kind === "link") return fault.link.startsWith("worker");
  return "process" in fault && fault.process.startsWith("worker") && fault.kind !== "clock";
}

function recordWebhooks({ receiver }: Installation, history: History): void {
  receiver.answer = (response, id, body) => {
    const status = response.statusCode === 200 ? 204 : response.statusCode;
    const isReset = response.socket?.destroyed ?? true;
    history.webhooks.push({ at: history.now(), id, body, answer: isReset ? "reset" : String(status) });
    response.writeHead(status).end();
  };
}

/** Whether nothing is under way any more. */
async function isQuiet({ database }: Installation): Promise<boolean> {
  const [row] = await database.query<{ is_quiet: boolean }>(
    `select not exists (select from hold)
       and not exists (select from collection where state in ('queued', 'processing'))
       and not exists (select from webhook_delivery where state = 'pending')
       and not exists (select from token_mint where state in ('queued', 'signed'))
       and not exists (select from pgboss.job where name = any($1) and state < 'completed') as is_quiet`,
    [queues],
  );
  return row?.is_quiet ?? false;
}
