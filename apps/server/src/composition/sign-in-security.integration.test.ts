import { readTotpCode } from "@mintwright/test-harness";
import { sql } from "kysely";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { createSiweMessage } from "viem/siwe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removeSecondFactor } from "../features/operator/index.ts";
import {
  type DashboardFixture,
  dashboardSecret,
  startDashboard,
  type Visitor,
} from "./__fixtures__/dashboard-visitor.ts";

type SignedUp = Awaited<ReturnType<DashboardFixture["signUp"]>>;

let fixture: DashboardFixture;

beforeAll(async () => {
  fixture = await startDashboard();
});

afterAll(() => fixture.close());

const userOf = async (visitor: Visitor) =>
  (await visitor.call("GET", "/session")).body.user as {
    email: string | null;
    wallets: string[];
    hasTwoFactor: boolean;
  };

async function enrol(owner: SignedUp): Promise<{ totpURI: string; backupCodes: string[] }> {
  const { password } = owner;
  const wrong = await owner.call("POST", "/auth/two-factor/enable", { password: "wrong password" });
  expect(wrong.status).toBe(400);
  const { body } = await owner.call("POST", "/auth/two-factor/enable", { password });
  const enrolment = body as unknown as { totpURI: string; backupCodes: string[] };
  expect(enrolment.totpURI).toMatch(/^otpauth:\/\/totp\/Mintwright/);
  expect((await userOf(owner)).hasTwoFactor).toBe(false);
  const code = readTotpCode(enrolment.totpURI);
  expect((await owner.call("POST", "/auth/two-factor/verify-totp", { code })).status).toBe(200);
  expect((await userOf(owner)).hasTwoFactor).toBe(true);
  return enrolment;
}

async function enterPassword({ email, password }: SignedUp): Promise<Visitor> {
  const visitor = fixture.visit();
  const { status, body } = await visitor.call("POST", "/auth/sign-in/email", { email, password });
  expect([status, body]).toEqual([200, { done: true, needsCode: true }]);
  expect((await visitor.call("GET", "/session")).status).toBe(401);
  return visitor;
}

