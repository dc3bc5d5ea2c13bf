import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RequestLog, UsageReport } from "@mintwright/api-contract/dashboard";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { grantCredits } from "../features/credits/index.ts";
import { type DashboardFixture, startDashboard } from "./__fixtures__/dashboard-visitor.ts";
import { signUpWithKey } from "./__fixtures__/first-account.ts";
import { cookieOf, openStream } from "./__fixtures__/open-stream.ts";

const folder = mkdtempSync(join(tmpdir(), "mintwright-logs-"));
const fox = { prompt: "a fox in the snow", model: "velogen", width: 512, height: 512 };
const waiting = { timeout: 15_000, interval: 200 };

let fixture: DashboardFixture;
let owner: Awaited<ReturnType<typeof signUpWithKey>>;

beforeAll(async () => {
  const file = join(folder, "mintwright.yaml");
  writeFileSync(file, JSON.stringify({ logs: { storesBodies: true }, retention: { logDays: 14 } }));
  fixture = await startDashboard({ MINTWRIGHT_CONFIG: file });
  owner = await signUpWithKey(fixture, "shop");
});

afterAll(async () => {
  await fixture.close();
  rmSync(folder, { recursive: true, force: true });
});

async function callApi(
  path: string,
  { body, id, key = owner.key, method = body ? "POST" : "GET" }: CallSettings = {},
): Promise<{ status: number; text: string }> {
  const answer = await fetch(fixture.baseUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(id && { "x-request-id": id }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  // An open response would keep the server from closing.
  return { status: answer.status, text: await answer.text() };
}

interface CallSettings {
  body?: unknown;
  id?: string;
  key?: string;
  method?: string;
}

async function listLogs(query = ""): Promise<RequestLog[]> {
  const { status, body, text } = await owner.call("GET", `/logs${query}`);
  expect(status, text).toBe(200);
  return (body as { logs: RequestLog[] }).logs;
}

const findLog = (id: string) =>
  vi.waitFor(async () => {
    const [log] = await listLogs(`?requestId=${id}`);
    expect(log).toBeDefined();
    return log as RequestLog;
  }, waiting);

describe("the log", () => {
  it("has status, latency, price, model, key and id of a paid call", async () => {
    const answer = await callApi("/nft/generate-image?encoding=base64", { body: fox, id: "paid" });
    expect(answer.status).toBe(200);
    const log = await findLog("paid");
    expect(log).toMatchObject({
      ...{ requestId: "paid", keyId: owner.keyId, keyName: "shop", operation: "generateImage" },
      ...{ model: "velogen", method: "POST", path: "/nft/generate-image", status: 200, errorCode: null },
      ...{ charged: 1, held: 0, sampleFactor: 1 },
    });
    expect(log.latencyInMs).toBeGreaterThan(0);
  });

  it("has refused calls with their error, and nothing was charged", async () => {
    await callApi("/nft/generate-image", { body: { ...fox, width: 1 }, id: "invalid" });
    expect(await findLog("invalid")).toMatchObject({
      status: 400,
      errorCode: "invalid_request",
      charged: 0,
    });
    await callApi("/nft/generate-image", { body: "{", id: "malformed" });
    expect(await findLog("malformed")).toMatchObject({
      ...{ status: 400, errorCode: "malformed_json", operation: "generateImage", keyName: "shop" },
    });
    const poor = await signUpWithKey(fixture, "poor");
    await sql`update account set granted = 1, balance = 1 where account_id = ${poor.accountId}`.execute(
      fixture.platform.database,
    );
    await callApi("/nft/generate-image", { body: fox, id: "poor", key: poor.key });
    await vi.waitFor(async () => {
      const { body } = await poor.call("GET", "/logs?status=client_error");
      expect(body).toMatchObject({
        logs: [{ requestId: "poor", status: 402, errorCode: "insufficient_credits", charged: 0 }],
      });
    }, waiting);
    await sql`update account set granted = 100000, balance = 100000 where account_id = ${poor.accountId}`.execute(
      fixture.platform.database,
    );
  });

  it("has what a collection holds, and what a stream costs", async () => {
    await grantCredits(fixture.platform.database, owner.accountId, 100_000, "test");
    const walletAddress = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
    const order = { ...fox, chainId: 31_337, amount: 2, walletAddress };
    const queued = await callApi("/nft/generate-nft-queue", { body: order, id: "queued" });
    const { collectionId } = JSON.parse(queued.text) as { collectionId: string };
    expect(await findLog("queued")).toMatchObject({ status: 200, charged: 0, held: 2, model: "velogen" });
    await callApi(`/nft/collections/${collectionId}`, { method: "DELETE", id: "cancelled" });
    const question = {
      model: "smart_contract_generator",
      question: "a token called Moon (MOON)",
      stream: true,
    };
    await callApi("/chat/stream", { body: question, id: "stream" });
    expect(await findLog("stream")).toMatchObject({ status: 200, charged: 1, operation: "streamChat" });
  });

  it("says when the caller left before the end", async () => {
    await callApi("/nft/get-chains", { id: "whole" });
    const walletAddress = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
    const order = { ...fox, chainId: 31_337, amount: 1, walletAddress };
    const { collectionId } = JSON.parse((await callApi("/nft/generate-nft-queue", { body: order })).text);
    const watched = await openStream(`${fixture.baseUrl}/nft/progress/${collectionId}/events`, {
      authorization: `Bearer ${owner.key}`,
      "x-request-id": "left",
    });
    await vi.waitFor(() => expect(watched.text).toContain("event: progress"), waiting);
    watched.close();
    expect(await findLog("left")).toMatchObject({ status: 499, operation: "watchProgress" });
    expect(await findLog("whole")).toMatchObject({ status: 200 });
    await callApi(`/nft/collections/${collectionId}`, { method: "DELETE" });
  });

  it("has no calls without a valid key", async () => {
    expect((await callApi("/nft/get-chains", { key: "mw_live_wrong", id: "stranger" })).status).toBe(401);
    await callApi("/nft/get-chains", { id: "after-the-stranger" });
    await findLog("after-the-stranger");
    const { rows } = await sql`select 1 from request_log where request_id = 'stranger'`.execute(
      fixture.platform.database,
    );
    expect(rows).toEqual([]);
  });

  it("has paid calls of the dashboard, without its free calls and price questions", async () => {
    const id = (name: string) => ({ "x-request-id": name });
    await owner.call("GET", "/operations/nft/get-chains", undefined, id("dashboard-free"));
    await owner.call("POST", "/operations/nft/generate-image", fox, {
      ...id("dashboard-price"),
      prefer: "dry-run",
    });
    await owner.call("POST", "/operations/nft/generate-image", fox, id("dashboard-paid"));
    expect(await findLog("dashboard-paid")).toMatchObject({ path: "/nft/generate-image", charged: 1 });
    for (const name of ["dashboard-free", "dashboard-price"])
      expect(await listLogs(`?requestId=${name}`)).toEqual([]);
  });

  it("is filtered by status, operation, key, model and time, and continues with a cursor", async () => {
    const all = await listLogs("?limit=100");
    expect(all.length).toBeGreaterThan(5);
    expect(all.map(({ id }) => Number(id))).toEqual(
      all.map(({ id }) => Number(id)).toSorted((a, b) => b - a),
    );
    const expectOnly = async (query: string, matches: (log: RequestLog) => boolean) => {
      const found = await listLogs(`?limit=100&${query}`);
      expect(found.length, query).toBeGreaterThan(0);
      expect(found, query).toEqual(all.filter(matches));
    };
    await expectOnly("status=success", ({ status }) => status < 400);
    await expectOnly("status=error", ({ status }) => status >= 400);
    await expectOnly("status=client_error", ({ status }) => status >= 400 && status < 500);
    await expectOnly("operation=streamChat", ({ operation }) => operation === "streamChat");
    await expectOnly("model=velogen", ({ model }) => model === "velogen");
    await expectOnly(`keyId=${owner.keyId}`, ({ keyId }) => keyId === owner.keyId);
    const middle = all[3]?.createdAt ?? "";
    await expectOnly(`from=${middle}`, ({ createdAt }) => createdAt >= middle);
    expect(await listLogs(`?to=2020-01-01T00:00:00Z`)).toEqual([]);
    const pages: RequestLog[] = [];
    let cursor = "";
    do {
      const { body } = await owner.call("GET", `/logs?limit=2${cursor && `&cursor=${cursor}`}`);
      const page = body as { logs: RequestLog[]; nextCursor: string | null };
      pages.push(...page.logs);
      cursor = page.nextCursor ?? "";
    } while (cursor);
    expect(pages).toEqual(all);
    expect((await owner.call("GET", "/logs?cursor=nonsense")).status).toBe(400);
  });

  it("shows one request, to its own account only", async () => {
    const { id } = await findLog("paid");
    expect((await owner.call("GET", `/logs/${id}`)).body).toMatchObject({
      requestId: "paid",
      hasBodies: false,
    });
    expect((await owner.call("GET", `/logs/${id}/bodies`)).status).toBe(404);
    const other = await fixture.signUp();
    expect((await other.call("GET", `/logs/${id}`)).status).toBe(404);
    expect((await other.call("GET", "/logs")).body).toEqual({ logs: [], nextCursor: null });
  });
});

describe("the live tail", () => {
  async function openTail(query = "", headers: Record<string, string> = {}) {
    const tail = await openStream(`${fixture.baseUrl}/dashboard/api/logs/events${query}`, {
      cookie: cookieOf(owner),
      ...headers,
    });
    expect(tail.contentType).toBe("text/event-stream; charset=utf-8");
    const readLogs = () =>
      [...tail.text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? "") as RequestLog);
    return { readLogs, close: tail.close };
  }

  it("sends new requests that match, each once, and continues where a client left", async () => {
    const [all, errors] = [await openTail(), await openTail("?status=error")];
    await callApi("/nft/get-chains", { id: "tail-1" });
    await callApi("/nft/generate-image", { body: {}, id: "tail-2" });
    await callApi("/nft/get-chains", { id: "tail-3" });
    await vi.waitFor(() => expect(all.readLogs()).toHaveLength(3), waiting);
    const received = all.readLogs();
    expect(received.map(({ requestId }) => requestId)).toEqual(["tail-1", "tail-2", "tail-3"]);
    await vi.waitFor(() => expect(errors.readLogs()).toHaveLength(1), waiting);
    expect(errors.readLogs()[0]).toMatchObject({ requestId: "tail-2", status: 400, keyName: "shop" });
    all.close();
    errors.close();
    const resumed = await openTail("", { "last-event-id": received[0]?.id ?? "" });
    await vi.waitFor(() => expect(resumed.readLogs()).toHaveLength(2), waiting);
    expect(resumed.readLogs()).toEqual(received.slice(1));
    resumed.close();
  });

  it("shares one query among all browsers", async () => {
    const tails = await Promise.all(Array.from({ length: 5 }, () => openTail()));
    await callApi("/nft/get-chains", { id: "shared" });
    for (const tail of tails) await vi.waitFor(() => expect(tail.readLogs()).toHaveLength(1), waiting);
    for (const tail of tails) tail.close();
  });
});

describe("bodies", () => {
  it("are stored only when the owner switches them on, without secrets", async () => {
    expect((await owner.call("GET", "/logs/settings")).body).toEqual({
      ...{ storesBodies: false, canStoreBodies: true, logDays: 14, bodyDays: 7, fullRatePerSecond: 20 },
    });
    expect((await owner.call("PUT", "/logs/settings", { storesBodies: true })).body).toMatchObject({
      storesBodies: true,
    });
    const secret = `mw_live_aa${"x".repeat(36)}`;
    let attempt = 0;
    const log = await vi.waitFor(
      async () => {
        const id = `body-${attempt++}`;
        await callApi("/nft/enhancePrompt", { body: { prompt: `a fox with ${secret}` }, id });
        const { id: logId } = await findLog(id);
        const { body } = await owner.call("GET", `/logs/${logId}`);
        expect(body.hasBodies).toBe(true);
        return logId;
      },
      { timeout: 30_000, interval: 500 },
    );
    const { body } = await owner.call("GET", `/logs/${log}/bodies`);
    expect(body).toMatchObject({ request: '{"prompt":"a fox with [removed]"}', isShortened: false });
    expect(JSON.parse(String(body.response)).enhancedPrompt).toContain("a fox with [removed]");
    expect(JSON.stringify(body)).not.toContain(secret);
    const exported = await owner.call("GET", "/logs/export");
    const lines = exported.text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.find(({ id }) => id === log)).toMatchObject({ bodies: { request: expect.any(String) } });
    expect(lines.find(({ requestId }) => requestId === "paid")).toMatchObject({ charged: 1, bodies: null });
    expect(exported.headers.get("content-disposition")).toBe('attachment; filename="logs.jsonl"');
  });
});

