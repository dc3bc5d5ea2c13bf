import { setImmediate as endOfTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { busy, createBatcher } from "./batcher.ts";

const options = {
  laneOf: (item: number) => `row ${item}`,
  patienceInMs: 10_000,
  giveUp: (item: number) => new Error(`${item} stays locked`),
};

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
    { ...options, maxItems },
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
    { ...options, maxItems: 7 },
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
    { ...options, maxItems: 10 },
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
    { ...options, maxItems: 3 },
  );
  let next = 3;
  const sent = [0, 1, 2].map(send);
  for (let i = 0; i < 300; i++) expect(await sent[i]).toBe(`#${i}`);
  expect(served).toEqual(Array.from({ length: 300 }, (_, index) => index));
});

it("wakes up again after it was idle", async () => {
  const send = createBatcher<number, string>(async (items) => name(items), { ...options, maxItems: 10 });
  for (let item = 0; item < 20; item++) {
    expect(await send(item)).toBe(`#${item}`);
    await endOfTurn();
  }
});

const failure = (code: string) => Object.assign(new Error(`failed with ${code}`), { code });

/** A batcher over rows of which some are locked and some items never succeed. */
function createFaultyBatcher({ locked = [], broken = [] }: { locked?: number[]; broken?: number[] } = {}) {
  const lockedRows = new Set(locked);
  const ran: { items: number[]; lockWaitInMs: number }[] = [];
  const send = createBatcher<number, string>(
    async (items, lockWaitInMs) => {
      ran.push({ items, lockWaitInMs });
      await endOfTurn();
      const isLocked = (item: number) => lockedRows.has(Math.floor(item / 10));
      if (lockWaitInMs > 0 && items.some(isLocked)) throw failure("55P03");
      if (items.some((item) => broken.includes(item) && !isLocked(item))) throw failure("22021");
      return items.map((item) => (isLocked(item) ? busy : `#${item}`));
    },
    { ...options, maxItems: 100, laneOf: (item) => String(Math.floor(item / 10)), patienceInMs: 500 },
  );
  return { send, ran, unlock: (row: number) => lockedRows.delete(row) };
}

it("fails only the item that fails, and answers the others of its batch", async () => {
  const { send, ran } = createFaultyBatcher({ broken: [33, 71] });
  const items = Array.from({ length: 100 }, (_, index) => index);
  const outcomes = await Promise.allSettled(items.map(send));
  const failed = outcomes.flatMap(({ status }, index) => (status === "rejected" ? [index] : []));
  expect(failed).toEqual([33, 71]);
  expect(outcomes[33]).toMatchObject({ reason: { code: "22021" } });
  expect(outcomes[34]).toMatchObject({ value: "#34" });
  expect(ran.length).toBeLessThan(30);
});

it("does not split a batch whose connection was lost: nobody knows what was committed", async () => {
  let runs = 0;
  const send = createBatcher<number, string>(
    async () => {
      runs++;
      throw failure("57P01");
    },
    { ...options, maxItems: 100 },
  );
  const outcomes = await Promise.allSettled([1, 2, 3].map(send));
  expect(outcomes.every(({ status }) => status === "rejected")).toBe(true);
  expect(runs).toBe(1);
});

it("runs the others without a locked row, keeps its items in order and sends later ones straight to its lane", async () => {
  const { send, ran, unlock } = createFaultyBatcher({ locked: [1] });
  const ended: number[] = [];
  const end = (item: number) => send(item).finally(() => ended.push(item));
  const blocked = [10, 11].map(end);
  expect(await Promise.all([20, 30].map(end))).toEqual(["#20", "#30"]);
  expect(ended).toEqual([20, 30]);
  blocked.push(end(12));
  ran.length = 0;
  expect(await end(40)).toBe("#40");
  const withOthers = ran.filter(({ items }) => items.some((item) => item >= 20));
  expect(withOthers.map(({ items }) => items)).toEqual([[40]]);
  unlock(1);
  expect(await Promise.all(blocked)).toEqual(["#10", "#11", "#12"]);
  expect(ended).toEqual([20, 30, 40, 10, 11, 12]);
  ran.length = 0;
  expect(await send(13)).toBe("#13");
  expect(ran).toHaveLength(1);
});

it("gives up an item whose row stays locked, after its patience", async () => {
  const { send } = createFaultyBatcher({ locked: [1] });
  const startedAt = performance.now();
  await expect(send(10)).rejects.toThrow("10 stays locked");
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(500);
});

it("serves one locked row's lane while others stay locked, however many they are", async () => {
  const rows = [1, 2, 3, 4, 5];
  const { send, unlock } = createFaultyBatcher({ locked: rows });
  const blocked = rows.map((row) => send(row * 10));
  const others = Promise.allSettled(blocked.slice(0, 4));
  expect(await send(60)).toBe("#60");
  unlock(5);
  expect(await blocked[4]).toBe("#50");
  expect((await others).every(({ status }) => status === "rejected")).toBe(true);
});
