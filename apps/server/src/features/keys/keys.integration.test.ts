import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../../platform/__fixtures__/cloned-database.ts";
import { createKeyedAccount } from "../__fixtures__/index.ts";
import { createAccount } from "../accounts/index.ts";
import { hashKey } from "./key-format.ts";
import { listKeys } from "./keys.repository.ts";
import { createApiKey, replaceApiKey, revokeApiKey } from "./keys.service.ts";

const settings = { name: "first", ratePerMinute: 200, expiresAt: null };
let clone: ClonedDatabase;

beforeAll(async () => {
  clone = await cloneDatabase();
});

afterAll(() => clone.close());

const readHash = async (keyId: string) => {
  const [row] = await clone.query<{ secret_hash: Buffer }>(
    "select secret_hash from api_key where key_id = $1",
    [keyId],
  );
  return row?.secret_hash.toString("hex");
};

describe("creating a key", () => {
  it("is refused to an account without credits, and to one that does not exist", async () => {
    const accountId = await createAccount(clone.database, "empty@example.com", 0);
    const refusal = { code: "insufficient_credits", message: expect.stringContaining("Add credits, then") };
    await expect(createApiKey(clone.database, "aa", accountId, settings)).rejects.toMatchObject(refusal);
    await expect(createApiKey(clone.database, "aa", randomUUID(), settings)).rejects.toMatchObject(refusal);
    expect(await listKeys(clone.database, accountId)).toEqual([]);
  });

  it("stores a hash and 16 characters, never the secret", async () => {
    const accountId = await createAccount(clone.database, "owner@example.com", 1);
    const { id, key } = await createApiKey(clone.database, "bc", accountId, settings);
    expect(await readHash(id)).toBe(hashKey(key));
    const rows = await clone.query("select * from api_key where key_id = $1", [id]);
    expect(JSON.stringify(rows)).not.toContain(key.slice(16));
    expect(await listKeys(clone.database, accountId)).toEqual([
      {
        keyId: id,
        name: "first",
        shownPrefix: key.slice(0, 16),
        ratePerMinute: 200,
        createdAt: expect.any(Date),
        expiresAt: null,
        allowedOperations: null,
        monthlyLimit: null,
        lastUsedAt: null,
        storesResults: false,
        state: "active",
      },
    ]);
    expect(key).toMatch(/^mw_live_bc/);
  });
});

describe("replacing a key", () => {
  it("changes the secret and keeps the id, the name and the rate", async () => {
    const { accountId, keyId, key } = await createKeyedAccount(clone.database, { ratePerMinute: 7 });
    const replaced = await replaceApiKey(clone.database, "aa", accountId, keyId);
    expect(replaced.id).toBe(keyId);
    expect(replaced.key).not.toBe(key);
    expect(await readHash(keyId)).toBe(hashKey(replaced.key));
    expect(await listKeys(clone.database, accountId)).toMatchObject([
      { keyId, name: "test", ratePerMinute: 7, shownPrefix: replaced.key.slice(0, 16), state: "active" },
    ]);
  });

  it("is refused for another account's key, a revoked one and one that does not exist", async () => {
    const mine = await createKeyedAccount(clone.database);
    const other = await createKeyedAccount(clone.database);
    await revokeApiKey(clone.database, mine.accountId, mine.keyId);
    const refusal = { code: "not_found" };
    for (const keyId of [other.keyId, mine.keyId, randomUUID()]) {
      await expect(replaceApiKey(clone.database, "aa", mine.accountId, keyId)).rejects.toMatchObject(refusal);
    }
    expect(await readHash(other.keyId)).toBe(hashKey(other.key));
    expect(await readHash(mine.keyId)).toBe(hashKey(mine.key));
  });
});

describe("revoking a key", () => {
  it("happens once, and never to another account's key", async () => {
    const mine = await createKeyedAccount(clone.database);
    const other = await createKeyedAccount(clone.database);
    await expect(revokeApiKey(clone.database, mine.accountId, other.keyId)).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await listKeys(clone.database, other.accountId)).toMatchObject([{ state: "active" }]);
    await revokeApiKey(clone.database, mine.accountId, mine.keyId);
    await expect(revokeApiKey(clone.database, mine.accountId, mine.keyId)).rejects.toMatchObject({
      code: "not_found",
    });
    expect(await listKeys(clone.database, mine.accountId)).toMatchObject([{ state: "revoked" }]);
  });
});

it("lists keys newest first with their states", async () => {
  const { accountId, keyId } = await createKeyedAccount(clone.database);
  const past = new Date(Date.now() - 1_000);
  const expired = await createApiKey(clone.database, "aa", accountId, { ...settings, expiresAt: past });
  const future = new Date(Date.now() + 60_000);
  const lasting = await createApiKey(clone.database, "aa", accountId, { ...settings, expiresAt: future });
  expect((await listKeys(clone.database, accountId)).map((key) => [key.keyId, key.state])).toEqual([
    [lasting.id, "active"],
    [expired.id, "expired"],
    [keyId, "active"],
  ]);
});
