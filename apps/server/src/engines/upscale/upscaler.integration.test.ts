import { setTimeout as sleep } from "node:timers/promises";
import { Pica } from "pica";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { drawDetailedImage, resample } from "./__fixtures__/images.ts";
import { measureLikeness, measureRinging } from "./__fixtures__/measures.ts";
import { createUpscaler } from "./index.ts";
import { decodeImage, encodePng } from "./rgba-image.ts";

const never = new AbortController().signal;
const upscaler = createUpscaler({ threads: 2, maxWaiting: 8 });
let original: Buffer;
let small: Buffer;

beforeAll(async () => {
  sharp.concurrency(1);
  original = await drawDetailedImage(256);
  small = await resample(original, 64, 48);
});

afterAll(() => upscaler.stop());

describe("size", () => {
  it.each([
    ["twice as large", 128, 96],
    ["the same", 64, 48],
    ["one and a half times", 97, 71],
    ["two and a half times", 160, 120],
    ["four times", 256, 192],
    ["beyond the largest model", 330, 250],
    ["smaller", 30, 20],
  ])("is exact: %s", async (_, width, height) => {
    const bytes = await upscaler.enlarge({ bytes: small, width, height, signal: never });
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "png", width, height, channels: 3 });
  });

  it("is exact for a portrait, and for one pixel", async () => {
    const portrait = await resample(original, 40, 70);
    const bytes = await upscaler.enlarge({ bytes: portrait, width: 80, height: 140, signal: never });
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 80, height: 140 });
    const pixel = await resample(original, 1, 1);
    const square = await upscaler.enlarge({ bytes: pixel, width: 2, height: 2, signal: never });
    expect(await sharp(square).metadata()).toMatchObject({ width: 2, height: 2 });
    const same = await upscaler.enlarge({ bytes: pixel, width: 1, height: 1, signal: never });
    expect(await sharp(same).metadata()).toMatchObject({ width: 1, height: 1 });
  });
});

describe("quality", () => {
  it("gives the same bytes for the same image, on every thread", async () => {
    const enlarge = () => upscaler.enlarge({ bytes: small, width: 128, height: 96, signal: never });
    const [first, second] = await Promise.all([enlarge(), enlarge()]);
    expect(second.equals(first)).toBe(true);
  });

  it.each([
    [2, 0.5],
    [3.5, 0.3],
  ])(
    "is nearer to the original than Lanczos, without more halos: %s times as large, at least %s dB",
    async (factor, decibels) => {
      const side = Math.round(256 / factor);
      const reduced = await resample(original, side, side);
      const plain = await enlargeWithLanczos(reduced, 256);
      const enlarged = await upscaler.enlarge({ bytes: reduced, width: 256, height: 256, signal: never });
      expect(await measureLikeness(enlarged, original)).toBeGreaterThan(
        (await measureLikeness(plain, original)) + decibels,
      );
      expect(await measureRinging(enlarged, original)).toBeLessThan(
        1.1 * (await measureRinging(plain, original)),
      );
    },
  );

  it.each([0.6, 1])(
    "brings detail back at its own size into an image softened by %s pixels [IMG-21]",
    async (blur) => {
      const soft = await sharp(original).blur(blur).png().toBuffer();
      const restored = await upscaler.enlarge({ bytes: soft, width: 256, height: 256, signal: never });
      expect(await measureLikeness(restored, original)).toBeGreaterThan(
        (await measureLikeness(soft, original)) + 2,
      );
    },
  );

  it("leaves a sharp image as it is at its own size", async () => {
    const restored = await upscaler.enlarge({ bytes: original, width: 256, height: 256, signal: never });
    expect(await measureLikeness(restored, original)).toBe(Number.POSITIVE_INFINITY);
  });

  it("puts transparent parts on white", async () => {
    const clear = { width: 16, height: 16, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } as const;
    const bytes = await sharp({ create: clear }).png().toBuffer();
    const enlarged = await upscaler.enlarge({ bytes, width: 32, height: 32, signal: never });
    const { channels } = await sharp(enlarged).stats();
    for (const channel of channels) expect(channel.min).toBeGreaterThan(250);
  });
});

