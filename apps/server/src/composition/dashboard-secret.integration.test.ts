import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { crc32 } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { adoptDashboardSecret, deriveDashboardKeys } from "../features/sign-in/index.ts";
import { type DashboardFixture, dashboardSecret, startDashboard } from "./__fixtures__/dashboard-visitor.ts";

let fixture: DashboardFixture;

beforeAll(async () => {
  fixture = await startDashboard();
});

afterAll(() => fixture.close());

/** The bearer key that an earlier version derived from the dashboard's secret, and that the public API accepted. */
function deriveBearerKey(accountId: string): string {
  const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  const write = (number: bigint, length: number) =>
    Array.from({ length }, (_, place) => alphabet[Number((number / 62n ** BigInt(place)) % 62n)]);
  const digest = createHmac("sha256", dashboardSecret).update(`dashboard ${accountId}`).digest("hex");
  const text = `mw_live_aa${write(BigInt(`0x${digest}`), 30).join("")}`;
  return (
    text +
    write(BigInt(crc32(text)), 6)
      .reverse()
      .join("")
  );
}

describe("the hidden key of an account's dashboard", () => {
  it("is refused at the public API, whatever a caller sends as a bearer key", async () => {
    const owner = await fixture.signUp();
    const calls = Array.from({ length: 4 }, () => owner.call("GET", "/operations/credits/balance"));
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { database } = fixture.platform;
    const [hidden, ...others] = await database
      .selectFrom("api_key")
      .select(["key_id", "secret_hash"])
      .where("account_id", "=", owner.accountId)
      .execute();
    expect(others).toEqual([]);
    const bearers = [
      deriveBearerKey(owner.accountId),
      hidden?.key_id ?? "",
      hidden?.secret_hash.toString("hex") ?? "",
    ];
    for (const bearer of bearers) {
      const { statusCode } = await fixture.app.inject({
        url: "/credits/balance",
        headers: { authorization: `Bearer ${bearer}` },
      });
      expect([bearer, statusCode]).toEqual([bearer, 401]);
    }
    // The row refuses every digest that a bearer key could have.
    const planted = sql`update api_key set secret_hash = ${randomBytes(32)}
      where account_id = ${owner.accountId}`.execute(database);
    await expect(planted).rejects.toThrow("api_key_lookup");
  });
});

const nextSecret = "the next secret of the tests, long enough too";
const replaced = { DASHBOARD_SECRET: nextSecret };
const rotating = { DASHBOARD_SECRET: nextSecret, DASHBOARD_SECRET_PREVIOUS: dashboardSecret };

async function askForReset(email: string): Promise<string | null> {
  await fixture.visit().call("POST", "/auth/request-password-reset", { email });
  return new URL((await fixture.mail.takeEmail(email)).link).searchParams.get("token");
}

async function askForConfirmation(email: string): Promise<string | null> {
  await fixture.visit().call("POST", "/auth/sign-up/email", { email });
  return new URL((await fixture.mail.takeEmail(email)).link).searchParams.get("token");
}

async function countSessions(email: string): Promise<number> {
  const { rows } = await sql<{ sessions: number }>`
    select count(*)::integer as sessions from user_session s join app_user u on u.id = s.user_id
    where u.email = ${email}`.execute(fixture.platform.database);
  return rows[0]?.sessions ?? 0;
}

describe("another secret", () => {
  it("ends every session and every link for good, also when the old secret comes back", async () => {
    const owner = await fixture.signUp();
    const token = await askForReset(owner.email);
    const confirmation = await askForConfirmation(`${randomUUID()}@example.com`);
    await fixture.restart(replaced);
    const confirm = { token: confirmation, newPassword: "a new long password" };
    expect((await fixture.visit().call("POST", "/auth/confirm-email", confirm)).status).toBe(400);
    expect((await owner.call("GET", "/session")).status).toBe(401);
    expect(await countSessions(owner.email)).toBe(0);
    await fixture.restart({});
    expect((await owner.call("GET", "/session")).status).toBe(401);
    const reset = { token, newPassword: "a new long password" };
    expect((await fixture.visit().call("POST", "/auth/reset-password", reset)).status).toBe(400);
  });
});

describe("two secrets during a rotation", () => {
  it("keep sessions and links of the old one valid until it is taken away", async () => {
    const { email, password, ...early } = await fixture.signUp();
    const token = await askForReset(email);
    const newcomer = `${randomUUID()}@example.com`;
    const confirmation = { token: await askForConfirmation(newcomer), newPassword: password };
    await fixture.restart(rotating);
    expect((await early.call("GET", "/session")).status).toBe(200);
    expect((await fixture.visit().call("POST", "/auth/confirm-email", confirmation)).status).toBe(200);
    const change = {
      currentPassword: password,
      newPassword: "changed in between",
      revokeOtherSessions: false,
    };
    expect((await early.call("POST", "/auth/change-password", change)).status).toBe(200);
    const late = fixture.visit();
    const signIn = { email, password: change.newPassword };
    expect((await late.call("POST", "/auth/sign-in/email", signIn)).status).toBe(200);
    expect(await countSessions(email)).toBe(2);
    await fixture.restart(replaced);
    expect((await early.call("GET", "/session")).status).toBe(401);
    expect((await late.call("GET", "/session")).status).toBe(200);
    expect(await countSessions(email)).toBe(1);
    await fixture.restart(rotating);
    expect((await early.call("GET", "/session")).status).toBe(401);
    const reset = { token, newPassword: "too late for this" };
    expect((await late.call("POST", "/auth/reset-password", reset)).status).toBe(400);
    await fixture.restart({});
  });

  it("do not let a process that still has the old one end sessions of the new one", async () => {
    await fixture.restart(rotating);
    const owner = await fixture.signUp();
    await adoptDashboardSecret(fixture.platform.database, deriveDashboardKeys({ secret: dashboardSecret }));
    expect((await owner.call("GET", "/session")).status).toBe(200);
    await fixture.restart({});
  });
});

describe("the key that signs cookies", () => {
  it("is neither the secret itself nor of another purpose", async () => {
    const owner = await fixture.signUp();
    const { rows } = await sql<{ token: string }>`
      select token from user_session s join app_user u on u.id = s.user_id
      where u.email = ${owner.email}`.execute(fixture.platform.database);
    const token = rows[0]?.token ?? "";
    const { current } = deriveDashboardKeys({ secret: dashboardSecret });
    const visitWith = async (key: string) => {
      const visitor = fixture.visit();
      const signature = createHmac("sha256", key).update(token).digest("base64");
      visitor.cookies.set("mintwright.session_token", encodeURIComponent(`${token}.${signature}`));
      return (await visitor.call("GET", "/session")).status;
    };
    expect(await visitWith(current.sessions)).toBe(200);
    const { sessions: _, ...others } = current;
    for (const key of [dashboardSecret, randomUUID(), ...Object.values(others)])
      expect(await visitWith(key)).toBe(401);
  });
});
