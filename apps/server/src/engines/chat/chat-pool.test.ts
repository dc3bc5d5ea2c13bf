import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createMetrics, type Metrics } from "../../platform/telemetry/metrics.ts";
import { createOwnPlaces } from "../pool/index.ts";
import { createRequest } from "./__fixtures__/conformance.ts";
import { type ChatCompletion, type ChatEngine, ChatEngineError, type ChatStream } from "./chat-engine.ts";
import { guardChatEngine } from "./guarded-chat-engine.ts";

type Work = (signal: AbortSignal) => Promise<ChatCompletion>;

let metrics: Metrics;

beforeEach(() => {
  vi.useFakeTimers();
  metrics = createMetrics();
});

afterEach(() => vi.useRealTimers());

const answerAfter =
  (inMs: number): Work =>
  (signal) =>
    new Promise((resolve, reject) => {
      setTimeout(() => resolve({ text: "yes" }), inMs);
      signal.addEventListener("abort", () => reject(signal.reason));
    });
const fail: Work = async () => {
  throw new ChatEngineError("engine_failed", "broken", { isRetryable: true });
};
const hang: Work = answerAfter(1e9);

function createPool(works: Record<string, Work>, { limit = 4, weights = {} as Record<string, number> } = {}) {
  const calls: Record<string, number> = {};
  const servers = Object.keys(works).map((name) => {
    const engine: ChatEngine = {
      name,
      isOffline: false,
      complete({ signal }) {
        calls[name] = (calls[name] ?? 0) + 1;
        return (works[name] as Work)(signal);
      },
      stream: ({ signal }) => drip(signal),
      checkHealth: async () => {},
    };
    return { engine, places: createOwnPlaces({ server: name, limit }), weight: weights[name] ?? 1 };
  });
  const patience = { timeoutInMs: 60_000, streamTimeoutInMs: 90_000 };
  const engine = guardChatEngine("pool", servers, patience, metrics);
  const ask = () =>
    engine.complete(createRequest()).then(
      () => "answered",
      (error: { code: string }) => error.code,
    );
  return { engine, ask, calls, works, servers };
}

