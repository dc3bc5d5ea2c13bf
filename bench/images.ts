import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { render } from "@mintwright/sketch";
import {
  askMintwright,
  createDatabase,
  createNoisyPng,
  createTestAccount,
  startPostgres,
  startProcess,
} from "@mintwright/test-harness";
import autocannon from "autocannon";
import Fastify from "fastify";
import { Pool } from "undici";
import { createC2paCredentials, generateCertificate } from "../apps/server/src/engines/credentials/index.ts";
import { createPlainPng } from "../apps/server/src/engines/image/__fixtures__/plain-png.ts";
import { createUpscaler } from "../apps/server/src/engines/upscale/index.ts";
import { encodeByteArray } from "../apps/server/src/features/images/byte-array-json.ts";
import { encodeImage } from "../apps/server/src/features/images/image-format.ts";
import { median, print, printFigure, printRounds } from "./measure.ts";
import { startScript } from "./start-script.ts";

// Delivering an image: its bytes as JSON against JSON.stringify, the event loop while images are upscaled, and paid
// requests per second with an engine that responds at once, against a bare Fastify route that encodes the same image
// with the same functions, in alternating rounds. A plain image shows the cost of a request, a sketch that of a real
// image. A second bare route also asks the engine, which shows what only that costs. Content credentials are off there, because the bare route has none; the sketch is measured with them as well, and
// so is the time that signing one image takes.

const rounds = 7;
const secondsPerRound = 5;
const connections = 32;
const side = 512;

const roles = { engine: serveEngine, bare: serveBare, bench: runBench };
const role = (process.argv[2] ?? "bench") as keyof typeof roles;
await roles[role](process.argv[3] ?? "", process.argv[4] ?? "");

async function runBench(): Promise<void> {
  await compareEncoders();
  await watchUpscaling();
  await timeSigning();
  await compareRequests(
    "a plain image",
    createPlainPng(side, side),
    "images.requests_over_bare_with_plain_image",
  );
  const { png } = await render({ prompt: "a fox wizard in a library", width: side, height: side, seed: 7 });
  await compareRequests("a sketch", png, "images.requests_over_bare");
}

async function compareEncoders(): Promise<void> {
  const jpeg = await encodeImage(createNoisyPng(1_024, 1_024), "jpeg");
  print(`an image of 1024×1024: ${jpeg.length} bytes of JPEG`);
  const encode = () => Buffer.concat([Buffer.from('{"data":'), encodeByteArray(jpeg), Buffer.from("}")]);
  const stringify = () => JSON.stringify({ data: Array.from(jpeg) });
  if (encode().toString() !== stringify()) throw new Error("the two encoders differ");
  for (let warmUp = 0; warmUp < 10; warmUp++) {
    encode();
    stringify();
  }
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    ours.push(timeInMs(encode));
    theirs.push(timeInMs(stringify));
  }
  printRounds("encodeByteArray", ours, "ms");
  printRounds("JSON.stringify", theirs, "ms");
  const over = theirs.map((time, index) => time / (ours[index] ?? Number.NaN));
  printFigure("images.encode_over_json_stringify", median(over), ">= 5");
}

function timeInMs(work: () => unknown): number {
  const repeats = 20;
  const startedAt = performance.now();
  for (let repeat = 0; repeat < repeats; repeat++) work();
  return (performance.now() - startedAt) / repeats;
}

async function watchUpscaling(): Promise<void> {
  const upscaler = createUpscaler({ threads: 1, maxWaiting: 8 });
  const { signal } = new AbortController();
  const bytes = createNoisyPng(768, 768);
  const enlarge = () => upscaler.enlarge({ bytes, width: 1_536, height: 1_536, signal });
  try {
    await enlarge();
    const small = createNoisyPng(512, 512);
    const once = performance.now();
    await upscaler.enlarge({ bytes: small, width: 1_024, height: 1_024, signal });
    printFigure("images.upscale_512_to_1024_seconds", (performance.now() - once) / 1_000, "<= 3");
    const delay = monitorEventLoopDelay({ resolution: 1 });
    const startedAt = performance.now();
    delay.enable();
    await Promise.all([enlarge(), enlarge()]);
    delay.disable();
    print(`two upscales to 1536×1536: ${((performance.now() - startedAt) / 1_000).toFixed(2)} s`);
    if (delay.count < 10) throw new Error("the event loop was not watched");
    printFigure("images.event_loop_p99_ms", delay.percentile(99) / 1e6, "< 50");
  } finally {
    await upscaler.stop();
  }
}

/** The files that are signed: the JPEG of an answer and the PNG of a collection, drawn with many details. */
async function timeSigning(): Promise<void> {
  const certificate = await generateCertificate(randomBytes(32), new Date());
  const credentials = createC2paCredentials(async () => certificate);
  const prompt = "a fox wizard in a library";
  const { png } = await render({ prompt, width: 1_024, height: 1_024, seed: 7 });
  const files = { png, jpeg: await encodeImage(png, "jpeg") };
  for (const format of ["jpeg", "png"] as const) {
    const times: number[] = [];
    let grown = 0;
    for (let image = 0; image < 200; image++) {
      const startedAt = performance.now();
      const signed = await credentials.sign(
        { bytes: files[format], format },
        { sourceType: "algorithmicMedia", madeBy: `image ${image}`, upstream: undefined },
      );
      times.push(performance.now() - startedAt);
      grown = signed.bytes.length - files[format].length;
    }
    print(`credentials of a ${format} of ${files[format].length} bytes of 1024×1024: ${grown} bytes`);
    printFigure(`images.credentials_${format}_p50_ms`, median(times), "< 15");
  }
}

