import { describe, expect, it } from "vitest";
import { ContentRefusedError, createModeration } from "./moderation.ts";

const { signal } = new AbortController();

const isRefused = (blockedWords: string[], text: string): boolean => {
  try {
    createModeration({ blockedWords }).checkPrompt(text);
    return false;
  } catch (error) {
    if (error instanceof ContentRefusedError && error.code === "content_refused") return true;
    throw error;
  }
};

describe("blocked words", () => {
  it("are none by default", async () => {
    const moderation = createModeration({ blockedWords: [] });
    expect(() => moderation.checkPrompt("gore and anything else")).not.toThrow();
    await expect(moderation.checkImage(Buffer.from("any"), signal)).resolves.toBeUndefined();
  });

  it("that are blank block nothing", () => {
    expect(isRefused(["", "  "], "a fox in a hat")).toBe(false);
  });

  it.each([
    "gore",
    "GORE",
    "a gore, a fox",
    "fox(gore)",
    "a_gore_fox",
    "gore\nfox",
    "“gore”",
    "ｇｏｒｅ",
    "𝐠𝐨𝐫𝐞",
    "fox-gore-hat",
    "gore's",
  ])("are found as words in %j", (text) => expect(isRefused(["gore"], text)).toBe(true));

  it.each(["Gorey", "categore", "gorge", "ungored", "gore7", "7gore", "goré", "égore", "gorefest"])(
    "are not found inside %j",
    (text) => expect(isRefused(["gore"], text)).toBe(false),
  );

  it.each<[string, string]>([
    ["кровь", "КРОВЬ на снегу"],
    ["血", "a fox, 血"],
    ["naïve art", "some Naïve Art here"],
    ["café", "cafe\u0301 at night"],
    ["c++", "the c++ fox"],
    ["a.b", "a.b"],
    ["[x]", "an [x] mark"],
    ["  trimmed ", "a trimmed fox"],
  ])("such as %j are found in %j", (word, text) => expect(isRefused([word], text)).toBe(true));

  it("have no meaning as patterns", () => {
    expect(isRefused(["a.b"], "axb")).toBe(false);
    expect(isRefused([".*"], "a fox")).toBe(false);
  });

  it.each<[string, string]>([
    ["cafe\u0301", "café at night"],
    ["ｇｏｒｅ", "gore"],
    ["ﬁlth", "filth"],
  ])("written as %j are found in %j", (word, text) => expect(isRefused([word], text)).toBe(true));

  it("are not found before a mark that makes another letter of their last", () => {
    expect(isRefused(["क"], "की")).toBe(false);
    expect(isRefused(["gore"], "gore\u0331")).toBe(false);
  });

  it("are found at once in a long text", () => {
    const words = Array.from({ length: 1_000 }, (_, index) => `blocked${index}word`);
    const startedAt = performance.now();
    expect(isRefused(words, `${"blocked ".repeat(500)}blocked999word`)).toBe(true);
    expect(performance.now() - startedAt).toBeLessThan(500);
  });
});

describe("an image classifier", () => {
  const moderate = (rating: number, refuseFrom: number) =>
    createModeration({
      blockedWords: [],
      imageCheck: { classifier: { rate: async () => rating }, refuseFrom },
    });

  it.each([0.7, 0.71, 1])("refuses an image rated %d", async (value) => {
    await expect(moderate(value, 0.7).checkImage(Buffer.alloc(1), signal)).rejects.toThrow(
      ContentRefusedError,
    );
  });

  it("lets pass what is below its threshold", async () => {
    await expect(moderate(0.3, 0.2).checkImage(Buffer.alloc(1), signal)).rejects.toThrow(
      "image violates the content rules",
    );
    await expect(moderate(0.69, 0.7).checkImage(Buffer.alloc(1), signal)).resolves.toBeUndefined();
  });
});
