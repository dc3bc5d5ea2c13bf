import { setImmediate as endOfTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { createBatcher } from "./batcher.ts";

interface Run {
  items: number[];
  answer(results: string[]): void;
  fail(error: Error): void;
}

/** A batcher whose batches end when the test says so. */
function createControlledBatcher(maxItems = 100) {
  const runs: Run[] = [];
  const send = createBatcher<number, string>(
    (items) => {
      const { promise, resolve, reject } = Promise.withResolvers<string[]>();
      runs.push({ items, answer: resolve, fail: reject });
      return promise;
    },
    { maxItems },
  );
  return { runs, send };
}

const name = (items: number[]) => items.map((item) => `#${item}`);

it("sends a lone item at the end of the turn", async () => {
  const { runs, send } = createControlledBatcher();
  const answer = send(1);
  expect(runs).toHaveLength(0);
  await endOfTurn();
  expect(runs.map(({ items }) => items)).toEqual([[1]]);
  runs[0]?.answer(["one"]);
  expect(await answer).toBe("one");
});

it("sends what arrives in one turn as one batch, and answers each with its own result", async () => {
  const { runs, send } = createControlledBatcher();
  const answers = [3, 1, 2].map(send);
  await endOfTurn();
  expect(runs.map(({ items }) => items)).toEqual([[3, 1, 2]]);
  runs[0]?.answer(["three", "one", "two"]);
  expect(await Promise.all(answers)).toEqual(["three", "one", "two"]);
});

it("collects what arrives while a batch is under way into the next one", async () => {
  const { runs, send } = createControlledBatcher();
  const first = send(1);
  await endOfTurn();
  const later: Promise<string>[] = [];
  for (const item of [2, 3, 4]) {
    later.push(send(item));
    await endOfTurn();
  }
  expect(runs).toHaveLength(1);
  runs[0]?.answer(["#1"]);
  expect(await first).toBe("#1");
  await endOfTurn();
  expect(runs.map(({ items }) => items)).toEqual([[1], [2, 3, 4]]);
  runs[1]?.answer(name([2, 3, 4]));
  expect(await Promise.all(later)).toEqual(["#2", "#3", "#4"]);
});

it("never runs two batches at once and never puts more than maxItems in one", async () => {
  let running = 0;
  let mostAtOnce = 0;
  const sizes: number[] = [];
  const send = createBatcher<number, string>(
    async (items) => {
      mostAtOnce = Math.max(mostAtOnce, ++running);
      sizes.push(items.length);
      await endOfTurn();
      running--;
      return name(items);
    },
    { maxItems: 7 },
  );
  const items = Array.from({ length: 100 }, (_, index) => index);
  expect(await Promise.all(items.map(send))).toEqual(name(items));
  expect(mostAtOnce).toBe(1);
  expect(sizes).toEqual([...Array(14).fill(7), 2]);
});

it("rejects only the items of a batch that failed, and goes on", async () => {
  const { runs, send } = createControlledBatcher(2);
  const outcomes = Promise.allSettled([1, 2, 3, 4, 5].map(send));
  await endOfTurn();
  runs[0]?.answer(name([1, 2]));
  await endOfTurn();
  runs[1]?.fail(new Error("connection lost"));
  await endOfTurn();
  runs[2]?.answer(name([5]));
  const lost = { status: "rejected", reason: new Error("connection lost") };
  expect(await outcomes).toEqual([
    { status: "fulfilled", value: "#1" },
    { status: "fulfilled", value: "#2" },
    lost,
    lost,
    { status: "fulfilled", value: "#5" },
  ]);
});

it("survives a batch function that throws before it waits for anything", async () => {
  let isBroken = true;
  const send = createBatcher<number, string>(
    (items) => {
      if (isBroken) throw new Error("broken");
      return Promise.resolve(name(items));
    },
    { maxItems: 10 },
  );
  await expect(send(1)).rejects.toThrow("broken");
  isBroken = false;
  expect(await send(2)).toBe("#2");
});

it("serves first come first, so that nobody starves under steady load", async () => {
  const served: number[] = [];
  const send = createBatcher<number, string>(
    async (items) => {
      served.push(...items);
      // Every batch brings in more than it takes out, until 300 have come.
      for (let i = 0; i < 5 && next < 300; i++) sent.push(send(next++));
      await endOfTurn();
      return name(items);
    },
    { maxItems: 3 },
  );
  let next = 3;
  const sent = [0, 1, 2].map(send);
  for (let i = 0; i < 300; i++) expect(await sent[i]).toBe(`#${i}`);
  expect(served).toEqual(Array.from({ length: 300 }, (_, index) => index));
});

it("wakes up again after it was idle", async () => {
  const send = createBatcher<number, string>(async (items) => name(items), { maxItems: 10 });
  for (let item = 0; item < 20; item++) {
    expect(await send(item)).toBe(`#${item}`);
    await endOfTurn();
  }
});