async function compareRequests(title: string, png: Buffer, figure: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "mintwright-bench-"));
  const image = join(folder, "image.png");
  writeFileSync(image, png);
  const engine = await startScript("images.ts", "engine", image);
  const bare = await startScript("images.ts", "bare", image, engine.url);
  const postgres = await startPostgres();
  const database = await createDatabase(postgres.url);
  const config = join(folder, "mintwright.yaml");
  const imageServer = { type: "sd-web", baseUrl: engine.url, maxConcurrent: 1_000 };
  // JSON is YAML, so no writer is needed.
  writeFileSync(
    config,
    JSON.stringify({
      engines: { "image-server": imageServer },
      models: { velogen: "image-server" },
      images: { contentCredentials: false },
    }),
  );
  const signingConfig = join(folder, "signing.yaml");
  writeFileSync(
    signingConfig,
    readFileSync(config, "utf8").replace('"contentCredentials":false', '"contentCredentials":true'),
  );
  const environment = { DATABASE_URL: database.url, MINTWRIGHT_CONFIG: config };
  await askMintwright(["migrate"], environment);
  const { key } = await createTestAccount(database.url, {
    credits: 10_000_000,
    rate: 1_000_000_000,
  });
  const api = await startProcess("api", environment);
  const signing = await startProcess("api", { ...environment, MINTWRIGHT_CONFIG: signingConfig });
  try {
    const targets = {
      image: `${bare.url}/image`,
      asked: `${bare.url}/asked`,
      ours: `${api.baseUrl}/nft/generate-image`,
      signed: `${signing.baseUrl}/nft/generate-image`,
    };
    await assertSameAnswers([targets.image, targets.asked, targets.ours], key);
    print(
      `${title} of ${png.length} bytes: ${connections} connections, ${rounds} rounds of ${secondsPerRound} s each, ${side}×${side}`,
    );
    const rates: Record<keyof typeof targets, number[]> = { image: [], asked: [], ours: [], signed: [] };
    for (const url of Object.values(targets)) await load(url, key, 2);
    for (let round = 0; round < rounds; round++) {
      for (const name of ["image", "asked", "ours", "signed"] as const) {
        rates[name].push(await load(targets[name], key, secondsPerRound));
      }
    }
    printRounds("bare Fastify, encodes the image", rates.image, "requests/s");
    printRounds("bare Fastify, asks the engine and encodes", rates.asked, "requests/s");
    printRounds("Mintwright", rates.ours, "requests/s");
    printRounds("Mintwright with content credentials", rates.signed, "requests/s");
    const over = (rated: number[], base = rates.image) =>
      median(rated.map((rate, index) => rate / (base[index] ?? Number.NaN)));
    printFigure(figure, over(rates.ours), ">= 0.7");
    printFigure(`${figure}_that_asks_the_engine`, over(rates.ours, rates.asked), "no goal");
    printFigure(`${figure}_with_credentials`, over(rates.signed), "no goal");
  } finally {
    await api.stop();
    await signing.stop();
    engine.stop();
    bare.stop();
    await database.drop();
    postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function buildRequest(key: string) {
  return {
    method: "POST" as const,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ prompt: "a fox", model: "velogen", width: side, height: side, seed: 7 }),
  };
}

async function assertSameAnswers(urls: string[], key: string): Promise<void> {
  const answers = await Promise.all(urls.map(async (url) => (await fetch(url, buildRequest(key))).text()));
  if (new Set(answers).size !== 1) throw new Error("the routes answer differently");
  print(`an answer: ${answers[0]?.length} characters of JSON`);
}

async function load(url: string, key: string, seconds: number): Promise<number> {
  const result = await autocannon({ url, connections, duration: seconds, ...buildRequest(key) });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} answers were no success`);
  return result.requests.average;
}

/** A server with the Stable Diffusion web API that returns a prepared image. */
async function serveEngine(image: string): Promise<void> {
  const answer = JSON.stringify({ images: [readFileSync(image, "base64")], info: "" });
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      response.writeHead(200, { "content-type": "application/json" }).end(answer);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  print(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

async function serveBare(image: string, engineUrl: string): Promise<void> {
  const png = readFileSync(image);
  const wrap = (jpeg: Buffer) =>
    Buffer.concat([Buffer.from('{"data":'), encodeByteArray(jpeg), Buffer.from("}")]);
  const app = Fastify();
  app.post("/image", async (_request, reply) => {
    reply.type("application/json; charset=utf-8");
    return wrap(await encodeImage(png, "jpeg"));
  });
  const pool = new Pool(engineUrl);
  app.post("/asked", async (request, reply) => {
    const body = JSON.stringify(request.body);
    const answer = await pool.request({ path: "/sdapi/v1/txt2img", method: "POST", body });
    const { images } = (await answer.body.json()) as { images: [string] };
    reply.type("application/json; charset=utf-8");
    return wrap(await encodeImage(Buffer.from(images[0], "base64"), "jpeg"));
  });
  print(await app.listen({ host: "127.0.0.1", port: 0 }));
}
