import { describe, expect, it } from "vitest";
import { readRanges, writeRanges } from "./token-ranges.ts";

describe("ranges of tokens", () => {
  it.each<[number[], string]>([
    [[], ""],
    [[3], "3"],
    [[1, 2, 3, 7, 9, 10], "1-3, 7, 9-10"],
  ])("%j is written %j", (numbers, text) => {
    expect(writeRanges(numbers)).toBe(text);
    if (text) expect(readRanges(text, numbers)).toEqual({ numbers });
  });

  it("takes what people type, once each", () => {
    expect(readRanges(" 3 - 4,3 , 1", [1, 2, 3, 4])).toEqual({ numbers: [1, 3, 4] });
  });

  it.each([
    ["", "Enter token numbers like 1-4, 7."],
    ["1;2", "Enter token numbers like 1-4, 7."],
    ["4-2", "4-2 is not a valid range."],
    ["1-999999999", "Token 3 does not exist."],
  ])("%j is refused", (text, problem) => {
    expect(readRanges(text, [1, 2])).toEqual({ problem });
  });
});
