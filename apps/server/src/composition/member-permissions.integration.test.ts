import { createOperations, type Operation } from "@mintwright/api-contract";
import { type DashboardRoute, dashboardRoutes } from "@mintwright/api-contract/dashboard";
import { auditActions } from "@mintwright/api-contract/dashboard-audit";
import {
  isAllowed,
  type MemberRole,
  memberRoles,
  operationPermissions,
  type Permission,
  routePermissions,
} from "@mintwright/api-contract/dashboard-permissions";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DashboardFixture, startDashboard, type Visitor } from "./__fixtures__/dashboard-visitor.ts";
import { type DeclaredRequest, listDeclaredRequests } from "./__fixtures__/declared-requests.ts";
import { mayCall } from "./__fixtures__/documented-roles.ts";
import { cookieOf, openStream } from "./__fixtures__/open-stream.ts";

/**
 * Every dashboard route and every operation, called by a member of each role, by a user of another organisation and without a
 * session, and compared with the guide. The requests follow from the contract. They have ids that nobody has and no
 * body: the permission is checked first, so an allowed request fails later or reads something, and changes nothing.
 */
const requests = listDeclaredRequests().filter(({ door }) => door === "session");

const routeTable: Record<string, Permission> = routePermissions;
const operationTable: Record<string, Permission> = operationPermissions;

function findPermission({ name, path }: Pick<DeclaredRequest, "name" | "path">): Permission | undefined {
  return path.startsWith("/operations/") ? operationTable[name] : routeTable[name];
}

let fixture: DashboardFixture;
let accountId: string;
const members = new Map<MemberRole, Visitor & { email: string }>();

beforeAll(async () => {
  fixture = await startDashboard();
  for (const role of memberRoles) {
    const member = await fixture.signUp();
    members.set(role, member);
    if (role === "owner") accountId = member.accountId;
    else await join(member.email, role);
  }
});

afterAll(() => fixture.close());

async function join(email: string, role: MemberRole): Promise<void> {
  const { database } = fixture.platform;
  await sql`insert into member (account_id, user_id, role)
    select ${accountId}, id, ${role} from app_user where email = ${email} on conflict do nothing`.execute(
    database,
  );
  await choose(email);
}

/** Makes every session of a user ask for the organisation. */
async function choose(email: string): Promise<void> {
  await sql`update user_session s set active_account_id = ${accountId}
    from app_user u where u.id = s.user_id and u.email = ${email}`.execute(fixture.platform.database);
}

async function send({ method, path, isStream }: DeclaredRequest, visitor: Visitor) {
  const target = path.replaceAll(/\{\w+\}/g, crypto.randomUUID());
  if (isStream) return readStart(target, visitor);
  const { status, text, body } = await visitor.call(method, target, method === "GET" ? undefined : {});
  return { status, text, body };
}

/** Reads a refusal to its end. A stream has none: of it, only what has arrived with the headers. */
async function readStart(target: string, visitor: Visitor) {
  const stream = await openStream(`${fixture.baseUrl}/dashboard/api${target}`, { cookie: cookieOf(visitor) });
  const isEndless = stream.contentType.startsWith("text/event-stream");
  if (!isEndless) await stream.ended;
  stream.close();
  return { status: stream.status, text: stream.text, body: isEndless ? {} : JSON.parse(stream.text) };
}

/** What a caller is told: allowed, or how it was refused. */
async function findVerdict(request: DeclaredRequest, visitor: Visitor): Promise<string> {
  return describeVerdict(request, await send(request, visitor));
}

function describeVerdict({ name }: DeclaredRequest, { status, body }: { status: number; body: unknown }) {
  const { message, error } = body as { message?: string; error?: { details?: { role?: string } } };
  if (status === 401) return "not signed in";
  if (status === 403 && error?.details?.role) return `refused as ${error.details.role}`;
  if (status === 404 && message?.includes("route does not exist")) return "no such route";
  expect(status, `${name}: ${message}`).toBeLessThan(500);
  return "allowed";
}

