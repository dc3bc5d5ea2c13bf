import { randomUUID } from "node:crypto";
import { type DashboardRoute, dashboardRoutes } from "@mintwright/api-contract/dashboard";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DashboardFixture, startDashboard } from "./__fixtures__/dashboard-visitor.ts";
import {
  type DeclaredRequest,
  describeRequest,
  listDeclaredRequests,
} from "./__fixtures__/declared-requests.ts";
import {
  createFirstAccount,
  digestAccount,
  type FirstAccount,
  keepReference,
  keySettings,
  signUpWithKey,
} from "./__fixtures__/first-account.ts";
import { cookieOf, openStream } from "./__fixtures__/open-stream.ts";

/**
 * Every request of the contract, sent by a second account with ids of the first. What is sent follows from the contract:
 * a new operation or route is covered without a line here, unless it takes an id or a body of a new kind. Then the first
 * test fails until the id has a row below.
 */
const idOf: Record<string, keyof FirstAccount["ids"] | "public"> = {
  ...{ accountId: "accountId", keyId: "keyId", collectionId: "collectionId", name: "name" },
  ...{ deliveryId: "deliveryId", paymentId: "paymentId", signInId: "signInId", sdkUniqueId: "sdkUniqueId" },
  ...{
    itemId: "itemId",
    contractItemId: "itemId",
    beforeId: "itemId",
    afterId: "itemId",
    logId: "logId",
    endpointId: "endpointId",
  },
  ...{ passkeyId: "passkeyId", address: "address" },
  ...{ organisationId: "accountId", memberId: "memberId", invitationId: "invitationId" },
  ...{ "acceptInvitation.invitationId": "acceptedId", "rejectInvitation.invitationId": "rejectedId" },
  spendAlertId: "spendAlertId",
  "replayWebhookDelivery.id": "deliveryId",
  "deleteNewsAlert.id": "alertId",
  // Articles, categories, chains, token numbers and positions in public lists belong to no account.
  ...{
    "getNewsArticle.id": "public",
    "listNews.cursor": "public",
    "readNews.cursor": "public",
    "getNewsFeed.cursor": "public",
  },
  ...{
    "writeSarif.id": "public",
    "writeAuditPdf.id": "public",
    "readNewsArticle.id": "public",
    "addWalletMints.id": "public",
  },
  // Chosen by the caller, so two accounts may use the same. ledger-pages.integration.test.ts does.
  requestId: "public",
  ...{ categoryId: "public", subCategoryId: "public", tokenId: "public", chainId: "public", ids: "public" },
  ...{ number: "public", "addWalletMints.id": "public" },
  // An operator's own; everybody else gets 404 before they are read.
  ...{ grantId: "public", jobId: "public" },
};

const square = { model: "velogen", width: 512, height: 512 };
const walletAddress = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const report = {
  ...{
    verdict: "",
    notAnalysed: [],
    counts: { high: 0, medium: 0, low: 0, info: 0 },
    findings: [],
    compilerWarnings: [],
  },
  analysed: { files: [], functions: 0, compiler: null, contracts: [] },
};