/** Sends a character every second, for ever. */
async function drip(signal: AbortSignal): Promise<ChatStream> {
  const ended = Promise.withResolvers<void>();
  signal.addEventListener("abort", () => ended.resolve(), { once: true });
  async function* write() {
    while (!signal.aborted) {
      yield "x";
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
    throw signal.reason;
  }
  return { text: write(), isOffline: false, readTokens: () => undefined, ended: ended.promise };
}

const readPaused = async (server: string) =>
  (await metrics.registry.metrics()).match(
    new RegExp(`mintwright_engine_paused\\{engine="pool",server="${server}"\\} (\\d)`),
  )?.[1];

it("sends calls to the server with the fewest for its weight", async () => {
  const { ask, calls } = createPool({ a: hang, b: hang }, { limit: 12, weights: { a: 2, b: 1 } });
  for (let call = 0; call < 12; call++) void ask();
  await vi.advanceTimersByTimeAsync(0);
  expect(calls).toEqual({ a: 8, b: 4 });
});

it("answers from another server when one fails, pauses that one, and reports the pause until it is forgotten", async () => {
  const { ask, calls } = createPool({ bad: fail, good: answerAfter(10) });
  for (let call = 0; call < 20; call++) {
    const asked = ask();
    await vi.advanceTimersByTimeAsync(20);
    expect(await asked).toBe("answered");
  }
  expect(calls.bad).toBe(3);
  expect(await readPaused("bad")).toBe("1");
  expect(await readPaused("good")).toBe("0");
  expect(metrics.engineBacklog.listPaused()).toEqual([]);
  // Nobody calls: nothing tells whether it works again.
  await vi.advanceTimersByTimeAsync(71_000);
  expect(await readPaused("bad")).toBe("0");
});

it("gives a server that recovered its calls back little by little", async () => {
  const { ask, calls, works } = createPool({ bad: fail, good: answerAfter(5) }, { limit: 100 });
  for (let call = 0; call < 6; call++) {
    void ask();
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(calls.bad).toBe(3);
  works.bad = answerAfter(5);
  await vi.advanceTimersByTimeAsync(10_000);
  void ask();
  await vi.advanceTimersByTimeAsync(10);
  expect(calls.bad).toBe(4);
  works.bad = hang;
  for (let call = 0; call < 50; call++) void ask();
  await vi.advanceTimersByTimeAsync(100);
  expect(calls.bad).toBeLessThan(8);
  await vi.advanceTimersByTimeAsync(2_000);
  for (let call = 0; call < 50; call++) void ask();
  expect(calls.bad).toBeGreaterThan(10);
});

it("pauses a server that hangs while others answer, and moves its calls to them", async () => {
  const { ask, calls } = createPool({ stuck: hang, good: answerAfter(100) });
  let stuckCall = "waiting";
  void ask().then((outcome) => {
    stuckCall = outcome;
  });
  const outcomes: string[] = [];
  const client = setInterval(() => void ask().then((outcome) => outcomes.push(outcome)), 200);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(stuckCall).toBe("answered");
  expect(await readPaused("stuck")).toBe("1");
  const before = calls.stuck;
  await vi.advanceTimersByTimeAsync(3_000);
  expect(calls.stuck).toBe(before);
  clearInterval(client);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(new Set(outcomes)).toEqual(new Set(["answered"]));
});

describe("calls that are answered in one piece", () => {
  /** Servers answer whole calls after `inMs`, other calls at once. */
  function createWholePool(times: Record<string, number>) {
    const calls: Record<string, number> = {};
    const servers = Object.entries(times).map(([name, inMs]) => {
      const engine: ChatEngine = {
        name,
        isOffline: false,
        complete: answerAfter(0) as never,
        async stream({ isWhole, signal }) {
          calls[name] = (calls[name] ?? 0) + 1;
          if (isWhole) await answerAfter(inMs)(signal);
          return {
            text: (async function* () {
              yield "yes";
            })(),
            isOffline: false,
            readTokens: () => undefined,
            ended: Promise.resolve(),
          };
        },
        checkHealth: async () => {},
      };
      return { engine, places: createOwnPlaces({ server: name, limit: 50 }), weight: 1 };
    });
    const patience = { timeoutInMs: 60_000, streamTimeoutInMs: 300_000 };
    const engine = guardChatEngine("pool", servers, patience, metrics);
    const ask = (isWhole: boolean) =>
      engine.stream(createRequest({ isWhole })).then(
        () => "answered",
        (error: { code: string }) => error.code,
      );
    return { ask, calls };
  }

  it("may take longer than a first text, and are never moved while they run", async () => {
    const { ask, calls } = createWholePool({ a: 100_000, b: 100_000 });
    const asked = [ask(true), ask(true)];
    const streams = setInterval(() => void ask(false), 500);
    await vi.advanceTimersByTimeAsync(100_000);
    clearInterval(streams);
    expect(await Promise.all(asked)).toEqual(["answered", "answered"]);
    expect((calls.a ?? 0) + (calls.b ?? 0)).toBe(202);
  });

  it("end at their deadline", async () => {
    const { ask } = createWholePool({ only: 1e9 });
    const asked = ask(true);
    await vi.advanceTimersByTimeAsync(170_000);
    expect(await asked).toBe("engine_timeout");
  });

  it("are sent to other servers while those of one are long overdue", async () => {
    const { ask, calls } = createWholePool({ stuck: 1e9, good: 2_000 });
    const asking = setInterval(() => void ask(true), 1_000);
    await vi.advanceTimersByTimeAsync(17_000);
    expect(await readPaused("stuck")).toBe("1");
    const before = calls.stuck;
    await vi.advanceTimersByTimeAsync(8_000);
    clearInterval(asking);
    expect(calls.stuck).toBe(before);
  });
});

it("ends a stream that never ends at its total deadline, as a failure of the engine", async () => {
  const { engine, servers } = createPool({ only: hang }, { limit: 1 });
  const stream = await engine.stream(createRequest());
  let text = "";
  let failure = "";
  (async () => {
    for await (const piece of stream.text) text += piece;
  })().catch((error: { code: string }) => {
    failure = error.code;
  });
  await vi.advanceTimersByTimeAsync(89_000);
  expect(servers[0]?.places.running).toBe(1);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(failure).toBe("engine_timeout");
  expect(text.length).toBe(90);
  expect(servers[0]?.places.running).toBe(0);
});
