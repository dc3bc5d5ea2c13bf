import { request as httpRequest } from "node:http";
import { createTestAccount, type RunningProcess } from "@mintwright/test-harness";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type AccountCredits, callApi, enhancePrompt, getCredits } from "./call-api.ts";
import {
  askAssistant,
  type ChatBody,
  type ChatInstallation,
  startChatInstallation,
} from "./chat-installation.ts";
import { expectError, expectInvalid } from "./expect-error.ts";

const text = "Gas is the price of work, paid in the chain's coin ⛽.";
let installation: ChatInstallation;
let key: string;
let before: AccountCredits;

const paid = (credits: number) => ({
  ...before,
  balance: before.balance - credits,
  spent: before.spent + credits,
});

beforeAll(async () => {
  installation = await startChatInstallation();
  ({ key } = await createTestAccount(installation.database.url, { credits: 100, rate: "none" }));
});

afterAll(() => installation?.stop());

beforeEach(async () => {
  before = await getCredits(installation.api, key);
  installation.model.follow({ kind: "answer", text });
});

/** Reads a streamed answer piece by piece, and whether its terminating chunk came. */
function readStream(headers: Record<string, string>, body: Record<string, unknown> = {}) {
  const { hostname, port } = new URL(installation.api.baseUrl);
  return new Promise<{
    status: number;
    headers: Record<string, unknown>;
    pieces: string[];
    isWhole: boolean;
  }>((resolve, reject) => {
    const sent = httpRequest({
      hostname,
      port,
      path: "/chat/stream",
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
    });
    sent.once("error", reject).once("response", (response) => {
      const pieces: string[] = [];
      response.setEncoding("utf8").on("data", (piece) => pieces.push(piece));
      response.on("error", () => {});
      response.once("close", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          pieces,
          isWhole: response.complete,
        }),
      );
    });
    sent.end(JSON.stringify({ model: "general_assistant", question: "What is gas?", ...body }));
  });
}

describe("one question in three forms", () => {
  it("is answered whole by default, for half a credit [CHAT-5 CHAT-10 CHAT-23]", async () => {
    const answer = await askAssistant(installation, key);
    expect(answer.status).toBe(200);
    expect(answer.body).toStrictEqual({ status: true, message: expect.any(String), data: { bot: text } });
    expect(answer.headers.get("x-credits-charged")).toBe("0.5");
    expect(answer.headers.get("x-credits-remaining")).toBe(String(before.balance - 0.5));
    expect(answer.headers.get("x-mintwright-engine")).toBe("model");
    expect(await getCredits(installation.api, key)).toEqual(paid(0.5));
    expect(installation.model.calls).toMatchObject([{ prompt: "What is gas?", isStreamed: false }]);
  });

  it.each([
    ["by header", { accept: "text/plain" }, {}],
    ["by body", {}, { stream: true }],
  ])("is raw text in chunks when asked for %s [CHAT-7 CHAT-8]", async (_case, headers, body) => {
    installation.model.follow({ kind: "pieces", pieces: text.split(/(?<= )/), everyInMs: 30 });
    const answer = await readStream(headers as Record<string, string>, body);
    expect(answer).toMatchObject({ status: 200, isWhole: true });
    expect(answer.headers).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "transfer-encoding": "chunked",
      "x-credits-charged": "0.5",
      "x-credits-remaining": String(before.balance - 0.5),
    });
    expect(answer.pieces.join("")).toBe(text);
    expect(answer.pieces.length).toBeGreaterThan(3);
    expect(await getCredits(installation.api, key)).toEqual(paid(0.5));
  });

  it("is a stream of events when asked for [CHAT-9 CHAT-11]", async () => {
    const answer = await readStream({ accept: "text/event-stream" });
    expect(answer.headers["content-type"]).toBe("text/event-stream; charset=utf-8");
    const events = answer.pieces
      .join("")
      .split("\n\n")
      .filter(Boolean)
      .map((event) => ({
        name: /^event: (.*)$/m.exec(event)?.[1],
        data: JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? ""),
      }));
    const last = events.pop();
    expect(events.map(({ data }) => data.bot).join("")).toBe(text);
    expect(last).toEqual({ name: "end", data: { status: true, message: expect.any(String), data: {} } });
    expect(answer.isWhole).toBe(true);
  });
});

