import {
  askMintwright,
  createDatabase,
  createTestAccount,
  createTestKey,
  type TestAccount,
} from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { callApi, enhancePrompt } from "./call-api.ts";
import { expectError } from "./expect-error.ts";
import { type Installation, startInstallation } from "./installation.ts";

interface OpenApi {
  paths: Record<string, Record<string, { security: object[] }>>;
}

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

const admin = <Answer>(...args: string[]) =>
  askMintwright<Answer>(["admin", ...args], { DATABASE_URL: installation.database.url });

const changeKey = (verb: "revoke" | "replace", id: string) =>
  admin<{ id: string; key: string }>("key", verb, "--account", owner.accountId, "--key", id);

function withAuthorization(authorization: string) {
  return callApi(api, "/credits/balance", { headers: { authorization } });
}

describe("a request is refused with 401", () => {
  it("without a key, on every operation that needs one, free ones included [KEY-1 KEY-7]", async () => {
    const { paths } = (await callApi<OpenApi>(api, "/openapi.json")).body;
    const guarded = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations)
        .filter(([, { security }]) => security.length > 0)
        .map(([method]) => ({ path, method: method.toUpperCase() })),
    );
    expect(guarded.length).toBeGreaterThanOrEqual(4);
    for (const { path, method } of guarded) {
      const answer = await callApi(api, path, { method, ...(method === "POST" && { body: {} }) });
      // The door for OpenAI clients says the same in their shape as well.
      if (path.startsWith("/v1/")) {
        expect(answer).toMatchObject({ status: 401, body: { error: { code: "unauthorized" } } });
      } else expectError(answer, 401, "unauthorized");
    }
  });

  it("with a header that is malformed or of another scheme [KEY-3]", async () => {
    const { key } = owner;
    const basic = Buffer.from(`${key}:`).toString("base64");
    for (const header of [
      key,
      "Bearer",
      "Bearer ",
      `Basic ${basic}`,
      `Token ${key}`,
      `Bearer ${key} ${key}`,
    ]) {
      expectError(await withAuthorization(header), 401, "unauthorized");
    }
    expectError(await callApi(api, `/credits/balance?key=${key}`), 401, "unauthorized");
    expectError(
      await callApi(api, "/credits/balance", { headers: { "x-api-key": key } }),
      401,
      "unauthorized",
    );
  });

  it("with a key that is cut, lengthened, in another case or of a wrong checksum", async () => {
    const { key } = owner;
    const mistyped = key.slice(0, -1) + (key.endsWith("0") ? "1" : "0");
    for (const wrong of [key.slice(0, -1), `${key}0`, key.toUpperCase(), mistyped, `x${key.slice(1)}`]) {
      expectError(await callApi(api, "/credits/balance", { key: wrong }), 401, "unauthorized");
    }
  });

  it("with a key that was never issued here, though it is well formed [KEY-4]", async () => {
    const elsewhere = await createDatabase(inject("databaseServerUrl"), inject("databaseTemplate"));
    const stranger = await createTestAccount(elsewhere.url);
    await elsewhere.drop();
    expectError(await callApi(api, "/credits/balance", { key: stranger.key }), 401, "unauthorized");
    expectError(await enhancePrompt(api, stranger.key), 401, "unauthorized");
  });

  it("with a key that has expired [KEY-5]", async () => {
    const args = ["key", "create", "--account", owner.accountId, "--name", "short"];
    const past = await admin<{ key: string }>(...args, "--expires", "2020-01-31");
    expectError(await callApi(api, "/credits/balance", { key: past.key }), 401, "unauthorized");
    expectError(await enhancePrompt(api, past.key), 401, "unauthorized");
    const future = await admin<{ key: string }>(...args, "--expires", "2100-01-31T12:00:00Z");
    expect((await callApi(api, "/credits/balance", { key: future.key })).status).toBe(200);
  });
});

it("accepts the scheme in any case and with more than one space", async () => {
  for (const scheme of ["Bearer", "bearer", "BEARER", "BeArEr  "]) {
    expect((await withAuthorization(`${scheme} ${owner.key}`)).status, scheme).toBe(200);
  }
});

describe("revoking", () => {
  it("is obeyed by the next request on every replica, and leaves other keys alone [KEY-6 KEY-13]", async () => {
    const { id, key } = await createTestKey(installation.database.url, owner.accountId);
    for (const server of [api, replica]) expect((await enhancePrompt(server, key)).status).toBe(200);
    await changeKey("revoke", id);
    for (const server of [replica, api]) {
      expectError(await enhancePrompt(server, key), 401, "unauthorized");
      expectError(await callApi(server, "/nft/get-chains", { key }), 401, "unauthorized");
      expect((await enhancePrompt(server, owner.key)).status).toBe(200);
    }
  });
});

describe("replacing", () => {
  it("refuses the old secret at once on every replica and admits the new one [KEY-13]", async () => {
    const old = await createTestKey(installation.database.url, owner.accountId);
    for (const server of [api, replica]) expect((await enhancePrompt(server, old.key)).status).toBe(200);
    const fresh = await changeKey("replace", old.id);
    expect(fresh.id).toBe(old.id);
    expect(fresh.key).not.toBe(old.key);
    for (const server of [replica, api]) {
      expectError(await enhancePrompt(server, old.key), 401, "unauthorized");
      expect((await enhancePrompt(server, fresh.key)).status).toBe(200);
    }
  });

  it("keeps the name, the rate and what was used of it", async () => {
    const old = await createTestKey(installation.database.url, owner.accountId, 3);
    for (const left of ["2", "1"]) {
      const answer = await callApi(api, "/nft/get-chains", { key: old.key });
      expect(answer.headers.get("x-ratelimit-remaining")).toBe(left);
    }
    const { key } = await changeKey("replace", old.id);
    const next = await callApi(replica, "/nft/get-chains", { key });
    expect(next.headers.get("x-ratelimit-limit")).toBe("3");
    expect(next.headers.get("x-ratelimit-remaining")).toBe("0");
    expect((await callApi(api, "/nft/get-chains", { key })).status).toBe(429);
    const keys = await admin<{ keyId: string; name: string; state: string; lastUsedAt: string | null }[]>(
      "key",
      "list",
      "--account",
      owner.accountId,
    );
    expect(keys.find(({ keyId }) => keyId === old.id)).toMatchObject({
      name: "test",
      state: "active",
      ratePerMinute: 3,
      shownPrefix: key.slice(0, 16),
      lastUsedAt: expect.any(String),
    });
  });
});
