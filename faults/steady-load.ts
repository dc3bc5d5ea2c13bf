import { onTestFinished } from "vitest";
import { openChat } from "./chat-call.ts";
import { callEnhancePrompt } from "./prompt-call.ts";

/** A call that did not end well. */
export interface FailedCall {
  kind: "prompt" | "stream";
  /** Milliseconds since the load began. */
  atInMs: number;
  reason: string;
}

/** Paid calls at a steady pace that are never retried. */
export interface SteadyLoad {
  /** The request ids of all calls. */
  requestIds: string[];
  streams: number;
  failures: FailedCall[];
  /** Sends no new calls and waits for those in progress. */
  finish(): Promise<void>;
}

/** Starts prompts over kept connections and streamed answers over new ones, until told to finish or the test ends. */
export function startSteadyLoad(
  baseUrl: string,
  key: string,
  { promptsPerSecond, streamsPerSecond }: { promptsPerSecond: number; streamsPerSecond: number },
): SteadyLoad {
  const startedAt = performance.now();
  const calls: Promise<void>[] = [];
  const load: SteadyLoad = { requestIds: [], streams: 0, failures: [], finish };

  async function sendPrompt(requestId: string): Promise<string | undefined> {
    const { status, body } = await callEnhancePrompt(baseUrl, key, "a fox", { requestId });
    return status === 200 ? undefined : `${status} ${body}`;
  }

  async function openStream(requestId: string): Promise<string | undefined> {
    load.streams++;
    const answer = await openChat(baseUrl, key, {}, { "x-request-id": requestId }).read();
    if (answer.status !== 200) return `${answer.status} ${answer.text}`;
    return answer.isWhole ? undefined : `cut off after ${answer.text.length} characters`;
  }

  function start(kind: FailedCall["kind"], send: (requestId: string) => Promise<string | undefined>): void {
    const requestId = crypto.randomUUID();
    const atInMs = Math.round(performance.now() - startedAt);
    load.requestIds.push(requestId);
    const call = send(requestId).catch((error: Error) => `no answer: ${error.cause ?? error}`);
    calls.push(
      call.then((reason) => {
        if (reason) load.failures.push({ kind, atInMs, reason });
      }),
    );
  }

  const timers = [
    setInterval(() => start("prompt", sendPrompt), 1_000 / promptsPerSecond),
    setInterval(() => start("stream", openStream), 1_000 / streamsPerSecond),
  ];
  const stopSending = () => timers.forEach(clearInterval);
  onTestFinished(stopSending);

  async function finish(): Promise<void> {
    stopSending();
    await Promise.all(calls);
  }
  return load;
}