describe("failures", () => {
  it("before the first text are ordinary errors in every form, uncharged [CHAT-13]", async () => {
    installation.model.follow({ kind: "refuse", status: 400 });
    for (const accept of ["application/json", "text/plain", "text/event-stream"]) {
      const answer = await askAssistant(installation, key, {}, { accept });
      expectError(answer, 502, "engine_failed");
      expect(answer.headers.get("x-credits-charged")).toBe("0");
    }
    expect(await getCredits(installation.api, key)).toEqual(before);
  });

  it.each(["text/plain", "text/event-stream"])(
    "in the middle of %s cut the connection off, uncharged [CHAT-12]",
    async (accept) => {
      installation.model.follow({ kind: "pieces", pieces: ["Gas is ", "the"], next: "reset" });
      const answer = await readStream({ accept });
      expect(answer).toMatchObject({ status: 200, isWhole: false });
      expect(answer.pieces.join("")).toContain("Gas is");
      await expect.poll(() => getCredits(installation.api, key)).toEqual(before);
    },
  );

  it("in the middle of a buffered answer are an ordinary error, uncharged", async () => {
    installation.model.follow({ kind: "cut" });
    expectError(await askAssistant(installation, key), 503, "engine_unavailable");
    expect(await getCredits(installation.api, key)).toEqual(before);
  });

  it("of a request that is wrong name what is wrong [CHAT-1 CHAT-2 CHAT-14]", async () => {
    const wrong: [Record<string, unknown>, string][] = [
      [{ model: undefined }, "model"],
      [{ model: "gpt" }, "model"],
      [{ question: undefined }, "question"],
      [{ question: 7 }, "question"],
      [{ question: " \n" }, "question"],
      [{ question: "x".repeat(200_001) }, "question"],
      [{ chatHistory: "yes" }, "chatHistory"],
      [{ sdkUniqueId: "x".repeat(256) }, "sdkUniqueId"],
      [{ stream: "yes" }, "stream"],
    ];
    for (const [body, path] of wrong) {
      expectInvalid(await askAssistant(installation, key, body), path);
    }
    expect(installation.model.calls).toEqual([]);
    expect(await getCredits(installation.api, key)).toEqual(before);
  });

  it("of an account that cannot pay, and of a path that is none, say so", async () => {
    const { api } = installation;
    expect((await callApi(api, "/chat", { key, body: {} })).status).toBe(404);
    const poor = await createTestAccount(installation.database.url, { credits: 0.25 });
    const price = { price: 0.5, balance: 0.25 };
    expectError(await askAssistant(installation, poor.key), 402, "insufficient_credits", price);
  });
});

it("is replayed whole for its idempotency key, in the form it was asked for", async () => {
  const headers = { "idempotency-key": "same", accept: "text/plain" };
  const first = await askAssistant(installation, key, {}, headers);
  const second = await askAssistant(installation, key, {}, headers);
  expect(first.text).toBe(text);
  expect(second.text).toBe(text);
  expect(second.headers.get("idempotency-replayed")).toBe("true");
  expect(installation.model.calls).toHaveLength(1);
  expect(await getCredits(installation.api, key)).toEqual(paid(0.5));
});

