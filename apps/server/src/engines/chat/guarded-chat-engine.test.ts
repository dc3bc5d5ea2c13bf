import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createMetrics, type Metrics } from "../../platform/telemetry/metrics.ts";
import { createOwnPlaces } from "../pool/index.ts";
import { createRequest } from "./__fixtures__/conformance.ts";
import { type ChatCompletion, type ChatEngine, ChatEngineError } from "./chat-engine.ts";
import { guardChatEngine } from "./guarded-chat-engine.ts";

const broken = (isRetryable: boolean) => new ChatEngineError("engine_failed", "broken", { isRetryable });
const answer = async (): Promise<ChatCompletion> => ({ text: "yes" });
const fail = (isRetryable: boolean) => async (): Promise<ChatCompletion> => {
  throw broken(isRetryable);
};
/** Waits until it is told to stop, as an adapter with a hanging server does. */
const hang = (signal: AbortSignal) =>
  new Promise<ChatCompletion>((_, reject) =>
    signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
  );

let metrics: Metrics;
let signals: AbortSignal[];
let work: (signal: AbortSignal) => Promise<ChatCompletion>;

beforeEach(() => {
  vi.useFakeTimers();
  metrics = createMetrics();
  signals = [];
  work = answer;
});

afterEach(() => vi.useRealTimers());

function create({ timeoutInMs = 60_000, maxConcurrent = 8 } = {}): ChatEngine {
  const engine: ChatEngine = {
    name: "test",
    isOffline: false,
    complete({ signal }) {
      signals.push(signal);
      return work(signal);
    },
    stream: () => Promise.reject(new Error("not asked here")),
    checkHealth: () => Promise.reject(new Error("ill")),
  };
  const places = createOwnPlaces({ server: "gpu", limit: maxConcurrent });
  return guardChatEngine(
    "test",
    [{ engine, places, weight: 1 }],
    { timeoutInMs, streamTimeoutInMs: 300_000 },
    metrics,
  );
}

/** Asks, and lets so much time pass that every retry has been made. */
async function ask(engine: ChatEngine, { signal = new AbortController().signal, afterInMs = 5_000 } = {}) {
  const outcome = engine.complete(createRequest({ signal })).then(
    (value) => value,
    (error: unknown) => error,
  );
  await vi.advanceTimersByTimeAsync(afterInMs);
  return outcome;
}

const countOutcomes = async (outcome: string) =>
  (await metrics.engineSeconds.get()).values.find(
    ({ metricName, labels }) =>
      metricName === "mintwright_engine_seconds_count" && labels.outcome === outcome,
  )?.value ?? 0;

it("is the engine that it protects, with its name and its health", async () => {
  const engine = create();
  expect(engine).toMatchObject({ name: "test", isOffline: false });
  await expect(engine.checkHealth(new AbortController().signal)).rejects.toThrow("ill");
  expect(await ask(engine)).toEqual({ text: "yes" });
  expect(signals).toHaveLength(1);
  expect(await countOutcomes("answered")).toBe(1);
});

describe("retries", () => {
  it("are made of what is worth it, until it works", async () => {
    work = () => (signals.length < 3 ? fail(true)() : answer());
    expect(await ask(create())).toEqual({ text: "yes" });
    expect(signals).toHaveLength(3);
    expect(await countOutcomes("answered")).toBe(1);
    expect(await countOutcomes("failed")).toBe(0);
  });

  it("end after the third attempt, with the engine's own error", async () => {
    work = fail(true);
    expect(await ask(create())).toMatchObject({ code: "engine_failed", message: "broken" });
    expect(signals).toHaveLength(3);
    expect(await countOutcomes("failed")).toBe(1);
  });

  it.each([
    ["an error that is not worth it", broken(false)],
    ["a mistake of our own", new TypeError("oops")],
  ])("are not made of %s", async (_case, error) => {
    work = () => Promise.reject(error);
    expect(await ask(create())).toBe(error);
    expect(signals).toHaveLength(1);
  });

  it("wait a moment in between", async () => {
    work = fail(true);
    const asked = ask(create(), { afterInMs: 0 });
    expect(signals).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(10_000);
    await asked;
    expect(signals).toHaveLength(3);
  });
});

