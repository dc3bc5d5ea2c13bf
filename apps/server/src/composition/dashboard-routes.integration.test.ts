import { createHash } from "node:crypto";
import { createOperations, type Operation } from "@mintwright/api-contract";
import { dashboardRoutes } from "@mintwright/api-contract/dashboard";
import { assertLedgerAddsUp } from "@mintwright/test-harness";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plantCollection } from "../features/__fixtures__/index.ts";
import { createVoucher, grantCredits } from "../features/credits/index.ts";
import { queueWebhook } from "../features/webhooks/index.ts";
import { type DashboardFixture, startDashboard } from "./__fixtures__/dashboard-visitor.ts";

const keySettings = {
  name: "first",
  ratePerMinute: 200,
  expiresAt: null,
  allowedOperations: null,
  monthlyLimit: null,
};

let fixture: DashboardFixture;

beforeAll(async () => {
  fixture = await startDashboard();
});

afterAll(() => fixture.close());

async function signUpWithKey(credits = 10_000) {
  const owner = await fixture.signUp();
  await grantCredits(fixture.platform.database, owner.accountId, credits, "test");
  const { body } = await owner.call("POST", "/keys", keySettings);
  return { ...owner, ...(body as unknown as { id: string; key: string }) };
}

function callOperation(key: string, url: string, payload?: object) {
  return fixture.app.inject({
    method: payload ? "POST" : "GET",
    url,
    headers: { authorization: `Bearer ${key}` },
    ...(payload && { payload }),
  });
}

const createRed = (background = "red") =>
  sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .png()
    .toBuffer();

const cookiesOf = ({ cookies }: { cookies: Map<string, string> }) => ({
  origin: "http://dashboard.test",
  cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
});

function giveReference(owner: { cookies: Map<string, string> }, payload: Buffer, type = "image/png") {
  const headers = { ...cookiesOf(owner), "content-type": type };
  return fixture.app.inject({ method: "POST", url: "/dashboard/api/references", headers, payload });
}

async function plantOwned(accountId: string): Promise<{ collectionId: string; deliveryId: string }> {
  const { database, store, queue } = fixture.platform;
  const { collectionId } = await plantCollection(database, store, { accountId, amount: 6, failed: [2] });
  const event = { accountId, url: "https://hooks.example/", type: "test.happened", data: { said: "hello" } };
  const deliveryId = await database
    .transaction()
    .execute((transaction) => queueWebhook(transaction, queue.enqueue, event));
  return { collectionId, deliveryId };
}

