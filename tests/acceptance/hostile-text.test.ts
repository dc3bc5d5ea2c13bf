import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestAccount, type RunningProcess } from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Call, callApi } from "./call-api.ts";
import {
  deepJson,
  hostileRuns,
  listTextFields,
  type OpenApi,
  repeat,
  type TextField,
  unstorableTexts,
} from "./hostile-corpus.ts";
import { type Installation, startInstallation } from "./installation.ts";
import { type Case, cases, type Memory, send } from "./parity-cases.ts";
import { sendRaw } from "./raw-http.ts";
import {
  type ImageSetup,
  type ScriptedImageServer,
  startScriptedImageServer,
  writeImageSetup,
} from "./scripted-image-server.ts";

const maxBodyBytes = 1_048_576;
const longTextCharacters = 200_000;
/** What fits into the 16 KB of a request's head, percent-encoded. */
const urlCharacters = 1_500;
const headerCharacters = 8_000;
const maxTurnInMs = 100;
const corpusInMs = 180_000;
const senders = 3;
const unknownId = "00000000-0000-4000-8000-000000000000";

/** One hostile request. */
interface Attempt {
  name: string;
  url: string;
  call: Call;
  /** The field that the refusal must name. */
  mustName?: string;
}

const folder = mkdtempSync(join(tmpdir(), "mintwright-turns-"));
const meterFile = join(folder, "turns.jsonl");
let server: ScriptedImageServer;
let setup: ImageSetup;
let installation: Installation;
let worker: RunningProcess;
let key: string;
let fields: TextField[];
const memory = {} as Memory;
/** A request of each operation that is accepted, and those of the other chat models. */
const bases = new Map<string, Case[]>();

beforeAll(async () => {
  // The time is for reading text, not for generating.
  server = await startScriptedImageServer();
  setup = writeImageSetup({
    engines: { scripted: { type: "sd-web", baseUrl: server.baseUrl } },
    models: { velogen: "scripted" },
  });
  installation = await startInstallation({
    ...setup.environment,
    NODE_OPTIONS: `--import=${new URL("./turn-meter.ts", import.meta.url).href}`,
    TURN_METER_FILE: meterFile,
  });
  worker = await installation.startWorker({ NODE_OPTIONS: "" });
  ({ key } = await createTestAccount(installation.database.url, { credits: 1_000_000, rate: "none" }));
  const { body } = await callApi<OpenApi>(installation.api, "/openapi.json");
  fields = listTextFields(body);
}, 180_000);

afterAll(async () => {
  await installation?.stop();
  await server?.stop();
  setup?.remove();
  rmSync(folder, { recursive: true });
});

function callOf({ call = {} }: Case): Call {
  return typeof call === "function" ? call(memory) : call;
}

function modelOf(each: Case): unknown {
  return (callOf(each).body as { model?: unknown } | undefined)?.model;
}

/** Writes a value to its place in a request's body, with what a list or an object around it needs. */
function put(body: unknown, [name, ...rest]: (string | number)[], value: unknown, around: unknown): unknown {
  if (name === undefined) return value;
  const inner = (holder: unknown) => (holder as Record<string | number, unknown> | undefined)?.[name];
  const base = (typeof body === "object" ? body : undefined) ?? around;
  const changed = put(inner(base), rest, value, inner(around));
  return Array.isArray(base) ? base.with(Number(name), changed) : { ...(base as object), [name]: changed };
}

function attack(field: TextField, base: Case | undefined, what: string, value: unknown): Attempt {
  const { where, path, operation, route, method } = field;
  const [name = ""] = path;
  const call: Call = { ...(base && callOf(base)), key, method };
  const template = typeof base?.path === "function" ? base.path(memory) : base?.path;
  let url = (template ?? route).split("?", 1)[0] ?? "";
  if (where === "path") {
    url = route.replace(`{${name}}`, encodeURIComponent(String(value))).replaceAll(/\{[^}]*\}/g, unknownId);
  } else if (where === "query") url += `?${name}=${encodeURIComponent(String(value))}`;
  else if (where === "header") call.headers = { ...call.headers, [name]: String(value) };
  else call.body = put(call.body, path, value, field.surroundings);
  return { name: `${operation} ${where} ${path.join(".")}: ${what}`, url, call };
}

/** Every attack on one field. */
function listAttacks(field: TextField): Attempt[] {
  const { where, path, maxLength } = field;
  const [first, ...others] = bases.get(field.operation) ?? [];
  if ("entry" in field) return listLongLists(field, first);
  const room = {
    path: urlCharacters,
    query: urlCharacters,
    header: headerCharacters,
    body: longTextCharacters,
  };
  const length = Math.min(maxLength ?? Number.POSITIVE_INFINITY, room[where]);
  const runs = Object.entries(hostileRuns)
    // Headers carry no line breaks and nothing beyond Latin-1.
    .filter(([, run]) => where !== "header" || /^[\t -~]+$/.test(run));
  const attempts = runs.map(([what, run]) => {
    if (where !== "header") return attack(field, first, what, repeat(run, length));
    // An idempotency key belongs to one request.
    const text = `${field.operation} ${repeat(run, length).replaceAll("\n", " ")}`.slice(0, length);
    return attack(field, first, what, text);
  });
  if (where === "header") return attempts;
  for (const [what, text] of Object.entries(unstorableTexts)) {
    // An address cannot carry half of a surrogate pair.
    if (where !== "body" && what !== "NUL") continue;
    const attempt = attack(field, first, what, text);
    attempts.push(field.needsKey ? { ...attempt, mustName: path.join(".") } : attempt);
  }
  if (where !== "body") return attempts;
  attempts.push(attack(field, first, "200,000 letters", "a".repeat(longTextCharacters)));
  const deep = attack(field, first, "JSON nested 10,000 deep", "DEEP");
  const { body: nested, ...rest } = deep.call;
  attempts.push({
    ...deep,
    call: {
      ...rest,
      text: JSON.stringify(nested).replace('"DEEP"', deepJson),
      headers: { ...rest.headers, "content-type": "application/json" },
    },
  });
  const empty = attack(field, first, "the largest body", "");
  const padding = maxBodyBytes - Buffer.byteLength(JSON.stringify(empty.call.body));
  attempts.push(attack(field, first, "the largest body", "x".repeat(padding)));
  // What the other models read: the question, in the first text field of theirs that is long.
  if (maxLength === longTextCharacters) {
    for (const other of others) {
      for (const [what, run] of runs)
        attempts.push(attack(field, other, `${modelOf(other)}, ${what}`, repeat(run, length)));
    }
  }
  return attempts;
}

