import { randomUUID } from "node:crypto";
import { signJWT } from "better-auth/crypto";
import { sql } from "kysely";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { createSiweMessage } from "viem/siwe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccount } from "../features/accounts/index.ts";
import { createSignInJobs, deriveDashboardKeys } from "../features/sign-in/index.ts";
import { type DashboardFixture, dashboardSecret, startDashboard } from "./__fixtures__/dashboard-visitor.ts";

const password = "correct horse battery";
let fixture: DashboardFixture;

beforeAll(async () => {
  fixture = await startDashboard();
});

afterAll(() => fixture.close());

const newEmail = () => `${randomUUID()}@example.com`;

describe("the placeholder email of a wallet", () => {
  it.each([
    (address: string) => `${address}@siwe.placeholder.invalid`,
    (address: string) => `${address.toLowerCase()}@SIWE.Placeholder.INVALID`,
  ])("cannot be signed up with, so its owner can still sign in (%#)", async (toEmail) => {
    const signer = privateKeyToAccount(generatePrivateKey());
    const stranger = fixture.visit("203.0.113.1");
    const email = toEmail(signer.address);
    const signUp = await stranger.call("POST", "/auth/sign-up/email", { email });
    expect(signUp.body).toMatchObject({ statusCode: 400, message: expect.stringContaining("email") });
    const owner = fixture.visit("203.0.113.2");
    const { body } = await owner.call("POST", "/auth/siwe/nonce", {});
    const message = createSiweMessage({
      address: signer.address,
      chainId: 1,
      domain: "dashboard.test",
      nonce: (body as { nonce: string }).nonce,
      uri: "http://dashboard.test/dashboard",
      version: "1",
    });
    const signature = await signer.signMessage({ message });
    expect((await owner.call("POST", "/auth/siwe/verify", { message, signature })).status).toBe(200);
    const reset = await stranger.call("POST", "/auth/request-password-reset", { email });
    expect(reset.status).toBe(400);
    expect(fixture.mail.countEmails(email)).toBe(0);
  });
});

describe("a sign-up that somebody else started", () => {
  const attackersPassword = "the password of the attacker";
  const readToken = async (email: string) =>
    new URL((await fixture.mail.takeEmail(email)).link).searchParams.get("token");

  it("gives the attacker nothing when the owner of the email confirms it, also of an operator's account", async () => {
    const email = newEmail();
    const accountId = await createAccount(fixture.platform.database, email, 700);
    const attacker = fixture.visit("203.0.113.4");
    const signUp = { name: "A", email, password: attackersPassword };
    expect((await attacker.call("POST", "/auth/sign-up/email", signUp)).status).toBe(200);
    const owner = fixture.visit("203.0.113.5");
    const confirmation = { token: await readToken(email), newPassword: password };
    expect((await owner.call("POST", "/auth/confirm-email", confirmation)).status).toBe(200);
    expect((await owner.call("GET", "/session")).body).toMatchObject({
      user: { email, name: email.split("@")[0] },
      account: { id: accountId },
    });
    const signIn = { email, password: attackersPassword };
    expect((await attacker.call("POST", "/auth/sign-in/email", signIn)).status).toBe(401);
    expect((await attacker.call("GET", "/credits")).status).toBe(401);
    expect((await owner.call("GET", "/credits")).body).toMatchObject({ balance: 7 });
  });

  it.each(["/auth/sign-up/email", "/auth/request-password-reset"])(
    "does not keep the owner out: %s sends a link that sets the password",
    async (path) => {
      const email = newEmail();
      await fixture.visit("203.0.113.6").call("POST", "/auth/sign-up/email", { email });
      await readToken(email);
      const owner = fixture.visit("203.0.113.7");
      expect((await owner.call("POST", path, { email })).status).toBe(200);
      const confirmation = { token: await readToken(email), newPassword: password };
      expect((await owner.call("POST", "/auth/confirm-email", confirmation)).status).toBe(200);
      expect((await owner.call("POST", "/auth/sign-in/email", { email, password })).status).toBe(200);
    },
  );

  it("cannot be confirmed with a token that another key of the dashboard signed", async () => {
    const email = newEmail();
    await fixture.visit("203.0.113.8").call("POST", "/auth/sign-up/email", { email });
    const [, payload = ""] = (await readToken(email))?.split(".") ?? [];
    const { sub } = JSON.parse(Buffer.from(payload, "base64url").toString());
    const { current } = deriveDashboardKeys({ secret: dashboardSecret });
    const confirm = async (key: string) => {
      const body = { token: await signJWT({ sub }, key), newPassword: password };
      return (await fixture.visit("203.0.113.9").call("POST", "/auth/confirm-email", body)).status;
    };
    expect(await confirm(dashboardSecret)).toBe(400);
    expect(await confirm(current.sessions)).toBe(400);
    expect(await confirm(current.emailLinks)).toBe(200);
  });
});

describe("a user who never confirms the email", () => {
  it("is deleted after the configured days, and nobody else is", async () => {
    const { database } = fixture.platform;
    const confirmed = await fixture.signUp();
    const [old, recent] = [newEmail(), newEmail()];
    for (const email of [old, recent])
      await fixture.visit("203.0.113.3").call("POST", "/auth/sign-up/email", { email });
    await sql`update app_user set created_at = now() - interval '3 days', updated_at = now() - interval '3 days'
      where email in (${old}, ${confirmed.email})`.execute(database);
    const settings = { deleteUnconfirmedAfterDays: 3 };
    for (const job of createSignInJobs(database, settings)) if (job.schedule) await job.handle({});
    const { rows } = await sql<{ email: string }>`
      select email from app_user where email in (${old}, ${recent}, ${confirmed.email})`.execute(database);
    expect(rows.map(({ email }) => email).sort()).toEqual([confirmed.email, recent].sort());
    expect((await confirmed.call("GET", "/session")).status).toBe(200);
  });
});