describe("two-factor authentication", () => {
  it("asks for a code after the password, and for nothing else", async () => {
    const owner = await fixture.signUp();
    const { totpURI } = await enrol(owner);
    const visitor = await enterPassword(owner);
    const wrong = await visitor.call("POST", "/auth/two-factor/verify-totp", { code: "000000" });
    expect(wrong.body).toMatchObject({ statusCode: 401, message: expect.stringContaining("code is wrong") });
    expect((await visitor.call("GET", "/session")).status).toBe(401);
    const right = await visitor.call("POST", "/auth/two-factor/verify-totp", { code: readTotpCode(totpURI) });
    expect([right.status, right.body]).toEqual([200, { done: true }]);
    expect((await userOf(visitor)).email).toBe(owner.email);
  });

  it("refuses codes without a password before them, and ends after five wrong ones", async () => {
    const owner = await fixture.signUp();
    const { totpURI } = await enrol(owner);
    const stranger = await fixture.visit().call("POST", "/auth/two-factor/verify-totp", {
      code: readTotpCode(totpURI),
    });
    expect(stranger.status).toBe(401);
    const visitor = await enterPassword(owner);
    for (let attempt = 0; attempt < 5; attempt += 1)
      await visitor.call("POST", "/auth/two-factor/verify-totp", { code: "000000" });
    const late = await visitor.call("POST", "/auth/two-factor/verify-totp", { code: readTotpCode(totpURI) });
    expect(late.status).toBeGreaterThanOrEqual(400);
    expect((await visitor.call("GET", "/session")).status).toBe(401);
  });

  it("takes each backup code once, and none after it was turned off", async () => {
    const owner = await fixture.signUp();
    const { backupCodes } = await enrol(owner);
    const [code] = backupCodes;
    const use = async () =>
      (await (await enterPassword(owner)).call("POST", "/auth/two-factor/verify-backup-code", { code }))
        .status;
    expect([await use(), await use()]).toEqual([200, 401]);
    const { password } = owner;
    const renewed = await owner.call("POST", "/auth/two-factor/generate-backup-codes", { password });
    expect(renewed.body.backupCodes).toHaveLength(backupCodes.length);
    expect(
      (await owner.call("POST", "/auth/two-factor/disable", { password: "wrong password" })).status,
    ).toBe(400);
    expect((await owner.call("POST", "/auth/two-factor/disable", { password })).status).toBe(200);
    const visitor = fixture.visit();
    const signedIn = await visitor.call("POST", "/auth/sign-in/email", { email: owner.email, password });
    expect(signedIn.body).toEqual({ done: true });
    expect((await userOf(visitor)).hasTwoFactor).toBe(false);
  });

  it("is removed by the operator for a user who lost it, with an entry in the audit log", async () => {
    const { database } = fixture.platform;
    const [owner, other] = [await fixture.signUp(), await fixture.signUp()];
    const { totpURI } = await enrol(owner);
    await enrol(other);
    const trusted = await enterPassword(owner);
    const code = readTotpCode(totpURI);
    await trusted.call("POST", "/auth/two-factor/verify-totp", { code, trustDevice: true });
    expect(await removeSecondFactor(database, "nobody@example.com")).toBeUndefined();
    expect(await removeSecondFactor(database, owner.email.toUpperCase())).toMatchObject({
      email: owner.email,
    });
    expect(await removeSecondFactor(database, owner.email)).toBeUndefined();
    const visitor = fixture.visit();
    const { email, password } = owner;
    const { body } = await visitor.call("POST", "/auth/sign-in/email", { email, password });
    expect(body).toEqual({ done: true });
    expect((await userOf(visitor)).hasTwoFactor).toBe(false);
    expect((await visitor.call("GET", "/audit-log")).body).toMatchObject({
      entries: [
        {
          ...{ member: "Operator (command line)", action: "member.second_factor_removed", subject: email },
          ...{ address: null, isConfirmed: true },
        },
      ],
    });
    await enterPassword(other);
    // A device that was trusted before is asked for the code of the next second factor.
    await enrol(owner);
    const again = await trusted.call("POST", "/auth/sign-in/email", { email, password });
    expect(again.body).toEqual({ done: true, needsCode: true });
  });

  it("keeps neither secret nor backup codes readable in the database, and survives a change of the dashboard's secret", async () => {
    const owner = await fixture.signUp();
    const { totpURI, backupCodes } = await enrol(owner);
    const { rows } = await sql<{ row: string }>`
      select t::text as row from user_two_factor t join app_user u on u.id = t.user_id
      where u.email = ${owner.email}`.execute(fixture.platform.database);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(backupCodes[0]);
    await fixture.restart({
      DASHBOARD_SECRET: "another secret of the tests that is long enough",
      DASHBOARD_SECRET_PREVIOUS: dashboardSecret,
    });
    const visitor = await enterPassword(owner);
    const verified = await visitor.call("POST", "/auth/two-factor/verify-totp", {
      code: readTotpCode(totpURI),
    });
    expect(verified.status).toBe(200);
    await fixture.restart({});
  });
});

describe("changing the email", () => {
  it("needs the password and the link that was sent to the new address, and tells the old one", async () => {
    const owner = await fixture.signUp();
    const newEmail = `${crypto.randomUUID()}@example.com`;
    const { email: oldEmail, password } = owner;
    const request = (given: string) => owner.call("POST", "/email/change", { newEmail, password: given });
    expect((await request("wrong password")).status).toBe(403);
    expect((await request(password)).status).toBe(200);
    const { link } = await fixture.mail.takeEmail(newEmail);
    expect(link).toMatch(/^http:\/\/dashboard\.test\/dashboard\/change-email\?token=/);
    const token = new URL(link).searchParams.get("token");
    const other = await fixture.signUp();
    expect((await other.call("POST", "/email/confirm", { token })).status).toBe(400);
    expect((await userOf(owner)).email).toBe(oldEmail);
    const confirmed = await owner.call("POST", "/email/confirm", { token });
    expect(confirmed.body).toEqual({ email: newEmail });
    expect((await fixture.mail.takeEmail(oldEmail)).text).toContain(newEmail);
    expect((await owner.call("POST", "/email/confirm", { token })).status).toBe(400);
    const signIn = async (email: string) =>
      (await fixture.visit().call("POST", "/auth/sign-in/email", { email, password })).status;
    expect([await signIn(oldEmail), await signIn(newEmail)]).toEqual([401, 200]);
  });

  it("never takes the email of another user", async () => {
    const [owner, other] = [await fixture.signUp(), await fixture.signUp()];
    const { password } = owner;
    await owner.call("POST", "/email/change", { newEmail: other.email, password });
    const token = new URL((await fixture.mail.takeEmail(other.email)).link).searchParams.get("token");
    expect((await owner.call("POST", "/email/confirm", { token })).status).toBe(400);
    expect((await userOf(owner)).email).toBe(owner.email);
    const confirmation = await fixture.visit().call("POST", "/auth/confirm-email", {
      token,
      newPassword: "a password of the attacker",
    });
    expect(confirmation.status).toBe(400);
  });
});