/** A valid body for every request that takes one, with ids of the first account. */
const bodyOf: Record<string, (ids: FirstAccount["ids"]) => unknown> = {
  enhancePrompt: () => ({ prompt: "an owl" }),
  generateImage: () => ({ prompt: "an owl", ...square }),
  generateMultipleImages: () => ({ prompt: ["an owl"], ...square }),
  queueCollection: () => ({ prompt: "an owl", ...square, chainId: 31_337, amount: 1, walletAddress }),
  streamChat: ({ sdkUniqueId }) => ({
    ...{ model: "general_assistant", question: "What is gas?", chatHistory: "on", sdkUniqueId },
  }),
  auditProject: () => ({ zip: "UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==" }),
  createChatCompletion: () => ({
    model: "general_assistant",
    messages: [{ role: "user", content: "What is gas?" }],
  }),
  putSavedContext: () => ({ companyName: "The second works" }),
  putChatRetention: () => ({ days: 30 }),
  mintNft: ({ collectionId }) => ({ collectionId, name: "n", description: "d", symbol: "S", ids: [1] }),
  changeCollection: () => ({ name: "stolen" }),
  regenerateToken: () => ({ seed: 1 }),
  addWalletMints: () => ({ hash: `0x${"1".repeat(64)}`, tokens: [{ id: 1, tokenURI: "ipfs://stolen" }] }),
  prepareDrop: () => ({
    ...{ owner: walletAddress, name: "n", symbol: "S", tokenName: "n", description: "d", royaltyPercent: 0 },
    ...{ price: "1", startsAt: null, maxPerWallet: 1, allowList: [] },
  }),
  reportDropDeployment: () => ({ hash: `0x${"1".repeat(64)}` }),
  storeDropAllowList: () => ({ allowList: [walletAddress] }),
  changeLibraryItem: () => ({ isFavourite: true }),
  recordDeployment: ({ itemId }) => ({
    ...{ name: "Bank", chainId: 1, address: walletAddress, deployer: walletAddress },
    ...{ transactionHash: `0x${"1".repeat(64)}`, contractItemId: itemId },
  }),
  createNewsAlert: () => ({ webhookUrl: "https://93.184.215.14/hook" }),
  createWebhookEndpoint: () => ({ url: "https://93.184.215.14/hook" }),
  changeWebhookEndpoint: () => ({ url: "https://93.184.215.14/stolen" }),
  replayFailedWebhooks: ({ endpointId }) => ({ since: "2026-01-01T00:00:00Z", endpointId }),
  deleteAccount: () => ({ confirmation: "delete my account", password: "correct horse battery" }),
  redeemVoucher: () => ({ code: "MINT-UNKNOWN" }),
  startPayment: () => ({ credits: 100 }),
  createSpendAlert: () => ({ kind: "day", amount: 10 }),
  putTopUp: () => ({ isEnabled: false, below: 1, credits: 100, monthlyLimit: 1 }),
  createKey: () => ({ ...keySettings, name: "a key of the second account" }),
  changeKey: () => ({ ...keySettings, name: "stolen" }),
  putContext: () => ({ companyName: "stolen" }),
  changeEmail: () => ({ newEmail: "changed@second.example", password: "correct horse battery" }),
  confirmEmailChange: () => ({ token: "x" }),
  createOrganisation: () => ({ name: "The second works" }),
  renameOrganisation: () => ({ name: "The second works" }),
  inviteMember: () => ({ email: "invited@second.example", role: "viewer" }),
  changeMemberRole: () => ({ role: "admin" }),
  writeSarif: () => ({ report }),
  writeAuditPdf: () => ({ report }),
  putLogSettings: () => ({ storesBodies: false }),
  keepReference: () => "an image, sent as a file",
};

/** Values that a request needs besides ids. */
const queryOf: Record<string, Record<string, string>> = {
  getUsageReport: { from: "2026-01-01", to: "2026-01-31" },
  exportUsage: { from: "2026-01-01", to: "2026-01-31" },
};

/** Statuses other than 404 for what belongs to the first account and 200 for the rest. */
const statusOf: Record<string, number> = {
  mintNft: 404,
  compareAudits: 404,
  // An empty archive.
  auditProject: 422,
  recordDeployment: 404,
  redeemVoucher: 400,
  // Nothing is sold here.
  ...{ startPayment: 404, putTopUp: 404, startMethodSetup: 404, deleteMethod: 404 },
  ...{ getNewsArticle: 404, readNewsArticle: 404 },
  confirmEmailChange: 400,
  // The only owner.
  leaveOrganisation: 400,
  // There is no drop.
  ...{ getDrop: 404, getDropWallet: 404 },
};

/** What the second account sent, and the requests that answer with it. */
const said: string[] = [];
const ownLog = ["listLogs", "watchLogs", "exportLogs"];
/** What ends the session or makes it use another organisation is sent by a third account. */
const byThird = ["deleteAccount", "createOrganisation"];