describe("usage", () => {
  const today = new Date().toISOString().slice(0, 10);

  it("counts requests, errors, latency and credits by each grouping, and adds up to the ledger", async () => {
    const { rows } = await sql<{ spent: number }>`
      select spent from account where account_id = ${owner.accountId}`.execute(fixture.platform.database);
    const report = async (groupBy: string) =>
      (await owner.call("GET", `/usage?from=${today}&to=${today}&groupBy=${groupBy}`))
        .body as unknown as UsageReport;
    await vi.waitFor(
      async () => {
        const { groups } = await report("operation");
        expect(groups.find(({ group }) => group === "generateImage")?.clientErrors).toBeGreaterThan(1);
        expect(groups.find(({ group }) => group === "enhancePrompt")?.requests).toBeGreaterThan(0);
      },
      { timeout: 30_000, interval: 500 },
    );
    for (const groupBy of ["operation", "key", "model", "day"]) {
      const { total, groups, days } = await report(groupBy);
      expect(total.spent, groupBy).toBe((rows[0]?.spent ?? 0) / 100);
      expect(
        groups.reduce((sum, { spent }) => sum + spent, 0),
        groupBy,
      ).toBeCloseTo(total.spent, 5);
      expect(
        days.reduce((sum, { requests }) => sum + requests, 0),
        groupBy,
      ).toBe(total.requests);
      expect(total.p50InMs).toBeGreaterThan(0);
      expect(total.p99InMs ?? 0).toBeGreaterThanOrEqual(total.p50InMs ?? 0);
    }
    expect((await report("key")).groups.map(({ name }) => name)).toContain("shop");
    const { groups } = await report("model");
    expect(groups.find(({ group }) => group === "velogen")?.spent).toBe(2);
    expect(groups.find(({ group }) => group === "smart_contract_generator")?.spent).toBe(1);
  });

  it("is exported as CSV by day, key, operation and model", async () => {
    const { text, headers } = await owner.call("GET", `/usage.csv?from=${today}&to=${today}`);
    const [header, ...lines] = text.trim().split("\r\n");
    expect(header).toBe(
      "day,key,keyId,operation,model,requests,clientErrors,serverErrors,credits,p50InMs,p95InMs,p99InMs",
    );
    expect(lines.find((line) => line.includes("generateImage,velogen"))).toMatch(
      new RegExp(`^${today},\\w+,[0-9a-f-]{36},generateImage,velogen,\\d+,0,0,1,`),
    );
    expect(headers.get("content-disposition")).toBe(`attachment; filename="usage-${today}-${today}.csv"`);
  });

  it("refuses ranges that end before they begin or are too long", async () => {
    for (const range of ["from=2026-02-01&to=2026-01-01", "from=2020-01-01&to=2026-01-01", "from=x&to=y"])
      expect((await owner.call("GET", `/usage?${range}`)).status).toBe(400);
  });
});
