import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { createSiweMessage } from "viem/siwe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccount } from "../features/accounts/index.ts";
import { type DashboardFixture, startDashboard } from "./__fixtures__/dashboard-visitor.ts";

const password = "correct horse battery";
let fixture: DashboardFixture;

beforeAll(async () => {
  fixture = await startDashboard();
});

afterAll(() => fixture.close());

const newEmail = () => `${randomUUID()}@example.com`;
const readToken = (link: string) => new URL(link).searchParams.get("token");

describe("signing up with an email", () => {
  it("needs the email's link, which sets the password, and then owns an account", async () => {
    const email = newEmail();
    const visitor = fixture.visit();
    expect((await visitor.call("POST", "/auth/sign-up/email", { email })).status).toBe(200);
    const letter = await fixture.mail.takeEmail(email);
    expect(letter.subject).toMatch(/confirm/i);
    expect(letter.link).toMatch(/^http:\/\/dashboard\.test\/dashboard\/confirm-email\?token=/);
    expect((await visitor.call("POST", "/auth/sign-in/email", { email, password })).status).toBe(401);
    expect((await visitor.call("GET", "/session")).status).toBe(401);
    const confirmation = { token: readToken(letter.link), newPassword: password };
    expect((await visitor.call("POST", "/auth/confirm-email", confirmation)).status).toBe(200);
    expect((await visitor.call("GET", "/session")).body).toMatchObject({
      user: { email, wallets: [], hasPassword: true },
      account: { role: "owner" },
    });
    expect((await fixture.visit().call("POST", "/auth/sign-in/email", { email, password })).status).toBe(200);
  });

  it("takes over the account that the operator made for that email, and never one that has an owner", async () => {
    const email = newEmail();
    const accountId = await createAccount(fixture.platform.database, email, 700);
    const owner = await fixture.signUp(email);
    expect(owner.accountId).toBe(accountId);
    expect((await owner.call("GET", "/credits")).body).toMatchObject({ balance: 7, granted: 7 });
  });

  it("does not tell whether an email is known: its owner gets a letter", async () => {
    const { email } = await fixture.signUp();
    const stranger = fixture.visit();
    const known = await stranger.call("POST", "/auth/sign-up/email", { email });
    const unknown = await stranger.call("POST", "/auth/sign-up/email", { email: newEmail() });
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expect((await fixture.mail.takeEmail(email)).subject).toMatch(/already have/);
  });

  it("refuses a short password, a link that is not real, and one that was used", async () => {
    const email = newEmail();
    const visitor = fixture.visit();
    await visitor.call("POST", "/auth/sign-up/email", { email });
    const token = readToken((await fixture.mail.takeEmail(email)).link);
    const confirm = (body: object) => visitor.call("POST", "/auth/confirm-email", body);
    expect((await confirm({ token, newPassword: "short" })).body).toMatchObject({
      statusCode: 400,
      message: expect.stringContaining("10 characters"),
    });
    expect((await confirm({ token: "nonsense", newPassword: password })).body).toMatchObject({
      statusCode: 400,
      message: expect.stringContaining("no longer valid"),
    });
    expect((await confirm({ token, newPassword: password })).status).toBe(200);
    expect((await confirm({ token, newPassword: "another one 123" })).status).toBe(400);
    expect((await visitor.call("POST", "/auth/sign-in/email", { email, password })).status).toBe(200);
  });
});

