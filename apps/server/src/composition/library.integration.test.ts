import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LibraryItem } from "@mintwright/api-contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../config/index.ts";
import { createKeyedAccount, type KeyedAccount } from "../features/__fixtures__/index.ts";
import { getAccountCredits, grantCredits } from "../features/credits/index.ts";
import { putOwnLimits } from "../features/limits/index.ts";
import { type DashboardFixture, startDashboard } from "./__fixtures__/dashboard-visitor.ts";
import { listJobs } from "./compose-worker.ts";

const folder = mkdtempSync(join(tmpdir(), "mintwright-library-"));
const store = { prefer: "store" };
const fox = {
  prompt: "a fox in the snow",
  model: "velogen",
  width: 512,
  height: 512,
  style: "woodcut",
  seed: 7,
};

let fixture: DashboardFixture;
let owner: KeyedAccount;

beforeAll(async () => {
  const file = join(folder, "mintwright.yaml");
  writeFileSync(file, JSON.stringify({ retention: { libraryDays: 30 } }));
  fixture = await startDashboard({ MINTWRIGHT_CONFIG: file });
  owner = await createKeyedAccount(fixture.platform.database);
});

afterAll(async () => {
  await fixture.close();
  rmSync(folder, { recursive: true, force: true });
});

type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Over HTTP: an injected request cannot read a stream. */
async function call(
  { key }: { key: string },
  method: Method,
  path: string,
  { headers = {}, payload }: { headers?: Record<string, string>; payload?: object } = {},
) {
  const answer = await fetch(fixture.baseUrl + path, {
    method,
    headers: {
      ...(key && { authorization: `Bearer ${key}` }),
      ...(payload && { "content-type": "application/json" }),
      ...headers,
    },
    ...(payload && { body: JSON.stringify(payload) }),
  });
  const rawPayload = Buffer.from(await answer.arrayBuffer());
  return {
    statusCode: answer.status,
    headers: Object.fromEntries(answer.headers) as Record<string, string | undefined>,
    rawPayload,
    body: rawPayload.toString(),
    json: () => JSON.parse(rawPayload.toString()),
  };
}

const generate = (account: { key: string }, headers: Record<string, string> = store, payload: object = fox) =>
  call(account, "POST", "/nft/generate-image", { headers: { accept: "image/png", ...headers }, payload });

