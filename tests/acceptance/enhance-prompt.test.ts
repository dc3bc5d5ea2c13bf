import {
  assertLedgerAddsUp,
  createDatabase,
  createTestAccount,
  type RunningProcess,
  startProcess,
  type TestDatabase,
} from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

let database: TestDatabase;
let api: RunningProcess;

beforeAll(async () => {
  database = await createDatabase(inject("databaseServerUrl"), inject("databaseTemplate"));
  api = await startProcess("api", { DATABASE_URL: database.url });
});

afterAll(async () => {
  await api?.stop();
  await assertLedgerAddsUp(database.url);
  await database.drop();
});

it("rewrites a prompt for half a credit", async () => {
  const { key } = await createTestAccount(database.url, { credits: 10 });
  const answer = await fetch(`${api.baseUrl}/nft/enhancePrompt`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ prompt: "a fox in a library" }),
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("x-credits-charged")).toBe("0.5");
  expect(answer.headers.get("x-credits-remaining")).toBe("9.5");
  expect(await answer.json()).toEqual({ enhancedPrompt: expect.stringContaining("a fox in a library") });
});
