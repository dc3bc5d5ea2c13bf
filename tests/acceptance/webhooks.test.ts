import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createTestAccount, queueDeliveries, startProcess, type TestAccount } from "@mintwright/test-harness";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { callApi } from "./call-api.ts";
import { expectError, expectInvalid } from "./expect-error.ts";
import { type Installation, startInstallation } from "./installation.ts";

interface Delivery {
  id: string;
  url: string;
  type: string;
  state: string;
  createdAt: string;
  nextAttemptAt: string | null;
  attempts: { attempt: number; status: number | null; error: string | null }[];
}

interface Page {
  data: { deliveries: Delivery[]; nextCursor: string | null };
}

let installation: Installation;
let owner: TestAccount;
let stranger: TestAccount;

beforeAll(async () => {
  installation = await startInstallation();
  owner = await createTestAccount(installation.database.url);
  // Polls the log until its deliveries have arrived, however often that is.
  stranger = await createTestAccount(installation.database.url, { rate: "none" });
});

afterAll(() => installation?.stop());

async function queue({ accountId }: TestAccount, url: string, body = "{}"): Promise<string> {
  const event = { accountId, url, type: "test.happened", body };
  const [id = ""] = await queueDeliveries(installation.database, event);
  return id;
}

const list = async ({ key }: TestAccount, query = "") => {
  const {
    status,
    text: body,
    body: page,
  } = await callApi<Page>(installation.api, `/webhooks/deliveries${query}`, {
    key,
  });
  if (status !== 200) throw new Error(body);
  return page.data;
};

const replay = (key: string, id: string) =>
  callApi<{ data: Delivery }>(installation.api, `/webhooks/deliveries/${id}/replay`, { key, method: "POST" });

it("every account has one secret of its own, which is not to be cached", async () => {
  const read = async ({ key }: TestAccount) => {
    const answer = await callApi<{ data: { secret: string } }>(installation.api, "/webhooks/secret", { key });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    return answer.body.data.secret;
  };
  const secret = await read(owner);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(await read(owner)).toBe(secret);
  expect(await read(stranger)).not.toBe(secret);
});

it("a secret is rotated with an overlap, for its own account alone", async () => {
  interface Secret {
    secret: string;
    previousSecretValidUntil: string | null;
  }
  const ask = (key: string, path: string, method = "GET") =>
    callApi<{ data: Secret }>(installation.api, `/webhooks/secret${path}`, { key, method });
  const before = (await ask(owner.key, "")).body.data;
  const others = (await ask(stranger.key, "")).body.data;
  expect(before.previousSecretValidUntil).toBeNull();
  const rotated = await ask(owner.key, "/rotate?overlapInHours=2", "POST");
  expect(rotated.headers.get("cache-control")).toBe("no-store");
  expect(rotated.body.data.secret).not.toBe(before.secret);
  const hoursLeft = (Date.parse(String(rotated.body.data.previousSecretValidUntil)) - Date.now()) / 3_600_000;
  expect(hoursLeft).toBeGreaterThan(1.9);
  expect(hoursLeft).toBeLessThan(2.1);
  expect((await ask(owner.key, "")).body.data).toEqual(rotated.body.data);
  expect((await ask(stranger.key, "")).body.data).toEqual(others);
  expect((await ask(owner.key, "/rotate?overlapInHours=0", "POST")).body.data).toMatchObject({
    previousSecretValidUntil: null,
  });
  expectInvalid(await ask(owner.key, "/rotate?overlapInHours=169", "POST"), "overlapInHours");
  expectError(await ask("mw_live_none", "/rotate", "POST"), 401, "unauthorized");
});

