import { once } from "node:events";
import { createServer } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createRequest, describeChatEngine } from "./__fixtures__/conformance.ts";
import {
  failWith,
  type ModelServer,
  reset,
  say,
  sayGarbage,
  startModelServer,
  stayOpen,
} from "./__fixtures__/model-server.ts";
import { ChatEngineError } from "./chat-engine.ts";
import { createOpenAiChatEngine } from "./openai-chat-engine.ts";

const apiKey = "sk-test";
let server: ModelServer;
/** Its own, because a request that its caller gave up may arrive during a later test. */
let examinedServer: ModelServer;

beforeAll(async () => {
  server = await startModelServer({ apiKey });
  examinedServer = await startModelServer({ apiKey });
});

afterAll(async () => {
  await server.stop();
  await examinedServer.stop();
});

beforeEach(() => {
  for (const { answerWith } of [server, examinedServer]) answerWith(say("a fox, in warm light"));
  server.requests.length = 0;
});

afterEach(() => vi.unstubAllEnvs());

const createEngine = (options: { baseUrl?: string; apiKey?: string | undefined } = {}) =>
  createOpenAiChatEngine({
    name: "test",
    baseUrl: server.baseUrl,
    model: "m",
    apiKey,
    silenceInMs: 5_000,
    ...options,
  });

describeChatEngine("the OpenAI engine", {
  create: () => createEngine({ baseUrl: examinedServer.baseUrl }),
  hang: () => examinedServer.answerWith(stayOpen),
});

async function failureOf(asked: Promise<unknown>): Promise<ChatEngineError> {
  const error = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ChatEngineError)) throw new Error(`no ChatEngineError but ${error}`);
  return error;
}

describe("a request", () => {
  it("is sent as the protocol says, once, with the operator's key and model", async () => {
    expect(await createEngine().complete(createRequest())).toEqual({
      text: "a fox, in warm light",
      tokens: { prompt: 12, completion: 5 },
    });
    expect(server.requests).toMatchObject([
      {
        method: "POST",
        path: "/v1/chat/completions",
        headers: { authorization: "Bearer sk-test" },
        body: {
          model: "m",
          messages: [
            { role: "system", content: "You rewrite prompts." },
            { role: "user", content: "a fox in a library" },
          ],
          max_tokens: 50,
          temperature: 0.7,
        },
      },
    ]);
  });

  it("works with a base address that ends in a slash", async () => {
    await createEngine({ baseUrl: `${server.baseUrl}/` }).complete(createRequest());
    expect(server.requests[0]?.path).toBe("/v1/chat/completions");
  });

  it("takes nothing from the process' environment", async () => {
    vi.stubEnv("OPENAI_API_KEY", "sk-from-environment");
    vi.stubEnv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1");
    vi.stubEnv("OPENAI_ORG_ID", "org-from-environment");
    vi.stubEnv("OPENAI_PROJECT_ID", "project-from-environment");
    await createEngine().complete(createRequest());
    expect(JSON.stringify(server.requests)).not.toContain("from-environment");
  });

  it("is cancelled at the server when the caller leaves", async () => {
    server.answerWith(stayOpen);
    const caller = new AbortController();
    const asked = createEngine().complete(createRequest({ signal: caller.signal }));
    await vi.waitFor(() => expect(server.requests).toHaveLength(1), { timeout: 10_000 });
    const before = server.countAbandoned();
    caller.abort(new Error("left"));
    await expect(asked).rejects.toThrow("left");
    await vi.waitFor(() => expect(server.countAbandoned()).toBe(before + 1), { timeout: 10_000 });
  });
});