async function list(account: { key: string }, query = ""): Promise<LibraryItem[]> {
  const answer = await call(account, "GET", `/library${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data.items;
}

async function listFiles(accountId: string): Promise<string[]> {
  const names: string[] = [];
  for await (const name of fixture.platform.store.list(`library/${accountId}/`)) names.push(name);
  return names;
}

async function runJobs(): Promise<void> {
  const { database, store: files } = fixture.platform;
  const jobs = listJobs(readConfig({ DATABASE_URL: "postgres://x" }), database, files);
  const cleaning = jobs.filter(({ name }) => name.includes("library"));
  expect(cleaning).toHaveLength(2);
  for (const job of cleaning) await job.handle({});
}

const ask = (account: { key: string }, model: string, question: string, body = {}, accept = "*/*") =>
  call(account, "POST", "/chat/stream", {
    headers: { ...store, accept },
    payload: { model, question, ...body },
  });

const vault =
  "pragma solidity ^0.8.0; contract Vault { function kill() public { selfdestruct(payable(msg.sender)); } }";

describe("a paid result", () => {
  it("is stored when the request prefers it, and the answer says until when it is kept", async () => {
    const account = await createKeyedAccount(fixture.platform.database);
    const answer = await generate(account);
    expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200);
    expect(answer.headers["preference-applied"]).toBe("store");
    const [item, ...others] = await list(account);
    expect(others).toEqual([]);
    expect(item).toMatchObject({
      ...{ id: answer.headers["x-library-item"], kind: "image", title: fox.prompt, prompt: fox.prompt },
      ...{ model: "velogen", price: 1, keyId: account.keyId, isFavourite: false, shareUrl: null },
      ...{ requestId: answer.headers["x-request-id"], contentType: "image/png" },
      ...{ keptUntil: answer.headers["x-library-kept-until"], contract: null, audit: null },
      image: { width: 512, height: 512, seed: 7, style: "woodcut", steps: null, attributes: [] },
    });
    const days = (Date.parse(String(item?.keptUntil)) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThanOrEqual(30);
    const file = await call(account, "GET", `/library/${item?.id}/file`);
    expect(file.headers["content-type"]).toBe("image/png");
    expect(file.headers["content-disposition"]).toBe('attachment; filename="a-fox-in-the-snow.png"');
    expect(file.rawPayload.equals(answer.rawPayload)).toBe(true);
    const thumbnail = await call(account, "GET", `/library/${item?.id}/thumbnail`);
    expect(thumbnail.headers["content-type"]).toBe("image/webp");
    expect(item?.bytes).toBe(file.rawPayload.length + thumbnail.rawPayload.length);
  });

  it("is not stored unless the key or the request asks for it", async () => {
    const account = await createKeyedAccount(fixture.platform.database);
    const answer = await generate(account, { prefer: "base64" });
    expect(answer.headers).not.toHaveProperty("x-library-kept-until");
    expect(await list(account)).toEqual([]);
    await sql`update api_key set stores_results = true where key_id = ${account.keyId}`.execute(
      fixture.platform.database,
    );
    const stored = await generate(account, {});
    expect(stored.headers).not.toHaveProperty("preference-applied");
    expect((await list(account)).map(({ id }) => id)).toEqual([stored.headers["x-library-item"]]);
  });

  it("is stored once and charged once when the call is retried", async () => {
    const account = await createKeyedAccount(fixture.platform.database);
    const before = await getAccountCredits(fixture.platform.database, account.accountId);
    const headers = { ...store, "idempotency-key": "one" };
    const [first, second] = [await generate(account, headers), await generate(account, headers)];
    expect(second.headers["idempotency-replayed"]).toBe("true");
    expect(second.headers["x-library-item"]).toBe(first.headers["x-library-item"]);
    expect(await list(account)).toHaveLength(1);
    const after = await getAccountCredits(fixture.platform.database, account.accountId);
    expect(before.balance - after.balance).toBe(100);
  });

  it("of several images is one item each, and images that failed are not stored", async () => {
    const account = await createKeyedAccount(fixture.platform.database);
    const { prompt: _prompt, ...rest } = fox;
    const answer = await call(account, "POST", "/nft/generate-multiple-images", {
      headers: store,
      payload: { ...rest, prompt: ["an owl", "a toad"] },
    });
    expect(answer.statusCode).toBe(200);
    const items = await list(account);
    expect(items.map(({ title }) => title).sort()).toEqual(["a toad", "an owl"]);
    expect(items.map(({ price }) => price)).toEqual([1, 1]);
    expect(String(answer.headers["x-library-item"]).split(", ").sort()).toEqual(
      items.map(({ id }) => id).sort(),
    );
  });

  it("can be a contract or an audit, in every form of the answer, and not a conversation", async () => {
    const account = await createKeyedAccount(fixture.platform.database);
    const question = "a token called Moon Coin (MOON)";
    const generated = await ask(
      account,
      "smart_contract_generator",
      question,
      { sdkUniqueId: "s1" },
      "text/plain",
    );
    expect(generated.statusCode, generated.body.slice(0, 300)).toBe(200);
    const audited = await ask(account, "smart_contract_auditor", vault);
    expect(audited.statusCode, audited.body.slice(0, 300)).toBe(200);
    await ask(account, "general_assistant", "What is gas?");
    const [audit, contract, ...others] = await list(account);
    expect(others).toEqual([]);
    expect(contract).toMatchObject({ kind: "contract", prompt: question, price: 1 });
    expect(contract?.contract).toMatchObject({ sessionId: "s1", compiler: expect.stringContaining("0.8") });
    expect(audit).toMatchObject({ kind: "audit", title: "Audit of Vault" });
    expect(audit?.audit?.contracts).toEqual(["Vault"]);
    const file = (await call(account, "GET", `/library/${contract?.id}/file`)).json();
    expect(file).toMatchObject({ question, source: generated.body, contract: { abi: expect.any(Array) } });
    const report = (await call(account, "GET", `/library/${audit?.id}/file`)).json();
    expect(report.report).toEqual(audited.json().data.report);
    expect(report.markdown).toBe(audited.json().data.bot);
    expect(Object.values(report.files)).toEqual([vault]);
    const exported = await call(account, "GET", "/library/export");
    const lines = exported.body
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ id }) => id)).toEqual([audit?.id, contract?.id]);
    expect(lines[1].content.source).toBe(generated.body);
  }, 60_000);

  it("keeps nothing of a call that is not charged", async () => {
    const account = await createKeyedAccount(fixture.platform.database);
    const refused = await ask(account, "smart_contract_auditor", "pragma solidity ^0.8.0; contract Broken {");
    expect([refused.headers["x-credits-charged"], refused.headers["x-library-item"]]).toEqual([
      "0",
      undefined,
    ]);
    const failed = await generate(account, store, { ...fox, image: "http://127.0.0.1:1/a.png" });
    expect(failed.statusCode).toBe(400);
    const dryRun = await generate(account, { prefer: "dry-run, store" });
    expect(dryRun.headers["preference-applied"]).toBe("dry-run");
    expect([await list(account), await listFiles(account.accountId)]).toEqual([[], []]);
  }, 60_000);
});

describe("the storage of an account", () => {
  it("that is full delivers the answer, and the answer says that it was not stored", async () => {
    const { database } = fixture.platform;
    const account = await createKeyedAccount(database);
    await generate(account);
    const [kept] = await list(account);
    await putOwnLimits(database, account.accountId, { storedBytes: (kept?.bytes ?? 0) + 10 });
    const answer = await generate(account, { ...store, accept: "application/json" });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["x-credits-charged"]).toBe("1");
    expect(answer.headers).not.toHaveProperty("preference-applied");
    expect(answer.headers).not.toHaveProperty("x-library-kept-until");
    expect(answer.json().warnings).toEqual([
      expect.stringContaining("sketch"),
      expect.stringMatching(/^The result was not stored in the library: .* has 10 left\./),
    ]);
    expect(await list(account)).toHaveLength(1);
    expect((await call(account, "DELETE", `/library/${kept?.id}`)).statusCode).toBe(200);
    expect(await listFiles(account.accountId)).toEqual([]);
    expect((await generate(account)).headers["preference-applied"]).toBe("store");
  });

  it("is exact for calls at the same moment", async () => {
    const { database } = fixture.platform;
    const account = await createKeyedAccount(database);
    await generate(account);
    const [one] = await list(account);
    await putOwnLimits(database, account.accountId, { storedBytes: (one?.bytes ?? 0) * 3 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => generate(account)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200));
    expect(answers.filter(({ headers }) => headers["preference-applied"])).toHaveLength(2);
    expect(await list(account)).toHaveLength(3);
  });

  it("also holds deployments, which are refused when it is full", async () => {
    const account = await createKeyedAccount(fixture.platform.database);
    const payload = {
      ...{ name: "Moon", chainId: 31_337, address: `0x${"a".repeat(40)}`, deployer: `0x${"b".repeat(40)}` },
      transactionHash: `0x${"c".repeat(64)}`,
    };
    const record = () => call(account, "POST", "/library/deployments", { payload });
    const [first, second] = await Promise.all([record(), record()]);
    expect([first.statusCode, second.statusCode], first.body).toEqual([200, 200]);
    expect(await list(account)).toEqual([first.json().data]);
    expect(first.json().data).toMatchObject({
      title: "Moon",
      deployment: { ...payload, contractItemId: null },
    });
    await putOwnLimits(fixture.platform.database, account.accountId, { storedBytes: 1 });
    const other = { ...payload, transactionHash: `0x${"d".repeat(64)}` };
    const refused = await call(account, "POST", "/library/deployments", { payload: other });
    expect([refused.statusCode, refused.json().error.code]).toEqual([409, "account_limit_reached"]);
  });
});

describe("the list", () => {
  it("searches, filters and continues", async () => {
    const account = await createKeyedAccount(fixture.platform.database);
    for (const prompt of ["a red fox", "a 100% blue owl", "a green fox"])
      await generate(account, store, { ...fox, prompt });
    const titles = async (query: string) => (await list(account, query)).map(({ title }) => title);
    expect(await titles("?search=FOX")).toEqual(["a green fox", "a red fox"]);
    expect(await titles("?search=100%25")).toEqual(["a 100% blue owl"]);
    expect(await titles("?search=_")).toEqual([]);
    expect(await titles("?kind=contract")).toEqual([]);
    expect(await titles("?model=velogen&kind=image&limit=1")).toEqual(["a green fox"]);
    expect(await titles("?model=Dale3")).toEqual([]);
    expect(await titles(`?keyId=${account.keyId}`)).toHaveLength(3);
    expect(await titles("?keyId=00000000-0000-4000-8000-000000000000")).toEqual([]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await titles(`?from=${today}&to=${today}`)).toHaveLength(3);
    expect(await titles("?to=2020-01-01")).toEqual([]);
    const pages: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const { data } = (
        await call(account, "GET", `/library?limit=2${cursor && `&cursor=${cursor}`}`)
      ).json();
      pages.push(data.items.map(({ title }: LibraryItem) => title).join(", "));
      cursor = data.nextCursor;
    }
    expect(pages).toEqual(["a green fox, a 100% blue owl", "a red fox"]);
    const [newest] = await list(account);
    const payload = { isFavourite: true };
    expect((await call(account, "PUT", `/library/${newest?.id}`, { payload })).json().data.isFavourite).toBe(
      true,
    );
    expect(await titles("?favourite=true")).toEqual(["a green fox"]);
    expect(await titles("?favourite=false")).toHaveLength(2);
  }, 30_000);
});

describe("a shared link", () => {
  it("is read without a key, is not indexed, and ends when it is revoked", async () => {
    const answer = await generate(owner);
    const path = `/library/${answer.headers["x-library-item"]}/share`;
    const { shareUrl, id } = (await call(owner, "POST", path)).json().data;
    expect(shareUrl).toMatch(/^http:\/\/dashboard\.test\/dashboard\/shared\/[\w-]{43}$/);
    expect((await call(owner, "POST", path)).json().data.shareUrl).toBe(shareUrl);
    const token = shareUrl.split("/").at(-1);
    const read = (url: string) => call({ key: "" }, "GET", url);
    const shared = await read(`/shared/${token}`);
    expect(shared.headers).toMatchObject({
      "x-robots-tag": "noindex, nofollow",
      "cache-control": "private, no-store",
    });
    expect(shared.json().data).toMatchObject({ kind: "image", title: fox.prompt });
    for (const secret of [id, owner.accountId, owner.keyId]) expect(shared.body).not.toContain(secret);
    for (const field of ["price", "keyId", "requestId"]) expect(shared.json().data).not.toHaveProperty(field);
    expect((await read(`/shared/${token}/file`)).rawPayload.equals(answer.rawPayload)).toBe(true);
    expect((await call(owner, "DELETE", path)).json().data.shareUrl).toBeNull();
    for (const url of [`/shared/${token}`, `/shared/${token}/file`, "/shared/x", `/shared/${"A".repeat(43)}`])
      expect([url, (await read(url)).statusCode]).toEqual([url, 404]);
    expect((await call(owner, "POST", path)).json().data.shareUrl).not.toBe(shareUrl);
  });
});

describe("clean-up", () => {
  it("deletes items whose time is over, which nobody sees from that moment on", async () => {
    const { database } = fixture.platform;
    const account = await createKeyedAccount(database);
    const answer = await generate(account);
    const path = `/library/${answer.headers["x-library-item"]}`;
    const { shareUrl } = (await call(account, "POST", `${path}/share`)).json().data;
    await sql`update library_item set expires_at = now() where account_id = ${account.accountId}`.execute(
      database,
    );
    expect(await list(account)).toEqual([]);
    expect((await call(account, "GET", `${path}/file`)).statusCode).toBe(404);
    const shared = new URL(shareUrl).pathname.replace("/dashboard", "");
    expect((await call({ key: "" }, "GET", shared)).statusCode).toBe(404);
    expect(await listFiles(account.accountId)).toHaveLength(2);
    await runJobs();
    expect(await listFiles(account.accountId)).toEqual([]);
    const { rows } = await sql`select 1 from library_item where account_id = ${account.accountId}`.execute(
      database,
    );
    expect(rows).toEqual([]);
  });

  it("deletes what a killed process left behind, and nothing of a call that still runs", async () => {
    const { database, store: files } = fixture.platform;
    const account = await createKeyedAccount(database);
    await generate(account);
    const [kept] = await list(account);
    const { accountId, keyId } = account;
    const reserve = async (itemId: string, holdId: string) => {
      await sql`insert into library_item (account_id, item_id, hold_id, kind, title, details, content_type, bytes)
        values (${accountId}, ${itemId}, ${holdId}, 'image', 'x', '{}', 'image/png', 1)`.execute(database);
      await files.put(`library/${accountId}/${itemId}`, Buffer.from("x"));
    };
    const [dead, running, lost] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    await reserve(dead, crypto.randomUUID());
    const holdId = crypto.randomUUID();
    await sql`insert into hold (account_id, hold_id, key_id, amount, operation, request_id)
      values (${accountId}, ${holdId}, ${keyId}, 1, 'generateImage', 'r')`.execute(database);
    await reserve(running, holdId);
    await files.put(`library/${accountId}/${lost}`, Buffer.from("x"));
    await files.put(`library/${accountId}/${lost}.thumbnail`, Buffer.from("x"));
    expect(await list(account)).toEqual([kept]);
    await runJobs();
    await sql`delete from hold where hold_id = ${holdId}`.execute(database);
    const names = [`${kept?.id}`, `${kept?.id}.thumbnail`, running].map(
      (name) => `library/${accountId}/${name}`,
    );
    expect(await listFiles(accountId)).toEqual(names.sort());
    await runJobs();
    expect(await listFiles(accountId)).toEqual(names.filter((name) => !name.endsWith(running)).sort());
  });
});

describe("the dashboard", () => {
  it("stores everything that is made there", async () => {
    const visitor = await fixture.signUp();
    await grantCredits(fixture.platform.database, visitor.accountId, 10_000, "test");
    const answer = await visitor.call("POST", "/operations/nft/generate-image", fox);
    expect(answer.headers.get("x-library-kept-until")).toMatch(/^20/);
    const listed = await visitor.call("GET", "/operations/library");
    expect((listed.body.data as { items: LibraryItem[] }).items).toMatchObject([{ title: fox.prompt }]);
    const key = await visitor.call("POST", "/keys", {
      ...{ name: "k", ratePerMinute: null, expiresAt: null, allowedOperations: null, monthlyLimit: null },
      storesResults: true,
    });
    const { keys } = (await visitor.call("GET", "/keys")).body as { keys: { storesResults: boolean }[] };
    expect([key.status, keys.map(({ storesResults }) => storesResults)]).toEqual([200, [true]]);
  });
});
