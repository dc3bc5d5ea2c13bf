import { randomBytes, randomInt } from "node:crypto";
import { expect, it } from "vitest";
import { encodeByteArray } from "./byte-array-json.ts";

function expectSame(bytes: Uint8Array): void {
  // Comparing texts keeps a failure's report short; a diff of a million numbers would not be.
  const isSame = encodeByteArray(bytes).toString() === JSON.stringify(Array.from(bytes));
  expect(isSame, `${bytes.length} bytes`).toBe(true);
}

it("writes an empty list", () => {
  expect(encodeByteArray(new Uint8Array()).toString()).toBe("[]");
});

it.each(Array.from({ length: 256 }, (_, value) => value))("writes %d alone and in company", (value) => {
  expectSame(Uint8Array.of(value));
  expectSame(Uint8Array.of(value, 0, value, 255, value));
});

it("writes all values in both directions", () => {
  const all = Uint8Array.from({ length: 256 }, (_, value) => value);
  expectSame(all);
  expectSame(all.toReversed());
});

it("writes any bytes of any length", () => {
  for (let length = 1; length < 300; length++) expectSame(randomBytes(length));
  for (let round = 0; round < 50; round++) expectSame(randomBytes(randomInt(1, 100_000)));
});

it.each([0, 9, 10, 99, 100, 255])("writes long runs of %d, the longest and shortest texts", (value) => {
  for (const length of [1, 2, 3, 4, 5, 1_000, 8_191, 8_192, 8_193])
    expectSame(new Uint8Array(length).fill(value));
});

it("writes a part of a larger buffer", () => {
  const whole = randomBytes(1_000);
  expectSame(whole.subarray(13, 517));
});
