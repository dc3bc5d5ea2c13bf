import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createVoucher, grantCredits } from "../features/credits/index.ts";
import { type DashboardFixture, startDashboard, type Visitor } from "./__fixtures__/dashboard-visitor.ts";
import { keySettings } from "./__fixtures__/first-account.ts";
import { plantConversations } from "./__fixtures__/planted-conversations.ts";

type SignedUp = Awaited<ReturnType<DashboardFixture["signUp"]>>;

let fixture: DashboardFixture;

beforeAll(async () => {
  fixture = await startDashboard();
});

afterAll(() => fixture.close());

const accountOf = async (visitor: Visitor) =>
  (await visitor.call("GET", "/session")).body.account as { id: string; name: string; role: string };

async function invite(owner: Visitor, email: string, role: string): Promise<string> {
  const { status, text } = await owner.call("POST", "/invitations", { email, role });
  expect(status, text).toBe(200);
  const { link } = await fixture.mail.takeEmail(email);
  return String(link.split("/").at(-1));
}

/** Adds a new user to the owner's organisation, by email. */
async function addMember(owner: Visitor, role: string): Promise<SignedUp> {
  const member = await fixture.signUp();
  const id = await invite(owner, member.email, role);
  expect((await member.call("POST", `/invitations/${id}/accept`)).status).toBe(200);
  return member;
}

async function findMemberId(owner: Visitor, email: string): Promise<string> {
  const { members } = (await owner.call("GET", "/members")).body as {
    members: { id: string; email: string }[];
  };
  return String(members.find((member) => member.email === email)?.id);
}

describe("an invitation", () => {
  it("comes by email, and its recipient joins with the role and switches between organisations", async () => {
    const owner = await fixture.signUp();
    await owner.call("PUT", "/organisation", { name: "Harbour Works" });
    const email = `${crypto.randomUUID()}@example.com`;
    await owner.call("POST", "/invitations", { email, role: "developer" });
    const sent = await fixture.mail.takeEmail(email);
    expect(sent.subject).toBe("Join Harbour Works on Mintwright");
    expect(sent.text).toContain(`${owner.email} invites you to the organisation Harbour Works as developer`);
    const ada = await fixture.signUp(email);
    const { body } = await ada.call("GET", "/organisations");
    expect(body).toMatchObject({
      organisations: [{ id: ada.accountId, role: "owner", isActive: true }],
      invitations: [{ organisation: "Harbour Works", role: "developer", invitedBy: owner.email }],
    });
    const [{ id }] = body.invitations as [{ id: string }];
    expect(sent.link).toBe(`http://dashboard.test/dashboard/invitation/${id}`);

    expect((await ada.call("POST", `/invitations/${id}/accept`)).status).toBe(200);
    expect(await accountOf(ada)).toEqual({ id: owner.accountId, name: "Harbour Works", role: "developer" });
    expect((await ada.call("POST", `/invitations/${id}/accept`)).status).toBe(404);
    expect((await ada.call("POST", "/invitations", { email: "x@example.com", role: "admin" })).status).toBe(
      403,
    );
    expect((await ada.call("POST", `/organisations/${ada.accountId}/switch`)).status).toBe(200);
    expect(await accountOf(ada)).toMatchObject({ id: ada.accountId, role: "owner" });
    // Another browser of the same user is in the organisation that it has chosen.
    const other = fixture.visit();
    await other.call("POST", "/auth/sign-in/email", { email, password: ada.password });
    await other.call("POST", `/organisations/${owner.accountId}/switch`);
    expect([(await accountOf(other)).id, (await accountOf(ada)).id]).toEqual([
      owner.accountId,
      ada.accountId,
    ]);
  });

  it("is of no use to others, nor after it was cancelled, declined, replaced or has expired", async () => {
    const [owner, ada, other] = [await fixture.signUp(), await fixture.signUp(), await fixture.signUp()];
    const accept = async (visitor: Visitor, id: string) =>
      (await visitor.call("POST", `/invitations/${id}/accept`)).status;
    const replaced = await invite(owner, ada.email, "viewer");
    const cancelled = await invite(owner, ada.email, "viewer");
    expect(await accept(ada, replaced)).toBe(404);
    expect(await accept(other, cancelled)).toBe(404);
    expect((await other.call("DELETE", `/invitations/${cancelled}`)).status).toBe(404);
    expect((await owner.call("DELETE", `/invitations/${cancelled}`)).status).toBe(200);
    expect(await accept(ada, cancelled)).toBe(404);
    const declined = await invite(owner, ada.email, "viewer");
    expect((await ada.call("POST", `/invitations/${declined}/reject`)).status).toBe(200);
    expect(await accept(ada, declined)).toBe(404);
    const expired = await invite(owner, ada.email, "viewer");
    await sql`update invitation set expires_at = now() - interval '1 second' where id = ${expired}`.execute(
      fixture.platform.database,
    );
    expect(await accept(ada, expired)).toBe(404);
    expect((await owner.call("GET", "/members")).body).toMatchObject({ invitations: [] });
    const wrongRole = await owner.call("POST", "/invitations", { email: ada.email, role: "owner" });
    expect(wrongRole.status).toBe(400);
  });
});

