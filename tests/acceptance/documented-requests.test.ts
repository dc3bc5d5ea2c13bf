import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { askMintwright, createTestAccount } from "@mintwright/test-harness";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Answer, type Call, callApi, enhancePrompt, getCredits } from "./call-api.ts";
import { foxes, getProgress, queueAccepted } from "./collection-calls.ts";
import { assistant, type DocumentedRequest, image, listDocumentedRequests } from "./documented-operations.ts";
import { expectError, expectInvalid, expectRateLimited } from "./expect-error.ts";
import { type Installation, startInstallation } from "./installation.ts";
import { type ImageSetup, writeImageSetup } from "./scripted-image-server.ts";
import { storeArticles } from "./stored-news.ts";
import { zipProject } from "./zip-project.ts";

// Every operation that the three documents describe, in each form that they describe, against one base address.

let references: Server;
let setup: ImageSetup;
let installation: Installation;
let api: Installation["api"];
let key: string;
let limited: Installation["api"];
let documented: DocumentedRequest[];

beforeAll(async () => {
  const drawing = await sharp({ create: { width: 512, height: 512, channels: 3, background: "#c40" } })
    .png()
    .toBuffer();
  references = createServer((_request, response) =>
    response.writeHead(200, { "content-type": "image/png" }).end(drawing),
  );
  references.listen(0, "127.0.0.1");
  await once(references, "listening");
  const authority = `127.0.0.1:${(references.address() as AddressInfo).port}`;
  setup = writeImageSetup({ outbound: { allow: [authority] } });
  installation = await startInstallation(setup.environment);
  api = installation.api;
  await installation.startWorker();
  const limits = { promptCharacters: 10, questionCharacters: 20, sdkUniqueIdCharacters: 500 };
  const short = writeImageSetup({ limits });
  limited = await installation.startReplica(short.environment);
  short.remove();
  ({ key } = await createTestAccount(installation.database.url, { credits: 10_000, rate: "none" }));
  await storeArticles(installation.database, [
    { title: "Bitcoin rises", createdAt: "2026-01-10T00:00:00Z", categoryId: 5 },
    { title: "Ether falls", createdAt: "2026-01-11T00:00:00Z", categoryId: 8, tokenId: 80 },
  ]);
  const collectionId = await queueAccepted(api, key, { amount: 1 });
  await vi.waitFor(async () => expect((await getProgress(api, key, collectionId)).status).toBe("completed"), {
    timeout: 60_000,
    interval: 500,
  });
  documented = listDocumentedRequests(collectionId, `http://${authority}/fox.png`);
}, 120_000);

afterAll(async () => {
  await installation?.stop();
  references?.close();
  setup?.remove();
});

const call = ({ path, body }: DocumentedRequest, more: Call = {}): Promise<Answer<unknown>> =>
  callApi(api, path, { key, ...(body && { body }), ...more });

