import { setImmediate } from "node:timers/promises";
import { Histogram } from "prom-client";
import { describe, expect, it, vi } from "vitest";
import { createMetrics } from "../../platform/telemetry/metrics.ts";
import { createOwnPlaces } from "../pool/index.ts";
import { buildImageRequest } from "./__fixtures__/image-engine.conformance.ts";
import { createPlainPng } from "./__fixtures__/plain-png.ts";
import {
  type GeneratedImage,
  type ImageEngine,
  ImageEngineError,
  type ImageRequest,
} from "./image-engine.ts";
import { makeImageEngineResilient } from "./resilient-image-engine.ts";

const generated: GeneratedImage = { bytes: createPlainPng(8, 8), format: "png", seed: 7, warnings: [] };
const failed = () => new ImageEngineError("engine_failed", "it broke", { isRetryable: false });
const untilGone = ({ signal }: { signal: AbortSignal }) =>
  new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

function makeEngine(
  generate: (request: ImageRequest) => Promise<GeneratedImage>,
  { timeoutInMs = 5_000, maxConcurrent = 2 } = {},
) {
  const engineSeconds = new Histogram({
    name: "s",
    help: "s",
    labelNames: ["engine", "outcome"],
    registers: [],
  });
  const metrics = createMetrics();
  const calls = vi.fn(generate);
  const inner: ImageEngine = {
    name: "inner",
    kind: "sd-web",
    generate: calls,
    upscale: async ({ bytes }) => bytes,
    checkHealth: async () => {},
  };
  const places = createOwnPlaces({ server: "gpu", limit: maxConcurrent });
  const engine = makeImageEngineResilient(
    "inner",
    [{ engine: inner, places, weight: 1 }],
    { timeoutInMs, waitsForPlace: false },
    { ...metrics, engineSeconds },
  );
  const countOutcomes = async () => {
    const { values } = await engineSeconds.get();
    const counts = values.filter(({ metricName }) => metricName === "s_count");
    return Object.fromEntries(counts.map(({ labels, value }) => [labels.outcome, value]));
  };
  return { engine, calls, countOutcomes, metrics };
}