describe("members", () => {
  it("get another role or are removed from the next request on, in every session", async () => {
    const owner = await fixture.signUp();
    const ada = await addMember(owner, "admin");
    const memberId = await findMemberId(owner, ada.email);
    expect((await owner.call("PUT", `/members/${memberId}`, { role: "viewer" })).status).toBe(200);
    expect((await accountOf(ada)).role).toBe("viewer");
    expect((await ada.call("DELETE", `/members/${memberId}`)).status).toBe(403);
    expect((await owner.call("DELETE", `/members/${memberId}`)).status).toBe(200);
    expect(await accountOf(ada)).toMatchObject({ id: ada.accountId, role: "owner" });
  });

  it("of an admin cannot change, remove or replace the owner", async () => {
    const owner = await fixture.signUp();
    const admin = await addMember(owner, "admin");
    const ownerId = await findMemberId(owner, owner.email);
    const adminId = await findMemberId(owner, admin.email);
    expect((await admin.call("PUT", `/members/${ownerId}`, { role: "viewer" })).status).toBe(403);
    expect((await admin.call("DELETE", `/members/${ownerId}`)).status).toBe(400);
    expect((await admin.call("POST", `/members/${adminId}/make-owner`)).status).toBe(403);
    expect((await owner.call("POST", "/members/leave")).status).toBe(400);
    expect((await accountOf(owner)).role).toBe("owner");
  });

  it("take over the ownership, and a user who leaves their only organisation gets a new one", async () => {
    const owner = await fixture.signUp();
    const ada = await addMember(owner, "developer");
    const memberId = await findMemberId(owner, ada.email);
    expect((await owner.call("POST", `/members/${memberId}/make-owner`)).status).toBe(200);
    expect([(await accountOf(owner)).role, (await accountOf(ada)).role]).toEqual(["admin", "owner"]);
    expect((await owner.call("POST", `/members/${memberId}/make-owner`)).status).toBe(403);
    expect((await owner.call("POST", "/members/leave")).status).toBe(200);
    const opened = await accountOf(owner);
    expect(opened.role).toBe("owner");
    expect(opened.id).not.toBe(owner.accountId);
    expect((await owner.call("GET", "/organisations")).body.organisations).toHaveLength(1);
  });

  it("never leave an organisation without an owner, whatever writes the rows", async () => {
    const owner = await fixture.signUp();
    const ada = await addMember(owner, "admin");
    const { database } = fixture.platform;
    const attempt = sql`update member set role = 'viewer'
      where account_id = ${owner.accountId} and role = 'owner'`.execute(database);
    await expect(attempt).rejects.toThrow("no owner");
    const second = sql`update member set role = 'owner' where account_id = ${owner.accountId}`.execute(
      database,
    );
    await expect(second).rejects.toThrow("member_owner");
    expect((await accountOf(ada)).role).toBe("admin");
  });

  it("create organisations with credits of their own", async () => {
    const owner = await fixture.signUp();
    await grantCredits(fixture.platform.database, owner.accountId, 1_000, "test");
    const { status, body } = await owner.call("POST", "/organisations", { name: "  Second Works " });
    expect(status).toBe(200);
    expect(await accountOf(owner)).toEqual({ id: body.id, name: "Second Works", role: "owner" });
    expect((await owner.call("GET", "/credits")).body).toMatchObject({ balance: 0 });
    await owner.call("POST", `/organisations/${owner.accountId}/switch`);
    expect((await owner.call("GET", "/credits")).body).toMatchObject({ balance: 10 });
    const confirmation = { confirmation: "delete my account", password: owner.password };
    expect((await owner.call("POST", "/account/delete", confirmation)).status).toBe(200);
    // The user has another organisation and stays.
    expect(await accountOf(owner)).toMatchObject({ name: "Second Works" });
  });
});

