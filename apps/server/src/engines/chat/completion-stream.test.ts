import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createRequest } from "./__fixtures__/conformance.ts";
import {
  type Answer,
  failWith,
  lastEvents,
  type ModelServer,
  reset,
  say,
  sayGarbage,
  startModelServer,
  stayOpen,
  stream,
  toEvent,
} from "./__fixtures__/model-server.ts";
import type { ChatStream } from "./chat-engine.ts";
import { createOpenAiChatEngine } from "./openai-chat-engine.ts";

let server: ModelServer;

beforeAll(async () => {
  server = await startModelServer();
});

afterAll(() => server.stop());

const open = (parts = {}, silenceInMs = 5_000) =>
  createOpenAiChatEngine({ name: "test", baseUrl: server.baseUrl, model: "m", silenceInMs }).stream(
    createRequest(parts),
  );

async function readAll(opened: ChatStream | Promise<ChatStream>): Promise<string> {
  let text = "";
  for await (const piece of (await opened).text) text += piece;
  return text;
}

const endWith = (...events: string[]) => stream((response) => response.end(events.join("")));

describe("a streamed completion", () => {
  it("is asked for with its usage, and gives text and usage", async () => {
    server.answerWith(say("a fox in warm light"));
    server.requests.length = 0;
    const opened = await open();
    expect(await readAll(opened)).toBe("a fox in warm light");
    expect(opened.readTokens()).toEqual({ prompt: 12, completion: 5 });
    expect(server.requests[0]?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
  });

  it("resolves with the first text, long before the last", async () => {
    const rest = Promise.withResolvers<void>();
    server.answerWith(
      stream(async (response) => {
        response.write(`: a comment\n\n${toEvent("")}${toEvent("first ")}`);
        await rest.promise;
        response.end(toEvent("last", "stop") + lastEvents);
      }),
    );
    const opened = await open();
    rest.resolve();
    expect(await readAll(opened)).toBe("first last");
  });

  it("survives bytes that are cut anywhere, also within a character", async () => {
    const bytes = Buffer.from(toEvent("é🦊漢") + toEvent("字", "stop") + lastEvents);
    server.answerWith(
      stream(async (response) => {
        for (const byte of bytes) {
          response.write(Buffer.from([byte]));
          await sleep(0);
        }
        response.end();
      }),
    );
    expect(await readAll(open())).toBe("é🦊漢字");
  });

  it("is complete with a reason to finish also where [DONE] is missing", async () => {
    server.answerWith(endWith(toEvent("yes", "stop")));
    expect(await readAll(open())).toBe("yes");
  });

  it.each([
    ["that refuses", failWith(400), { code: "engine_failed", isRetryable: false }],
    ["that fails", failWith(500), { code: "engine_failed", isRetryable: true }],
    ["that is busy", failWith(429), { code: "engine_unavailable", isRetryable: true }],
    [
      "that says when to come back",
      failWith(429, { "retry-after": "7" }),
      { code: "engine_unavailable", isRetryable: false, retryAfterInSeconds: 7 },
    ],
    ["that resets", reset(), { code: "engine_unavailable", isRetryable: true }],
    ["with a web page", sayGarbage("<html>", "text/html"), { code: "engine_failed" }],
    ["with a whole answer", sayGarbage('{"choices":[]}'), { code: "engine_failed" }],
    ["with nothing", endWith(toEvent("", "stop"), lastEvents), { code: "engine_failed" }],
    ["with no events", endWith(), { code: "engine_failed" }],
    ["with broken JSON", endWith('data: {"choices": [{\n\n'), { code: "engine_failed" }],
    ["with JSON that is none of ours", endWith('data: {"hello": 1}\n\n'), { code: "engine_failed" }],
    [
      "with an error in an event",
      endWith('data: {"error": {"message": "x"}}\n\n'),
      { code: "engine_failed" },
    ],
    [
      "with a line of 10 MB",
      endWith(`data: ${"x".repeat(10 * 1024 * 1024)}\n\n`),
      { code: "engine_failed", isRetryable: false },
    ],
  ])("fails before its first text with a server %s", async (_case, answer, error) => {
    server.answerWith(answer);
    await expect(open()).rejects.toMatchObject(error);
  });

  it.each<[string, (response: ServerResponse) => void, string]>([
    ["is reset", (response) => response.socket?.resetAndDestroy(), "engine_unavailable"],
    ["ends early", (response) => response.end(), "engine_failed"],
    ["sends garbage", (response) => response.end("data: {\n\n"), "engine_failed"],
    [
      "sends an endless line",
      (response) => response.write(`data: ${"x".repeat(1_000_000)}`),
      "engine_failed",
    ],
    ["falls silent", () => {}, "engine_timeout"],
  ])("throws when it %s in the middle, after what it said", async (_case, breakOff, code) => {
    server.answerWith(
      stream(async (response) => {
        response.write(toEvent("half an"));
        await sleep(50);
        breakOff(response);
      }),
    );
    // Only the silent stream ends by its limit for silence. The others have more time than they need.
    const opened = await open({}, code === "engine_timeout" ? 600 : 5_000);
    const startedAt = performance.now();
    const said: string[] = [];
    const reading = (async () => {
      for await (const piece of opened.text) said.push(piece);
    })();
    await expect(reading).rejects.toMatchObject({ code });
    expect(said).toEqual(["half an"]);
    expect(performance.now() - startedAt).toBeLessThan(3_000);
    await opened.ended;
  });

  it("is not silent while nobody reads it", async () => {
    server.answerWith(
      stream(async (response) => {
        for (let sent = 0; sent < 64; sent++) {
          if (!response.write(toEvent("x".repeat(64 * 1024)))) await once(response, "drain");
        }
        response.end(toEvent("", "stop") + lastEvents);
      }),
    );
    const opened = await open({}, 500);
    await sleep(2_000);
    expect((await readAll(opened)).length).toBe(64 * 64 * 1024);
  });

  it("ends the server's work within a second when the caller leaves, or stops reading", async () => {
    for (const leave of ["signal", "return"] as const) {
      const caller = new AbortController();
      server.answerWith(stream((response) => response.write(toEvent("first"))));
      const opened = await open({ signal: caller.signal });
      const before = server.countAbandoned();
      const iterator = opened.text[Symbol.asyncIterator]();
      await iterator.next();
      if (leave === "signal") caller.abort(new Error("left"));
      else await iterator.return?.();
      await vi.waitFor(() => expect(server.countAbandoned()).toBe(before + 1), { timeout: 1_000 });
      if (leave === "signal") await expect(iterator.next()).rejects.toThrow("left");
      await opened.ended;
    }
  });

  it("is not begun when the caller leaves while it connects", async () => {
    server.answerWith(stayOpen);
    const caller = new AbortController();
    const asked = open({ signal: caller.signal });
    caller.abort(new Error("left"));
    await expect(asked).rejects.toThrow("left");
  });

  it("pauses the server when nobody reads", async () => {
    let sent = 0;
    server.answerWith(
      stream(async (response) => {
        for (; sent < 1_000 && !response.destroyed; sent++) {
          if (!response.write(toEvent("x".repeat(64 * 1024)))) await once(response, "drain");
        }
        response.end();
      }),
    );
    const caller = new AbortController();
    await open({ signal: caller.signal });
    await vi.waitFor(
      async () => {
        const before = sent;
        await sleep(300);
        expect([before > 0, sent]).toEqual([true, before]);
      },
      { timeout: 20_000 },
    );
    expect(sent).toBeLessThan(300);
    caller.abort();
  });
});

describe("a completion in one piece", () => {
  const openWhole = (parts = {}, silenceInMs = 5_000) => open({ isWhole: true, ...parts }, silenceInMs);
  const writeWhole = (write: (response: ServerResponse) => void): Answer => {
    return (response) => {
      response.writeHead(200, { "content-type": "application/json; charset=utf-8" });
      write(response);
    };
  };
  const whole = JSON.stringify({ choices: [{ index: 0, message: { role: "assistant", content: "é🦊漢" } }] });

  it("is asked for without a stream, and gives text and usage", async () => {
    server.answerWith(say("a fox in warm light"));
    server.requests.length = 0;
    const opened = await openWhole();
    expect(await readAll(opened)).toBe("a fox in warm light");
    expect(opened.readTokens()).toEqual({ prompt: 12, completion: 5 });
    await opened.ended;
    expect(Object.keys(server.requests[0]?.body ?? {}).sort()).toEqual([
      "max_tokens",
      "messages",
      "model",
      "temperature",
    ]);
  });

  it("survives bytes that are cut anywhere, and silence in the middle", async () => {
    server.answerWith(
      writeWhole(async (response) => {
        for (const byte of Buffer.from(whole)) {
          response.write(Buffer.from([byte]));
          await sleep(0);
        }
        await sleep(1_500);
        response.end();
      }),
    );
    expect(await readAll(openWhole({}, 500))).toBe("é🦊漢");
  });

  it("is read also when it is longer than the queue, and the connection goes on", async () => {
    const long = "x".repeat(200_000);
    server.answerWith(say(long));
    for (let call = 0; call < 3; call++) expect(await readAll(openWhole())).toBe(long);
  });

  it.each<[string, Answer, object]>([
    ["that refuses", failWith(400), { code: "engine_failed", isRetryable: false }],
    ["that is busy", failWith(429), { code: "engine_unavailable", isRetryable: true }],
    ["that resets", reset(), { code: "engine_unavailable", isRetryable: true }],
    ["that resets in the middle", reset({ inTheMiddle: true }), { code: "engine_unavailable" }],
    ["with a stream", endWith(toEvent("yes", "stop")), { code: "engine_failed" }],
    ["with an empty text", say(""), { code: "engine_failed" }],
    ["with no choice", sayGarbage('{"choices":[]}'), { code: "engine_failed" }],
    [
      "with half of the JSON",
      writeWhole((response) => response.end(whole.slice(0, 30))),
      { code: "engine_failed" },
    ],
    ["with 5 MB", say("x".repeat(5 * 1024 * 1024)), { code: "engine_failed" }],
  ])("fails with a server %s", async (_case, answer, error) => {
    server.answerWith(answer);
    await expect(openWhole()).rejects.toMatchObject(error);
  });

  it("ends the server's work when the caller leaves", async () => {
    const caller = new AbortController();
    server.answerWith(stayOpen);
    const before = server.countAbandoned();
    const asked = openWhole({ signal: caller.signal });
    const seen = server.requests.length;
    await vi.waitFor(() => expect(server.requests.length).toBeGreaterThanOrEqual(seen));
    await sleep(50);
    caller.abort(new Error("left"));
    await expect(asked).rejects.toThrow("left");
    await vi.waitFor(() => expect(server.countAbandoned()).toBe(before + 1), { timeout: 1_000 });
  });
});
