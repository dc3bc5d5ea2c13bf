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

  it.each([
    ["Jae Moon pleads guilty to fraud", "Jae Moon sentenced to 15 years for fraud"],
    [
      "Terramold founder Jae Moon admits fraud in New York court",
      "New York court gives Terramold founder Jae Moon 15 years",
    ],
    ["Lender's founder Aron Maslov arrested in Lisbon", "Lender's founder Aron Maslov convicted in Lisbon"],
    ["Aron Maslov sentenced to 12 years in prison", "Aron Maslov pardoned"],
  ])("are two stories when a case goes on: %s / %s", (earlier, later) => {
    expect(compare(earlier, later)).toBeLessThan(sameStoryScore);
    const text = "The founder of Terramold Labs had misled buyers of its TerraUSD token before it collapsed.";
    expect(compareStories(readStory(earlier, text), readStory(later, text))).toBeLessThan(sameStoryScore);
  });

  it("are one story when both tell the same stage of a case", () => {
    expect(
      compare("Aron Maslov sentenced to 12 years in prison", "Kelvinus founder Aron Maslov gets 12 years"),
    ).toBeGreaterThanOrEqual(sameStoryScore);
  });

  it("are two stories when another sum moves on another day", () => {
    expect(
      compare("Funds take in $340 million on Monday", "Funds take in $512 million on Friday"),
    ).toBeLessThan(sameStoryScore);
  });
});
