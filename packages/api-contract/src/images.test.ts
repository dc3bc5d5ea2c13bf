import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { fromCredits } from "./credits.ts";
import { generateImage, generateMultipleImages } from "./images.ts";
import { defaultLimits } from "./limits.ts";

const one = generateImage(defaultLimits);
const several = generateMultipleImages(defaultLimits);
const image = { prompt: "a fox", model: "velogen", width: 512, height: 512 } as const;

function getSchema({ body }: typeof one | typeof several): z.ZodType {
  if (!body) throw new Error("the operation must take a body");
  return body;
}

function listProblems(body: unknown, operation: typeof one | typeof several = one): string[] {
  const { error } = getSchema(operation).safeParse(body);
  return (error?.issues ?? []).map(({ path, message }) => `${path.join(".")}: ${message}`);
}

describe("a request for one image", () => {
  it.each([
    ["the smallest", {}],
    ["every field", { steps: 4, enhance: "2x", style: "neon", seed: 4_294_967_295, traits: [] }],
    ["a reference", { image: "https://example.com/fox.png", isCharacterPreserve: true }],
    ["Dale3 without steps", { model: "Dale3", width: 1024, height: 1024 }],
  ])("is taken with %s", (_, changes) => {
    expect(listProblems({ ...image, ...changes })).toEqual([]);
  });

  it.each<[string, object, string]>([
    ["an empty prompt", { prompt: "  " }, "prompt: prompt is required and must not be empty"],
    ["an unknown model", { model: "velogen2" }, "model: model must be one of velogen, nebula_forge_xl"],
    ["too many steps", { steps: 5 }, "steps: steps for velogen must be from 1 to 4"],
    ["no steps at all", { steps: 0 }, "steps: steps for velogen must be from 1 to 4"],
    ["a broken side", { width: 600.5 }, "width: width is required and must be a whole number of pixels"],
    ["a small side", { height: 511 }, "height: height for velogen must be from 512 to 768 pixels"],
    [
      "steps of Dale3",
      { model: "Dale3", width: 1024, height: 1024, steps: 4 },
      "steps: Dale3 takes no steps",
    ],
    ["sizes of Dale3", { model: "Dale3" }, "width: Dale3 supports 1024×1024, 1792×1024, 1024×1792"],
    ["an unknown enhancement", { enhance: "4x" }, "enhance: enhance must be one of original, 1x, 2x"],
    ["a long style", { style: "x".repeat(65) }, "style: style must be at most 64 characters"],
    ["a seed of 33 bits", { seed: 2 ** 32 }, "seed: seed must be at most 4294967295"],
    ["a file", { image: "file:///etc/passwd" }, "image: image must be an http or https URL"],
    ["no character to keep", { isCharacterPreserve: true }, "image: isCharacterPreserve needs image"],
    [
      "a negative ratio",
      { traits: [{ trait_type: "Hat", value: [{ value: "crown", ratio: -1 }] }] },
      "traits.0.value.0.ratio: ratio must not be negative",
    ],
  ])("is refused for %s", (_, changes, problem) => {
    expect(listProblems({ ...image, ...changes })).toEqual([expect.stringContaining(problem)]);
  });

  it("takes a prompt of exactly the allowed length", () => {
    expect(listProblems({ ...image, prompt: "x".repeat(4_000) })).toEqual([]);
    expect(listProblems({ ...image, prompt: "x".repeat(4_001) })).toHaveLength(1);
  });
});

describe("a request for several images", () => {
  it.each([1, 10])("takes %d prompts, under either name", (count) => {
    const prompt = Array.from({ length: count }, (_, index) => `fox ${index}`);
    expect(getSchema(several).parse({ ...image, prompt })).toMatchObject({ prompt });
    const { prompt: _, ...rest } = image;
    expect(getSchema(several).parse({ ...rest, prompts: prompt })).toMatchObject({ prompt });
  });

  it.each([0, 11])("refuses %d prompts", (count) => {
    const prompt = Array.from({ length: count }, () => "fox");
    expect(listProblems({ ...image, prompt }, several)).toHaveLength(1);
  });

  it("costs as many images as it has prompts", () => {
    const priceOf = (body: object) => {
      if (several.price.kind !== "metered") throw new Error("the price must be metered");
      return several.price.of({ body: getSchema(several).parse(body), query: {}, params: {} } as never);
    };
    expect(priceOf({ ...image, prompt: ["a", "b", "c"] })).toBe(fromCredits(3));
    expect(priceOf({ ...image, prompt: ["a", "b"], enhance: "1x" })).toBe(fromCredits(4));
    const wide = { model: "Dale3", width: 1792, height: 1024, enhance: "2x" };
    expect(priceOf({ ...wide, prompt: ["a", "b"] })).toBe(fromCredits(28.5));
  });
});
