import { expect, it } from "vitest";
import { fromCredits, toCredits } from "./credits.ts";

it.each([
  [0, 0],
  [0.01, 1],
  [0.25, 25],
  [0.29, 29],
  [0.5, 50],
  [0.57, 57],
  [1, 100],
  [1.15, 115],
  [4.75, 475],
  [9.5, 950],
  [14.25, 1_425],
  [4_503_599_627_370.49, 450_359_962_737_049],
])("reads %d credits as %d hundredths", (credits, amount) => {
  expect(fromCredits(credits)).toBe(amount);
  expect(toCredits(amount)).toBe(credits);
});

it.each([1 / 3, 2 / 3, 0.005, 0.001, 4.755, Number.NaN, Number.POSITIVE_INFINITY, 1e300])(
  "refuses %d, which is no whole number of hundredths",
  (credits) => {
    expect(() => fromCredits(credits)).toThrow(RangeError);
    expect(() => fromCredits(credits)).toThrow(`${credits} is not a whole number of 1/100 credit`);
  },
);

it("brings every amount back unchanged", () => {
  for (let amount = 0; amount <= 200_000; amount++) {
    if (fromCredits(toCredits(amount)) !== amount) expect(fromCredits(toCredits(amount))).toBe(amount);
  }
  for (let power = 0; power < 46; power++) {
    for (const amount of [2 ** power - 1, 2 ** power, 2 ** power + 1]) {
      expect(fromCredits(toCredits(amount))).toBe(amount);
    }
  }
});

it("adds as integers what floats would add wrongly", () => {
  expect(0.1 + 0.2).not.toBe(0.3);
  expect(toCredits(fromCredits(0.1) + fromCredits(0.2))).toBe(0.3);
});
