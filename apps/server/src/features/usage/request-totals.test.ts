import { expect, it } from "vitest";
import { createRequestTotals } from "./request-totals.ts";

const request = {
  accountId: "a",
  keyId: "k",
  operation: "generateImage",
  model: "velogen",
  status: 200,
  latencyInMs: 12,
  isEndless: false,
  charged: 100,
};

it("adds up requests of one key, operation and model, and forgets what was taken", () => {
  const totals = createRequestTotals();
  totals.add(request, 0);
  totals.add({ ...request, status: 402, charged: 0 }, 1);
  totals.add({ ...request, status: 503, charged: 0 }, 2);
  totals.add({ ...request, model: undefined }, 3);
  expect(totals.take()).toMatchObject([
    { model: "velogen", requests: 3, clientErrors: 1, serverErrors: 1, charged: 100, countedAt: 2 },
    { model: "", requests: 1, clientErrors: 0, serverErrors: 0, charged: 100, countedAt: 3 },
  ]);
  expect(totals.take()).toEqual([]);
});

it("keeps hours apart and counts no latency of an endless response", () => {
  const totals = createRequestTotals();
  totals.add(request, 3_599_999);
  totals.add({ ...request, isEndless: true }, 3_600_000);
  const [before, after] = totals.take();
  const sum = (latencies: number[] = []) => latencies.reduce((all, count) => all + count, 0);
  expect([before?.countedAt, after?.countedAt]).toEqual([3_599_999, 3_600_000]);
  expect([sum(before?.latencies), sum(after?.latencies)]).toEqual([1, 0]);
});
