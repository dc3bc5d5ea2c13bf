import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type DashboardFixture, startDashboard } from "./__fixtures__/dashboard-visitor.ts";

const password = "correct horse battery";
let fixture: DashboardFixture;

beforeAll(async () => {
  fixture = await startDashboard();
});

afterAll(() => fixture.close());

const newEmail = () => `${randomUUID()}@example.com`;
const signUp = (email: string, address: string) =>
  fixture.visit(address).call("POST", "/auth/sign-up/email", { email });
const askForReset = async (email: string, address: string) =>
  (await fixture.visit(address).call("POST", "/auth/request-password-reset", { email })).status;
const readToken = async (email: string) =>
  new URL((await fixture.mail.takeEmail(email)).link).searchParams.get("token");

/** Waits until every email has left the outbox, and tells how many arrived at an address. */
async function countEmails(to: string): Promise<number> {
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ waiting: number }>`
        select count(*)::integer as waiting from pgboss.job
        where name = 'send-email' and state <> 'completed'`.execute(fixture.platform.database);
      expect(rows[0]?.waiting).toBe(0);
    },
    { timeout: 20_000, interval: 100 },
  );
  return fixture.mail.countEmails(to);
}

/** Asks from 30 networks, three times each. */
async function askFromManyNetworks(ask: (address: string) => Promise<unknown>): Promise<void> {
  for (let network = 0; network < 30; network++)
    await Promise.all([1, 2, 3].map(() => ask(`198.18.${network}.1`)));
}

describe("emails to one address", () => {
  it("are at most 10 an hour of a kind, from however many networks a reset is asked for", {
    timeout: 60_000,
  }, async () => {
    const { email } = await fixture.signUp();
    await askFromManyNetworks((address) => askForReset(email, address));
    expect(await countEmails(email)).toBe(10);
  });

  it("are at most 10 an hour to an address that is not confirmed: signing up, signing in and resets together", {
    timeout: 120_000,
  }, async () => {
    const email = newEmail();
    await askFromManyNetworks(async (address) => {
      await signUp(email, address.replace("198.18", "198.19"));
      await fixture.visit(address).call("POST", "/auth/sign-in/email", { email, password });
      await askForReset(email, address.replace("198.18", "100.64"));
    });
    expect(await countEmails(email)).toBe(10);
  });

  it("are at most 3 an hour from one network", async () => {
    const { email } = await fixture.signUp();
    for (let n = 0; n < 5; n++) expect(await askForReset(email, "203.0.113.20")).toBe(200);
    expect(await countEmails(email)).toBe(3);
  });
});

describe("a password reset", () => {
  it("reaches its owner at a new place, although one stranger asked for many emails", async () => {
    const { email } = await fixture.signUp();
    for (let n = 0; n < 5; n++) await signUp(email, "203.0.113.30");
    for (let n = 0; n < 5; n++) await askForReset(email, "203.0.113.30");
    const before = await countEmails(email);
    expect(await askForReset(email, "203.0.113.31")).toBe(200);
    expect(await countEmails(email)).toBe(before + 1);
  });

  it("reaches its owner at a familiar place, although strangers everywhere asked for more than the limit", {
    timeout: 60_000,
  }, async () => {
    const { email } = await fixture.signUp();
    const familiar = "203.0.113.40";
    const signIn = { email, password };
    expect((await fixture.visit(familiar).call("POST", "/auth/sign-in/email", signIn)).status).toBe(200);
    await askFromManyNetworks((address) => askForReset(email, address));
    const before = await countEmails(email);
    expect(await askForReset(email, familiar)).toBe(200);
    expect(await countEmails(email)).toBe(before + 1);
  });

  it("works with every link of the hour when the limit is used up, so strangers block nobody", {
    timeout: 60_000,
  }, async () => {
    const { email } = await fixture.signUp();
    await askFromManyNetworks((address) => askForReset(email, address));
    expect(await countEmails(email)).toBe(10);
    const owner = fixture.visit("203.0.113.50");
    expect((await owner.call("POST", "/auth/request-password-reset", { email })).body).toEqual({
      done: true,
    });
    expect(await countEmails(email)).toBe(10);
    const reset = { token: await readToken(email), newPassword: "a new long password" };
    expect((await owner.call("POST", "/auth/reset-password", reset)).status).toBe(200);
    const signIn = { email, password: "a new long password" };
    expect((await owner.call("POST", "/auth/sign-in/email", signIn)).status).toBe(200);
  });
});

it("one network asks for at most 20 emails an hour, to whatever addresses", async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 22; n++) statuses.push((await signUp(newEmail(), "203.0.113.60")).status);
  expect(statuses).toEqual([...Array(20).fill(200), 429, 429]);
});