describe("cookies", () => {
  it("are strict, for this path and out of reach of scripts, and the token is not told to the page", async () => {
    const { email } = await fixture.signUp();
    const visitor = fixture.visit();
    const answer = await visitor.call("POST", "/auth/sign-in/email", { email, password });
    const cookies = answer.headers.getSetCookie();
    const session = cookies.find((cookie) => cookie.startsWith("mintwright.session_token="));
    expect(session).toMatch(/; Path=\/dashboard(;|$)/);
    expect(session).toMatch(/; HttpOnly/);
    expect(session).toMatch(/; SameSite=Strict/i);
    expect(answer.body).toEqual({ done: true });
  });

  it("of before signing in are worth nothing after it: no session can be fixed", async () => {
    const { email } = await fixture.signUp();
    const visitor = fixture.visit();
    visitor.cookies.set("mintwright.session_token", "chosen.by-an-attacker");
    expect((await visitor.call("POST", "/auth/sign-in/email", { email, password })).status).toBe(200);
    expect(visitor.cookies.get("mintwright.session_token")).not.toContain("chosen");
    const attacker = fixture.visit();
    attacker.cookies.set("mintwright.session_token", "chosen.by-an-attacker");
    expect((await attacker.call("GET", "/session")).status).toBe(401);
  });
});

describe("sessions", () => {
  it("are listed without their secrets and end when they are told to, on the next request", async () => {
    const owner = await fixture.signUp();
    const phone = fixture.visit("203.0.113.9");
    await phone.call(
      "POST",
      "/auth/sign-in/email",
      { email: owner.email, password },
      { "user-agent": "Phone 1" },
    );
    const { body, text } = await owner.call("GET", "/sign-ins");
    const { signIns } = body as unknown as {
      signIns: { id: string; userAgent: string; isCurrent: boolean; address: string }[];
    };
    expect(signIns.map(({ isCurrent }) => isCurrent).sort()).toEqual([false, true]);
    const other = signIns.find(({ isCurrent }) => !isCurrent);
    expect(other).toMatchObject({ userAgent: "Phone 1", address: "203.0.113.9" });
    const token =
      decodeURIComponent(phone.cookies.get("mintwright.session_token") ?? "").split(".")[0] ?? "?";
    expect(text).not.toContain(token);
    expect((await phone.call("GET", "/session")).status).toBe(200);
    expect((await owner.call("DELETE", `/sign-ins/${other?.id}`)).status).toBe(200);
    expect((await phone.call("GET", "/session")).status).toBe(401);
    expect((await owner.call("GET", "/session")).status).toBe(200);
    await owner.call("POST", "/auth/sign-out");
    expect((await owner.call("GET", "/session")).status).toBe(401);
  });

  it("all end when the password is reset, and the link works once", async () => {
    const owner = await fixture.signUp();
    const visitor = fixture.visit();
    await visitor.call("POST", "/auth/request-password-reset", { email: owner.email });
    const token = readToken((await fixture.mail.takeEmail(owner.email)).link);
    const change = { token, newPassword: "a new long password" };
    expect((await visitor.call("POST", "/auth/reset-password", change)).status).toBe(200);
    expect((await visitor.call("POST", "/auth/reset-password", change)).status).toBe(400);
    expect((await owner.call("GET", "/session")).status).toBe(401);
    const signIn = { email: owner.email, password: "a new long password" };
    expect((await visitor.call("POST", "/auth/sign-in/email", signIn)).status).toBe(200);
  });

  it("a reset for an unknown email answers the same and sends nothing", async () => {
    const email = newEmail();
    expect((await fixture.visit().call("POST", "/auth/request-password-reset", { email })).body).toEqual({
      done: true,
    });
    expect(fixture.mail.countEmails(email)).toBe(0);
  });
});

