import { askMintwright, createTestAccount, createTestKey, type TestAccount } from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, callApi, enhancePrompt, getCredits } from "./call-api.ts";
import { expectError, expectInvalid, expectRateLimited } from "./expect-error.ts";
import { type Installation, startInstallation } from "./installation.ts";

let installation: Installation;
let api: Installation["api"];
let replica: Installation["api"];
let owner: TestAccount;

beforeAll(async () => {
  installation = await startInstallation();
  api = installation.api;
  replica = await installation.startReplica();
  owner = await createTestAccount(installation.database.url);
});

afterAll(() => installation?.stop());

const createKey = async (rate?: number | "none") =>
  (await createTestKey(installation.database.url, owner.accountId, rate)).key;

const getChains = (server: typeof api, key: string) => callApi(server, "/nft/get-chains", { key });

function readRate({ headers }: Answer<unknown>) {
  const [, standardLeft, standardReset] =
    /^"default";r=(\d+);t=(\d+)$/.exec(headers.get("ratelimit") ?? "") ?? [];
  const customary = ["limit", "remaining", "reset"].map((name) => headers.get(`x-ratelimit-${name}`));
  expect([standardLeft, standardReset]).toEqual(customary.slice(1));
  return { policy: headers.get("ratelimit-policy"), limit: customary[0], remaining: customary[1] };
}

describe("a key", () => {
  it("may send 200 requests a minute over all endpoints together, and the next is 429 [RATE-1]", async () => {
    const key = await createKey();
    const paths = ["/nft/get-chains", "/credits/balance", "/credits/ledger", "/credits/ledger?limit=0"];
    const calls = Array.from({ length: 199 }, (_, index) =>
      callApi(api, paths[index % 4] as string, { key }),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 400]));
    const last = await enhancePrompt(api, key);
    expect(last.status).toBe(200);
    expect(readRate(last)).toEqual({ policy: '"default";q=200;w=60', limit: "200", remaining: "0" });
    for (const path of paths) expectRateLimited(await callApi(api, path, { key }), 200);
    expectRateLimited(await enhancePrompt(api, key), 200);
  });

  it("may carry its own limit, which replaces the 200 [RATE-3]", async () => {
    const key = await createKey(3);
    for (const left of ["2", "1", "0"]) {
      const answer = await getChains(api, key);
      expect(answer.status).toBe(200);
      expect(readRate(answer)).toEqual({ policy: '"default";q=3;w=60', limit: "3", remaining: left });
    }
    expectRateLimited(await getChains(api, key), 3);
    const generous = await getChains(api, await createKey(5_000));
    expect(readRate(generous)).toMatchObject({ limit: "5000", remaining: "4999" });
  });

  it("may be created without a limit of its own: `--rate none` leaves the account's", async () => {
    const key = await createKey("none");
    const answers = await Promise.all(Array.from({ length: 250 }, () => getChains(api, key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(readRate(answers[0] as (typeof answers)[number])).toMatchObject({ limit: "12000" });
  });

  it("is counted on its own: another key of the account goes on [RATE-7]", async () => {
    const [first, second] = [await createKey(1), await createKey(2)];
    expect((await getChains(api, first)).status).toBe(200);
    expectRateLimited(await getChains(api, first), 1);
    expect(readRate(await getChains(api, second))).toMatchObject({ limit: "2", remaining: "1" });
  });

  it("is counted on all replicas together, also when they are asked at once", async () => {
    const key = await createKey(10);
    const servers = Array.from({ length: 40 }, (_, index) => (index % 2 ? api : replica));
    const answers = await Promise.all(servers.map((server) => getChains(server, key)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    for (const answer of answers.filter(({ status }) => status !== 200)) expectRateLimited(answer, 10);
  });
});

describe("the headers", () => {
  it("are on every authenticated answer of a limited key, in both spellings and in agreement [RATE-5 RATE-6]", async () => {
    const key = await createKey(6);
    const path = "/nft/enhancePrompt";
    const answers = [
      await getChains(api, key),
      await enhancePrompt(api, key),
      await enhancePrompt(api, key, { headers: { prefer: "dry-run" } }),
      await callApi(api, path, { key, body: {} }),
      await callApi(api, path, { key, body: { prompt: "x" }, headers: { "idempotency-key": "" } }),
      await callApi(api, "/credits/balance", { key }),
      await getChains(api, key),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 400, 400, 200, 429]);
    const policy = '"default";q=6;w=60';
    expect(answers.map(readRate)).toEqual(
      ["5", "4", "3", "2", "1", "0", "0"].map((remaining) => ({ policy, limit: "6", remaining })),
    );
    expect(answers[5]?.body).toMatchObject({ data: { rate: { limit: 6, remaining: 0 } } });
  });
});

describe("what is counted", () => {
  it("includes invalid requests", async () => {
    const key = await createKey(2);
    for (const body of [{}, { prompt: 7 }]) {
      expectInvalid(await callApi(api, "/nft/enhancePrompt", { key, body }), "prompt");
    }
    expectRateLimited(await getChains(api, key), 2);
  });

  it("leaves out what never was a request of the key: unreadable bodies and unknown paths", async () => {
    const key = await createKey(1);
    const headers = { "content-type": "application/json" };
    expect((await callApi(api, "/nft/enhancePrompt", { key, text: "{", headers })).status).toBe(400);
    expect((await callApi(api, "/nope", { key })).status).toBe(404);
    expect(readRate(await getChains(api, key))).toMatchObject({ remaining: "0" });
  });

  it("leaves out keys that are not valid: they are 401 however often they come", async () => {
    const { id, key } = await createTestKey(installation.database.url, owner.accountId, 1);
    const revoke = ["admin", "key", "revoke", "--account", owner.accountId, "--key", id];
    await askMintwright(revoke, { DATABASE_URL: installation.database.url });
    const answers = await Promise.all(Array.from({ length: 210 }, () => getChains(api, key)));
    for (const answer of answers) expectError(answer, 401, "unauthorized");
  });
});

describe("a refused request", () => {
  it("is not charged [RATE-8]", async () => {
    const key = await createKey(1);
    const before = await getCredits(api, owner.key);
    expect((await enhancePrompt(api, key)).status).toBe(200);
    for (let i = 0; i < 3; i++) expectRateLimited(await enhancePrompt(api, key), 1);
    const after = await getCredits(api, owner.key);
    expect(after).toEqual({ ...before, balance: before.balance - 0.5, spent: before.spent + 0.5 });
  });
});
