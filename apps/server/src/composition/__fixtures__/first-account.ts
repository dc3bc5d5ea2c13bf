import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import sharp from "sharp";
import { plantCollection } from "../../features/__fixtures__/index.ts";
import { grantCredits } from "../../features/credits/index.ts";
import { queueWebhook } from "../../features/webhooks/index.ts";
import type { DashboardFixture } from "./dashboard-visitor.ts";
import { plantConversations } from "./planted-conversations.ts";

export const keySettings = {
  name: "a key",
  ratePerMinute: null,
  expiresAt: null,
  allowedOperations: null,
  monthlyLimit: null,
};

/** An account with something of everything that an account can have. */
export type FirstAccount = Awaited<ReturnType<typeof createFirstAccount>>;

/** Signs an account up with credits and a key. */
export async function signUpWithKey(fixture: DashboardFixture, keyName: string) {
  const owner = await fixture.signUp();
  await grantCredits(fixture.platform.database, owner.accountId, 100_000, "test");
  const { body } = await owner.call("POST", "/keys", { ...keySettings, name: keyName });
  const { id: keyId, key } = body as { id?: string; key?: string };
  if (!keyId || !key) throw new Error(`no key was created: ${JSON.stringify(body)}`);
  return { ...owner, keyId, key };
}

/** Creates the account whose ids another one is going to use. */
export async function createFirstAccount(fixture: DashboardFixture) {
  const { database, store, queue } = fixture.platform;
  const owner = await signUpWithKey(fixture, "a key of the first account");
  const { accountId, keyId, key } = owner;
  const [{ collectionId }, other] = [
    await plantCollection(database, store, { accountId, amount: 6, failed: [2] }),
    await plantCollection(database, store, { accountId, amount: 2 }),
  ];
  const event = { accountId, url: "https://first.example/", type: "test.happened", data: { said: "hello" } };
  const [deliveryId, otherDeliveryId] = [
    await database.transaction().execute((transaction) => queueWebhook(transaction, queue.enqueue, event)),
    await database.transaction().execute((transaction) => queueWebhook(transaction, queue.enqueue, event)),
  ];
  const [paymentId, alertId] = [randomUUID(), randomUUID()];
  await sql`insert into payment (account_id, payment_id, provider, credits, amount, currency)
    values (${accountId}, ${paymentId}, 'stripe', 100, 100, 'usd')`.execute(database);
  await sql`insert into news_alert (account_id, alert_id, webhook_url)
    values (${accountId}, ${alertId}, 'https://first.example/alert')`.execute(database);
  await plantConversations(database, { accountId, keyId, records: 200, sessions: 120 });
  await owner.call("PUT", `/keys/${keyId}/context`, { companyName: "The first works" });
  await fixture.app.inject({
    method: "POST",
    url: "/nft/enhancePrompt",
    headers: { authorization: `Bearer ${key}`, "idempotency-key": "first" },
    payload: { prompt: "a lighthouse of the first" },
  });
  const { body } = await owner.call("GET", "/sign-ins");
  const signInId = String((body as { signIns?: { id: string }[] }).signIns?.[0]?.id);
  const secret = (await owner.call("GET", "/operations/webhooks/secret")).body as {
    data?: { secret: string };
  };
  const image = sharp({ create: { width: 64, height: 64, channels: 3, background: "red" } }).png();
  const { url } = await keepReference(fixture, owner, await image.toBuffer());
  return {
    ...owner,
    /** What another account puts where an id of this name belongs. */
    ids: {
      ...{ accountId, keyId, collectionId, deliveryId, paymentId, signInId, alertId },
      name: String(url.split("/").at(-1)),
      sdkUniqueId: "s1",
    },
    /** What no answer to another account may contain. */
    secrets: [
      ...[accountId, keyId, key, owner.email, collectionId, other.collectionId, deliveryId, otherDeliveryId],
      ...[paymentId, alertId, signInId, String(secret.data?.secret), "a key of the first account"],
      ...["harbour foxes", "first.example", "question number", "an answer that is common"],
      ...["The first works", "a lighthouse of the first"],
    ],
  };
}

/** Uploads a reference image. */
export async function keepReference(
  fixture: DashboardFixture,
  owner: { cookies: Map<string, string> },
  payload: Buffer,
): Promise<{ url: string; statusCode: number }> {
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { origin: "http://dashboard.test", cookie, "content-type": "image/png" };
  const answer = await fixture.app.inject({
    method: "POST",
    url: "/dashboard/api/references",
    headers,
    payload,
  });
  return { url: String(answer.json().url), statusCode: answer.statusCode };
}

/** Digests every row that belongs to an account or its user, by table; tables without one are left out. */
export async function digestAccount(
  { platform: { database } }: DashboardFixture,
  accountId: string,
): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string; column: string }>`
    select c.relname as name, a.attname as column from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname in ('account_id', 'user_id')
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by 1, 2`.execute(database);
  const digests: Record<string, string> = {};
  for (const { name, column } of tables) {
    const isOwn =
      column === "account_id"
        ? sql`t.account_id = ${accountId}`
        : sql`t.user_id in (select user_id from membership where account_id = ${accountId})`;
    const { rows } = await sql<{ digest: string | null }>`
      select md5(string_agg(t::text, ' ' order by t::text)) as digest from ${sql.table(name)} t where ${isOwn}`.execute(
      database,
    );
    if (rows[0]?.digest) digests[`${name} by ${column}`] = rows[0].digest;
  }
  return digests;
}
