import { expect, it } from "vitest";
import { startRound } from "./clean-up-round.ts";

it("lets the rounds of a process share their pauses", async () => {
  const startedAt = performance.now();
  const [one, other] = [startRound(), startRound()];
  await Promise.all([one.rest(10), other.rest(10)]);
  // Each of the two timers may fire up to a millisecond early.
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(78);
});
