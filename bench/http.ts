import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  askMintwright,
  createDatabase,
  createTestAccount,
  startPostgres,
  startProcess,
} from "@mintwright/test-harness";
import autocannon from "autocannon";
import { median, print, printFigure, printRounds } from "./measure.ts";

// An authenticated free call (key, rate and limits exact on every replica) against a bare Fastify route with the
// same answer, in turns. wrk where it is installed, since it leaves more of a small machine to the servers.

const connections = 64;
const rounds = 7;
const secondsPerRound = 5;
const path = "/nft/get-chains";

const hasWrk = spawnSync("wrk", ["--version"]).error === undefined;
const folder = mkdtempSync(join(tmpdir(), "mintwright-bench-"));
const postgres = await startPostgres();
const database = await createDatabase(postgres.url);
const environment = { DATABASE_URL: database.url };
await askMintwright(["migrate"], environment);
const { key } = await createTestAccount(database.url, { rate: 1_000_000_000 });
const headers = { authorization: `Bearer ${key}` };
const api = await startProcess("api", environment);

const answerFile = join(folder, "answer.json");
writeFileSync(answerFile, await (await fetch(api.baseUrl + path, { headers })).text());
const bareScript = fileURLToPath(new URL("bare-server.ts", import.meta.url));
const bare = spawn(process.execPath, [bareScript, answerFile], { stdio: ["ignore", "pipe", "inherit"] });
const [bareUrl] = (await once(bare.stdout.setEncoding("utf8"), "data")) as [string];

try {
  print(
    `${hasWrk ? "wrk" : "autocannon"}, ${connections} connections, ${rounds} rounds of ${secondsPerRound} s each`,
  );
  await load(bareUrl.trim(), 2);
  await load(api.baseUrl, 2);
  const bareRates: number[] = [];
  const apiRates: number[] = [];
  for (let round = 0; round < rounds; round++) {
    bareRates.push(await load(bareUrl.trim(), secondsPerRound));
    apiRates.push(await load(api.baseUrl, secondsPerRound));
  }
  printRounds("bare Fastify", bareRates, "requests/s");
  printRounds("Mintwright", apiRates, "requests/s");
  const ratios = apiRates.map((rate, index) => rate / (bareRates[index] ?? Number.NaN));
  printRounds("ratio by round", ratios, "x");
  printFigure("http.free_call_over_bare_fastify", median(ratios), ">= 0.7");
} finally {
  bare.kill();
  await api.stop();
  await database.drop();
  postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function load(baseUrl: string, seconds: number): Promise<number> {
  return hasWrk ? loadWithWrk(baseUrl, seconds) : loadWithAutocannon(baseUrl, seconds);
}

async function loadWithWrk(baseUrl: string, seconds: number): Promise<number> {
  const args = [
    "-t1",
    `-c${connections}`,
    `-d${seconds}s`,
    "-H",
    `authorization: ${headers.authorization}`,
    baseUrl + path,
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

async function loadWithAutocannon(baseUrl: string, seconds: number): Promise<number> {
  const result = await autocannon({ url: baseUrl + path, connections, duration: seconds, headers });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} answers were no success`);
  return result.requests.average;
}
