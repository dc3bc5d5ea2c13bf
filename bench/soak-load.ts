import { randomUUID } from "node:crypto";
import { queueDeliveries } from "@mintwright/test-harness";
import type { BenchInstallation } from "./bench-installation.ts";

/** A call as its caller saw it. */
export interface SoakCall {
  kind: string;
  startedAt: number;
  elapsedInMs: number;
  /** What was wrong with the answer. */
  problem: string | undefined;
}

type Send = (baseUrl: string, key: string) => Promise<string | undefined>;

const chat = { model: "general_assistant", question: "What is gas?" };
const completion = { model: "general_assistant", messages: [{ role: "user", content: "What is gas?" }] };
const image = { prompt: "a fox wizard", model: "nebula_forge_xl", width: 768, height: 768, seed: 7 };

/** Calls a second of each kind. An image of the built-in engine takes most of a second of CPU time. */
export const mixedCalls: Record<string, { perSecond: number; send: Send }> = {
  "chat stream": { perSecond: 8, send: expect(200, "/chat/stream", { ...chat, stream: true }) },
  "whole chat": { perSecond: 8, send: expect(200, "/v1/chat/completions", completion) },
  "free call": { perSecond: 8, send: expect(200, "/credits/balance") },
  "news page": { perSecond: 5, send: expect(200, "/news") },
  "conversation turn": {
    perSecond: 5,
    send: expect(200, "/chat/stream", { ...chat, chatHistory: "on", sdkUniqueId: "soak", stream: true }),
  },
  "idempotent retry": { perSecond: 2, send: callTwice },
  "unknown key": {
    perSecond: 1,
    send: (baseUrl) => expect(401, "/credits/balance")(baseUrl, "mw_live_unknown"),
  },
  "invalid call": { perSecond: 1, send: expect(400, "/chat/stream", { model: "general_assistant" }) },
  "model server down": {
    perSecond: 1,
    send: expect([502, 503, 504], "/nft/enhancePrompt", { prompt: "a fox" }),
  },
  image: { perSecond: 0.2, send: expect(200, "/nft/generate-image", image) },
};

/** Sends calls at a steady pace, whatever the earlier ones do, until told to finish. */
export function startMixedLoad({ apis, keys, database, receiver, accountIds }: BenchInstallation) {
  const calls: SoakCall[] = [];
  const open = new Set<Promise<unknown>>();
  let webhooks = 0;
  const track = (work: Promise<unknown>) => {
    open.add(work);
    void work.finally(() => open.delete(work));
  };
  const start = (kind: string, send: Send) => {
    const startedAt = performance.now();
    const sent = send(pick(apis).baseUrl, pick(keys)).catch(
      (error: Error) => `no answer: ${error.cause ?? error}`,
    );
    track(
      sent.then((problem) => {
        calls.push({ kind, startedAt, elapsedInMs: performance.now() - startedAt, problem });
      }),
    );
  };
  const queueWebhook = () => {
    webhooks++;
    const event = { accountId: pick(accountIds), url: receiver.url, type: "bench.happened" };
    track(queueDeliveries(database, event));
  };
  const timers = [
    ...Object.entries(mixedCalls).map(([kind, { perSecond, send }]) =>
      setInterval(() => start(kind, send), 1_000 / perSecond),
    ),
    setInterval(queueWebhook, 1_000),
  ];
  return {
    calls,
    /** Sends no more calls, waits for those in progress and returns how many webhooks were queued. */
    async finish(): Promise<number> {
      timers.forEach(clearInterval);
      await Promise.all(open);
      return webhooks;
    },
  };
}

function expect(expected: number | number[], path: string, body?: object): Send {
  return async (baseUrl, key) => {
    const { status, text } = await call(baseUrl, key, path, body);
    return [expected].flat().includes(status)
      ? undefined
      : `${path} answered ${status}: ${text.slice(0, 200)}`;
  };
}

/** A retry gets the stored answer and is not charged again. */
async function callTwice(baseUrl: string, key: string): Promise<string | undefined> {
  const headers = { "idempotency-key": randomUUID() };
  const path = "/v1/chat/completions";
  const first = await call(baseUrl, key, path, completion, headers);
  const second = await call(baseUrl, key, path, completion, headers);
  if (first.status !== 200 || second.status !== 200) return `answered ${first.status} and ${second.status}`;
  return second.isReplay && first.text === second.text ? undefined : "the retry got another answer";
}

async function call(
  baseUrl: string,
  key: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
) {
  const response = await fetch(baseUrl + path, {
    method: body ? "POST" : "GET",
    headers: {
      authorization: `Bearer ${key}`,
      ...(body && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const isReplay = response.headers.has("idempotency-replayed");
  return { status: response.status, text: await response.text(), isReplay };
}

function pick<T>(values: T[]): T {
  return values[Math.floor(Math.random() * values.length)] as T;
}