describe("a resilient image engine", () => {
  it("hands through what the engine generates and upscales", async () => {
    const { engine, countOutcomes } = makeEngine(async () => generated);
    expect(await engine.generate(buildImageRequest())).toBe(generated);
    const { signal } = buildImageRequest();
    expect(await engine.upscale?.({ bytes: generated.bytes, width: 16, height: 16, signal })).toBe(
      generated.bytes,
    );
    expect(await countOutcomes()).toEqual({ answered: 2 });
  });

  it("refuses at once what goes beyond the images in flight, and takes the next when one is done", async () => {
    const { promise, resolve } = Promise.withResolvers<GeneratedImage>();
    const { engine, calls, countOutcomes } = makeEngine(() => promise);
    const inFlight = [1, 2].map(() => engine.generate(buildImageRequest()));
    const startedAt = performance.now();
    await expect(engine.generate(buildImageRequest())).rejects.toMatchObject({
      code: "engine_unavailable",
      retryAfterInSeconds: 5,
    });
    // The call did not wait for a free place: the others end below, and its timeout is 5 seconds.
    expect(performance.now() - startedAt).toBeLessThan(2_500);
    expect(calls).toHaveBeenCalledTimes(2);
    resolve(generated);
    await Promise.all(inFlight);
    expect(await engine.generate(buildImageRequest())).toBe(generated);
    expect(await countOutcomes()).toEqual({ answered: 3, refused: 1 });
  });

  it("tries again what surely did not begin", async () => {
    const { engine, calls } = makeEngine(async () => {
      if (calls.mock.calls.length < 3)
        throw new ImageEngineError("engine_unavailable", "x", { isRetryable: true });
      return generated;
    });
    expect(await engine.generate(buildImageRequest())).toBe(generated);
    expect(calls).toHaveBeenCalledTimes(3);
  });

  it("waits as long as a busy server says", async () => {
    const startedAt = performance.now();
    const { engine, calls } = makeEngine(async () => {
      if (calls.mock.calls.length > 1) return generated;
      throw new ImageEngineError("engine_unavailable", "x", { isRetryable: true, retryAfterInSeconds: 1 });
    });
    await engine.generate(buildImageRequest());
    expect(performance.now() - startedAt).toBeGreaterThan(950);
  });

  it.each([
    ["may have begun", { isRetryable: false }],
    ["is to wait for long", { isRetryable: true, retryAfterInSeconds: 60 }],
  ])("does not try again what %s", async (_, options) => {
    const { engine, calls } = makeEngine(async () => {
      throw new ImageEngineError("engine_unavailable", "as it was", options);
    });
    await expect(engine.generate(buildImageRequest())).rejects.toThrow("as it was");
    expect(calls).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["listens", untilGone],
    ["does not listen", () => new Promise<never>(() => {})],
  ])("gives up at the deadline on an engine that %s", async (_, generate) => {
    const { engine } = makeEngine(generate, { timeoutInMs: 200, maxConcurrent: 1 });
    await expect(engine.generate(buildImageRequest())).rejects.toMatchObject({ code: "engine_timeout" });
    await expect(engine.generate(buildImageRequest())).rejects.toMatchObject({ code: "engine_timeout" });
  });

  it("lets a caller go at once, also between two attempts, and has its place free again", async () => {
    const { engine, calls, countOutcomes } = makeEngine(
      async () => {
        if (calls.mock.calls.length > 1) return generated;
        throw new ImageEngineError("engine_unavailable", "x", { isRetryable: true, retryAfterInSeconds: 5 });
      },
      { maxConcurrent: 1 },
    );
    const controller = new AbortController();
    const generating = engine.generate(buildImageRequest({ signal: controller.signal }));
    generating.catch(() => {});
    await setImmediate();
    expect(calls).toHaveBeenCalledTimes(1);
    controller.abort(new Error("gone"));
    await expect(generating).rejects.toThrow("gone");
    await setImmediate();
    expect(await engine.generate(buildImageRequest())).toBe(generated);
    expect(await countOutcomes()).toEqual({ cancelled: 1, answered: 1 });
  });

  it("cancels the engine's call when its caller goes", async () => {
    const { engine, calls } = makeEngine(untilGone);
    const controller = new AbortController();
    const generating = engine.generate(buildImageRequest({ signal: controller.signal }));
    controller.abort(new Error("gone"));
    await expect(generating).rejects.toThrow("gone");
    expect(calls.mock.calls[0]?.[0].signal.aborted).toBe(true);
  });

  it.each([
    ["fails", async () => Promise.reject(failed())],
    ["hangs", untilGone],
  ])("gives an engine that %s a pause, and refuses meanwhile", async (_, generate) => {
    const { engine, calls } = makeEngine(generate, { timeoutInMs: 200 });
    for (let call = 0; call < 5; call++) await expect(engine.generate(buildImageRequest())).rejects.toThrow();
    await expect(engine.generate(buildImageRequest())).rejects.toMatchObject({
      code: "engine_unavailable",
      retryAfterInSeconds: 10,
    });
    expect(calls).toHaveBeenCalledTimes(5);
  });

  it("asks once after the pause, refuses the others until that is answered, and goes on", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      const { promise, resolve } = Promise.withResolvers<GeneratedImage>();
      const { engine, calls } = makeEngine(async () =>
        calls.mock.calls.length <= 5 ? Promise.reject(failed()) : promise,
      );
      for (let call = 0; call < 5; call++)
        await expect(engine.generate(buildImageRequest())).rejects.toThrow();
      vi.setSystemTime(Date.now() + 11_000);
      const probe = engine.generate(buildImageRequest());
      await expect(engine.generate(buildImageRequest())).rejects.toMatchObject({
        code: "engine_unavailable",
      });
      resolve(generated);
      expect(await probe).toBe(generated);
      expect(await engine.generate(buildImageRequest())).toBe(generated);
    } finally {
      vi.useRealTimers();
    }
  });

  it("does not take refusals of single requests for illness", async () => {
    const { engine, calls } = makeEngine(async () => {
      throw new ImageEngineError("engine_failed", "not this prompt", { isRetryable: false, isRefusal: true });
    });
    for (let call = 0; call < 8; call++) {
      await expect(engine.generate(buildImageRequest())).rejects.toThrow("not this prompt");
    }
    expect(calls).toHaveBeenCalledTimes(8);
  });
});