describe("an answer", () => {
  it.each([
    ["without usage", { choices: [{ message: { content: "yes" } }] }],
    ["with usage null", { choices: [{ message: { content: "yes" } }], usage: null }],
    [
      "with fields that we do not know",
      { choices: [{ message: { content: "yes", extra: 1 } }, {}].slice(0, 1), x: {} },
    ],
  ])("may come %s", async (_case, body) => {
    server.answerWith(sayGarbage(JSON.stringify(body)));
    expect(await createEngine().complete(createRequest())).toEqual({ text: "yes" });
  });

  it.each([
    ["no JSON", "<html>busy</html>", "application/json"],
    ["a page", "<html>busy</html>", "text/html"],
    ["half of it", '{"choices":[{"message":', "application/json"],
    ["empty", "", "application/json"],
    ["null", "null", "application/json"],
    ["a list", "[]", "application/json"],
    ["without choices", "{}", "application/json"],
    ["of no choice", '{"choices":[]}', "application/json"],
    ["without text", '{"choices":[{"message":{"content":null}}]}', "application/json"],
    ["of another type", '{"choices":[{"message":{"content":5}}]}', "application/json"],
  ])("that is %s fails and is not asked for again", async (_case, body, type) => {
    server.answerWith(sayGarbage(body, type));
    const error = await failureOf(createEngine().complete(createRequest()));
    expect(error).toMatchObject({ code: "engine_failed", isRetryable: false });
    expect(error.message).not.toContain("busy");
    expect(server.requests).toHaveLength(1);
  });
});

describe("a failure", () => {
  it.each([
    [400, "engine_failed", false],
    [401, "engine_failed", false],
    [403, "engine_failed", false],
    [404, "engine_failed", false],
    [422, "engine_failed", false],
    [500, "engine_failed", true],
    [502, "engine_failed", true],
    [503, "engine_failed", true],
    [529, "engine_failed", true],
  ])("of status %d is %s and worth another try: %s", async (status, code, isRetryable) => {
    server.answerWith(failWith(status));
    const error = await failureOf(createEngine().complete(createRequest()));
    expect(error).toMatchObject({ code, isRetryable });
    expect(error.message).toContain("Nothing is charged");
    expect(error.message).not.toContain("inner words");
    expect(error.cause).toEqual(new Error(`HTTP ${status}`));
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ["7", 7, false],
    ["9999", 300, false],
    ["0", 2, true],
    ["-5", 2, true],
    ["soon", 2, true],
    ["Wed, 21 Oct 2026 07:28:00 GMT", 2, true],
    [undefined, 2, true],
  ])(
    "of a busy server passes on Retry-After %s as %d seconds",
    async (header, retryAfterInSeconds, isRetryable) => {
      server.answerWith(failWith(429, header === undefined ? {} : { "retry-after": header }));
      const error = await failureOf(createEngine().complete(createRequest()));
      expect(error).toMatchObject({ code: "engine_unavailable", isRetryable, retryAfterInSeconds });
    },
  );

  it("of the connection before the answer is worth another try", async () => {
    server.answerWith(reset());
    const error = await failureOf(createEngine().complete(createRequest()));
    expect(error).toMatchObject({ code: "engine_unavailable", isRetryable: true });
  });

  it("of the connection in the middle of the answer is worth another try", async () => {
    server.answerWith(reset({ inTheMiddle: true }));
    const error = await failureOf(createEngine().complete(createRequest()));
    expect(error.isRetryable).toBe(true);
  });

  it("to connect at all is worth another try", async () => {
    const closed = createServer().listen(0, "127.0.0.1");
    await once(closed, "listening");
    const { port } = closed.address() as { port: number };
    closed.close();
    await once(closed, "close");
    const engine = createEngine({ baseUrl: `http://127.0.0.1:${port}/v1` });
    expect(await failureOf(engine.complete(createRequest()))).toMatchObject({
      code: "engine_unavailable",
      isRetryable: true,
    });
    await expect(engine.checkHealth(AbortSignal.timeout(5_000))).rejects.toThrow();
  });

  it("of the key shows in the health as well", async () => {
    const engine = createEngine({ apiKey: "sk-wrong" });
    await expect(engine.checkHealth(AbortSignal.timeout(5_000))).rejects.toThrow("401");
    expect((await failureOf(engine.complete(createRequest()))).cause).toEqual(new Error("HTTP 401"));
  });
});
