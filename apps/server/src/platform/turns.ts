import { setImmediate } from "node:timers/promises";

const turnInMs = 10;

/** A long computation that yields after each small step. */
export type Steps<Result> = Generator<void, Result, void>;

/** Runs a computation in slices of some milliseconds, so that the event loop can serve timers and requests in between. */
export async function runInTurns<Result>(steps: Steps<Result>): Promise<Result> {
  for (let turnStart = performance.now(); ; ) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - turnStart < turnInMs) continue;
    await setImmediate();
    turnStart = performance.now();
  }
}
