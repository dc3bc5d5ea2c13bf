import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  askMintwright,
  createDatabase,
  createTestAccount,
  startPostgres,
  startProcess,
} from "@mintwright/test-harness";
import autocannon from "autocannon";
import { startCpuClock } from "./cpu-clock.ts";
import { median, print, printFigure, printRounds } from "./measure.ts";
import { startScript } from "./start-script.ts";

// An authenticated free call (key, rate and limits exact on every replica) against bare Fastify routes with the
// same answer, in turns: one that returns the object, as a route is usually written, and one that sends the bytes
// written once, as ours does. wrk where it is installed, since it leaves more of a small machine to the servers.

const connections = 64;
const rounds = Number(process.env.BENCH_ROUNDS ?? 7);
const secondsPerRound = Number(process.env.BENCH_SECONDS ?? 5);
const path = "/nft/get-chains";

const hasWrk = spawnSync("wrk", ["--version"]).error === undefined;
const folder = mkdtempSync(join(tmpdir(), "mintwright-bench-"));
const postgres = await startPostgres();
const database = await createDatabase(postgres.url);
const environment = { DATABASE_URL: database.url };
await askMintwright(["migrate"], environment);
const { key } = await createTestAccount(database.url, {
  rate: 1_000_000_000,
});
const headers = { authorization: `Bearer ${key}` };
const api = await startProcess("api", environment);
const readCpuTime = await startCpuClock(postgres.url, [api.child.pid ?? 0]);

const answerFile = join(folder, "answer.json");
writeFileSync(answerFile, await (await fetch(api.baseUrl + path, { headers })).text());
const bare = await startScript("bare-server.ts", answerFile);

try {
  print(
    `${hasWrk ? "wrk" : "autocannon"}, ${connections} connections, ${rounds} rounds of ${secondsPerRound} s each`,
  );
  const targets = {
    object: `${bare.url}/object`,
    bytes: `${bare.url}/bytes`,
    ours: api.baseUrl + path,
  };
  const cpuInMs: number[] = [];
  const rates: Record<keyof typeof targets, number[]> = { object: [], bytes: [], ours: [] };
  for (const url of Object.values(targets)) await load(url, 2);
  for (let round = 0; round < rounds; round++) {
    for (const name of ["object", "bytes", "ours"] as const) {
      const cpuBefore = readCpuTime();
      const rate = await load(targets[name], secondsPerRound);
      rates[name].push(rate);
      if (name === "ours") cpuInMs.push((readCpuTime() - cpuBefore) / (rate * secondsPerRound));
    }
  }
  printRounds("bare Fastify, returns the object", rates.object, "requests/s");
  printRounds("bare Fastify, sends the bytes", rates.bytes, "requests/s");
  printRounds("Mintwright", rates.ours, "requests/s");
  printRounds("cpu", cpuInMs, "ms a request");
  const over = (base: number[]) => rates.ours.map((rate, index) => rate / (base[index] ?? Number.NaN));
  printRounds("over the object, by round", over(rates.object), "x");
  printRounds("over the bytes, by round", over(rates.bytes), "x");
  printFigure("http.free_call_over_bare_fastify", median(over(rates.object)), ">= 0.7");
  printFigure("http.free_call_over_bare_fastify_sending_bytes", median(over(rates.bytes)), ">= 0.6");
} finally {
  bare.stop();
  await api.stop();
  await database.drop();
  postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function load(url: string, seconds: number): Promise<number> {
  return hasWrk ? loadWithWrk(url, seconds) : loadWithAutocannon(url, seconds);
}

async function loadWithWrk(url: string, seconds: number): Promise<number> {
  const args = [
    "-t1",
    `-c${connections}`,
    `-d${seconds}s`,
    "-H",
    `authorization: ${headers.authorization}`,
    url,
  ];
  const wrk = spawn("wrk", args, { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  wrk.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  await once(wrk, "close");
  if (output.includes("Non-2xx")) throw new Error(`not every answer was a success:\n${output}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]);
}

async function loadWithAutocannon(url: string, seconds: number): Promise<number> {
  const result = await autocannon({ url, connections, duration: seconds, headers });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} answers were no success`);
  return result.requests.average;
}
