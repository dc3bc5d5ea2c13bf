import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readCpuTime, readMemory } from "./cpu-clock.ts";
import type { Load, LoadResult } from "./gateway-load.ts";
import { mintwright } from "./gateway-mintwright.ts";
import { type Endpoint, forms, type Gateway, openAiEndpoints } from "./gateway-process.ts";
import {
  fastifyProxy,
  findBifrost,
  findHaproxy,
  installLitellm,
  installPortkey,
} from "./gateway-programs.ts";
import { printReport, writeReport } from "./gateway-report.ts";
import type { GatewayResults, Sample } from "./gateway-results.ts";
import { installLitellmWithDatabase } from "./litellm-database.ts";
import { print } from "./measure.ts";
import { startScript } from "./start-script.ts";

// Gateways for language models in front of the same model server, under the same load, one at a time and in turns.
// GATEWAYS names some of them; a gateway that cannot be installed is left out with a note. `--write` updates the docs.

const rounds = Number(process.env.GATEWAY_ROUNDS ?? 5);
const secondsPerLoad = Number(process.env.GATEWAY_SECONDS ?? 3);
const chosen = process.env.GATEWAYS?.split(",");
const waitsInMs = [0, 20];
const clientCounts = (process.env.GATEWAY_CLIENTS ?? "1,4,16,64,256").split(",").map(Number);
const budget = { calls: 50, requests: 1_000 };

const folder = mkdtempSync(join(tmpdir(), "mintwright-gateways-"));
const model = await startScript("gateway-model.ts");
const generator = fork(fileURLToPath(new URL("gateway-load.ts", import.meta.url)));
const generatorEnd = once(generator, "exit").then(() => {
  throw new Error("the load generator ended early");
});
generatorEnd.catch(() => {});

const bare: Gateway = {
  name: "bare",
  settings: "the load generator asks the model server itself.",
  start: async () => ({
    endpoints: openAiEndpoints(model.url, {}, "bench"),
    processIds: [],
    stop: async () => {},
  }),
};
const candidates: Record<string, () => Gateway> = {
  bare: () => bare,
  haproxy: findHaproxy,
  fastify: () => fastifyProxy,
  mintwright: () => mintwright,
  portkey: installPortkey,
  litellm: installLitellm,
  "litellm-database": installLitellmWithDatabase,
  bifrost: findBifrost,
};

try {
  const notes: string[] = [];
  const note = (name: string, { message }: Error) => {
    notes.push(`${name} is left out: ${message}`);
    print(notes.at(-1) ?? "");
  };
  const gateways = Object.entries(candidates).flatMap(([id, find]) => {
    if (chosen && !chosen.includes(id)) return [];
    try {
      return [find()];
    } catch (error) {
      note(id, error as Error);
      return [];
    }
  });
  const leaveOut = (gateway: Gateway, error: Error) => {
    if (gateway === mintwright || gateway === bare) throw error;
    note(gateway.name, error);
    results.delete(gateway.name);
  };
  const results = new Map<string, GatewayResults>(
    gateways.map(({ name, settings }) => [
      name,
      { settings, samples: [], memoryInBytes: [], letThrough: [] },
    ]),
  );
  print(`${rounds} rounds of ${secondsPerLoad} s a load: ${gateways.map(({ name }) => name).join(", ")}`);
  for (let round = 0; round < rounds; round++) {
    for (const gateway of gateways) {
      const own = results.get(gateway.name);
      if (own) await measure(gateway, round, own).catch((error) => leaveOut(gateway, error));
    }
  }
  printReport(results);
  if (process.argv.includes("--write")) writeReport(results, notes, { rounds, secondsPerLoad });
} finally {
  model.stop();
  generator.kill();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(gateway: Gateway, round: number, results: GatewayResults): Promise<void> {
  const running = await gateway.start(model.url, folder);
  try {
    for (const form of forms) {
      const endpoint = running.endpoints[form];
      if (!endpoint) continue;
      await warmUp(endpoint);
      for (const waitInMs of waitsInMs) {
        for (const clients of clientCounts) {
          const sample = await load(endpoint, waitInMs, clients, running.processIds);
          results.samples.push({ round, form, waitInMs, clients, ...sample });
        }
      }
    }
    if (running.processIds.length > 0) results.memoryInBytes.push(readMemory(running.processIds));
    if (running.openWithBudget)
      results.letThrough.push(await countLetThrough(await running.openWithBudget(budget.calls)));
    await running.checkBooks?.();
  } finally {
    await running.stop();
  }
}

/** Until the code that a gateway runs under load is compiled: V8 needs tens of thousands of requests for that. */
async function warmUp(endpoint: Endpoint): Promise<void> {
  for (let repeat = 0; repeat < 5; repeat++) await load(endpoint, 0, 64, []);
}

async function load(
  endpoint: Endpoint,
  waitInMs: number,
  clients: number,
  processIds: number[],
): Promise<Omit<Sample, "round" | "form" | "waitInMs" | "clients">> {
  const question = `What is a token? wait ${waitInMs}`;
  // Requests are counted out before, so that every one is answered and none is cut off at the end.
  const probe = await send(endpoint, question, clients, clients * 2);
  assertAnswered(endpoint, probe);
  const requests = Math.max(clients * 2, Math.round((probe.answered / probe.seconds) * secondsPerLoad));
  const cpuBefore = readCpuTime(processIds);
  const result = await send(endpoint, question, clients, requests);
  const cpuInMs = readCpuTime(processIds) - cpuBefore;
  assertAnswered(endpoint, result);
  const { p50InMs = Number.NaN, p99InMs = Number.NaN, answered, seconds } = result;
  return { p50InMs, p99InMs, perSecond: answered / seconds, perCpuSecond: answered / (cpuInMs / 1000) };
}

function assertAnswered({ url }: Endpoint, { failures }: LoadResult): void {
  const counts = Object.entries(failures).map(([status, count]) => `${count} times status ${status}`);
  if (counts.length > 0) throw new Error(`${url} did not answer every request in full: ${counts.join(", ")}`);
}

/** How many of many requests at once get an answer when the budget covers fewer, as the caller and the model server see it. */
async function countLetThrough(endpoint: Endpoint): Promise<number> {
  const readCalls = async () => Number(await (await fetch(`${model.url}/calls`)).text());
  const callsBefore = await readCalls();
  const { answered } = await send(endpoint, "What is a token?", budget.requests, budget.requests);
  return Math.max(answered, (await readCalls()) - callsBefore);
}

async function send(
  { url, headers, toBody }: Endpoint,
  question: string,
  clients: number,
  requests: number,
): Promise<LoadResult> {
  const body = JSON.stringify(toBody(question));
  generator.send({ url, headers, body, clients, requests } satisfies Load);
  const [result] = (await Promise.race([once(generator, "message"), generatorEnd])) as [LoadResult];
  return result;
}
