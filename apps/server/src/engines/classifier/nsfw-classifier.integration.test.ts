import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ImageClassifier } from "./nsfw-classifier.ts";
import { createNsfwClassifier } from "./nsfw-classifier.ts";

const { signal } = new AbortController();
let classifier: ImageClassifier;

beforeAll(() => {
  classifier = createNsfwClassifier({ maxWaiting: 2 });
});

afterAll(() => classifier.stop());

const plain = (background: string, format: "png" | "jpeg" | "webp" = "png") =>
  sharp({ create: { width: 400, height: 300, channels: 4, background } })
    .toFormat(format)
    .toBuffer();

describe("the image classifier", () => {
  it.each(["png", "jpeg", "webp"] as const)("is at ease with a plain %s", async (format) => {
    const rating = await classifier.rate(await plain("#3366ff", format), signal);
    expect(rating).toBeGreaterThanOrEqual(0);
    expect(rating).toBeLessThan(0.4);
  });

  it("rates the same image the same, and different ones differently", async () => {
    const [one, again, other] = await Promise.all(
      ["#3366ff", "#3366ff", "#c08060"].map(async (colour) => classifier.rate(await plain(colour), signal)),
    );
    expect(again).toBe(one);
    expect(other).not.toBe(one);
  });

  it("fails on what is no image", async () => {
    await expect(classifier.rate(Buffer.from("no image"), signal)).rejects.toThrow();
  });

  it("says at once that it is busy when too many wait, and forgets a waiter that leaves", async () => {
    const image = await plain("#3366ff");
    const leaver = new AbortController();
    const [running, waiting, leaving] = [
      classifier.rate(image, signal),
      classifier.rate(image, signal),
      classifier.rate(image, leaver.signal),
    ];
    await expect(classifier.rate(image, signal)).rejects.toMatchObject({
      code: "engine_unavailable",
      retryAfterInSeconds: 5,
    });
    leaver.abort();
    await expect(leaving).rejects.toThrow("aborted");
    expect(await classifier.rate(image, signal)).toBe(await running);
    expect(await waiting).toBe(await running);
  });
});
