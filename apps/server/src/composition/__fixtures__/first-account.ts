import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import sharp from "sharp";
import { plantCollection } from "../../features/__fixtures__/index.ts";
import { grantCredits } from "../../features/credits/index.ts";
import { queueForEndpoints, queueWebhook } from "../../features/webhooks/index.ts";
import type { DashboardFixture } from "./dashboard-visitor.ts";
import { writtenLater } from "./owned-rows.ts";
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
  const endpoint = await owner.call("POST", "/operations/webhooks/endpoints", {
    url: "https://93.184.215.14/first",
    description: "receiver of the first account",
  });
  const endpointId = String((endpoint.body as { data?: { id: string } }).data?.id);
  await database.transaction().execute(async (transaction) => {
    for (let n = 0; n < 2; n++) await queueForEndpoints(transaction, queue.enqueue, event);
  });
  const [paymentId, alertId] = [randomUUID(), randomUUID()];
  await sql`insert into payment (account_id, payment_id, provider, provider_payment, credits, amount, currency, paid_at, paid_amount)
    values (${accountId}, ${paymentId}, 'stripe', 'pi_of_the_first', 100, 100, 'usd', now(), 100)`.execute(
    database,
  );
  await sql`insert into news_alert (account_id, alert_id, webhook_url)
    values (${accountId}, ${alertId}, 'https://first.example/alert')`.execute(database);
  const spendAlertId = String(
    ((await owner.call("POST", "/credits/alerts", { kind: "day", amount: 7_654.32 })).body as { id?: string })
      .id,
  );
  await plantConversations(database, { accountId, keyId, records: 200, sessions: 120 });
  await owner.call("PUT", `/keys/${keyId}/context`, { companyName: "The first works" });
  await fixture.app.inject({
    method: "POST",
    url: "/nft/enhancePrompt",
    headers: { authorization: `Bearer ${key}`, "idempotency-key": "first" },
    payload: { prompt: "a lighthouse of the first" },
  });
  const [itemId, otherItemId] = [await storeImage("a lighthouse to keep"), await storeImage("another one")];
  const logId = "900000000001";
  for (const id of [logId, "900000000002"])
    await sql`insert into request_log (account_id, log_id, created_at, request_id, key_id, operation, method, path, status,
        latency_in_ms, charged, held, sample_factor)
      values (${accountId}, ${id}::bigint, now(), 'a request of the first', ${keyId}, 'getChains', 'GET', '/', 200, 1, 0, 0, 1)`.execute(
      database,
    );
  await sql`insert into request_body (account_id, log_id, created_at, request_body, is_shortened)
    select account_id, log_id, created_at, 'a body of the first', false from request_log where log_id = ${logId}::bigint`.execute(
    database,
  );
  const { body } = await owner.call("GET", "/sign-ins");
  const signInId = String((body as { signIns?: { id: string }[] }).signIns?.[0]?.id);
  const secret = (await owner.call("GET", "/operations/webhooks/secret")).body as {
    data?: { secret: string };
  };
  await owner.call("POST", "/invitations", { email: "invited@first.example", role: "viewer" });
  const team = (await owner.call("GET", "/members")).body as Record<string, { id: string }[]>;
  const [memberId, invitationId] = [String(team.members?.[0]?.id), String(team.invitations?.[0]?.id)];
  const [acceptedId, rejectedId] = [randomUUID(), randomUUID()];
  const inviter = await fixture.signUp();
  for (const id of [acceptedId, rejectedId])
    await sql`insert into invitation (id, account_id, email, role, inviter_id, expires_at)
      select ${id}, m.account_id, ${owner.email}, 'viewer', m.user_id, now() + interval '1 day'
      from member m where m.account_id = ${inviter.accountId}`.execute(database);
  const [passkeyId, address] = [randomUUID(), "0x00000000000000000000000000000000000000F1"];
  await sql`insert into user_passkey (id, user_id, public_key, credential_id, counter, device_type, backed_up)
    select ${passkeyId}, user_id, 'x', 'x', 0, 'x', false from member where account_id = ${accountId}`.execute(
    database,
  );
  await sql`insert into user_wallet (id, user_id, address, chain_id)
    select 'first', user_id, ${address}, 1 from member where account_id = ${accountId}`.execute(database);
  const endpointSecret = (await owner.call("GET", `/operations/webhooks/endpoints/${endpointId}/secret`))
    .body as typeof secret;
  const image = sharp({ create: { width: 64, height: 64, channels: 3, background: "red" } }).png();
  const { url } = await keepReference(fixture, owner, await image.toBuffer());
  async function storeImage(prompt: string): Promise<string> {
    const answer = await fixture.app.inject({
      method: "POST",
      url: "/nft/generate-image",
      headers: { authorization: `Bearer ${key}`, prefer: "store" },
      payload: { prompt, model: "velogen", width: 512, height: 512 },
    });
    return String(answer.headers["x-library-item"]);
  }
  return {
    ...owner,
    /** What another account puts where an id of this name belongs. */
    ids: {
      ...{ accountId, keyId, collectionId, deliveryId, paymentId, signInId, alertId, itemId },
      ...{ logId, endpointId, spendAlertId },
      ...{ memberId, invitationId, acceptedId, rejectedId, passkeyId, address },
      name: String(url.split("/").at(-1)),
      sdkUniqueId: "s1",
    },
    /** What no answer to another account may contain. */
    secrets: [
      ...[accountId, keyId, key, owner.email, collectionId, other.collectionId, deliveryId, otherDeliveryId],
      ...[paymentId, alertId, signInId, String(secret.data?.secret), "a key of the first account"],
      ...["harbour foxes", "first.example", "question number", "an answer that is common"],
      ...[memberId, invitationId, acceptedId, rejectedId, inviter.email, passkeyId, address],
      ...[endpointId, String(endpointSecret.data?.secret), "receiver of the first account"],
      ...["pi_of_the_first", spendAlertId, "7654.32"],
      ...["The first works", "a lighthouse of the first", itemId, otherItemId, "a lighthouse to keep"],
      ...["a request of the first", "a body of the first"],
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
    if (writtenLater.includes(name)) continue;
    const isOwn =
      column === "account_id"
        ? sql`t.account_id = ${accountId}`
        : sql`t.user_id in (select user_id from member where account_id = ${accountId})`;
    const { rows } = await sql<{ digest: string | null }>`
      select md5(string_agg(t::text, ' ' order by t::text)) as digest from ${sql.table(name)} t where ${isOwn}`.execute(
      database,
    );
    if (rows[0]?.digest) digests[`${name} by ${column}`] = rows[0].digest;
  }
  return digests;
}
