import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { Trait } from "@mintwright/api-contract";
import { describe, expect, it } from "vitest";
import { planTokens } from "./plan-tokens.ts";

/** Traits of which almost every image has the common value, so that combinations repeat until they are exchanged. */
const skewed = (rareValues: number): Trait[] =>
  Array.from({ length: 50 }, (_, index) => ({
    trait_type: `T${index}`,
    value: [
      { value: "common", ratio: 99.9 },
      ...Array.from({ length: rareValues }, (_, rare) => ({
        value: `rare ${rare}`,
        ratio: 0.1 / rareValues,
      })),
    ],
  }));

/** Says how much CPU time the longest turn of the event loop took while something ran. */
async function measureLongestTurn(run: () => Promise<unknown>): Promise<number> {
  let isRunning = true;
  const running = run().finally(() => {
    isRunning = false;
  });
  let longest = 0;
  while (isRunning) {
    const before = process.threadCpuUsage();
    await setImmediate();
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1_000);
  }
  await running;
  return longest;
}

describe("planning 10,000 images with 50 skewed traits", () => {
  it.each([1, 3, 199])("never holds the event loop for 100 ms: %d rare values", async (rareValues) => {
    const longest = await measureLongestTurn(() => planTokens(10_000, skewed(rareValues), 7));
    expect(longest).toBeLessThan(100);
  });

  it("gives the plan that the seed has always given", async () => {
    const tokensOf = await planTokens(10_000, skewed(3), 7);
    const traits = tokensOf(0, 10_000).map((token) => token.traits);
    const digest = createHash("sha256").update(JSON.stringify(traits)).digest("hex");
    expect(digest.slice(0, 16)).toBe("e17566b03801e984");
  });
});
