import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { callEnhancePrompt, type PromptAnswer } from "./prompt-call.ts";

/** What a load has seen so far. */
export interface LoadFigures {
  requests: number;
  answered: number;
  /** Answers that were given before and whose first delivery was lost. */
  replays: number;
  /** 409: an earlier attempt still runs, or died and was not yet given back. */
  inUse: number;
  unavailable: number;
  brokenConnections: number;
  /** The longest that one request took from its first attempt to its answer. */
  slowestInMs: number;
}

/** A stream of requests, each retried until it is answered, as a careful client does it. */
export interface RetryingLoad {
  figures: LoadFigures;
  /** Every request's id, which is also its idempotency key and its prompt. */
  requestIds: string[];
  /** Sends no new requests and waits until the sent ones are answered. Throws what they failed with. */
  finish(): Promise<void>;
}

/** Where a load goes and how long it is patient. */
export interface LoadOptions {
  key: string;
  requestsPerSecond: number;
  /** A request that has no answer after this time has failed. */
  patienceInMs: number;
  /** The processes that may be asked; consulted for each attempt. */
  listBaseUrls(): string[];
}

const patienceWithConnectionsInMs = 20_000;

/** Starts sending requests at a steady pace, until told to finish or until the test ends. */
export function startRetryingLoad(options: LoadOptions): RetryingLoad {
  const requestIds: string[] = [];
  const requests: Promise<void>[] = [];
  let isAbandoned = false;
  const figures: LoadFigures = {
    requests: 0,
    answered: 0,
    replays: 0,
    inUse: 0,
    unavailable: 0,
    brokenConnections: 0,
    slowestInMs: 0,
  };

  async function attempt(requestId: string, baseUrl: string): Promise<PromptAnswer | undefined> {
    const signal = AbortSignal.timeout(patienceWithConnectionsInMs);
    const identity = { requestId, idempotencyKey: requestId, signal };
    return callEnhancePrompt(baseUrl, options.key, requestId, identity).catch(() => undefined);
  }

  /** Counts what came of an attempt and returns how long to wait before the next; 0 when it was answered. */
  function judge(requestId: string, answer: PromptAnswer | undefined): number {
    switch (answer?.status) {
      case undefined:
        figures.brokenConnections++;
        return 100;
      case 409:
        figures.inUse++;
        return 1_000;
      case 503:
        figures.unavailable++;
        return 500;
      case 200:
        if (!answer?.body.includes(requestId)) throw new Error(`${requestId} got the answer of another`);
        if (answer.headers.get("idempotency-replayed") === "true") figures.replays++;
        figures.answered++;
        return 0;
      default:
        throw new Error(`${requestId} was answered with ${answer?.status}: ${answer?.body}`);
    }
  }

  async function send(requestId: string, place: number): Promise<void> {
    const startedAt = performance.now();
    for (let tries = 0; !isAbandoned && performance.now() - startedAt < options.patienceInMs; tries++) {
      const baseUrls = options.listBaseUrls();
      const baseUrl = baseUrls[(place + tries) % baseUrls.length];
      const waitInMs = baseUrl ? judge(requestId, await attempt(requestId, baseUrl)) : 100;
      if (waitInMs === 0) {
        figures.slowestInMs = Math.max(figures.slowestInMs, performance.now() - startedAt);
        return;
      }
      await sleep(waitInMs);
    }
    throw new Error(`${requestId} has no answer after ${options.patienceInMs} ms`);
  }

  const timer = setInterval(() => {
    const requestId = crypto.randomUUID();
    requestIds.push(requestId);
    const request = send(requestId, figures.requests++);
    request.catch(() => {});
    requests.push(request);
  }, 1_000 / options.requestsPerSecond);
  onTestFinished(() => {
    clearInterval(timer);
    isAbandoned = true;
  });

  return {
    figures,
    requestIds,
    async finish() {
      clearInterval(timer);
      const failures = (await Promise.allSettled(requests)).filter(({ status }) => status === "rejected");
      if (failures.length > 0) {
        const [first] = failures as PromiseRejectedResult[];
        throw new Error(`${failures.length} of ${requests.length} requests failed`, { cause: first?.reason });
      }
    },
  };
}
