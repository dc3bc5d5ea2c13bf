import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { createSiweMessage } from "viem/siwe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSignInJobs } from "../features/sign-in/index.ts";
import { type DashboardBench, startDashboardBench } from "./__fixtures__/dashboard-visitor.ts";

const password = "correct horse battery";
let bench: DashboardBench;

beforeAll(async () => {
  bench = await startDashboardBench();
});

afterAll(() => bench.close());

const newEmail = () => `${randomUUID()}@example.com`;

describe("the placeholder email of a wallet", () => {
  it.each([
    (address: string) => `${address}@siwe.placeholder.invalid`,
    (address: string) => `${address.toLowerCase()}@SIWE.Placeholder.INVALID`,
  ])("cannot be signed up with, so its owner can still sign in (%#)", async (toEmail) => {
    const signer = privateKeyToAccount(generatePrivateKey());
    const stranger = bench.visit("203.0.113.1");
    const email = toEmail(signer.address);
    const signUp = await stranger.call("POST", "/auth/sign-up/email", { name: "S", email, password });
    expect(signUp.body).toMatchObject({ statusCode: 400, message: expect.stringContaining("email") });
    const owner = bench.visit("203.0.113.2");
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
    expect(bench.mail.countLetters(email)).toBe(0);
  });
});

describe("a user who never confirms the email", () => {
  it("is deleted after the configured days, and nobody else is", async () => {
    const { database, store } = bench.platform;
    const confirmed = await bench.signUp();
    const [old, recent] = [newEmail(), newEmail()];
    for (const email of [old, recent])
      await bench.visit("203.0.113.3").call("POST", "/auth/sign-up/email", { name: "U", email, password });
    await sql`update app_user set created_at = now() - interval '3 days', updated_at = now() - interval '3 days'
      where email in (${old}, ${confirmed.email})`.execute(database);
    const settings = { deleteUnconfirmedAfterDays: 3 };
    for (const job of createSignInJobs(database, store, settings)) if (job.schedule) await job.handle({});
    const { rows } = await sql<{ email: string }>`
      select email from app_user where email in (${old}, ${recent}, ${confirmed.email})`.execute(database);
    expect(rows.map(({ email }) => email).sort()).toEqual([confirmed.email, recent].sort());
    expect((await confirmed.call("GET", "/session")).status).toBe(200);
  });
});