const requests = listDeclaredRequests();

let fixture: DashboardFixture;
let first: FirstAccount;
let second: Awaited<ReturnType<typeof signUpWithKey>>;
let before: Record<string, string>;
/** Where a list of the first account goes on, by the request. */
const cursors = new Map<DeclaredRequest, string>();

beforeAll(async () => {
  fixture = await startDashboard();
  first = await createFirstAccount(fixture);
  second = await signUpWithKey(fixture, "a key of the second account");
  for (const request of requests.filter(hasOwnCursor)) {
    const page = JSON.parse((await send(request, first, first.ids)).text);
    cursors.set(request, page.nextCursor ?? page.data?.nextCursor);
  }
  before = await digestAccount(fixture, first.accountId);
});

afterAll(() => fixture.close());

/** Names the ids and bodies of a request for which this test has no value. */
function listMissing({ name, ids, hasBody, isForOperators }: DeclaredRequest): string[] {
  const inputs = [...ids.path, ...ids.query, ...ids.body].filter((input) => input !== "cursor");
  const unknown = inputs.filter((input) => !(idOf[`${name}.${input}`] ?? idOf[input]));
  const lacksBody = hasBody && !isForOperators && !bodyOf[name];
  return [...unknown.map((input) => `${name}.${input}`), ...(lacksBody ? [`${name}: body`] : [])];
}

function findId(name: string, input: string, ids: FirstAccount["ids"]): string | undefined {
  const kind = idOf[`${name}.${input}`] ?? idOf[input] ?? "public";
  return kind === "public" ? undefined : ids[kind];
}

type Sender = Pick<typeof second, "call" | "cookies" | "key">;