describe("the deadline", () => {
  it("ends a call that hangs, and tells the engine to stop", async () => {
    work = hang;
    const engine = create({ timeoutInMs: 1_000 });
    let isOver = false;
    const asked = ask(engine, { afterInMs: 0 }).finally(() => {
      isOver = true;
    });
    await vi.advanceTimersByTimeAsync(999);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await asked).toMatchObject({ code: "engine_timeout", isRetryable: false });
    expect(signals[0]?.aborted).toBe(true);
  });

  it("ends a call whose engine does not listen", async () => {
    work = () => new Promise(() => {});
    expect(await ask(create({ timeoutInMs: 1_000 }), { afterInMs: 1_000 })).toMatchObject({
      code: "engine_timeout",
    });
  });

  it("is for all attempts together", async () => {
    work = () => new Promise((_, reject) => setTimeout(() => reject(broken(true)), 600));
    expect(await ask(create({ timeoutInMs: 1_000 }), { afterInMs: 1_000 })).toMatchObject({
      code: "engine_timeout",
    });
    expect(signals.length).toBeLessThanOrEqual(2);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(signals.length).toBeLessThanOrEqual(2);
  });

  it("holds also for a caller that waits in line", async () => {
    work = hang;
    const engine = create({ timeoutInMs: 1_000, maxConcurrent: 1 });
    const first = ask(engine, { afterInMs: 0 });
    await vi.advanceTimersByTimeAsync(500);
    const second = ask(engine, { afterInMs: 0 });
    const settled = vi.fn();
    second.then(settled);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await first).toMatchObject({ code: "engine_timeout" });
    expect(settled).toHaveBeenCalled();
  });
});

describe("the breaker", () => {
  async function open(engine: ChatEngine) {
    work = fail(false);
    for (let i = 0; i < 8; i++) await ask(engine, { afterInMs: 0 });
    expect(signals).toHaveLength(8);
  }

  it("opens after 8 failures in a row and then asks no more", async () => {
    const engine = create();
    await open(engine);
    work = answer;
    const error = await ask(engine);
    expect(error).toMatchObject({ code: "engine_unavailable", retryAfterInSeconds: 10, isRetryable: false });
    expect((error as Error).message).toContain("keeps failing");
    expect(signals).toHaveLength(8);
  });

  it("does not open when an answer comes in between", async () => {
    const engine = create();
    for (let round = 0; round < 3; round++) {
      work = fail(false);
      for (let i = 0; i < 7; i++) await ask(engine, { afterInMs: 0 });
      work = answer;
      expect(await ask(engine, { afterInMs: 0 })).toEqual({ text: "yes" });
    }
  });

  it("counts calls, not attempts", async () => {
    const engine = create();
    work = fail(true);
    for (let i = 0; i < 9; i++) await ask(engine);
    expect(signals).toHaveLength(8 * 3);
  });

  it("lets one call through after 10 seconds, and closes when that is answered", async () => {
    const engine = create();
    await open(engine);
    await vi.advanceTimersByTimeAsync(10_000);
    work = answer;
    expect(await ask(engine)).toEqual({ text: "yes" });
    expect(await ask(engine)).toEqual({ text: "yes" });
    expect(signals).toHaveLength(10);
  });

  it("opens again when that call fails", async () => {
    const engine = create();
    await open(engine);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await ask(engine)).toMatchObject({ code: "engine_failed" });
    expect(await ask(engine)).toMatchObject({ code: "engine_unavailable" });
    expect(signals).toHaveLength(9);
  });

  it("opens also when the server hangs: a call that timed out is a failure", async () => {
    const engine = create({ timeoutInMs: 1_000 });
    work = hang;
    for (let i = 0; i < 8; i++) await ask(engine, { afterInMs: 1_000 });
    expect(await ask(engine, { afterInMs: 1_000 })).toMatchObject({ code: "engine_unavailable" });
    expect(signals).toHaveLength(8);
  });
});