describe("1,000 failed sign-ins", () => {
  it("are limited to 10, and the owner still comes in from another address", async () => {
    const owner = await fixture.signUp();
    const attacker = fixture.visit("203.0.113.66");
    const counts: Record<number, number> = {};
    const guess = async (password: string) => {
      const { status, headers } = await attacker.call("POST", "/auth/sign-in/email", {
        email: owner.email,
        password,
      });
      counts[status] = (counts[status] ?? 0) + 1;
      if (status === 429) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    };
    for (let i = 0; i < 1_000; i += 50) {
      await Promise.all(Array.from({ length: 50 }, (_, j) => guess(`guess ${i + j} of many`)));
    }
    expect(counts).toEqual({ 401: 10, 429: 990 });
    const right = { email: owner.email, password };
    expect((await attacker.call("POST", "/auth/sign-in/email", right)).status).toBe(429);
    expect((await fixture.visit("203.0.113.67").call("POST", "/auth/sign-in/email", right)).status).toBe(200);
  });

  it("are counted by network: a thousand addresses of one IPv6 network are one", async () => {
    const { email } = await fixture.signUp();
    const statuses: number[] = [];
    for (let i = 1; i <= 11; i++) {
      const visitor = fixture.visit(`2001:db8:1:2::${i}`);
      statuses.push(
        (await visitor.call("POST", "/auth/sign-in/email", { email, password: "wrong password" })).status,
      );
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });

  it("from 25 networks are 50 and then one for each network, and the owner is not kept out anywhere", {
    timeout: 90_000,
  }, async () => {
    const owner = await fixture.signUp();
    const right = { email: owner.email, password };
    const signIn = async (address: string, body = right) =>
      (await fixture.visit(address).call("POST", "/auth/sign-in/email", body)).status;
    // From here the owner has come in before.
    expect(await signIn("198.18.5.1")).toBe(200);
    const counts: Record<number, number> = {};
    for (let network = 0; network < 25; network++) {
      const statuses = await Promise.all(
        Array.from({ length: 40 }, (_, i) =>
          signIn(`198.18.6.${network}`, { ...right, password: `guess ${network} ${i}` }),
        ),
      );
      for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
    }
    // The owner's own first sign-in was one of the 50; the fifth network has its one try left, as have the 20 after it.
    expect(counts).toEqual({ 401: 49 + 1 + 20, 429: 1_000 - 70 });
    // Where the owner was before, tries are counted as ever; elsewhere the right password needs only one.
    expect(await signIn("198.18.5.1", { ...right, password: "mistyped it once" })).toBe(401);
    expect(await signIn("198.18.5.1")).toBe(200);
    expect(await signIn("198.18.7.1")).toBe(200);
    expect(await signIn("198.18.7.1")).toBe(200);
    expect(await signIn("198.18.6.1")).toBe(429);
  });
});

describe("a wallet", () => {
  const signer = privateKeyToAccount(generatePrivateKey());

  async function signIn(change: { domain?: string; signature?: `0x${string}` } = {}) {
    const visitor = fixture.visit();
    const { body } = await visitor.call("POST", "/auth/siwe/nonce", {});
    const message = createSiweMessage({
      address: signer.address,
      chainId: 1,
      domain: change.domain ?? "dashboard.test",
      nonce: (body as { nonce: string }).nonce,
      uri: "http://dashboard.test/dashboard",
      version: "1",
    });
    const signature = change.signature ?? (await signer.signMessage({ message }));
    const answer = await visitor.call("POST", "/auth/siwe/verify", { message, signature });
    return { ...visitor, answer, message, signature };
  }

  it("signs in, owns an account, and owns the same one the next time", async () => {
    const first = await signIn();
    expect(first.answer.status).toBe(200);
    const session = await first.call("GET", "/session");
    expect(session.body).toMatchObject({
      user: { email: null, wallets: [signer.address], hasPassword: false },
    });
    const second = await signIn();
    expect((await second.call("GET", "/session")).body).toEqual(session.body);
  });

  it("is refused with a signature of another, for another site, and when its message is used again", async () => {
    const other = privateKeyToAccount(generatePrivateKey());
    expect((await signIn({ signature: await other.signMessage({ message: "x" }) })).answer.status).toBe(401);
    expect((await signIn({ domain: "evil.test" })).answer.status).toBe(401);
    const { message, signature } = await signIn();
    expect((await fixture.visit().call("POST", "/auth/siwe/verify", { message, signature })).status).toBe(
      401,
    );
  });
});

describe("requests from elsewhere", () => {
  it("change nothing: another origin, and none, are refused with a valid cookie", async () => {
    const owner = await fixture.signUp();
    for (const origin of ["http://evil.test", "null", "http://dashboard.test.evil.test", ""]) {
      const answer = await owner.call("POST", "/sign-ins/end-others", undefined, { origin });
      expect([origin, answer.status]).toEqual([origin, 403]);
    }
    const signIn = { email: owner.email, password };
    const crossSite = await fixture
      .visit()
      .call("POST", "/auth/sign-in/email", signIn, { origin: "http://evil.test" });
    expect(crossSite.status).toBe(403);
  });

  it("cannot be sent on to another site, whatever a link or a form asks for", async () => {
    const email = newEmail();
    const visitor = fixture.visit();
    const elsewhere = {
      callbackURL: "https://evil.test/",
      errorCallbackURL: "https://evil.test/",
      newUserCallbackURL: "https://evil.test/",
      redirectTo: "https://evil.test/",
    };
    const signedUp = await visitor.call("POST", "/auth/sign-up/email", { email, ...elsewhere });
    const letter = await fixture.mail.takeEmail(email);
    expect(letter.text).not.toContain("evil");
    const query = new URLSearchParams(elsewhere).toString();
    const confirm = (token: string | null) =>
      visitor.call("POST", `/auth/confirm-email?${query}`, { token, newPassword: password, ...elsewhere });
    const refused = await confirm("x");
    const confirmed = await confirm(readToken(letter.link));
    const signedIn = await visitor.call("POST", "/auth/sign-in/email", { email, password, ...elsewhere });
    const asked = await visitor.call("POST", "/auth/request-password-reset", { email, ...elsewhere });
    expect((await fixture.mail.takeEmail(email)).text).not.toContain("evil");
    const answers = [signedUp, refused, confirmed, signedIn, asked];
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 200, 200, 200]);
    for (const { headers, text } of answers) {
      expect(headers.get("location")).toBeNull();
      expect(text).not.toContain("evil");
    }
  });
});