describe("what the documents describe", () => {
  it("is accepted in each form, with 200, JSON and every documented field in its place, at one base address, for the price of its dry run [PAY-4 HTTP-12 HTTP-13 HTTP-14 HTTP-15 HTTP-17]", {
    timeout: 300_000,
  }, async () => {
    expect(documented.length).toBeGreaterThan(25);
    for (const request of documented) {
      const dryRun = request.isFree ? undefined : await call(request, { headers: { prefer: "dry-run" } });
      const answer = await call(request);
      expect(answer.status, `${request.name}: ${answer.text.slice(0, 300)}`).toBe(200);
      expect(answer.headers.get("content-type"), request.name).toBe("application/json; charset=utf-8");
      expect(answer.body, request.name).toMatchObject(request.fields as object);
      // An assistant without a model answers for nothing; its price is tried with a model elsewhere.
      if (!dryRun || request.body?.model === "general_assistant") continue;
      const { price } = (dryRun.body as { data: { price: number } }).data;
      const held = answer.headers.get("x-credits-held");
      expect(Number(held ?? answer.headers.get("x-credits-charged")), request.name).toBe(price);
      expect(price, request.name).toBeGreaterThan(0);
    }
  });

  it("is asked for with every documented field [HTTP-13]", () => {
    const fields =
      "prompt model steps height width enhance style traits image isCharacterPreserve trait_type value ratio walletAddress chainId amount collectionId name description symbol ids question chatHistory sdkUniqueId useCustomContext contextInjection companyName companyDescription companyWebsiteUrl whitePaperUrl purpose cryptoToken tokenInformation socialMediaUrls limitation aiTone selectedTone customTone tokenName tokenSymbol tokenAddress tokenSourceCode tokenAuditUrl explorerUrl trackerAUrl trackerBUrl blockchain";
    const bodies = JSON.stringify(documented.map(({ body }) => body));
    const parameters =
      "testNet limit offset sortBy sortOrder sdkUniqueId categoryId subCategoryId tokenId searchQuery fetchAfter";
    const queries = documented.map(({ path }) => path).join();
    expect(fields.split(" ").filter((name) => !bodies.includes(`"${name}":`))).toEqual([]);
    expect(parameters.split(" ").filter((name) => !new RegExp(`[?&]${name}=`).test(queries))).toEqual([]);
  });

  it("is replayed and charged once with an Idempotency-Key, on every metered POST [IDEM-1]", {
    timeout: 120_000,
  }, async () => {
    type Paths = Record<string, { post?: { "x-price": string } }>;
    const { paths } = (await callApi<{ paths: Paths }>(api, "/openapi.json")).body;
    // A token's image is ordered by the seed that it replaces: the second order changes and costs nothing without a key.
    const metered = Object.keys(paths).filter(
      (path) => (paths[path]?.post?.["x-price"] ?? "free") !== "free" && !path.endsWith("/regenerate"),
    );
    const message = { role: "user", content: "What is gas?" };
    const requests: DocumentedRequest[] = [
      ...documented,
      {
        name: "a chat completion",
        path: "/v1/chat/completions",
        body: {
          model: "smart_contract_generator",
          messages: [{ ...message, content: "An ERC20 token called Acorn" }],
        },
        fields: {},
      },
      {
        name: "an audit of a project",
        path: "/audits/projects",
        body: { zip: zipProject({ "src/Acorn.sol": "pragma solidity ^0.8.20; contract Acorn {}" }) },
        fields: {},
      },
    ];
    expect(metered.length).toBeGreaterThanOrEqual(6);
    for (const path of metered) {
      // Without a model the assistant's answer is free, and a free answer is not kept.
      const request = requests.find(
        ({ path: itsPath, body }) => itsPath === path && body && body.model !== "general_assistant",
      );
      if (!request) throw new Error(`no request for ${path}`);
      const headers = { "idempotency-key": "x".repeat(255 - path.length) + path };
      const first = await call(request, { headers });
      expect(first.status, path).toBe(200);
      const { spent, held } = await getCredits(api, key);
      const again = await call(request, { headers });
      const replayed = again.headers.get("idempotency-replayed");
      expect([again.status, again.text, replayed], path).toEqual([200, first.text, "true"]);
      const after = await getCredits(api, key);
      // A queued collection may be charged meanwhile, out of what is held.
      expect(after.spent + after.held, path).toBe(spent + held);
      const other = { ...request, body: { ...request.body, other: "body" } };
      expect((await call(other, { headers })).status, path).toBe(422);
      const tooLong = await call(request, { headers: { "idempotency-key": "x".repeat(256) } });
      expect([tooLong.status, tooLong.text.includes("1 to 255 characters")], path).toEqual([400, true]);
    }
  });

  it("may be a collection of 10,000 images and no more [COL-8]", async () => {
    const { key: rich } = await createTestAccount(installation.database.url, { credits: 10_001 });
    const queue = (amount: number) =>
      callApi<{ collectionId: string }>(api, "/nft/generate-nft-queue", {
        key: rich,
        body: { ...foxes, amount },
      });
    expectInvalid(await queue(10_001), "amount");
    expect(await getCredits(api, rich)).toEqual({ balance: 10_001, held: 0, spent: 0, granted: 10_001 });
    const accepted = await queue(10_000);
    expect(accepted.status).toBe(200);
    expect(accepted.headers.get("x-credits-held")).toBe("10000");
    const { collectionId } = accepted.body;
    const cancelled = await callApi(api, `/nft/collections/${collectionId}`, { key: rich, method: "DELETE" });
    expect(cancelled.status).toBe(200);
    const { balance, held, spent, granted } = await getCredits(api, rich);
    expect(balance + held + spent).toBe(granted);
    expect(balance).toBeGreaterThan(9_900);
  });

  it("is something other than JSON only when the caller asks for it [HTTP-14]", async () => {
    const types = {
      "text/plain": { path: "/chat/stream", body: assistant },
      "text/event-stream": { path: "/chat/stream", body: assistant },
      "image/png": { path: "/nft/generate-image", body: image },
    };
    for (const [accept, { path, body }] of Object.entries(types)) {
      const { status, headers } = await callApi(api, path, { key, body, headers: { accept } });
      expect([status, headers.get("content-type")?.split(";")[0]]).toEqual([200, accept]);
    }
  });

  it("needs neither a body nor a content type where it is read with GET [HTTP-16]", async () => {
    const reads = documented.filter(({ body }) => !body);
    expect(reads.length).toBeGreaterThan(10);
    for (const { name, path } of reads) {
      const headers = { authorization: `Bearer ${key}` };
      const sent = new Request(api.baseUrl + path, { headers });
      expect([sent.body, sent.headers.get("content-type")]).toEqual([null, null]);
      expect((await fetch(sent)).status, name).toBe(200);
    }
  });

  it("costs nothing for progress, chains, contract interface and mint metadata [PAY-10]", async () => {
    await expect.poll(async () => (await getCredits(api, key)).held, { timeout: 30_000 }).toBe(0);
    const before = await getCredits(api, key);
    const free = documented.filter(({ isFree, path }) => isFree && path.startsWith("/nft/"));
    expect(new Set(free.map(({ path }) => path.split(/[?/]/)[2]))).toEqual(
      new Set(["progress", "mint-nft", "get-chains", "abi"]),
    );
    for (const request of free) expect((await call(request)).status, request.name).toBe(200);
    expect(await getCredits(api, key)).toEqual(before);
  });

  it("is 402 and never 403 for an account without credits; 403 is for what a key may not do [ERR-11]", async () => {
    const { key: poor } = await createTestAccount(installation.database.url, { credits: 0.5, rate: "none" });
    expect((await enhancePrompt(api, poor)).status).toBe(200);
    for (const request of documented.filter(({ isFree }) => !isFree)) {
      expect((await call(request, { key: poor })).status, request.name).toBe(402);
    }
    const { body } = await callApi<{ paths: Record<string, Record<string, DescribedOperation>> }>(
      api,
      "/openapi.json",
    );
    const refusals = Object.values(body.paths)
      .flatMap((path) => Object.values(path))
      .flatMap(({ responses }) => responses[403]?.description ?? []);
    expect([...new Set(refusals)]).toEqual(["operation_not_allowed"]);
  });

  it("is 401 without a key, news as well [KEY-2]", async () => {
    for (const { path, body } of documented) {
      expectError(await callApi(api, path, { ...(body && { body }) }), 401, "unauthorized");
    }
    expect(documented.some(({ path }) => path === "/news")).toBe(true);
  });
});

