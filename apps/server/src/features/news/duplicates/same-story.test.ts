import { describe, expect, it } from "vitest";
import { measureDuplicates, readStories } from "../__fixtures__/stories.ts";
import { cutNumbers } from "./numbers.ts";
import { compareStories, sameStoryScore } from "./same-story.ts";
import { readStory } from "./story-features.ts";

describe("200 stories in one to five versions", () => {
  it("are told apart and brought together: precision 0.98, recall 0.9", () => {
    const versions = readStories();
    expect(new Set(versions.map(({ story }) => story)).size).toBe(200);
    const { precision, recall } = measureDuplicates(versions);
    expect(precision).toBeGreaterThanOrEqual(0.98);
    expect(recall).toBeGreaterThanOrEqual(0.9);
  });
});

describe("numbers", () => {
  it.each(["$1.2 billion", "1.2bn", "$1.2B", "$1,200,000,000", "1200 million"])(
    "%s is one number",
    (text) => {
      expect(cutNumbers(`worth ${text} in all`).numbers).toMatchObject([{ value: "1200000000" }]);
    },
  );

  it("leaves years and small numbers without much to say", () => {
    expect(cutNumbers("3 of 10 in 2026").numbers.map(({ isTelling }) => isTelling)).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe("two reports", () => {
  const compare = (a: string, b: string) => compareStories(readStory(a, ""), readStory(b, ""));

  it("are one story when an outlet copies another", () => {
    const title = "Exchange Zentra loses $41 million in hack";
    expect(compare(title, title)).toBeGreaterThanOrEqual(1);
  });

  it("are two stories when another sum moves on another day", () => {
    expect(
      compare("Funds take in $340 million on Monday", "Funds take in $512 million on Friday"),
    ).toBeLessThan(sameStoryScore);
  });
});