it("the log is paged, filtered and the account's own", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.unshift(await queue(owner, `https://hooks.example/${n}`));
  const pages: Delivery[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page = await list(owner, `?limit=2${cursor && `&cursor=${cursor}`}`);
    expect(page.deliveries.length).toBeLessThanOrEqual(2);
    pages.push(...page.deliveries);
    cursor = page.nextCursor;
  }
  expect(pages.map(({ id }) => id)).toEqual(ids);
  expect(pages[0]).toEqual({
    id: ids[0],
    endpointId: null,
    url: "https://hooks.example/4",
    type: "test.happened",
    state: "pending",
    createdAt: expect.stringMatching(/Z$/),
    nextAttemptAt: expect.stringMatching(/Z$/),
    attempts: [],
  });
  expect((await list(owner, "?state=delivered")).deliveries).toEqual([]);
  expect((await list(owner, "?state=pending")).deliveries).toHaveLength(5);
  const ask = (query: string) =>
    callApi(installation.api, `/webhooks/deliveries${query}`, { key: owner.key });
  expectInvalid(await ask("?limit=0"), "limit");
  expectInvalid(await ask("?state=lost"), "state");
  expectError(await ask("?cursor=bm9uc2Vuc2U"), 400, "invalid_request");
  expectError(await callApi(installation.api, "/webhooks/deliveries"), 401, "unauthorized");
});

it("a replay needs the id of a delivery", async () => {
  const id = await queue(owner, "https://hooks.example/own");
  expectError(await replay(owner.key, randomUUID()), 404, "not_found");
  expectInvalid(await replay(owner.key, "1"), "id");
  expect((await replay(owner.key, id)).body.data).toMatchObject({ id, state: "pending" });
});

it("a webhook arrives with a signature that verifies, is logged, and is sent again on request", async () => {
  const received: { headers: Record<string, string>; body: string }[] = [];
  const statuses = [410, 204, 204];
  const receiver = createServer(async (request, response) => {
    received.push({ headers: request.headers as Record<string, string>, body: await text(request) });
    response.writeHead(statuses[received.length - 1] ?? 500).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const hostAndPort = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const folder = mkdtempSync(join(tmpdir(), "mintwright-webhooks-"));
  writeFileSync(join(folder, "mintwright.yaml"), JSON.stringify({ outbound: { allow: [hostAndPort] } }));
  const worker = await startProcess("worker", {
    DATABASE_URL: installation.database.url,
    MINTWRIGHT_CONFIG: join(folder, "mintwright.yaml"),
  });
  const payload = JSON.stringify({
    type: "test.happened",
    timestamp: new Date().toISOString(),
    data: { ä: 1 },
  });
  const id = await queue(stranger, `http://${hostAndPort}/hook`, payload);
  const waitFor = (state: string, attempts: number) =>
    vi.waitFor(
      async () => {
        const [delivery] = (await list(stranger, "?limit=1")).deliveries;
        expect([delivery?.state, delivery?.attempts.length]).toEqual([state, attempts]);
        return delivery;
      },
      { timeout: 20_000 },
    );
  const stopped = await waitFor("stopped", 1);
  expect(stopped?.attempts[0]).toMatchObject({ status: 410, error: expect.stringMatching(/gone/) });
  expect((await replay(stranger.key, id)).status).toBe(200);
  await waitFor("delivered", 2);
  expect((await replay(stranger.key, id)).status).toBe(200);
  await waitFor("delivered", 3);
  const metrics = await (await fetch(worker.metricsUrl)).text();
  expect(await worker.stop()).toBe(0);
  receiver.closeAllConnections();
  receiver.close();
  rmSync(folder, { recursive: true });

  const { body } = await callApi<{ data: { secret: string } }>(installation.api, "/webhooks/secret", {
    key: stranger.key,
  });
  expect(received.map(({ headers }) => headers["webhook-id"])).toEqual([id, id, id]);
  for (const { headers, body: sent } of received)
    expect(new Webhook(body.data.secret).verify(sent, headers)).toEqual(JSON.parse(payload));
  expect(metrics).toMatch(/^mintwright_webhook_seconds_count\{outcome="delivered"\} 2$/m);
  expect(metrics).toMatch(/^mintwright_webhooks_pending \d+$/m);
  expect(metrics).toMatch(/^mintwright_webhooks_oldest_due_seconds /m);
  expect(worker.log.join("\n")).not.toContain(body.data.secret);
});
