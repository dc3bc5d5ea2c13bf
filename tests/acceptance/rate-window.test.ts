import { setTimeout as wait } from "node:timers/promises";
import { createTestAccount } from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callApi } from "./call-api.ts";
import { expectRateLimited } from "./expect-error.ts";
import { type Installation, startInstallation } from "./installation.ts";

let installation: Installation;
let key: string;

beforeAll(async () => {
  installation = await startInstallation();
  key = (await createTestAccount(installation.database.url, { rate: 2 })).key;
});

afterAll(() => installation?.stop());

// The one test that waits for a minute to pass: the window is part of the protocol and cannot be shortened.
it("tells a refused request when to come back, does not prolong that, and then lets it in [RATE-4]", async () => {
  const getChains = () => callApi(installation.api, "/nft/get-chains", { key });
  for (let i = 0; i < 2; i++) expect((await getChains()).status).toBe(200);
  const first = expectRateLimited(await getChains(), 2);
  for (let i = 0; i < 20; i++) expect(expectRateLimited(await getChains(), 2)).toBeLessThanOrEqual(first);
  await wait(expectRateLimited(await getChains(), 2) * 1_000);
  expect((await getChains()).status).toBe(200);
}, 75_000);