it("does not take a call that waited for most of its time for a failure of the server", async () => {
  const engine = create({ timeoutInMs: 1_000, maxConcurrent: 8 });
  const places: (() => void)[] = [];
  work = () => new Promise((resolve) => places.push(() => resolve({ text: "yes" })));
  for (let round = 0; round < 2; round++) {
    const first = Array.from({ length: 8 }, () => ask(engine, { afterInMs: 0 }));
    await vi.advanceTimersByTimeAsync(0);
    const late = Array.from({ length: 8 }, () => ask(engine, { afterInMs: 0 }));
    await vi.advanceTimersByTimeAsync(900);
    for (const finish of places.splice(0)) finish();
    await vi.advanceTimersByTimeAsync(300);
    expect(new Set((await Promise.all(late)).map((error) => (error as { code: string }).code))).toEqual(
      new Set(["engine_timeout"]),
    );
    await Promise.all(first);
  }
  work = answer;
  expect(await ask(engine)).toEqual({ text: "yes" });
});

describe("a caller that leaves", () => {
  async function leave(engine: ChatEngine) {
    const caller = new AbortController();
    const reason = new Error("left");
    const asked = ask(engine, { signal: caller.signal, afterInMs: 0 });
    caller.abort(reason);
    expect(await asked).toBe(reason);
  }

  it("gets its own reason at once, and the engine is told to stop", async () => {
    work = hang;
    await leave(create());
    expect(signals[0]?.aborted).toBe(true);
    expect(await countOutcomes("cancelled")).toBe(1);
    expect(await countOutcomes("failed")).toBe(0);
  });

  it("gets its own reason also when the engine does not listen, or fails at the same moment", async () => {
    work = () => new Promise(() => {});
    await leave(create());
    work = (signal) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(broken(true))));
    await leave(create());
    expect(signals).toHaveLength(2);
  });

  it("is no failure of the engine: the breaker stays closed", async () => {
    const engine = create();
    work = hang;
    for (let i = 0; i < 20; i++) await leave(engine);
    work = answer;
    expect(await ask(engine)).toEqual({ text: "yes" });
  });

  it("during the pause before a retry starts no further attempt", async () => {
    work = fail(true);
    await leave(create());
    await vi.advanceTimersByTimeAsync(10_000);
    expect(signals).toHaveLength(1);
  });

  it("while it waits in line is let go at once", async () => {
    work = hang;
    const engine = create({ maxConcurrent: 1 });
    void ask(engine, { afterInMs: 0 });
    const caller = new AbortController();
    const settled = vi.fn();
    ask(engine, { signal: caller.signal, afterInMs: 0 }).then(settled);
    await vi.advanceTimersByTimeAsync(0);
    caller.abort(new Error("left"));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(settled).toHaveBeenCalled();
  });
});

it("runs as many at once as allowed, lets as many wait, and refuses the rest", async () => {
  const waiting: (() => void)[] = [];
  work = () => new Promise((resolve) => waiting.push(() => resolve({ text: "yes" })));
  const engine = create({ maxConcurrent: 2 });
  const asked = [1, 2, 3, 4].map(() => ask(engine, { afterInMs: 0 }));
  await vi.advanceTimersByTimeAsync(0);
  expect(signals).toHaveLength(2);
  const refused = await ask(engine, { afterInMs: 0 });
  expect(refused).toMatchObject({ code: "engine_unavailable", retryAfterInSeconds: 10 });
  expect((refused as Error).message).toContain("at capacity");
  waiting[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(signals).toHaveLength(3);
  waiting[1]?.();
  await vi.advanceTimersByTimeAsync(0);
  for (const finish of waiting) finish();
  expect(await Promise.all(asked)).toEqual(Array(4).fill({ text: "yes" }));
  work = answer;
  expect(await ask(engine, { afterInMs: 0 })).toEqual({ text: "yes" });
});