describe("every route of the dashboard", () => {
  it("is declared in the contract, or is a door of the sign-in, or a page", () => {
    const served = fixture.routes
      .filter(({ url }) => url.startsWith("/dashboard/api/") && !url.startsWith("/dashboard/api/operations/"))
      .map(({ method, url }) => `${method} ${url.replace("/dashboard/api", "")}`);
    const declared = Object.values(dashboardRoutes).map(
      ({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`,
    );
    const doors = served.filter((route) => route.includes(" /auth/"));
    expect(served.filter((route) => !doors.includes(route)).sort()).toEqual([...declared].sort());
    expect(doors.sort()).toEqual([
      "GET /auth/passkey/generate-authenticate-options",
      "GET /auth/passkey/generate-register-options",
      "GET /auth/providers",
      "POST /auth/change-password",
      "POST /auth/confirm-email",
      "POST /auth/link-wallet",
      "POST /auth/passkey/verify-authentication",
      "POST /auth/passkey/verify-registration",
      "POST /auth/request-password-reset",
      "POST /auth/reset-password",
      "POST /auth/sign-in/email",
      "POST /auth/sign-out",
      "POST /auth/sign-up/email",
      "POST /auth/siwe/nonce",
      "POST /auth/siwe/verify",
      "POST /auth/two-factor/disable",
      "POST /auth/two-factor/enable",
      "POST /auth/two-factor/generate-backup-codes",
      "POST /auth/two-factor/verify-backup-code",
      "POST /auth/two-factor/verify-totp",
    ]);
  });

  it("refuses requests without a session", async () => {
    for (const { method, path } of Object.values(dashboardRoutes)) {
      const { status } = await fixture.visit().call(method, path.replaceAll(/\{\w+\}/g, crypto.randomUUID()));
      expect([method, path, status]).toEqual([method, path, 401]);
    }
  });

  it("is either that or a public operation, which is served to signed-in users and to nobody else", async () => {
    const served = fixture.routes
      .filter(({ method, url }) => method !== "HEAD" && url.startsWith("/dashboard/api/operations/"))
      .map(({ method, url }) => `${method} ${url.replace("/dashboard/api/operations", "")}`);
    const keyed = Object.values(createOperations() as Record<string, Operation>).filter(
      ({ auth }) => auth === "key",
    );
    expect(served.sort()).toEqual(
      keyed.map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`).sort(),
    );
    for (const { method, path } of keyed) {
      const target = `/operations${path.replaceAll(/\{\w+\}/g, crypto.randomUUID())}`;
      const { status } = await fixture.visit().call(method, target);
      expect([method, path, status]).toEqual([method, path, 401]);
    }
  });
});

describe("reference images", () => {
  const generate = (key: string, image: string) =>
    callOperation(key, "/nft/generate-image?encoding=base64", {
      prompt: "a fox",
      model: "velogen",
      width: 512,
      height: 512,
      seed: 7,
      image,
      isCharacterPreserve: true,
    });

  it("are kept without what a camera wrote, and are what the account's requests begin from", async () => {
    const owner = await signUpWithKey();
    const photo = sharp({ create: { width: 2_000, height: 900, channels: 3, background: "red" } })
      .withExif({ IFD0: { Artist: "somebody" } })
      .jpeg();
    const { url } = (await giveReference(owner, await photo.toBuffer(), "image/jpeg")).json();
    expect(url).toMatch(/^http:\/\/dashboard\.test\/dashboard\/api\/references\/[0-9a-z]{9}-[0-9a-f]{32}$/);
    const kept = await fixture.app.inject({ url: new URL(url).pathname, headers: cookiesOf(owner) });
    expect(kept.headers["content-type"]).toBe("image/webp");
    expect(kept.headers["cache-control"]).toBe("no-store");
    const about = await sharp(kept.rawPayload).metadata();
    expect([about.format, about.width, about.height, about.exif]).toEqual(["webp", 1_536, 691, undefined]);
    const generated = await generate(owner.key, url);
    expect(generated.statusCode).toBe(200);
    const green = (await giveReference(owner, await createRed("green"))).json().url;
    expect((await generate(owner.key, green)).json().data).not.toBe(generated.json().data);
    expect((await generate(owner.key, url)).json().data).toBe(generated.json().data);
  });

  it("are of no use to another account, and nothing is charged for trying", async () => {
    const owner = await signUpWithKey();
    const other = await signUpWithKey();
    const { url } = (await giveReference(owner, await createRed())).json();
    const refused = await generate(other.key, url);
    expect(refused.json()).toMatchObject({ statusCode: 400, error: { code: "reference_image_refused" } });
    expect((await other.call("GET", "/credits")).body).toMatchObject({ balance: 100, spent: 0 });
    expect((await generate(other.key, `${url.slice(0, -5)}/../x`)).statusCode).toBe(400);
  });

  it("are refused when they are no images, too large, or of nobody", async () => {
    const owner = await signUpWithKey();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>');
    expect((await giveReference(owner, svg, "image/svg+xml")).statusCode).toBe(400);
    expect((await giveReference(owner, Buffer.from("{}"), "application/json")).statusCode).toBe(400);
    expect((await giveReference(owner, svg, "text/html")).statusCode).toBe(415);
    expect((await giveReference(owner, Buffer.alloc(10 * 1024 * 1024 + 1))).statusCode).toBe(413);
    expect((await giveReference({ cookies: new Map() }, await createRed())).statusCode).toBe(401);
  });

  it("are forgotten, the oldest first, when there are more than fifty", async () => {
    const owner = await signUpWithKey();
    const image = await createRed();
    const first = (await giveReference(owner, image)).json().url;
    await Promise.all(Array.from({ length: 50 }, () => giveReference(owner, image)));
    const { statusCode } = await fixture.app.inject({
      url: new URL(first).pathname,
      headers: cookiesOf(owner),
    });
    expect(statusCode).toBe(404);
    const names: string[] = [];
    for await (const name of fixture.platform.store.list(`references/${owner.accountId}/`)) names.push(name);
    expect(names).toHaveLength(50);
  });
});

describe("operations", () => {
  it("cost what they cost everybody, are charged to the session's account and show up as the dashboard's", async () => {
    const owner = await fixture.signUp();
    await grantCredits(fixture.platform.database, owner.accountId, 100, "test");
    const prompt = { prompt: "a cat" };
    const asked = await owner.call("POST", "/operations/nft/enhancePrompt", prompt, { prefer: "dry-run" });
    const { price } = (asked.body as { data: { price: number } }).data;
    const made = await owner.call("POST", "/operations/nft/enhancePrompt", prompt, {
      "idempotency-key": "once",
    });
    expect([made.status, made.headers.get("x-credits-charged")]).toEqual([200, String(price)]);
    const again = await owner.call("POST", "/operations/nft/enhancePrompt", prompt, {
      "idempotency-key": "once",
    });
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect((await owner.call("GET", "/credits/usage?days=7")).body).toMatchObject({
      rows: [{ requests: 1, spent: price }],
      operations: ["enhancePrompt"],
      keys: [{ name: "Dashboard" }],
    });
    expect((await owner.call("GET", "/keys")).body).toMatchObject({ keys: [] });
  });

  it("take a session and nothing else: no key, and no other site", async () => {
    const owner = await signUpWithKey();
    const withKey = await fixture.visit().call("GET", "/operations/credits/balance", undefined, {
      authorization: `Bearer ${owner.key}`,
    });
    expect(withKey.status).toBe(401);
    const headers = { origin: "http://evil.test" };
    const foreign = await owner.call("POST", "/operations/nft/enhancePrompt", { prompt: "a" }, headers);
    expect(foreign.status).toBe(403);
    expect((await owner.call("GET", "/credits")).body).toMatchObject({ spent: 0 });
  });

  it("use a hidden key that its owner can neither change, replace nor revoke", async () => {
    const owner = await fixture.signUp();
    expect((await owner.call("GET", "/operations/credits/balance")).status).toBe(200);
    const hidden = await fixture.platform.database
      .selectFrom("api_key")
      .select("key_id")
      .where("account_id", "=", owner.accountId)
      .executeTakeFirstOrThrow();
    const path = `/keys/${hidden.key_id}`;
    expect((await owner.call("PUT", path, keySettings)).status).toBe(404);
    expect((await owner.call("POST", `${path}/revoke`)).status).toBe(404);
    expect((await owner.call("POST", `${path}/replace`)).status).toBe(404);
    expect((await owner.call("GET", "/operations/credits/balance")).status).toBe(200);
  });
});

describe("keys", () => {
  it("[KEY-8 KEY-9] cannot be created without credits, are shown once, and serve the API until they are revoked", async () => {
    const owner = await fixture.signUp();
    expect((await owner.call("POST", "/keys", keySettings)).body).toMatchObject({
      statusCode: 402,
      message: expect.stringContaining("Add credits, then"),
    });
    await grantCredits(fixture.platform.database, owner.accountId, 100, "test");
    const { body } = await owner.call("POST", "/keys", keySettings);
    const { id, key } = body as unknown as { id: string; key: string };
    expect((await owner.call("GET", "/keys")).text).not.toContain(key.slice(12));
    expect((await callOperation(key, "/credits/balance")).statusCode).toBe(200);
    const replaced = (await owner.call("POST", `/keys/${id}/replace`)).body as unknown as { key: string };
    expect((await callOperation(key, "/credits/balance")).statusCode).toBe(401);
    expect((await callOperation(replaced.key, "/credits/balance")).statusCode).toBe(200);
    expect((await owner.call("POST", `/keys/${id}/revoke`)).status).toBe(200);
    expect((await callOperation(replaced.key, "/credits/balance")).statusCode).toBe(401);
  });

  it("do only what they are allowed to", async () => {
    const owner = await signUpWithKey();
    const settings = { ...keySettings, allowedOperations: ["enhancePrompt"] };
    expect((await owner.call("PUT", `/keys/${owner.id}`, settings)).status).toBe(200);
    const refused = await callOperation(owner.key, "/credits/balance");
    expect(refused.json()).toMatchObject({ statusCode: 403, error: { code: "operation_not_allowed" } });
    const invalid = await callOperation(owner.key, "/nft/generate-image", {});
    expect(invalid.statusCode).toBe(403);
    expect((await callOperation(owner.key, "/nft/enhancePrompt", { prompt: "a cat" })).statusCode).toBe(200);
    expect(
      (await owner.call("PUT", `/keys/${owner.id}`, { ...settings, allowedOperations: [] })).status,
    ).toBe(400);
  });

  it("spend no more than their limit of the month, however many ask at once", async () => {
    const owner = await signUpWithKey();
    await owner.call("PUT", `/keys/${owner.id}`, { ...keySettings, monthlyLimit: 2 });
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => callOperation(owner.key, "/nft/enhancePrompt", { prompt: "a cat" })),
    );
    const price = Number(answers.find(({ statusCode }) => statusCode === 200)?.headers["x-credits-charged"]);
    const paid = answers.filter(({ statusCode }) => statusCode === 200).length;
    expect(paid).toBe(Math.floor(2 / price));
    expect(paid).toBeLessThan(12);
    const refused = answers.filter(({ statusCode }) => statusCode === 402);
    expect(refused).toHaveLength(12 - paid);
    expect(refused[0]?.json()).toMatchObject({ error: { code: "key_limit_reached" } });
    expect((await owner.call("GET", "/keys")).body).toMatchObject({
      keys: [{ monthlyLimit: 2, spentThisMonth: paid * price }],
    });
    // What was spent in another month does not count.
    const { database } = fixture.platform;
    await sql`create table usage_hour_before partition of usage_hour for values
      from ('2001-01-01 00:00Z') to ('2001-02-01 00:00Z')`.execute(database);
    await sql`insert into usage_hour (account_id, hour, key_id, operation, requests, spent)
      values (${owner.accountId}, '2001-01-31 23:00Z', ${owner.id}, 'enhancePrompt', 1000, 50000)`.execute(
      database,
    );
    await owner.call("PUT", `/keys/${owner.id}`, { ...keySettings, monthlyLimit: 2 + price });
    expect((await callOperation(owner.key, "/nft/enhancePrompt", { prompt: "a cat" })).statusCode).toBe(200);
    expect((await callOperation(owner.key, "/nft/enhancePrompt", { prompt: "a cat" })).statusCode).toBe(402);
    expect((await owner.call("GET", "/keys")).body).toMatchObject({
      keys: [{ spentThisMonth: (paid + 1) * price }],
    });
  });

  it("[CTX-8] carry a saved context that the assistant's own route sees too", async () => {
    const owner = await signUpWithKey();
    const context = { companyName: "Example Works", aiTone: "PRE_SET_TONE", selectedTone: "FRIENDLY" };
    expect((await owner.call("PUT", `/keys/${owner.id}/context`, context)).body).toEqual({ context });
    expect((await callOperation(owner.key, "/chat/context")).json().data.context).toEqual(context);
    expect((await owner.call("DELETE", `/keys/${owner.id}/context`)).body).toEqual({ context: null });
    expect((await owner.call("GET", `/keys/${owner.id}/context`)).body).toEqual({ context: null });
  });
});

