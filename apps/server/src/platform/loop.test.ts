import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createWakeSignal, eachTurn, type Loop, startLoop } from "./loop.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const loops: Loop[] = [];
const errors: unknown[] = [];

function run(turn: Parameters<typeof startLoop>[1], settings: Partial<Parameters<typeof startLoop>[0]> = {}) {
  errors.length = 0;
  const loop = startLoop(
    { intervalInMs: 1_000, jitter: 0, onError: (error) => errors.push(error), ...settings },
    turn,
  );
  loops.push(loop);
  return loop;
}

afterEach(() => Promise.all(loops.splice(0).map((loop) => loop.stop())));

describe("a loop", () => {
  it("runs at once and then after each interval", async () => {
    const turn = vi.fn(async () => {});
    run(turn);
    await vi.advanceTimersByTimeAsync(2_999);
    expect(turn).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(turn).toHaveBeenCalledTimes(4);
  });

  it("starts with a pause and ends with a turn when told to", async () => {
    const turn = vi.fn(async () => {});
    const loop = run(turn, { startsWithPause: true, endsWithTurn: true });
    await vi.advanceTimersByTimeAsync(999);
    expect(turn).toHaveBeenCalledTimes(0);
    await loop.stop();
    expect(turn).toHaveBeenCalledTimes(1);
  });

  it("varies its pauses within the jitter", async () => {
    const moments: number[] = [];
    run(async () => void moments.push(Date.now()), { jitter: 0.5 });
    await vi.advanceTimersByTimeAsync(60_000);
    const pauses = moments.slice(1).map((moment, index) => moment - (moments[index] ?? 0));
    for (const pause of pauses) expect(Math.abs(pause - 1_000)).toBeLessThanOrEqual(501);
    expect(new Set(pauses).size).toBeGreaterThan(10);
  });

  it("continues at once, waits for the wake signal, or pauses, as the turn says", async () => {
    const pauses = [0, 0, Number.POSITIVE_INFINITY];
    const turn = vi.fn(async () => pauses.shift());
    const loop = run(turn);
    await vi.advanceTimersByTimeAsync(0);
    expect(turn).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(turn).toHaveBeenCalledTimes(3);
    loop.wake();
    await vi.advanceTimersByTimeAsync(0);
    expect(turn).toHaveBeenCalledTimes(4);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(turn).toHaveBeenCalledTimes(5);
  });

  it("keeps a wake-up that arrives during a turn", async () => {
    const gate = Promise.withResolvers<void>();
    const turn = vi.fn(() => gate.promise);
    const loop = run(turn);
    await vi.advanceTimersByTimeAsync(0);
    loop.wake();
    gate.resolve();
    await vi.advanceTimersByTimeAsync(0);
    expect(turn).toHaveBeenCalledTimes(2);
  });

  it("backs off while turns fail, and forgets the failures after a success", async () => {
    const moments: number[] = [];
    let fails = true;
    const startedAt = Date.now();
    run(
      async () => {
        moments.push(Date.now() - startedAt);
        if (fails) throw new Error("no database");
      },
      { maxBackoffInMs: 4_000 },
    );
    await vi.advanceTimersByTimeAsync(11_000);
    expect(moments).toEqual([0, 1_000, 3_000, 7_000, 11_000]);
    expect(errors).toHaveLength(5);
    fails = false;
    await vi.advanceTimersByTimeAsync(4_000 + 1_000);
    expect(moments.slice(5)).toEqual([15_000, 16_000]);
  });

  it("stops after the turn that is under way, which learns of it", async () => {
    const gate = Promise.withResolvers<void>();
    const turn = vi.fn((_: AbortSignal) => gate.promise);
    const loop = run(turn);
    await vi.advanceTimersByTimeAsync(0);
    let isStopped = false;
    const stopped = loop.stop().then(() => {
      isStopped = true;
    });
    await vi.advanceTimersByTimeAsync(5_000);
    expect([isStopped, turn.mock.calls[0]?.[0].aborted]).toEqual([false, true]);
    gate.resolve();
    await stopped;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(turn).toHaveBeenCalledTimes(1);
  });
});

it("yields a turn for the start, each wake-up and each pause until it is aborted", async () => {
  const stopping = new AbortController();
  const wakeSignal = createWakeSignal();
  const reasons: string[] = [];
  const ended = (async () => {
    const turns = eachTurn(wakeSignal, { pauseInMs: () => 50, signal: stopping.signal });
    for await (const reason of turns) reasons.push(reason);
  })();
  await vi.advanceTimersByTimeAsync(0);
  wakeSignal.wake();
  await vi.advanceTimersByTimeAsync(50);
  stopping.abort();
  await ended;
  expect(reasons).toEqual(["started", "woken", "timeout"]);
});
