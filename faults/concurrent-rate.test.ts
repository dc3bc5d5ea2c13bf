import { setTimeout as sleep } from "node:timers/promises";
import { createTestAccount, type RunningProcess } from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, it } from "vitest";
import { promptPrice, readAmounts } from "./account-amounts.ts";
import { createFleet, type Fleet } from "./fleet.ts";
import { callEnhancePrompt, countByStatus } from "./prompt-call.ts";
import { report } from "./report.ts";

const ratePerMinute = 200;

let fleet: Fleet;
let apis: RunningProcess[];

beforeAll(async () => {
  fleet = await createFleet();
  apis = await Promise.all(Array.from({ length: 3 }, () => fleet.start("api", { maxConcurrent: 1_000 })));
});

afterAll(() => fleet?.close());

it("lets exactly 200 a minute in over three processes, and says when to come back", {
  timeout: 120_000,
}, async () => {
  const { accountId, key } = await createTestAccount(fleet.databaseUrl, { credits: 1_000 });
  const call = (index: number) =>
    callEnhancePrompt((apis[index % apis.length] as RunningProcess).baseUrl, key, "a fox");
  const answers = await Promise.all(Array.from({ length: 1_000 }, (_, index) => call(index)));
  const answeredAt = performance.now();
  expect(countByStatus(answers)).toEqual({ 200: ratePerMinute, 429: 1_000 - ratePerMinute });
  const refused = answers.filter(({ status }) => status === 429);
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(["rate_limited"]));
  const waits = refused.map(({ headers }) => Number(headers.get("retry-after")));
  for (const wait of waits) expect(wait).toSatisfy((seconds: number) => seconds >= 1 && seconds <= 61);

  const wait = Math.max(...waits);
  await sleep(wait * 1_000 - (performance.now() - answeredAt));
  const after = await call(0);
  report(`rate: Retry-After ${wait} s, then ${after.status} with ${after.headers.get("ratelimit")}`);
  expect(after.status).toBe(200);
  const spent = (ratePerMinute + 1) * promptPrice;
  expect(await readAmounts(fleet.databaseUrl, accountId)).toEqual({
    granted: 100_000,
    balance: 100_000 - spent,
    held: 0,
    spent,
  });
});
