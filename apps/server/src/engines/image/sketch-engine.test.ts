import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildImageRequest, buildReference } from "./__fixtures__/image-engine.conformance.ts";
import { readPngSize } from "./image-bytes.ts";
import { createSketchEngine } from "./sketch-engine.ts";

type SketchEngine = ReturnType<typeof createSketchEngine>;

const small = { width: 256, height: 256 };
const maxWaiting = 64;
const settle = (calls: Promise<unknown>[]) => Promise.allSettled(calls);

describe("the sketch engine", () => {
  let engine: SketchEngine;

  beforeAll(() => {
    engine = createSketchEngine({ threads: 2 });
  });

  afterAll(() => engine.stop());

  it("draws the same bytes for the same seed, and others for another", async () => {
    const [first, second, other] = await Promise.all(
      [7, 7, 8].map((seed) => engine.generate(buildImageRequest({ ...small, seed }))),
    );
    expect(first?.bytes.equals(second?.bytes ?? Buffer.alloc(0))).toBe(true);
    expect(first?.bytes.equals(other?.bytes ?? Buffer.alloc(0))).toBe(false);
    expect(other?.seed).toBe(8);
  });

  it("draws the size that it is asked for and says what it is", async () => {
    const drawn = await engine.generate(buildImageRequest({ width: 512, height: 768 }));
    expect(readPngSize(drawn.bytes)).toEqual({ width: 512, height: 768 });
    expect(drawn).toMatchObject({ format: "png", seed: 7 });
    expect(drawn.warnings).toEqual([expect.stringContaining("not a diffusion model")]);
  });

  it("draws another image with a reference, and says what it takes from it", async () => {
    const drawn = await engine.generate(buildImageRequest({ ...small, reference: buildReference() }));
    const alone = await engine.generate(buildImageRequest(small));
    expect(drawn.bytes.equals(alone.bytes)).toBe(false);
    expect(drawn.warnings).toContain(
      "The sketch engine takes palette, light and composition from a reference image, not its shapes.",
    );
  });

  it("leaves the event loop free while it draws", async () => {
    await engine.generate(buildImageRequest(small));
    const before = performance.eventLoopUtilization();
    const size = { width: 768, height: 768 };
    const calls = [1, 2, 3, 4].map((seed) => engine.generate(buildImageRequest({ ...size, seed })));
    expect(await Promise.all(calls)).toHaveLength(4);
    // The share of its time in which this thread worked: unlike a delay, it is the same on a crowded machine.
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.25);
  });
});

describe("a sketch that is no longer wanted", () => {
  it("ends at once, waiting or being drawn, and the engine draws on", async () => {
    const engine = createSketchEngine({ threads: 1 });
    try {
      await engine.generate(buildImageRequest(small));
      const leaving = new AbortController();
      const large = { width: 1024, height: 1024, signal: leaving.signal };
      const calls = settle([1, 2].map((seed) => engine.generate(buildImageRequest({ ...large, seed }))));
      await sleep(50);
      const leftAt = performance.now();
      leaving.abort();
      expect((await calls).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
      expect(performance.now() - leftAt).toBeLessThan(500);
      expect((await engine.generate(buildImageRequest(small))).bytes.length).toBeGreaterThan(0);
    } finally {
      await engine.stop();
    }
  });

  it("is never drawn when its caller left before", async () => {
    const engine = createSketchEngine({ threads: 1 });
    await expect(
      engine.generate(buildImageRequest({ ...small, signal: AbortSignal.abort() })),
    ).rejects.toThrow();
    await engine.stop();
  });
});

describe("more sketches than may wait", () => {
  it("are refused at once as busy, and those that wait are drawn", async () => {
    const engine = createSketchEngine({ threads: 1 });
    try {
      await engine.generate(buildImageRequest(small));
      const startedAt = performance.now();
      const calls = Array.from({ length: 1 + maxWaiting + 5 }, (_, seed) =>
        engine.generate(buildImageRequest({ ...small, seed })).catch((error: unknown) => {
          expect(performance.now() - startedAt).toBeLessThan(1_000);
          return error;
        }),
      );
      const outcomes = await Promise.all(calls);
      const refused = outcomes.filter((outcome) => outcome instanceof Error);
      expect(refused).toHaveLength(5);
      for (const error of refused) expect(error).toMatchObject({ code: "engine_unavailable" });
    } finally {
      await engine.stop();
    }
  });
});
