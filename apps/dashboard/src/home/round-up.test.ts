import { expect, it } from "vitest";
import { roundUp } from "./round-up.ts";

it("rounds a scale up to a readable number", () => {
  expect([1, 1.2, 3, 4.5, 7, 19, 20, 21, 480, 1001].map(roundUp)).toEqual([
    1, 2, 4, 5, 10, 20, 20, 40, 500, 2000,
  ]);
});