describe("collections and webhooks", () => {
  it("are shown to their owner with covers, what was asked for, and what was sent", async () => {
    const owner = await signUpWithKey();
    const { collectionId, deliveryId } = await plantOwned(owner.accountId);
    const { body } = await owner.call("GET", "/collections");
    expect(body).toMatchObject({
      collections: [{ collectionId, amount: 6, status: "completed", prompt: "harbour foxes" }],
      nextCursor: null,
    });
    const [listed] = (body as unknown as { collections: { covers: string[] }[] }).collections;
    expect(listed?.covers.map((url) => /\/(\d+)-[0-9a-f]{64}\.webp$/.exec(url)?.[1])).toEqual([
      "1",
      "3",
      "4",
      "5",
    ]);
    expect((await owner.call("GET", `/collections/${collectionId}`)).body).toMatchObject({
      collectionId,
      style: "woodcut",
      traits: [],
      descriptions: [],
      isMintedByService: false,
      mintPrice: 0,
    });
    const sent = await owner.call("GET", `/webhooks/deliveries/${deliveryId}/body`);
    expect(JSON.parse(String(sent.body.body))).toMatchObject({
      type: "test.happened",
      data: { said: "hello" },
    });
  });
});

describe("reports of audits", () => {
  it("are converted up to 5 MB, as those of large projects need", async () => {
    const owner = await fixture.signUp();
    const finding = {
      id: "F-1",
      rule: "tx-origin",
      title: "Authorization through tx.origin",
      severity: "high",
      confidence: "high",
      category: "access_control",
      swc: "SWC-115",
      file: "src/Vault.sol",
      lines: [7],
      quote: "require(tx.origin == owner);",
      subject: "Vault.withdraw",
      explanation: "x".repeat(10_000),
      recommendation: "Use msg.sender.",
      engines: ["mintwright"],
    };
    const convert = (findings: number) =>
      owner.call("POST", "/audit/sarif", {
        report: {
          verdict: "Found weaknesses.",
          notAnalysed: [],
          analysed: { files: ["src/Vault.sol"], functions: 1, compiler: "0.8.30" },
          counts: { high: findings, medium: 0, low: 0, info: 0 },
          findings: Array(findings).fill(finding),
          compilerWarnings: [],
        },
      });
    const { status, text } = await convert(300);
    expect([status, JSON.parse(text).runs[0].results.length]).toEqual([200, 300]);
    expect((await convert(500)).status).toBe(413);
  });
});