describe("the audit log", () => {
  interface Entry {
    member: string;
    action: string;
    subject: string | null;
    details: Record<string, unknown>;
    isConfirmed: boolean;
  }

  const readLog = async (owner: Visitor) =>
    (await owner.call("GET", "/audit-log")).body.entries as unknown as Entry[];

  it("says who did what, without secrets", async () => {
    const { database } = fixture.platform;
    const owner = await fixture.signUp();
    const ada = await addMember(owner, "developer");
    const code = await createVoucher(database, { amount: 500, note: "test", expiresAt: null });
    await owner.call("POST", "/credits/redeem", { code });
    const created = await ada.call("POST", "/keys", { ...keySettings, name: "production" });
    const { id, key } = created.body as { id: string; key: string };
    await ada.call("POST", `/keys/${id}/revoke`);
    await ada.call("POST", "/operations/webhooks/secret/rotate");
    const memberId = await findMemberId(owner, ada.email);
    await owner.call("PUT", `/members/${memberId}`, { role: "billing" });
    const entries = await readLog(owner);
    expect(entries.map(({ member, action }) => [member, action])).toEqual([
      [owner.email, "member.role_changed"],
      [ada.email, "webhook.secret_rotated"],
      [ada.email, "key.revoked"],
      [ada.email, "key.created"],
      [owner.email, "credits.voucher_redeemed"],
      [ada.email, "member.joined"],
      [owner.email, "member.invited"],
    ]);
    expect(entries[0]?.details).toEqual({ role: "billing", previousRole: "developer", member: ada.email });
    expect(entries[3]).toMatchObject({ subject: id, details: { name: "production" } });
    expect(entries.every(({ isConfirmed }) => isConfirmed)).toBe(true);
    const text = JSON.stringify(entries);
    expect([text.includes(key), text.includes(code)]).toEqual([false, false]);
    expect((await ada.call("GET", "/audit-log")).status).toBe(403);
  });

  it("does not list what was refused", async () => {
    const owner = await fixture.signUp();
    expect((await owner.call("POST", "/credits/redeem", { code: "MINT-UNKNOWN" })).status).toBe(400);
    expect((await owner.call("POST", `/keys/${crypto.randomUUID()}/revoke`)).status).toBe(404);
    const replayed = await owner.call(
      "POST",
      `/operations/webhooks/deliveries/${crypto.randomUUID()}/replay`,
    );
    expect(replayed.status).toBe(404);
    expect(await readLog(owner)).toEqual([]);
  });

  it("is read page by page", async () => {
    const owner = await fixture.signUp();
    for (const name of ["One", "Two", "Three"]) await owner.call("PUT", "/organisation", { name });
    const first = (await owner.call("GET", "/audit-log?limit=2")).body;
    const next = (await owner.call("GET", `/audit-log?limit=2&cursor=${first.nextCursor}`)).body;
    const names = [first, next].flatMap(({ entries }) =>
      (entries as unknown as Entry[]).map(({ details }) => details.name),
    );
    expect(names).toEqual(["Three", "Two", "One"]);
    expect(next.nextCursor).toBeNull();
  });
});

