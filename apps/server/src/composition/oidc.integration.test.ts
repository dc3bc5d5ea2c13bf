import {
  findFreePort,
  type IdentityProvider,
  oidcClient,
  startIdentityProvider,
} from "@mintwright/test-harness";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type DashboardFixture, startDashboard, type Visitor } from "./__fixtures__/dashboard-visitor.ts";

const callback = "http://dashboard.test/dashboard/api/auth/callback/oidc";

let fixture: DashboardFixture;
let port: number;
let provider: IdentityProvider | undefined;

beforeAll(async () => {
  port = await findFreePort();
  fixture = await startDashboard({
    OIDC_ISSUER: `http://127.0.0.1:${port}`,
    OIDC_CLIENT_ID: oidcClient.id,
    OIDC_CLIENT_SECRET: oidcClient.secret,
    OIDC_NAME: "Harbour ID",
  });
});

afterAll(async () => {
  await provider?.stop();
  await fixture.close();
});

/** Goes to the identity provider and comes back as a browser does. */
async function signIn(email: string, visitor: Visitor = fixture.visit()) {
  const { status, text, body } = await visitor.call("POST", "/auth/sign-in/oidc");
  expect(status, text).toBe(200);
  const back = await (provider as IdentityProvider).signIn(String(body.url), email);
  expect(back.origin + back.pathname).toBe(callback);
  const answer = await visitor.call("GET", `/auth/callback/oidc${back.search}`);
  return { visitor, back, status: answer.status, location: answer.headers.get("location") };
}

const sessionOf = async (visitor: Visitor) => (await visitor.call("GET", "/session")).body;

it("delays no other sign-in while the identity provider is down", async () => {
  const owner = await fixture.signUp();
  expect((await fixture.visit().call("GET", "/auth/providers")).body).toEqual({
    oidc: { name: "Harbour ID" },
  });
  expect((await fixture.visit().call("POST", "/auth/sign-in/oidc")).status).toBe(503);
  const { email, password } = owner;
  expect((await fixture.visit().call("POST", "/auth/sign-in/email", { email, password })).status).toBe(200);
  provider = await startIdentityProvider({ port, redirectUri: callback });
});

it("opens an account for a new user and finds it again, and stores no tokens", async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  const first = await signIn(email);
  expect([first.status, first.location]).toEqual([302, "http://dashboard.test/dashboard"]);
  const session = await sessionOf(first.visitor);
  expect(session).toMatchObject({ user: { email, hasPassword: false }, account: { role: "owner" } });
  const again = await signIn(email);
  expect(await sessionOf(again.visitor)).toEqual(session);
  const { rows } = await sql`
    select l.access_token, l.refresh_token, l.id_token from user_login l join app_user u on u.id = l.user_id
    where u.email = ${email}`.execute(fixture.platform.database);
  expect(rows).toEqual([{ access_token: null, refresh_token: null, id_token: null }]);
});

it("signs in a user who has confirmed the same email", async () => {
  const owner = await fixture.signUp();
  const { visitor } = await signIn(owner.email);
  expect(await sessionOf(visitor)).toMatchObject({
    user: { email: owner.email, hasPassword: true },
    account: { id: owner.accountId },
  });
});

it("lets the owner of an email in with which somebody signed up before, and ends that sign-up", async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  expect((await fixture.visit().call("POST", "/auth/sign-up/email", { email })).status).toBe(200);
  const token = new URL((await fixture.mail.takeEmail(email)).link).searchParams.get("token");
  const { visitor } = await signIn(email);
  expect(await sessionOf(visitor)).toMatchObject({
    user: { email, hasPassword: false },
    account: { role: "owner" },
  });
  const late = await fixture
    .visit()
    .call("POST", "/auth/confirm-email", { token, newPassword: "correct horse battery" });
  expect(late.status).toBe(400);
});

it("refuses an email that the identity provider has not confirmed", async () => {
  const email = `unconfirmed-${crypto.randomUUID()}@example.com`;
  const owner = await fixture.signUp(email);
  const { visitor, location } = await signIn(owner.email);
  expect(location).toMatch(/^http:\/\/dashboard\.test\/dashboard\/sign-in\?error=/);
  expect((await visitor.call("GET", "/session")).status).toBe(401);
  const newEmail = `unconfirmed-${crypto.randomUUID()}@example.com`;
  const stranger = await signIn(newEmail);
  expect(stranger.location).toBe("http://dashboard.test/dashboard/sign-in?error=email_not_verified");
  expect((await stranger.visitor.call("GET", "/session")).status).toBe(401);
  const { rows } = await sql`
    select u.email, l.provider from app_user u left join user_login l on l.user_id = u.id
    where u.email in (${owner.email}, ${newEmail})`.execute(fixture.platform.database);
  expect(rows).toEqual([{ email: owner.email, provider: "credential" }]);
});

it("refuses an answer of the provider that another browser asked for, or that was used", async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  const attacker = fixture.visit();
  const { body } = await attacker.call("POST", "/auth/sign-in/oidc");
  const back = await (provider as IdentityProvider).signIn(String(body.url), email);
  const victim = fixture.visit();
  const forged = await victim.call("GET", `/auth/callback/oidc${back.search}`);
  expect(forged.headers.get("location")).toContain("error=");
  expect((await victim.call("GET", "/session")).status).toBe(401);
  const invented = await attacker.call(
    "GET",
    `/auth/callback/oidc?code=${back.searchParams.get("code")}&state=invented`,
  );
  expect(invented.headers.get("location")).toContain("error=");
  expect((await attacker.call("GET", "/session")).status).toBe(401);
  const used = await signIn(email);
  const replayed = await used.visitor.call("GET", `/auth/callback/oidc${used.back.search}`);
  expect(replayed.headers.get("location")).toContain("error=");
});

it("sends the browser back to the sign-in page when the identity provider goes down on the way", async () => {
  const visitor = fixture.visit();
  const { body } = await visitor.call("POST", "/auth/sign-in/oidc");
  const back = await (provider as IdentityProvider).signIn(String(body.url), "ada@example.com");
  await provider?.stop();
  const answer = await visitor.call("GET", `/auth/callback/oidc${back.search}`);
  expect([answer.status, answer.headers.get("location")]).toEqual([
    302,
    expect.stringMatching(/^http:\/\/dashboard\.test\/dashboard\/sign-in\?error=/),
  ]);
  expect((await visitor.call("GET", "/session")).status).toBe(401);
});