describe("credits", () => {
  it("are shown with what was spent, by day, operation and key, and in a ledger with filters and CSV", async () => {
    const owner = await signUpWithKey();
    const { statusCode, headers } = await callOperation(owner.key, "/nft/enhancePrompt", { prompt: "a cat" });
    expect(statusCode).toBe(200);
    const price = Number(headers["x-credits-charged"]);
    expect((await owner.call("GET", "/credits")).body).toEqual({
      balance: 100 - price,
      held: 0,
      spent: price,
      granted: 100,
      spentToday: price,
      spentThisMonth: price,
      isLow: false,
    });
    expect((await owner.call("GET", "/credits/usage?days=7")).body).toMatchObject({
      rows: [{ requests: 1, spent: price }],
      operations: ["enhancePrompt"],
      keys: [{ id: owner.id, name: "first" }],
    });
    const { body } = await owner.call("GET", "/credits/ledger?kind=capture");
    expect(body).toMatchObject({ entries: [{ kind: "capture", amount: price, operation: "enhancePrompt" }] });
    const grouped = await owner.call("GET", `/credits/ledger/requests?keyId=${owner.id}`);
    expect(grouped.body).toMatchObject({
      requests: [{ operation: "enhancePrompt", charged: price, held: 0, balance: null, entryCount: 2 }],
      nextCursor: null,
    });
    const other = (await owner.call("POST", "/keys", { ...keySettings, name: "other" })).body as {
      id?: string;
    };
    const filtered = async (filter: string) => {
      const { text } = await owner.call("GET", `/credits/ledger.csv?${filter}`);
      return text
        .trimEnd()
        .split("\r\n")
        .slice(1)
        .map((line) => line.split(",")[1]);
    };
    expect(await filtered("operation=enhancePrompt")).toEqual(["capture", "hold"]);
    expect(await filtered(`keyId=${owner.id}&kind=capture`)).toEqual(["capture"]);
    expect(await filtered(`keyId=${other.id}`)).toEqual([]);
    expect(await filtered("operation=generateImage")).toEqual([]);
    const csv = await owner.call("GET", "/credits/ledger.csv");
    expect(csv.headers.get("content-disposition")).toMatch(
      /^attachment; filename="ledger-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const lines = csv.text.trimEnd().split("\r\n");
    expect(lines).toHaveLength(4);
    expect(lines[0]).toBe("createdAt,kind,amount,operation,keyId,requestId,note");
    expect(lines.at(-1)).toMatch(/,grant,100,,,,test$/);
    await assertLedgerAddsUp(fixture.databaseUrl);
  });

  it("of a voucher are added once, also to requests at the same moment", async () => {
    const { database } = fixture.platform;
    const code = await createVoucher(database, { amount: 475, note: "=1+1", expiresAt: null });
    const people = [await fixture.signUp(), await fixture.signUp()];
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, i) => people[i % 2]?.call("POST", "/credits/redeem", { code })),
    );
    const redeemed = answers.filter((answer) => answer?.status === 200);
    expect(redeemed.map((answer) => answer?.body)).toEqual([{ redeemed: 4.75, balance: 4.75 }]);
    expect(answers.filter((answer) => answer?.status === 400)).toHaveLength(15);
    const owner = people[answers.findIndex((answer) => answer?.status === 200) % 2];
    const csv = await owner?.call("GET", "/credits/ledger.csv");
    expect(csv?.text).toContain(",grant,4.75,,,,voucher: =1+1");
  });

  it("of a voucher that has expired or was never made are not added, and guessing ends soon", async () => {
    const { database } = fixture.platform;
    const expiresAt = new Date(Date.now() - 1_000);
    const code = await createVoucher(database, { amount: 100, note: "late", expiresAt });
    const owner = await fixture.signUp();
    const statuses = [];
    for (let i = 0; i < 21; i++) {
      statuses.push(
        (await owner.call("POST", "/credits/redeem", { code: i === 0 ? code : `MINT-${i}` })).status,
      );
    }
    expect(statuses).toEqual([...Array(20).fill(400), 429]);
    expect((await owner.call("GET", "/credits")).body).toMatchObject({ balance: 0 });
  });
});