interface DescribedOperation {
  responses: Record<string, { description: string }>;
}

describe("lengths", () => {
  const x = (count: number) => "x".repeat(count);
  const prompts: [path: string, body: (prompt: string) => object, field: string][] = [
    ["/nft/enhancePrompt", (prompt) => ({ prompt }), "prompt"],
    ["/nft/generate-image", (prompt) => ({ ...image, prompt }), "prompt"],
    ["/nft/generate-multiple-images", (prompt) => ({ ...image, prompt: [prompt] }), "prompt.0"],
    ["/nft/generate-nft-queue", (prompt) => ({ ...foxes, amount: 1, prompt }), "prompt"],
  ];

  it.each(prompts)(
    "of a prompt of %s may be 4,000 characters and no more [HTTP-7]",
    async (path, body, field) => {
      expect((await callApi(api, path, { key, body: body(x(4_000)) })).status).toBe(200);
      expectInvalid(await callApi(api, path, { key, body: body(x(4_001)) }), field);
    },
  );

  it("of a question may be 200,000 characters and no more [HTTP-8]", async () => {
    const ask = (question: string) => callApi(api, "/chat/stream", { key, body: { ...assistant, question } });
    expect((await ask(x(200_000))).status).toBe(200);
    expectInvalid(await ask(x(200_001)), "question");
  });

  it("of an sdkUniqueId may be 255 characters and no more [HTTP-9]", async () => {
    const remember = (sdkUniqueId: string) =>
      callApi(api, "/chat/stream", { key, body: { ...assistant, chatHistory: "on", sdkUniqueId } });
    const list = (id: string) => callApi(api, `/chat/chatHistory?sdkUniqueId=${id}`, { key });
    expect((await remember(x(255))).status).toBe(200);
    expect((await list(x(255))).body).toMatchObject({ data: { count: 1 } });
    expectInvalid(await remember(x(256)), "sdkUniqueId");
    expectInvalid(await list(x(256)), "sdkUniqueId");
  });

  it("are the operator's to choose [HTTP-10]", async () => {
    const post = (path: string, body: object) => callApi(limited, path, { key, body });
    const ask = (more: object) => post("/chat/stream", { ...assistant, ...more });
    expect((await post("/nft/enhancePrompt", { prompt: x(10) })).status).toBe(200);
    expectInvalid(await post("/nft/enhancePrompt", { prompt: x(11) }), "prompt");
    expect((await ask({ question: x(20) })).status).toBe(200);
    expectInvalid(await ask({ question: x(21) }), "question");
    expect((await ask({ chatHistory: "on", sdkUniqueId: x(500) })).status).toBe(200);
    expectInvalid(await ask({ sdkUniqueId: x(501) }), "sdkUniqueId");
  });
});

