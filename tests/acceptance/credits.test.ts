import { askMintwright, createTestAccount, createTestKey, runMintwright } from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callApi, enhancePrompt, getCredits } from "./call-api.ts";
import { expectError } from "./expect-error.ts";
import { type Installation, startInstallation } from "./installation.ts";

let installation: Installation;
let api: Installation["api"];
let environment: { DATABASE_URL: string };

beforeAll(async () => {
  installation = await startInstallation();
  api = installation.api;
  environment = { DATABASE_URL: installation.database.url };
});

afterAll(() => installation?.stop());

it("shows balance, held, spent, granted and the rate of the key", async () => {
  const { key } = await createTestAccount(installation.database.url, { credits: 4.75 });
  await enhancePrompt(api, key);
  const answer = await callApi(api, "/credits/balance", { key });
  expect(answer.status).toBe(200);
  expect(answer.body).toStrictEqual({
    status: true,
    message: expect.any(String),
    data: {
      balance: 4.25,
      held: 0,
      spent: 0.5,
      granted: 4.75,
      currency: "credits",
      rate: { limit: 200, remaining: 198 },
    },
  });
});

it("lets every key of an account draw on one balance [CRED-1]", async () => {
  const { accountId, key } = await createTestAccount(installation.database.url, { credits: 1 });
  const second = await createTestKey(installation.database.url, accountId);
  expect((await enhancePrompt(api, key)).headers.get("x-credits-remaining")).toBe("0.5");
  expect((await enhancePrompt(api, second.key)).headers.get("x-credits-remaining")).toBe("0");
  for (const each of [key, second.key]) expect((await enhancePrompt(api, each)).status).toBe(402);
  expect(await getCredits(api, key)).toEqual(await getCredits(api, second.key));
});

it("never lets calls at the same moment spend more than there is", async () => {
  const { key } = await createTestAccount(installation.database.url, { credits: 2 });
  const replica = await installation.startReplica();
  const servers = Array.from({ length: 24 }, (_, index) => (index % 2 ? api : replica));
  const answers = await Promise.all(servers.map((server) => enhancePrompt(server, key)));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(4);
  expect(statuses.filter((status) => status === 402)).toHaveLength(20);
  expect(await getCredits(api, key)).toEqual({ balance: 0, held: 0, spent: 2, granted: 2 });
});

it("answers 402 with price and balance when the balance is too small [PAY-1 PAY-2]", async () => {
  const { key } = await createTestAccount(installation.database.url, { credits: 0.49 });
  const answer = await enhancePrompt(api, key);
  const { message } = expectError(answer, 402, "insufficient_credits", { price: 0.5, balance: 0.49 });
  expect(message).toBe("This call costs 0.5 credits and the account has 0.49. Add credits and try again.");
  expect(answer.headers.get("x-credits-charged")).toBe("0");
  expect(answer.headers.get("x-credits-remaining")).toBe("0.49");
});

it("keeps the key of an account without credits: free calls go on, and it pays again after a grant [CRED-2 CRED-3 CRED-4]", async () => {
  const { accountId, key } = await createTestAccount(installation.database.url, { credits: 0.5 });
  expect((await enhancePrompt(api, key)).status).toBe(200);
  expectError(await enhancePrompt(api, key), 402, "insufficient_credits", { price: 0.5, balance: 0 });
  for (const path of ["/nft/get-chains", "/credits/balance", "/credits/ledger"]) {
    expect((await callApi(api, path, { key })).status, path).toBe(200);
  }
  const grant = ["admin", "account", "grant", "--account", accountId, "--credits", "1.25"];
  expect(await askMintwright(grant, environment)).toEqual({ accountId, balance: 1.25 });
  expect((await enhancePrompt(api, key)).headers.get("x-credits-remaining")).toBe("0.75");
});

it("refuses on the command line to create a key for an account without credits [KEY-10]", async () => {
  const email = "empty@example.com";
  const args = ["admin", "account", "create", "--email", email];
  const { accountId } = await askMintwright<{ accountId: string }>(args, environment);
  const create = ["admin", "key", "create", "--account", email, "--name", "first"];
  const sentence = `Account ${accountId} has no credits. Add credits, then create the key.\n`;
  expect(await runMintwright(create, environment)).toEqual({ status: 1, stdout: "", stderr: sentence });

  await askMintwright(["admin", "account", "grant", "--account", email, "--credits", "0.5"], environment);
  const { key } = await askMintwright<{ key: string }>(create, environment);
  expect((await enhancePrompt(api, key)).status).toBe(200);
  expect(await runMintwright(create, environment)).toEqual({ status: 1, stdout: "", stderr: sentence });
  expect((await getCredits(api, key)).balance).toBe(0);
});
