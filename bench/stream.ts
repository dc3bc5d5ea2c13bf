import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  askMintwright,
  createDatabase,
  createTestAccount,
  startPostgres,
  startProcess,
} from "@mintwright/test-harness";
import { median, percentile, print, printFigure, printRounds } from "./measure.ts";
import { startScript } from "./start-script.ts";

// Streamed answers through Mintwright (key, charge, parsing, settlement before the last chunk) against Node's own pipeline
// from the same model server, in turns: pieces a second, time to the first byte, and memory of streams that wait.

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const streams = 100;
const chunksPerStream = Number(process.env.BENCH_CHUNKS ?? 1_000);
const firstBytesPerRound = Number(process.env.BENCH_FIRST_BYTES ?? 100);
const idleStreams = Number(process.env.BENCH_IDLE_STREAMS ?? 2_000);

const folder = mkdtempSync(join(tmpdir(), "mintwright-bench-"));
const model = await startScript("stream-model.ts");
const bare = await startScript("bare-stream.ts", model.url);
const config = join(folder, "mintwright.yaml");
const engine = {
  type: "openai",
  baseUrl: `${model.url}/v1`,
  model: "bench",
  maxConcurrent: 10_000,
  silenceInMs: 170_000,
};
writeFileSync(config, JSON.stringify({ engines: { bench: engine }, models: { general_assistant: "bench" } }));
const postgres = await startPostgres();
const database = await createDatabase(postgres.url);
const environment = { DATABASE_URL: database.url, MINTWRIGHT_CONFIG: config };
await askMintwright(["migrate"], environment);
const { key } = await createTestAccount(database.url, {
  credits: 1_000_000,
  rate: 1_000_000_000,
});
const api = await startProcess("api", environment);
const targets = { bare: bare.url, ours: `${api.baseUrl}/chat/stream` };
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

try {
  print(`${streams} streams of ${chunksPerStream} chunks, ${rounds} rounds in turns`);
  const rates: Record<keyof typeof targets, number[]> = { bare: [], ours: [] };
  const firstBytes: Record<keyof typeof targets, number[]> = { bare: [], ours: [] };
  const added: number[] = [];
  for (const url of Object.values(targets)) await measureRate(url);
  for (let round = 0; round < rounds; round++) {
    for (const name of ["bare", "ours"] as const) rates[name].push(await measureRate(targets[name]));
    const seen: Record<keyof typeof targets, number[]> = { bare: [], ours: [] };
    for (let i = 0; i < firstBytesPerRound; i++) {
      for (const name of ["bare", "ours"] as const) seen[name].push(await measureFirstByte(targets[name]));
    }
    for (const name of ["bare", "ours"] as const) firstBytes[name].push(percentile(seen[name], 0.5));
    added.push(percentile(seen.ours, 0.5) - percentile(seen.bare, 0.5));
  }
  printRounds("bare pipeline", rates.bare, "chunks/s");
  printRounds("Mintwright", rates.ours, "chunks/s");
  printRounds("first byte, bare, p50", firstBytes.bare, "ms");
  printRounds("first byte, Mintwright, p50", firstBytes.ours, "ms");
  const memory = await measureIdle();
  print(`${idleStreams} idle streams: ${(memory / 1024).toFixed(1)} KB each`);
  printFigure(
    "stream.chunks_over_bare_pipeline",
    median(rates.ours.map((rate, index) => rate / (rates.bare[index] ?? Number.NaN))),
    ">= 0.85",
  );
  printFigure("stream.added_first_byte_p50_in_ms", median(added), "< 1");
  printFigure("stream.idle_stream_kilobytes", memory / 1024, "< 100");
} finally {
  agent.destroy();
  bare.stop();
  model.stop();
  await api.stop();
  await database.drop();
  postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

function open(url: string, question: string): Promise<IncomingMessage> {
  const body = JSON.stringify({ model: "general_assistant", question });
  const headers = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    accept: "text/plain",
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", agent, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`));
      resolve(answer);
    });
    sent.once("error", reject);
    sent.end(body);
  });
}

/** Pieces a second that arrive through a server, over all streams. */
async function measureRate(url: string): Promise<number> {
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: streams }, async () => {
      const answer = await open(url, `chunks ${chunksPerStream}`);
      answer.resume();
      await once(answer, "end");
      if (!answer.complete) throw new Error("an answer was cut off");
    }),
  );
  return (streams * chunksPerStream) / ((performance.now() - startedAt) / 1000);
}

async function measureFirstByte(url: string): Promise<number> {
  const startedAt = performance.now();
  const answer = await open(url, "chunks 1");
  const ended = once(answer, "end");
  await once(answer, "data");
  const elapsedInMs = performance.now() - startedAt;
  answer.resume();
  await ended;
  return elapsedInMs;
}

/**
 * Resident memory of an API process for each stream that waits, its connection to the model server included. The process
 * is a fresh one, which has answered a few streams so that its code is loaded: one that has worked before would have
 * pages left over for these.
 */
async function measureIdle(): Promise<number> {
  const fresh = await startProcess("api", environment);
  const url = `${fresh.baseUrl}/chat/stream`;
  const resident = () =>
    Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${fresh.child.pid}/status`, "utf8"))?.[1]) * 1024;
  for (let i = 0; i < 20; i++) await measureFirstByte(url);
  await sleep(1_000);
  const before = resident();
  const answers: IncomingMessage[] = [];
  for (let opened = 0; opened < idleStreams; opened += 50) {
    answers.push(...(await Promise.all(Array.from({ length: 50 }, () => open(url, "idle")))));
  }
  await Promise.all(answers.map((answer) => once(answer, "data")));
  await sleep(3_000);
  const grown = resident() - before;
  for (const answer of answers) answer.on("error", () => {}).destroy();
  await fresh.stop();
  return grown / idleStreams;
}