describe("linking wallets", () => {
  async function sign(
    visitor: Visitor,
    signer: ReturnType<typeof privateKeyToAccount>,
    domain = "dashboard.test",
  ) {
    const { body } = await visitor.call("POST", "/auth/siwe/nonce", {});
    const message = createSiweMessage({
      ...{ address: signer.address, chainId: 1, domain, nonce: String(body.nonce) },
      ...{ uri: "http://dashboard.test/dashboard", version: "1" },
    });
    return { message, signature: await signer.signMessage({ message }) };
  }

  it("lets the user sign in with it, and only once it was signed for this site", async () => {
    const owner = await fixture.signUp();
    const signer = privateKeyToAccount(generatePrivateKey());
    const stranger = privateKeyToAccount(generatePrivateKey());
    const link = async (body: unknown, visitor: Visitor = owner) =>
      (await visitor.call("POST", "/auth/link-wallet", body)).status;
    const signed = await sign(owner, signer);
    expect(await link(signed, fixture.visit())).toBe(401);
    expect(await link(await sign(owner, signer, "evil.test"))).toBe(400);
    const { message } = await sign(owner, signer);
    expect(await link({ message, signature: await stranger.signMessage({ message }) })).toBe(400);
    expect(await link(signed)).toBe(200);
    expect(await link(signed)).toBe(400);
    expect((await userOf(owner)).wallets).toEqual([signer.address]);
    const visitor = fixture.visit();
    expect((await visitor.call("POST", "/auth/siwe/verify", await sign(visitor, signer))).status).toBe(200);
    expect((await userOf(visitor)).email).toBe(owner.email);
    const other = await fixture.signUp();
    const taken = await other.call("POST", "/auth/link-wallet", await sign(other, signer));
    expect(taken.body).toMatchObject({ statusCode: 400, message: expect.stringContaining("Another user") });
  });

  it("can be undone, but never for the only way to sign in", async () => {
    const owner = await fixture.signUp();
    const signer = privateKeyToAccount(generatePrivateKey());
    await owner.call("POST", "/auth/link-wallet", await sign(owner, signer));
    expect((await owner.call("DELETE", `/wallets/${signer.address}`)).status).toBe(200);
    expect((await userOf(owner)).wallets).toEqual([]);
    expect((await owner.call("DELETE", `/wallets/${signer.address}`)).status).toBe(404);
    const visitor = fixture.visit();
    await visitor.call("POST", "/auth/siwe/verify", await sign(visitor, signer));
    expect((await userOf(visitor)).email).toBeNull();
    expect((await visitor.call("DELETE", `/wallets/${signer.address}`)).status).toBe(403);
    expect((await userOf(visitor)).wallets).toEqual([signer.address]);
  });
});

describe("passkeys", () => {
  it("are offered to signed-in users only, and nobody signs in with an unknown one", async () => {
    const visitor = fixture.visit();
    expect((await visitor.call("GET", "/auth/passkey/generate-register-options")).status).toBe(401);
    const options = await visitor.call("GET", "/auth/passkey/generate-authenticate-options");
    expect(options.body).toMatchObject({ rpId: "dashboard.test", challenge: expect.any(String) });
    const response = { id: "unknown", rawId: "unknown", type: "public-key", response: {} };
    const refused = await visitor.call("POST", "/auth/passkey/verify-authentication", { response });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.status).toBeLessThan(500);
    expect((await visitor.call("GET", "/session")).status).toBe(401);
    const owner = await fixture.signUp();
    const registration = await owner.call("GET", "/auth/passkey/generate-register-options");
    expect(registration.body).toMatchObject({
      rp: { id: "dashboard.test", name: "Mintwright" },
      authenticatorSelection: { userVerification: "required", residentKey: "required" },
    });
  });
});