async function send(request: DeclaredRequest, sender: Sender, ids: FirstAccount["ids"], cursor?: string) {
  const { name, door, method, path } = request;
  if (name === "keepReference") {
    const image = sharp({ create: { width: 9, height: 9, channels: 3, background: "blue" } }).png();
    const kept = await keepReference(fixture, sender, await image.toBuffer());
    return { sent: "", status: kept.statusCode, text: kept.url };
  }
  const query = new URLSearchParams({ ...queryOf[name], ...(cursor && { cursor }) });
  if (request.query.includes("limit")) query.set("limit", "1");
  if (request.query.includes("text")) query.set("text", "common");
  for (const input of request.ids.query) {
    const id = findId(name, input, ids);
    if (id) query.set(input, id);
  }
  const target = path.replaceAll(/\{(\w+)\}/g, (_match, input) => findId(name, input, ids) ?? "1");
  const address = query.size > 0 ? `${target}?${query}` : target;
  const body = request.isForOperators ? undefined : bodyOf[name]?.(ids);
  const sent = `${address} ${JSON.stringify(body)}`;
  if (name === "watchLogs") return { sent, ...(await readBeginning(address, sender)) };
  if (door === "session") return { sent, ...(await sender.call(method, address, body)) };
  const answer = await fetch(fixture.baseUrl + address, {
    method,
    headers: {
      authorization: `Bearer ${sender.key}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { sent, status: answer.status, text: await answer.text() };
}

/** Reads what an endless response sends in two seconds. */
async function readBeginning(address: string, sender: Sender): Promise<{ status: number; text: string }> {
  const stream = await openStream(`${fixture.baseUrl}/dashboard/api${address}&after=0`, {
    cookie: cookieOf(sender),
  });
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  stream.close();
  return { status: stream.status, text: stream.text };
}

/** An error without the ids that its request named and without its own id, to be compared with another one. */
function describeRefusal(text: string, ids: FirstAccount["ids"]): unknown {
  const { requestId: _id, ...error } = JSON.parse(text).error;
  const neutral = (value: string) =>
    Object.values(ids).reduce((said, id) => said.replaceAll(id, "ID"), value);
  return [neutral(JSON.parse(text).message), neutral(JSON.stringify(error))];
}

/** Ids of the same form that nobody has. */
const unknownIds = () => ({
  ...{ accountId: randomUUID(), keyId: randomUUID(), collectionId: randomUUID(), deliveryId: randomUUID() },
  ...{ paymentId: randomUUID(), alertId: randomUUID(), signInId: "unknown", sdkUniqueId: randomUUID() },
  logId: "900000000003",
  ...{ itemId: randomUUID(), memberId: randomUUID(), invitationId: randomUUID(), endpointId: randomUUID() },
  ...{ acceptedId: randomUUID(), rejectedId: randomUUID(), passkeyId: randomUUID() },
  address: `0x${"0".repeat(40)}`,
  spendAlertId: randomUUID(),
  name: `000000000-${"0".repeat(32)}`,
});

const owns = ({ name, ids, isForOperators }: DeclaredRequest) =>
  isForOperators || ids.path.some((input) => (idOf[`${name}.${input}`] ?? idOf[input]) !== "public");

const hasOwnCursor = (request: DeclaredRequest) =>
  request.ids.query.includes("cursor") && !owns(request) && idOf[`${request.name}.cursor`] !== "public";

it("knows a value of the first account for every id that the contract takes, and a body for every request", () => {
  expect(requests.length).toBeGreaterThan(100);
  expect(requests.flatMap(listMissing)).toEqual([]);
});

it("would notice a route with an id or a body of a new kind", () => {
  const route: DashboardRoute = {
    ...{ ...dashboardRoutes.changeKey, path: "/invoices/{invoiceId}" },
  } as DashboardRoute;
  expect(listMissing(describeRequest("payInvoice", "session", route))).toEqual([
    "payInvoice.invoiceId",
    "payInvoice: body",
  ]);
});

describe("a second account with ids of the first", () => {
  it.each(requests.map((request) => [`${request.name} by ${request.door}`, request] as const))(
    "gets and changes nothing of it, as if it did not exist: %s [MINT-17 PROG-11 COLX-3]",
    async (_title, request) => {
      const sender = byThird.includes(request.name)
        ? await signUpWithKey(fixture, "a key of the third account")
        : second;
      const { sent, status, text } = await send(request, sender, first.ids);
      expect(status, text).toBe(statusOf[request.name] ?? (owns(request) ? 404 : 200));
      // What the request itself said may be repeated, and the log repeats what was called before.
      said.push(sent);
      const repeated = ownLog.includes(request.name) ? said.join("\n") : sent;
      const secrets = first.secrets.filter((secret) => !repeated.includes(secret));
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
      if (status === 404) {
        const ids = unknownIds();
        const unknown = await send(request, sender, ids);
        expect(describeRefusal(text, first.ids)).toEqual(describeRefusal(unknown.text, ids));
      }
      if (!hasOwnCursor(request)) return;
      expect(cursors.get(request)).toEqual(expect.any(String));
      const continued = await send(request, sender, first.ids, cursors.get(request));
      expect(continued.status).toBe(status);
      expect(secrets.filter((secret) => continued.text.includes(secret))).toEqual([]);
    },
  );

  it("left every row of the first account as it was", async () => {
    expect(Object.keys(before).length).toBeGreaterThan(15);
    expect(await digestAccount(fixture, first.accountId)).toEqual(before);
  });

  it("was refused what the first account itself may do", async () => {
    // What ends the key or the session comes last, and what deletes can be done once.
    const endings = [
      ...["deleteLibraryItem", "deleteWebhookEndpoint", "deleteSpendAlert", "revokeKey", "acceptInvitation"],
      "endSignIn",
    ];
    const owned = requests
      .filter((request) => owns(request) && !request.isForOperators)
      .filter(({ name }, at, all) => all.findIndex((other) => other.name === name) === at)
      .sort((a, b) => endings.indexOf(a.name) - endings.indexOf(b.name));
    expect(owned.length).toBeGreaterThan(20);
    for (const request of owned) {
      const { status, text } = await send(request, first, first.ids);
      expect([request.name, status, status === 404 && text]).toEqual([request.name, status, false]);
    }
  });
});