/** As many entries as a body holds: such as are asked for, and others. */
function listLongLists(field: TextField, base: Case | undefined): Attempt[] {
  return [field.entry, "x", null].map((entry) => {
    const count = Math.floor((maxBodyBytes - 2_000) / (JSON.stringify(entry).length + 1));
    const name = `${count} times ${JSON.stringify(entry).slice(0, 40)}`;
    return attack(field, base, name, new Array(count).fill(entry));
  });
}

interface Refusal {
  error?: { details?: { issues?: { path: string }[] } };
}

/** Sends the attacks, a few at a time, and returns what went wrong. */
async function sendAll(
  attempts: Attempt[],
): Promise<{ problems: string[]; times: Map<string, [number, number]> }> {
  const problems: string[] = [];
  const times = new Map<string, [number, number]>();
  const waiting = [...attempts];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { name, url, call, mustName } = next;
      const startedAt = Date.now();
      const answer = await callApi<Refusal>(installation.api, url, call).catch(String);
      times.set(name, [startedAt, Date.now()]);
      if (typeof answer === "string") {
        problems.push(`${name}: ${answer}`);
        continue;
      }
      const { status, text, body } = answer;
      if (status >= 500) problems.push(`${name}: ${status} ${text.slice(0, 200)}`);
      const named = body?.error?.details?.issues?.map(({ path }) => path) ?? [];
      if (mustName !== undefined && (status !== 400 || !named.includes(mustName)))
        problems.push(`${name}: ${status} names ${named.join()} instead of ${mustName}`);
    }
  };
  await Promise.all(Array.from({ length: senders }, work));
  return { problems, times };
}

interface Sample {
  at: number;
  longest: number;
  samples?: number;
}

const readMeter = (): Sample[] =>
  readFileSync(meterFile, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("hostile text", () => {
  it("begins with one accepted request of every operation", async () => {
    // They also load everything that is loaded once, and give the ids that other requests need.
    for (const each of cases.filter(({ status, operation }) => status === 200 || operation === "listNews")) {
      await send({ ...installation.api, key }, each, memory);
      const known = bases.get(each.operation) ?? [];
      if (known.every((other) => modelOf(other) !== modelOf(each)))
        bases.set(each.operation, [...known, each]);
    }
    // What is queued from now on need not be made.
    await worker.stop();
    const bodies = fields.filter(({ where }) => where === "body").map(({ operation }) => operation);
    expect([...new Set(bodies)].filter((operation) => !bases.has(operation))).toEqual([]);
  }, 180_000);

  it("in every text field of every operation, with and without an idempotency key, gives no 500 and no turn of 100 ms", async () => {
    expect(new Set(fields.map(({ operation }) => operation)).size).toBeGreaterThan(40);
    const attempts = fields.flatMap((field) =>
      listAttacks(field).flatMap((attempt) => {
        if (!field.isMetered || field.path[0] === "Idempotency-Key") return [attempt];
        const headers = { ...attempt.call.headers, "idempotency-key": crypto.randomUUID() };
        const name = `${attempt.name}, with an idempotency key`;
        return [attempt, { ...attempt, name, call: { ...attempt.call, headers } }];
      }),
    );
    const startedAt = Date.now();
    const { problems, times } = await sendAll(attempts);
    const elapsedInMs = Date.now() - startedAt;
    const samples = readMeter().filter(({ at }) => at >= startedAt + 1_000);
    const longTurns = samples
      .filter(({ longest, samples: count }) => count === undefined && longest > maxTurnInMs)
      .map(({ at, longest }) => {
        const during = [...times].filter(([, [from, to]]) => from <= at && to >= at - longest - 50);
        return `${longest.toFixed(0)} ms during ${during.map(([name]) => name).join("; ")}`;
      });
    const longest = Math.max(...samples.map((sample) => sample.longest));
    process.stdout.write(
      `${attempts.length} hostile requests to ${fields.length} fields in ${(elapsedInMs / 1_000).toFixed(0)} s, longest turn ${longest.toFixed(0)} ms\n`,
    );
    expect(problems).toEqual([]);
    expect(longTurns).toEqual([]);
    expect(longest).toBeGreaterThan(0);
    expect(samples.reduce((sum, { samples: count = 0 }) => sum + count, 0)).toBeGreaterThan(1_000);
    expect(elapsedInMs).toBeLessThan(corpusInMs);
  }, 600_000);

  it("in the head of a request is refused before it is read: NUL is no HTTP", async () => {
    const head = `GET /news HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nauthorization: Bearer ${key}\r\n`;
    const answer = await sendRaw(installation.api.baseUrl, `${head}idempotency-key: a\0b\r\n\r\n`);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: "malformed_request" } } });
  });
});