it("deletes an account with every row that carries its id, and its user", async () => {
  const owner = await fixture.signUp();
  const { database } = fixture.platform;
  await sql`insert into voucher (code_hash, amount, note) values (sha256('MINT1'), 500, 'test')`.execute(
    database,
  );
  expect((await owner.call("POST", "/credits/redeem", { code: "mint-1" })).body).toEqual({
    redeemed: 5,
    balance: 5,
  });
  const key = { name: "k", ratePerMinute: 200, expiresAt: null, allowedOperations: null, monthlyLimit: null };
  expect((await owner.call("POST", "/keys", key)).status).toBe(200);
  const tables = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace`.execute(
    database,
  );
  const countRows = async () => {
    const counts: Record<string, number> = {};
    for (const { name } of tables.rows) {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from ${sql.table(name)} where account_id = ${owner.accountId}`.execute(
        database,
      );
      if (rows[0]?.count) counts[name] = rows[0].count;
    }
    return counts;
  };
  expect(tables.rows.length).toBeGreaterThan(15);
  expect(await countRows()).toEqual({
    account: 1,
    api_key: 1,
    api_key_window: 1,
    // The voucher and the key.
    audit_entry: 2,
    ledger_entry: 1,
    member: 1,
    membership: 1,
    voucher: 1,
  });
  const confirmation = "delete my account";
  expect((await owner.call("POST", "/account/delete", { confirmation, password: "wrong" })).status).toBe(403);
  expect((await owner.call("POST", "/account/delete", { confirmation: "yes", password })).status).toBe(400);
  await sql`update account set balance = 400, held = 100 where account_id = ${owner.accountId}`.execute(
    database,
  );
  expect((await owner.call("POST", "/account/delete", { confirmation, password })).status).toBe(409);
  await sql`update account set balance = 500, held = 0 where account_id = ${owner.accountId}`.execute(
    database,
  );
  expect((await owner.call("POST", "/account/delete", { confirmation, password })).status).toBe(200);
  expect(await countRows()).toEqual({});
  expect((await owner.call("GET", "/session")).status).toBe(401);
  const { rows } = await sql`select 1 from app_user where email = ${owner.email}`.execute(database);
  expect(rows).toEqual([]);
});