describe("the page", () => {
  it("[KEY-15] on which a key is created says that it belongs on a server and never in client or public code", async () => {
    const { body } = await fixture.app.inject("/dashboard/keys");
    const main = await fixture.app.inject(String(/src="(\/dashboard\/assets\/[^"]+\.js)"/.exec(body)?.[1]));
    const keysPage = /assets\/keys-page-[\w-]+\.js/.exec(main.body)?.[0];
    const script = (await fixture.app.inject(`/dashboard/${keysPage}`)).body;
    expect(script).toContain("Use keys only on your server.");
    expect(script).toMatch(/Never put a key in an app, a web page or public code/);
    expect(script).toContain("Never put it in client or public code");
  });

  it("runs only what this server built, and its files are kept for ever", async () => {
    const page = await fixture.app.inject("/dashboard/keys");
    expect(page.statusCode).toBe(200);
    const policy = String(page.headers["content-security-policy"]);
    // The one script in the page itself sets the theme before anything is drawn.
    const inline = [...page.body.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text = ""]) => text);
    const hashes = inline.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
    expect(hashes).toHaveLength(1);
    expect(policy).toContain(`script-src 'self' ${hashes[0]};`);
    expect(page.headers["cache-control"]).toBe("no-cache");
    const script = /src="(\/dashboard\/assets\/[^"]+\.js)"/.exec(page.body)?.[1];
    const file = await fixture.app.inject(String(script));
    expect(file.statusCode).toBe(200);
    expect(file.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    const small = await fixture.app.inject({
      url: String(script),
      headers: { "accept-encoding": "gzip, br" },
    });
    expect(small.headers).toMatchObject({ "content-encoding": "br", vary: "accept-encoding" });
    expect(small.rawPayload.length).toBeLessThan(file.rawPayload.length / 3);
    expect((await fixture.app.inject("/dashboard/assets/none.js")).statusCode).toBe(404);
    expect((await fixture.app.inject("/dashboard/api/none")).json()).toMatchObject({ statusCode: 404 });
  });
});

