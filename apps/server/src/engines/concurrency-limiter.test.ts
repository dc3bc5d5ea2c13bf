import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { createConcurrencyLimiter } from "./concurrency-limiter.ts";

const never = new AbortController().signal;

it("lets in as many as there are places, in order, and turns away who finds the line full", async () => {
  const line = createConcurrencyLimiter({ places: 1, maxWaiting: 2 });
  const entered: string[] = [];
  const enter = (name: string) => line.enter(never)?.then(() => entered.push(name));
  for (const name of ["first", "second", "third"]) enter(name);
  expect(line.enter(never)).toBeUndefined();
  await nextTurn();
  expect(entered).toEqual(["first"]);
  line.leave();
  line.leave();
  await nextTurn();
  expect(entered).toEqual(["first", "second", "third"]);
});

it("forgets who gives up, and keeps no place for them", async () => {
  const line = createConcurrencyLimiter({ places: 1, maxWaiting: 1 });
  const impatient = new AbortController();
  await line.enter(never);
  const turn = line.enter(impatient.signal);
  impatient.abort(new Error("no longer wanted"));
  await expect(turn).rejects.toThrow("no longer wanted");
  const next = line.enter(never);
  expect(next).toBeDefined();
  line.leave();
  await next;
});

it("has its places back when all have left", async () => {
  const line = createConcurrencyLimiter({ places: 2, maxWaiting: 0 });
  await line.enter(never);
  line.leave();
  await Promise.all([line.enter(never), line.enter(never)]);
  expect(line.enter(never)).toBeUndefined();
});