describe("the permission table", () => {
  it("has every route and every operation that is served, and nothing else", () => {
    const served = fixture.routes
      .filter(({ method, url }) => method !== "HEAD" && url.startsWith("/dashboard/api/"))
      .map(({ method, url }) => `${method} ${url.replace("/dashboard/api", "")}`)
      .filter((route) => !route.includes(" /auth/"));
    const covered = requests
      .filter((request) => findPermission(request))
      .map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`);
    expect(served.length).toBeGreaterThan(100);
    expect(covered.sort()).toEqual(served.sort());
    expect(Object.keys(routeTable).sort()).toEqual(Object.keys(dashboardRoutes).sort());
  });

  it("would notice a route that it does not have", () => {
    expect(findPermission({ name: "payInvoice", path: "/invoices" })).toBeUndefined();
  });

  it("gives the admin console to operators only", () => {
    for (const [name, { role }] of Object.entries<DashboardRoute>(dashboardRoutes))
      expect([name, routeTable[name] === "operate"]).toEqual([name, role === "operator"]);
  });

  it("lets nobody spend credits who may only read or pay", () => {
    const priced = Object.values(createOperations() as Record<string, Operation>).filter(
      ({ price }) => price.kind !== "free",
    );
    expect(priced.length).toBeGreaterThan(5);
    for (const { id } of priced)
      expect([
        id,
        ...memberRoles.filter((role) => isAllowed(role, operationTable[id] as Permission)),
      ]).toEqual([id, ...["owner", "admin", "developer"]]);
  });

  it("is the table of the guide", () => {
    const rolesOf = (mayUse: (role: MemberRole) => boolean) => memberRoles.filter(mayUse).join(" ");
    const compared = requests.map((request) => {
      const called = `${request.method} ${request.path}`;
      const permission = findPermission(request) as Permission;
      return {
        table: [called, rolesOf((role) => isAllowed(role, permission))],
        guide: [called, rolesOf((role) => mayCall(role, request))],
      };
    });
    expect(compared.map(({ table }) => table)).toEqual(compared.map(({ guide }) => guide));
    expect(new Set(compared.map(({ guide }) => guide[1])).size).toBe(7);
  });

  it("has an audit action for every change to members, keys, webhooks, credits and settings", () => {
    const managed = requests.filter(
      (request) => request.method !== "GET" && /^(manage|transfer)/.test(findPermission(request) ?? ""),
    );
    const actions: Record<string, string | undefined> = auditActions;
    expect(managed.length).toBeGreaterThan(15);
    // The log of a deleted organisation is deleted with it.
    expect(managed.map(({ name }) => name).filter((name) => !actions[name])).toEqual(["deleteAccount"]);
  });
});

describe.each(memberRoles)("a member with the role %s", (role) => {
  it("may call what the guide allows, and nothing else", async () => {
    const member = members.get(role) as Visitor & { email: string };
    const wrong: string[] = [];
    for (const request of requests) {
      const refusal = findPermission(request) === "operate" ? "no such route" : `refused as ${role}`;
      const expected = mayCall(role, request) ? "allowed" : refusal;
      const verdict = await findVerdict(request, member);
      if (verdict !== expected) wrong.push(`${request.method} ${request.path}: ${verdict}, not ${expected}`);
      if (request.name === "leaveOrganisation") await join(member.email, role);
    }
    expect(wrong).toEqual([]);
  });
});

describe("a stranger", () => {
  it("without a session may call nothing", async () => {
    const allowed: string[] = [];
    for (const request of requests) {
      const verdict = await findVerdict(request, fixture.visit());
      if (verdict !== "not signed in") allowed.push(`${request.method} ${request.path}: ${verdict}`);
    }
    expect(allowed).toEqual([]);
  });

  it("of another organisation stays in their own, whatever the session asks for", async () => {
    const stranger = await fixture.signUp();
    await choose(stranger.email);
    const owner = members.get("owner") as { email: string };
    const wrong: string[] = [];
    for (const request of requests) {
      const answer = await send(request, stranger);
      const verdict = describeVerdict(request, answer);
      const isLeak = [accountId, owner.email].some((secret) => answer.text.includes(secret));
      const expected = mayCall("owner", request) ? "allowed" : "no such route";
      if (isLeak || verdict !== expected) wrong.push(`${request.method} ${request.path}: ${verdict}`);
    }
    expect(wrong).toEqual([]);
    expect((await stranger.call("GET", "/session")).body).toMatchObject({
      account: { id: stranger.accountId, role: "owner" },
    });
    expect((await stranger.call("POST", `/organisations/${accountId}/switch`)).status).toBe(404);
  });
});
