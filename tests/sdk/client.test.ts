import { randomBytes } from "node:crypto";
import {
  type CallEvent,
  type CollectionEvent,
  InsufficientCreditsError,
  Mintwright,
  NotFoundError,
  ProjectNotAnalysedError,
  RequestNotCoveredError,
  UnauthorizedError,
} from "@mintwright/sdk";
import {
  assertLedgerAddsUp,
  createDatabase,
  createTestAccount,
  type RunningProcess,
  startProcess,
  type TestDatabase,
} from "@mintwright/test-harness";
import { strToU8, zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { startFaultyProxy } from "./faulty-proxy.ts";

let database: TestDatabase;
let processes: RunningProcess[];
let baseUrl: string;
let apiKey: string;
let mintwright: Mintwright;
const events: CallEvent[] = [];

beforeAll(async () => {
  database = await createDatabase(inject("databaseServerUrl"), inject("databaseTemplate"));
  const environment = { DATABASE_URL: database.url };
  processes = await Promise.all([startProcess("api", environment), startProcess("worker", environment)]);
  baseUrl = processes[0]?.baseUrl ?? "";
  ({ key: apiKey } = await createTestAccount(database.url, { credits: 100, rate: "none" }));
  mintwright = new Mintwright({ baseUrl: `${baseUrl}/`, apiKey, onEvent: (event) => events.push(event) });
});

afterAll(async () => {
  await Promise.all(processes.map((running) => running.stop()));
  await assertLedgerAddsUp(database.url);
  await database.drop();
});

const fox = { prompt: "a fox", model: "velogen", width: 512, height: 512 } as const;
const foxes = {
  ...fox,
  walletAddress: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  chainId: 31_337,
  amount: 3,
} as const;

async function collect<Entry>(entries: AsyncIterable<Entry>): Promise<Entry[]> {
  const collected: Entry[] = [];
  for await (const entry of entries) collected.push(entry);
  return collected;
}

describe("the library", () => {
  it("keeps what a call stores, and lists, downloads, shares and deletes it", async () => {
    const call = mintwright.images.generate({ ...fox, prompt: "a fox to keep" }, { store: true });
    const { data, stored } = await call.withResponse();
    expect(stored).toEqual({ itemIds: [expect.any(String)], keptUntil: undefined });
    const itemId = stored?.itemIds[0] ?? "";
    await mintwright.images.generate(fox);
    const deployment = {
      ...{ name: "Fox", chainId: 1, address: `0x${"a".repeat(40)}`, deployer: `0x${"b".repeat(40)}` },
      transactionHash: `0x${"c".repeat(64)}`,
    };
    const recorded = await mintwright.library.recordDeployment(deployment);
    const items = await collect(mintwright.library.list({ limit: 1 }));
    expect(items.map(({ id }) => id)).toEqual([recorded.id, itemId]);
    expect((await mintwright.library.download(itemId)).bytes).toEqual(data.bytes);
    expect((await mintwright.library.setFavourite(itemId, true)).isFavourite).toBe(true);
    const { shareUrl } = await mintwright.library.share(itemId);
    expect((await fetch(shareUrl ?? "")).status).toBe(200);
    expect((await mintwright.library.revokeShare(itemId)).shareUrl).toBeNull();
    expect((await fetch(shareUrl ?? "")).status).toBe(404);
    expect(await mintwright.library.delete(itemId)).toEqual({ id: itemId });
    await expect(mintwright.library.get(itemId)).rejects.toBeInstanceOf(NotFoundError);
  });
});

describe("the ledger", () => {
  it("has a row for each request, whose balances add up over all pages", async () => {
    const { requestId } = await mintwright.prompts.enhance({ prompt: "a fox" }).withResponse();
    const rows = await collect(mintwright.credits.ledger({ limit: 2 }));
    expect(rows[0]).toMatchObject({ requestId, charged: 0.5, change: -0.5, entryCount: 2 });
    expect(rows[0]?.balance).toBe((await mintwright.credits.balance()).balance);
    expect(rows.reduce((sum, { change }) => sum + change, 0)).toBe(rows[0]?.balance);
  });
});

describe("webhook endpoints", () => {
  it("are created, changed, tested and deleted, and what failed is replayed", async () => {
    const { endpoints, deliveries } = mintwright.webhooks;
    // No public machine: every attempt fails.
    const url = "http://192.0.2.1/hook";
    await expect(endpoints.create({ url })).rejects.toMatchObject({ code: "webhook_url_refused" });
    const { id } = await endpoints.create({ url: "http://93.184.216.34/hook", events: ["news.article"] });
    const change = { url: "http://93.184.216.34/hook", isEnabled: false };
    expect(await endpoints.change(id, change)).toMatchObject({ id, isEnabled: false, events: null });
    const { secret } = await endpoints.secret(id);
    const rotated = await endpoints.rotateSecret(id, 1);
    expect(rotated.secret).not.toBe(secret);
    expect(rotated.previousSecretValidUntil).toEqual(expect.any(String));
    const test = await endpoints.test(id);
    expect(test).toMatchObject({ endpointId: id, type: "webhook.test" });
    await expect
      .poll(async () => (await collect(deliveries.list({ endpointId: id })))[0]?.state, { timeout: 20_000 })
      .toBe("stopped");
    expect((await deliveries.replay(test.id)).state).toBe("pending");
    const since = new Date(Date.now() - 3_600_000).toISOString();
    expect(await deliveries.replayFailed({ since, endpointId: id })).toMatchObject({ hasMore: false });
    expect(await endpoints.list()).toHaveLength(1);
    expect(await endpoints.delete(id)).toEqual({ id });
    expect(await endpoints.list()).toEqual([]);
  });
});

describe("images", () => {
  it("are generated, in the format that was asked for, with everything around them", async () => {
    const call = mintwright.images.generate({ ...fox, seed: 7 }, { format: "png" });
    const { bytes, contentType, seed } = await call;
    expect([contentType, seed]).toEqual(["image/png", 7]);
    expect(Buffer.from(bytes.subarray(1, 4)).toString()).toBe("PNG");
    const { credits, response, requestId, isReplayed } = await call.withResponse();
    expect(credits).toMatchObject({ charged: 1, held: 0 });
    expect(requestId).toBe(response.headers.get("x-request-id"));
    expect(isReplayed).toBe(false);
    expect((await response.arrayBuffer()).byteLength).toBe(bytes.length);
  });

  it("come several at once, each with its seed", async () => {
    const prompt = ["a fox", "a heron"];
    const { images, errors } = await mintwright.images.generateMany({ ...fox, prompt });
    expect(errors).toEqual([]);
    expect(images.map((image) => [...(image?.bytes.subarray(0, 2) ?? [])])).toEqual([
      [0xff, 0xd8],
      [0xff, 0xd8],
    ]);
    expect(new Set(images.map((image) => image?.seed)).size).toBe(2);
  });

  it("tell their price and charge nothing for it", async () => {
    const before = await mintwright.credits.balance();
    const price = await mintwright.images.generate({ ...fox, enhance: "2x" }, { dryRun: true });
    expect(price).toMatchObject({ operation: "generateImage", price: 2, isAffordable: true });
    expect(await mintwright.credits.price("collections.create", foxes)).toMatchObject({ price: 3 });
    expect(await mintwright.credits.price("news.list", { limit: 25 })).toMatchObject({ price: 3 });
    expect(await mintwright.credits.price("chat.ask", { question: "?", chatHistory: "on" })).toMatchObject({
      price: 1,
    });
    expect((await mintwright.credits.balance()).balance).toBe(before.balance);
  });
});

describe("collections", () => {
  it("are made, watched through a broken connection, listed and described for minting", async () => {
    // The events are cut after the first one, and once more by a server that ends them in order.
    const proxy = await startFaultyProxy(baseUrl, [
      { kind: "cut-stream", isOrderly: false },
      { kind: "cut-stream", isOrderly: true },
      { kind: "none" },
    ]);
    const { collectionId, status } = await mintwright.collections.create(foxes);
    expect(status).toBe("queued");
    const finished = await mintwright.collections.wait(collectionId);
    expect(finished).toMatchObject({ status: "completed", made: 3 });
    const image = await fetch(finished.data?.images[0] ?? "");
    expect(image.headers.get("content-type")).toBe("image/png");

    const watcher = new Mintwright({ baseUrl: proxy.url, apiKey });
    const seen: CollectionEvent[] = [];
    for await (const event of watcher.collections.watch(collectionId)) seen.push(event);
    await proxy.close();
    const numbers = seen.flatMap((event) => (event.type === "image" ? event.number : []));
    expect(numbers.toSorted()).toEqual([1, 2, 3]);
    expect(seen.at(-1)).toMatchObject({ type: "progress", status: "completed" });
    const [beforeAny, first, second] = proxy.seen.map(({ lastEventId }) => Number(lastEventId ?? 0));
    expect(proxy.seen).toHaveLength(3);
    expect(beforeAny).toBe(0);
    expect(first).toBeGreaterThan(0);
    expect(second).toBeGreaterThan(first ?? 0);

    const listing = mintwright.collections.tokens(collectionId, { limit: 2 });
    const tokens = await collect(listing);
    expect(tokens.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(tokens[0]?.image).toMatch(/^http:/);
    expect(await collect(listing.pages())).toHaveLength(2);

    const metadata = await mintwright.collections.mintMetadata({
      collectionId,
      name: "Foxes",
      description: "Three of them",
      symbol: "FOX",
      ids: [1, 3],
    });
    expect(metadata.tokens.map(({ id }) => id)).toEqual([1, 3]);
    expect(metadata.tokens[0]?.tokenURI).toMatch(/^ipfs:/);
  });

  it("can be cancelled, and waiting for one then throws", async () => {
    const { collectionId } = await mintwright.collections.create({ ...foxes, amount: 40 });
    const { refunded, made } = await mintwright.collections.cancel(collectionId);
    expect(refunded + made).toBe(40);
    await expect(mintwright.collections.wait(collectionId)).rejects.toMatchObject({
      name: "CollectionEndedError",
      status: "cancelled",
    });
  });
});

describe("chat", () => {
  it("answers whole and in pieces, as text and as a web stream", async () => {
    const question = { question: "What is gas?" };
    const { bot } = await mintwright.chat.ask(question);
    const stream = mintwright.chat.stream(question);
    // No model is connected, so the answer is free.
    expect((await stream.withResponse()).credits).toMatchObject({ charged: 0 });
    let text = "";
    for await (const piece of stream) text += piece;
    expect(text).toBe(bot);
    const reader = mintwright.chat.stream(question).toReadableStream();
    expect((await collect(reader)).join("")).toBe(bot);
    expect(await mintwright.chat.stream(question).whole()).toMatchObject({ bot });
  });

  it("remembers, lists and forgets", async () => {
    const session = { sdkUniqueId: "ada" };
    for (const question of ["What is gas?", "What is a wallet?", "What is an NFT?"]) {
      await mintwright.chat.ask({ question, chatHistory: "on", ...session });
    }
    const records = await collect(mintwright.history.list({ ...session, limit: 2 }));
    expect(records.map(({ question }) => question)).toEqual([
      "What is an NFT?",
      "What is a wallet?",
      "What is gas?",
    ]);
    expect(await mintwright.history.delete(session)).toEqual({ deleted: 3 });
  });

  it("writes and audits contracts", async () => {
    const { source, contract } = await mintwright.contracts.generate({
      question: "a token called Moon Coin (MOON), 1 million supply",
    });
    expect(source).toContain("contract MoonCoin");
    expect(contract.bytecode).toMatch(/^0x[0-9a-f]+$/);
    const { markdown, report } = await mintwright.contracts.audit({
      question:
        "pragma solidity ^0.8.0; contract A { function kill(address payable to) external { selfdestruct(to); } }",
    });
    expect(markdown).toContain(report.findings[0]?.title);
  });

  it("audits projects", async () => {
    const source =
      "pragma solidity ^0.8.20; contract A { function f() external { selfdestruct(payable(msg.sender)); } }";
    const zip = zipSync({ "src/A.sol": strToU8(source), "large.bin": [randomBytes(100_000), { level: 0 }] });
    const project = mintwright.contracts.auditProject({ zip, name: "a" }, { store: true });
    const { data, credits, stored } = await project.withResponse();
    expect(data.report.findings).toMatchObject([{ file: "src/A.sol", rule: "unprotected-selfdestruct" }]);
    expect(credits?.charged).toBe(1);
    expect(stored?.itemIds).toHaveLength(1);
    expect(await mintwright.contracts.auditProject({ zip }, { dryRun: true })).toMatchObject({ price: 1 });
    await expect(mintwright.contracts.auditProject({ zip: randomBytes(30) })).rejects.toThrow(
      ProjectNotAnalysedError,
    );
  });

  it("says which words of a request no contract covers, and charges nothing", async () => {
    const before = await mintwright.credits.balance();
    const error = await mintwright.contracts
      .generate({ question: "a hotel booking system" })
      .catch((thrown) => thrown);
    expect(error).toBeInstanceOf(RequestNotCoveredError);
    expect(error).toMatchObject({ code: "request_not_covered", status: 422 });
    const after = await mintwright.credits.balance();
    expect(after).toMatchObject({ balance: before.balance, held: before.held, spent: before.spent });
    expect(after.granted).toBe(after.balance + after.held + after.spent);
  });
});

it("prompts, chains and news", async () => {
  const { enhancedPrompt } = await mintwright.prompts.enhance({ prompt: "a fox" });
  expect(enhancedPrompt).toContain("fox");
  const mainnets = await mintwright.chains.list();
  const all = await mintwright.chains.list({ testNet: true });
  expect(all.length).toBeGreaterThan(mainnets.length);
  expect(await collect(mintwright.news.list({ categoryId: [5, 8], fetchAfter: new Date(0) }))).toEqual([]);
});

it("one article, its price, and alerts", async () => {
  const [article] = await database.query<{ article_id: string }>(
    `insert into news_article (published_at, category_id, network_id, title, description, url, words)
     values (now(), 5, 46, 'A pool opens', 'It is deep.', 'https://outlet.example/1', '') returning article_id`,
  );
  const id = Number(article?.article_id);
  expect(await mintwright.news.get(id, { dryRun: true })).toMatchObject({
    operation: "getNewsArticle",
    price: 1,
  });
  const { data, credits } = await mintwright.news.get(id).withResponse();
  expect([data.title, credits?.charged]).toEqual(["A pool opens", 1]);
  const { sentiment, importance } = data;
  expect(sentiment.label satisfies "positive" | "neutral" | "negative").toBe("positive");
  expect(sentiment.confidence).toBeGreaterThan(0);
  expect(importance satisfies "low" | "medium" | "high").toBe("low");
  await expect(mintwright.news.get(id + 1)).rejects.toBeInstanceOf(NotFoundError);

  const request = { categoryId: [5], searchQuery: "pool*", webhookUrl: "https://1.1.1.1/hook" };
  const alert = await mintwright.news.alerts.create(request);
  expect(alert).toMatchObject({ ...request, tokenId: null });
  expect(await mintwright.news.alerts.list()).toEqual([alert]);
  expect(await mintwright.news.alerts.delete(alert.id)).toEqual({ id: alert.id });
  expect(await mintwright.news.alerts.list()).toEqual([]);
  await expect(mintwright.news.alerts.delete(alert.id)).rejects.toBeInstanceOf(NotFoundError);
});

describe("what goes wrong", () => {
  it("says which key, which price and which request", async () => {
    const stranger = new Mintwright({ baseUrl, apiKey: "mw_live_nobody" });
    await expect(stranger.credits.balance()).rejects.toBeInstanceOf(UnauthorizedError);
    const error = await mintwright.collections
      .create({ ...foxes, amount: 5_000 })
      .withResponse()
      .catch((thrown) => thrown);
    expect(error).toBeInstanceOf(InsufficientCreditsError);
    expect(error).toMatchObject({ status: 402, code: "insufficient_credits", price: 5_000, attempts: 1 });
    expect(error.balance).toBeLessThan(100);
    expect(error.requestId).toBe(error.response.headers.get("x-request-id"));
    expect((await error.response.json()).error.requestId).toBe(error.requestId);
    const nowhere = mintwright.collections.watch(crypto.randomUUID());
    await expect(collect(nowhere)).rejects.toBeInstanceOf(NotFoundError);
  });

  it("ends with the caller's own reason when the caller leaves", async () => {
    const reason = new Error("the user closed the window");
    const signal = AbortSignal.abort(reason);
    await expect(mintwright.prompts.enhance({ prompt: "a fox" }, { signal })).rejects.toBe(reason);
    const controller = new AbortController();
    const unreachable = new Mintwright({ baseUrl: "http://127.0.0.1:1" });
    setTimeout(() => controller.abort(reason), 100);
    // In the middle of the wait for the second attempt.
    await expect(unreachable.chains.list({}, { signal: controller.signal })).rejects.toBe(reason);
  });

  it("tells the hook of every attempt, and never the key", () => {
    expect(events).toContainEqual(
      expect.objectContaining({ kind: "answer", method: "POST", path: "/nft/generate-image", status: 200 }),
    );
    expect(events).toContainEqual(expect.objectContaining({ kind: "failure", attempt: 1 }));
    expect(JSON.stringify(events)).not.toContain(apiKey);
  });
});