describe("general_assistant", () => {
  const ask = (who: string) => callApi(api, "/chat/stream", { key: who, body: assistant });

  it("counts against the key's one rate like every other call [RATE-2]", async () => {
    const { key: rated } = await createTestAccount(installation.database.url, { credits: 10, rate: 3 });
    expect((await ask(rated)).headers.get("x-ratelimit-remaining")).toBe("2");
    expect((await callApi(api, "/nft/get-chains", { key: rated })).status).toBe(200);
    expect((await ask(rated)).headers.get("x-ratelimit-remaining")).toBe("0");
    expectRateLimited(await ask(rated), 3);
    expectRateLimited(await callApi(api, "/nft/get-chains", { key: rated }), 3);
  });

  it("knows a replaced key's history and saved context, which stay with its name and rate [KEY-14]", async () => {
    const account = await createTestAccount(installation.database.url, { credits: 10, rate: 50 });
    const call = (who: string, path: string, more: Call = {}) => callApi(api, path, { key: who, ...more });
    const saved = { companyName: "Harbour" };
    expect((await call(account.key, "/chat/context", { method: "PUT", body: saved })).status).toBe(200);
    const said = { ...assistant, chatHistory: "on" };
    expect((await call(account.key, "/chat/stream", { body: said })).status).toBe(200);
    const admin = <Result>(...args: string[]) =>
      askMintwright<Result>(["admin", "key", ...args], { DATABASE_URL: installation.database.url });
    const ids = ["--account", account.accountId];
    const list = () => admin<{ keyId: string; name: string; ratePerMinute: number }[]>("list", ...ids);
    const before = await list();
    const fresh = await admin<{ key: string }>("replace", ...ids, "--key", account.keyId);
    expect(fresh.key).not.toBe(account.key);
    const kept = ({ name, ratePerMinute, keyId }: (typeof before)[number]) => ({
      name,
      ratePerMinute,
      keyId,
    });
    expect((await list()).map(kept)).toEqual(before.map(kept));
    expect((await call(fresh.key, "/chat/context")).body).toMatchObject({ data: { context: saved } });
    expect((await call(fresh.key, "/chat/chatHistory")).body).toMatchObject({
      data: { count: 1, rows: [{ question: assistant.question }] },
    });
    expectError(await call(account.key, "/chat/chatHistory"), 401, "unauthorized");
  });
});
