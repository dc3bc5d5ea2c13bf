import * as tf from "@tensorflow/tfjs-core";
import { describe, expect, it } from "vitest";
import { createGradientWithDetail } from "./__fixtures__/images.ts";
import type { RgbImage } from "./rgb-image.ts";
import { superResolve } from "./super-resolution.ts";

function measureLargestDifference(left: RgbImage, right: RgbImage): number {
  expect(left.data.length).toBe(right.data.length);
  let largest = 0;
  for (const [at, value] of left.data.entries()) {
    largest = Math.max(largest, Math.abs(value - (right.data[at] ?? 0)));
  }
  return largest;
}

function createPlain(side: number, colour: readonly [number, number, number]): RgbImage {
  const data = new Uint8Array(side * side * 3).map((_, at) => colour[at % 3] ?? 0);
  return { data, width: side, height: side };
}

describe("tiles", () => {
  it.each([2, 3, 4] as const)(
    "leave no seam at ×%i: the same as in one piece, to the rounding",
    async (factor) => {
      const image = createGradientWithDetail(90, 70);
      const tiled = await superResolve(image, factor, { tileSide: 24 });
      const whole = await superResolve(image, factor, { tileSide: 90 });
      expect(measureLargestDifference(tiled, whole)).toBeLessThanOrEqual(1);
    },
  );
});

describe("colour", () => {
  it.each([[[255, 255, 255]], [[0, 0, 0]], [[128, 128, 128]], [[200, 40, 90]]] as const)(
    "%j stays, up to the edges",
    async (colour) => {
      const { data, width, height } = await superResolve(createPlain(24, colour), 2);
      const plain = { data: data.map((_, at) => colour[at % 3] ?? 0), width, height };
      expect(measureLargestDifference({ data, width, height }, plain)).toBeLessThanOrEqual(4);
    },
  );
});

describe("memory", () => {
  it("gives every tensor back, however many tiles there are", async () => {
    await superResolve(createGradientWithDetail(20, 20), 2);
    const before = tf.memory().numTensors;
    expect(before).toBeGreaterThan(0);
    await superResolve(createGradientWithDetail(60, 60), 2, { tileSide: 20 });
    expect(tf.memory().numTensors).toBe(before);
  });

  it("computes in WebAssembly", () => {
    expect(tf.getBackend()).toBe("wasm");
  });
});