describe("conversations", () => {
  it("in the dashboard are private to their member, and those of API keys are shared", async () => {
    const { database } = fixture.platform;
    const owner = await fixture.signUp();
    await grantCredits(database, owner.accountId, 1_000, "test");
    const ada = await addMember(owner, "admin");
    const { body } = await owner.call("POST", "/keys", keySettings);
    const keys = { shared: String(body.id), owner: "", ada: "" };
    for (const [name, member] of [
      ["owner", owner],
      ["ada", ada],
    ] as const) {
      expect((await member.call("GET", "/operations/nft/styles")).status).toBe(200);
      const { rows } = await sql<{ key_id: string }>`
        select k.key_id from api_key k join app_user u on u.id = k.user_id
        where k.account_id = ${owner.accountId} and u.email = ${member.email}`.execute(database);
      keys[name] = String(rows[0]?.key_id);
    }
    const { accountId } = owner;
    for (const keyId of Object.values(keys))
      await plantConversations(database, { accountId, keyId, records: 2, sessions: 1 });
    const read = async (member: Visitor) => {
      const listed = (await member.call("GET", "/conversations")).body.conversations as { keyId: string }[];
      const found = (await member.call("GET", "/conversations/search?text=common")).body.found as {
        keyId: string;
      }[];
      const exported = (await member.call("GET", "/conversations/export")).text;
      return {
        listed: [...new Set(listed.map(({ keyId }) => keyId))].sort(),
        found: [...new Set(found.map(({ keyId }) => keyId))].sort(),
        exported: (JSON.parse(exported) as unknown[]).length,
      };
    };
    const ownKeys = (name: "owner" | "ada") => [keys.shared, keys[name]].sort();
    expect(await read(owner)).toEqual({ listed: ownKeys("owner"), found: ownKeys("owner"), exported: 4 });
    expect(await read(ada)).toEqual({ listed: ownKeys("ada"), found: ownKeys("ada"), exported: 4 });
    expect((await owner.call("GET", `/keys/${keys.ada}/conversation?sdkUniqueId=s0`)).status).toBe(404);
    expect((await ada.call("GET", `/keys/${keys.ada}/conversation?sdkUniqueId=s0`)).status).toBe(200);
    const deleted = await ada.call("DELETE", `/keys/${keys.owner}/conversation?sdkUniqueId=s0`);
    expect(deleted.status).toBe(404);
    expect((await owner.call("POST", "/conversations/delete-all")).body).toEqual({ deleted: 4 });
    expect(await read(ada)).toMatchObject({ listed: [keys.ada] });
  });
});

describe("the version before", () => {
  it("finds the accounts that a user owns in membership, with the operator role", async () => {
    const { database } = fixture.platform;
    const owner = await fixture.signUp();
    const ada = await addMember(owner, "admin");
    const readMemberships = async ({ email }: { email: string }) => {
      const { rows } = await sql<{ account_id: string; role: string }>`
        select m.account_id, m.role from membership m join app_user u on u.id = m.user_id
        where u.email = ${email} order by m.created_at`.execute(database);
      return rows.map(({ account_id, role }) => [account_id, role]);
    };
    expect(await readMemberships(ada)).toEqual([[ada.accountId, "owner"]]);
    await sql`update app_user set is_operator = true where email = ${ada.email}`.execute(database);
    expect(await readMemberships(ada)).toEqual([[ada.accountId, "operator"]]);
    const memberId = await findMemberId(owner, ada.email);
    await owner.call("POST", `/members/${memberId}/make-owner`);
    expect(await readMemberships(ada)).toEqual([
      [ada.accountId, "operator"],
      [owner.accountId, "operator"],
    ]);
    expect(await readMemberships(owner)).toEqual([]);
    await sql`update membership m set role = 'owner' from app_user u
      where u.id = m.user_id and u.email = ${ada.email}`.execute(database);
    expect((await ada.call("GET", "/session")).body).toMatchObject({ user: { isOperator: false } });
  });

  it("creates accounts that the new version finds", async () => {
    const { database } = fixture.platform;
    const owner = await fixture.signUp();
    await sql`delete from member where account_id = ${owner.accountId}`.execute(database);
    await sql`insert into membership (account_id, user_id)
      select ${owner.accountId}, id from app_user where email = ${owner.email}`.execute(database);
    expect(await accountOf(owner)).toMatchObject({ id: owner.accountId, role: "owner" });
  });

  it("creates dashboard keys that become the owner's", async () => {
    const { database } = fixture.platform;
    const owner = await fixture.signUp();
    const keyId = crypto.randomUUID();
    await sql`insert into api_key (account_id, key_id, kind, name, secret_hash, shown_prefix)
      values (${owner.accountId}, ${keyId}, 'dashboard', 'Dashboard', uuid_send(${keyId}::uuid), '')
      on conflict (account_id) where kind = 'dashboard' do nothing`.execute(database);
    await sql`insert into api_key_window (account_id, key_id) values (${owner.accountId}, ${keyId})`.execute(
      database,
    );
    expect((await owner.call("GET", "/operations/nft/styles")).status).toBe(200);
    const { rows } = await sql`select key_id from api_key where account_id = ${owner.accountId}`.execute(
      database,
    );
    expect(rows).toEqual([{ key_id: keyId }]);
  });
});