it("says the price of each model before the call [CHAT-24]", async () => {
  const price = async (model: string, chatHistory: string) => {
    const { body } = await callApi<{ data: { price: number } }>(installation.api, "/chat/stream", {
      key,
      body: { model, chatHistory, question: "q" },
      headers: { prefer: "dry-run" },
    });
    return body.data.price;
  };
  expect(await price("general_assistant", "off")).toBe(0.5);
  expect(await price("general_assistant", "on")).toBe(1);
  expect(await price("smart_contract_generator", "off")).toBe(1);
  expect(await price("smart_contract_generator", "on")).toBe(2);
  expect(await price("smart_contract_auditor", "off")).toBe(1);
  expect(await price("smart_contract_auditor", "on")).toBe(2);
  expect(installation.model.calls).toEqual([]);
});

describe("without a language model", () => {
  const asked = { model: "general_assistant", question: "What is a seed phrase, and what is gas?" };
  const free = "is free";
  let offline: RunningProcess;

  beforeAll(async () => {
    offline = await installation.startReplica({ MINTWRIGHT_CONFIG: "" });
  });

  it("the answer comes from the published glossary, says so and is free [CHAT-26]", async () => {
    const { body, headers } = await callApi<ChatBody>(offline, "/chat/stream", { key, body: asked });
    expect(headers.get("x-mintwright-engine")).toBe("offline");
    expect(headers.get("x-credits-charged")).toBe("0");
    expect(headers.get("warning")).toContain(free);
    expect(body.data.bot).toContain("I am offline");
    expect(body.data.bot).toContain(free);
    expect(await getCredits(installation.api, key)).toEqual(before);
    const glossary = await callApi<{ data: { terms: { term: string; meaning: string }[] } }>(
      offline,
      "/chat/glossary",
      { key },
    );
    for (const name of ["seed phrase", "gas"]) {
      const meaning = glossary.body.data.terms.find(({ term }) => term === name)?.meaning;
      expect(body.data.bot).toContain(meaning ?? "not in the glossary");
    }
  });

  it.each([
    ["text/plain", "/chat/stream", { ...asked, chatHistory: "on", sdkUniqueId: "offline" }],
    ["text/event-stream", "/chat/stream", asked],
    ["application/json", "/v1/chat/completions", toCompletion(false)],
    ["text/event-stream", "/v1/chat/completions", toCompletion(true)],
  ])("the answer is free as %s at %s, too [CHAT-26]", async (accept, path, body) => {
    const answer = await callApi(offline, path, { key, body, headers: { accept } });
    expect(answer.headers.get("content-type")).toContain(accept);
    expect(answer.headers.get("x-credits-charged")).toBe("0");
    expect(answer.text).toContain(free);
    expect(await getCredits(installation.api, key)).toEqual(before);
  });

  it("the answer is kept with chatHistory on, and stays free [CHAT-16 CHAT-26]", async () => {
    const body = { ...asked, chatHistory: "on", sdkUniqueId: "kept while offline" };
    const { headers } = await callApi(offline, "/chat/stream", { key, body });
    expect(headers.get("x-credits-charged")).toBe("0");
    const path = "/chat/chatHistory?sdkUniqueId=kept%20while%20offline";
    const { body: history } = await callApi(offline, path, { key });
    expect(history).toMatchObject({ data: { count: 1, rows: [{ question: asked.question }] } });
    expect(await getCredits(installation.api, key)).toEqual(before);
  });

  it("the answer of a stand-in for a model that failed is free, and an enhanced prompt keeps its price [CHAT-26]", async () => {
    installation.model.follow({ kind: "refuse", status: 400 });
    const both = await installation.startReplica({ MINTWRIGHT_CONFIG: installation.configWithFallback });
    const { headers } = await callApi(both, "/chat/stream", { key, body: asked });
    expect(headers.get("x-mintwright-engine")).toBe("offline");
    expect(await getCredits(installation.api, key)).toEqual(before);
    expect((await enhancePrompt(offline, key)).headers.get("x-credits-charged")).toBe("0.5");
    expect(await getCredits(installation.api, key)).toEqual(paid(0.5));
  });

  function toCompletion(stream: boolean) {
    return { model: asked.model, messages: [{ role: "user", content: asked.question }], stream };
  }
});