describe("load", () => {
  it("leaves the main thread free while two images are enlarged", async () => {
    const enlarge = () => upscaler.enlarge({ bytes: original, width: 512, height: 512, signal: never });
    const before = performance.eventLoopUtilization();
    await Promise.all([enlarge(), enlarge()]);
    // The share of its time in which this thread worked: unlike a delay, it is the same on a crowded machine.
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.25);
  });

  it("says at once that it is busy when too many wait", async () => {
    const narrow = createUpscaler({ threads: 1, maxWaiting: 1 });
    const enlarge = () => narrow.enlarge({ bytes: small, width: 128, height: 96, signal: never });
    const accepted = [enlarge(), enlarge()];
    await expect(enlarge()).rejects.toMatchObject({ code: "engine_unavailable", retryAfterInSeconds: 5 });
    await Promise.all(accepted);
    await enlarge();
    await narrow.stop();
  });
});

describe("cancelling", () => {
  it("ends the running image at once and goes on with the one that waits", async () => {
    const narrow = createUpscaler({ threads: 1, maxWaiting: 1 });
    const cancelled = new AbortController();
    const large = await resample(original, 1024, 1024);
    const running = narrow.enlarge({ bytes: large, width: 2048, height: 2048, signal: cancelled.signal });
    const waiting = narrow.enlarge({ bytes: small, width: 128, height: 96, signal: never });
    const ended = expect(running).rejects.toThrow("no longer wanted");
    await sleep(1_500);
    const abortedAt = performance.now();
    cancelled.abort(new Error("no longer wanted"));
    await ended;
    expect(performance.now() - abortedAt).toBeLessThan(1_000);
    expect((await waiting).length).toBeGreaterThan(0);
    await narrow.stop();
  });

  it("does not begin what was cancelled before", async () => {
    const signal = AbortSignal.abort(new Error("no longer wanted"));
    const late = upscaler.enlarge({ bytes: small, width: 128, height: 96, signal });
    await expect(late).rejects.toThrow("no longer wanted");
  });

  it("turns away everything, also what waits, when it is stopped", async () => {
    const stopped = createUpscaler({ threads: 1, maxWaiting: 1 });
    const enlarge = () => stopped.enlarge({ bytes: original, width: 512, height: 512, signal: never });
    const refused = [enlarge(), enlarge()].map((image) =>
      expect(image).rejects.toMatchObject({ code: "engine_unavailable" }),
    );
    await stopped.stop();
    await Promise.all(refused);
    await expect(enlarge()).rejects.toMatchObject({ code: "engine_unavailable" });
  });
});

describe("bad input", () => {
  it("is refused, and the thread goes on", async () => {
    const bad = [
      Buffer.from("not an image"),
      Buffer.alloc(0),
      original.subarray(0, original.length / 2),
      await sharp({ create: { width: 4000, height: 4000, channels: 3, background: "red" } })
        .png()
        .toBuffer(),
    ];
    for (const bytes of bad) {
      const refused = upscaler.enlarge({ bytes, width: 64, height: 64, signal: never });
      await expect(refused).rejects.toMatchObject({ code: "engine_failed" });
    }
    const bytes = await upscaler.enlarge({ bytes: small, width: 64, height: 48, signal: never });
    expect(bytes.length).toBeGreaterThan(0);
  });
});

async function enlargeWithLanczos(bytes: Buffer, side: number): Promise<Buffer> {
  const { data, width, height } = await decodeImage(bytes);
  const resized = await new Pica({ features: ["js"] }).resizeBuffer({
    src: data,
    width,
    height,
    toWidth: side,
    toHeight: side,
    filter: "lanczos3",
  });
  return Buffer.from(await encodePng({ data: resized, width: side, height: side }));
}
