import {
  createTestAccount,
  runMintwright,
  type SandboxProcess,
  startSandboxProcess,
} from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, callApi } from "./call-api.ts";
import { type Installation, startInstallation } from "./installation.ts";
import { cases, type Memory, send, type Target } from "./parity-cases.ts";

interface OpenApi {
  paths: Record<string, Record<string, { operationId: string; tags: string[] }>>;
}

/** What differs between two runs of the same server, or says which of the two it is. */
const ownHeaders = new Set(["date", "x-mintwright-sandbox", "keep-alive", "connection", "transfer-encoding"]);

let installation: Installation;
let sandbox: SandboxProcess;
const targets = new Map<"live" | "sandbox", Target>();
const answers = { live: new Map<string, object>(), sandbox: new Map<string, object>() };

/** The form of a value: names and types, with lists as the form of their entries. */
function describeForm(value: unknown): unknown {
  if (Array.isArray(value)) {
    const forms = new Set(value.map((entry) => JSON.stringify(describeForm(entry))));
    return [...forms].sort();
  }
  if (typeof value !== "object" || value === null) return value === null ? "null" : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, describeForm(entry)]));
}

function describeAnswer({ status, headers, body, text }: Answer<unknown>): object {
  return {
    status,
    headers: [...headers.keys()].filter((name) => !ownHeaders.has(name)).sort(),
    contentType: headers.get("content-type"),
    form: body === undefined ? `text of ${text.length > 0 ? "something" : "nothing"}` : describeForm(body),
  };
}

async function listOperations(target: Target) {
  const { body } = await callApi<OpenApi>(target, "/openapi.json");
  return Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, tags }]) => ({
      route: `${method.toUpperCase()} ${path}`,
      operationId,
      isOwn: tags.includes("Local test server"),
    })),
  );
}

beforeAll(async () => {
  [installation, sandbox] = await Promise.all([
    // Both let pages call, so that answers carry the same headers.
    startInstallation({ CORS_ORIGINS: "http://localhost:5173" }),
    startSandboxProcess(["--latency", "none"]),
  ]);
  await installation.startWorker();
  const { key } = await createTestAccount(installation.database.url, { credits: 1_000 });
  await runMintwright(["admin", "news-samples"], { DATABASE_URL: installation.database.url });
  targets.set("live", { baseUrl: installation.api.baseUrl, key });
  targets.set("sandbox", { baseUrl: sandbox.baseUrl });
}, 180_000);

afterAll(async () => {
  expect(await sandbox?.stop()).toBe(0);
  await installation?.stop();
});

describe.each(["live", "sandbox"] as const)("the %s composition", (name) => {
  const memory = {} as Memory;
  const target = () => targets.get(name) as Target;

  it.each(cases.map((each) => [`${each.operation} ${each.name}`, each] as const))(
    "%s [BOX-2 BOX-3 BOX-4]",
    { timeout: 90_000 },
    async (title, each) => {
      const answer = await send(target(), each, memory);
      expect(answer.status, answer.text.slice(0, 500)).toBe(each.status);
      answers[name].set(title, describeAnswer(answer));
    },
  );
});

describe("both compositions", () => {
  it("answered as many cases, and each in the same form [BOX-3]", () => {
    process.stdout.write(
      `parity: ${answers.live.size} cases on the live composition, ${answers.sandbox.size} on the sandbox\n`,
    );
    expect(answers.live.size).toBe(cases.length);
    expect(Object.fromEntries(answers.sandbox)).toEqual(Object.fromEntries(answers.live));
  });

  it("have the same routes, and every one of them is in a case [BOX-4]", async () => {
    const live = await listOperations(targets.get("live") as Target);
    const here = await listOperations(targets.get("sandbox") as Target);
    const routesOf = (operations: typeof live) => operations.map(({ route }) => route).sort();
    expect(routesOf(here.filter(({ isOwn }) => !isOwn))).toEqual(routesOf(live));
    expect(live.filter(({ isOwn }) => isOwn)).toEqual([]);
    const covered = new Set(cases.map(({ operation }) => operation));
    expect(live.map(({ operationId }) => operationId).filter((id) => !covered.has(id))).toEqual([]);
  });

  it("would notice a route that only one of them has", async () => {
    const { status } = await callApi(targets.get("live") as Target, "/sandbox/clock");
    expect(status).toBe(404);
    expect((await callApi(targets.get("sandbox") as Target, "/sandbox/clock")).status).toBe(200);
  });
});