it("answers text that PostgreSQL cannot store with 400, on every route and to anybody", async () => {
  const visitor = fixture.visit();
  const routes = fixture.routes.filter(({ url }) => url.startsWith("/dashboard/api/"));
  const served = routes.filter(({ method }) => method !== "HEAD" && method !== "OPTIONS");
  expect(served.length).toBeGreaterThan(50);
  const statuses: [string, string, number, number][] = [];
  for (const { method, url } of served) {
    const path = url.slice("/dashboard/api".length).replaceAll(/:\w+|\*/g, "x");
    const body =
      method === "GET" ? undefined : { email: "a\0b@example.com", name: "a", password: "long enough" };
    const answer = await visitor.call(method as "GET", `${path}${body ? "" : "?token=a%00b"}`, body);
    // Uploads are not read at all before it is known whose they are.
    const expected = url.startsWith("/dashboard/api/references") ? 401 : 400;
    statuses.push([method, url, answer.status, expected]);
  }
  expect(statuses.filter(([, , status, expected]) => status !== expected)).toEqual([]);
});

it("says that it is unavailable, not that something went wrong, when it cannot read a session", async () => {
  const owner = await fixture.signUp();
  await sql`alter table user_session rename to session_away`.execute(fixture.platform.database);
  const { status, body } = await owner.call("GET", "/keys");
  await sql`alter table session_away rename to user_session`.execute(fixture.platform.database);
  expect([status, body.message]).toEqual([503, "Your session could not be read. Try again shortly."]);
  expect((await owner.call("GET", "/keys")).status).toBe(200);
});
