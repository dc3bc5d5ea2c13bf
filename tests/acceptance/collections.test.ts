import { createHmac, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createTestAccount } from "@mintwright/test-harness";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { callApi, getCredits } from "./call-api.ts";
import {
  foxes,
  getProgress,
  listTokens,
  queueAccepted,
  queueCollection,
  type Token,
  waitForState,
} from "./collection-calls.ts";
import { expectError, expectInvalid } from "./expect-error.ts";
import { type Installation, startInstallation } from "./installation.ts";
import {
  type ImageSetup,
  measureImage,
  type ScriptedImageServer,
  startScriptedImageServer,
  succeed,
  writeImageSetup,
} from "./scripted-image-server.ts";

const maxConcurrent = 4;
const hooks: { headers: Record<string, unknown>; body: string }[] = [];
const receiver = createServer(async (request, response) => {
  hooks.push({ headers: request.headers, body: await text(request) });
  response.end();
});
let server: ScriptedImageServer;
let setup: ImageSetup;
let installation: Installation;
let api: Installation["api"];
let key: string;

beforeAll(async () => {
  server = await startScriptedImageServer();
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  setup = writeImageSetup({
    engines: { scripted: { type: "sd-web", baseUrl: server.baseUrl, maxConcurrent } },
    models: { velogen: "scripted" },
    limits: { collectionImages: 500 },
    moderation: { blockedWords: ["forbidden"] },
    outbound: { allow: [`127.0.0.1:${(receiver.address() as AddressInfo).port}`] },
  });
  installation = await startInstallation(setup.environment);
  api = installation.api;
  await installation.startWorker();
});

beforeEach(() => {
  server.script = succeed;
});

/** Gives the test an account of its own. */
async function useNewAccount(): Promise<void> {
  ({ key } = await createTestAccount(installation.database.url, { credits: 100 }));
}

afterAll(async () => {
  await installation?.stop();
  await server?.stop();
  receiver.close();
  setup?.remove();
});

const untouched = { balance: 100, held: 0, spent: 0, granted: 100 };

describe("a queue request", () => {
  beforeEach(useNewAccount);

  it("[COL-1 COL-2 COL-9] is answered at once, without images, and its whole price is held", async () => {
    const released = Promise.withResolvers<"succeed">();
    server.script = () => released.promise;
    const answer = await queueCollection(api, key, { amount: 10 });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ collectionId: expect.stringMatching(/^[0-9a-f-]{36}$/), status: "queued" });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "x-credits-charged": "0",
      "x-credits-held": "10",
      "x-credits-remaining": "90",
    });
    expect(await getCredits(api, key)).toEqual({ balance: 90, held: 10, spent: 0, granted: 100 });
    released.resolve("succeed");
    await waitForState(api, key, answer.body.collectionId, "completed");
    expect(await getCredits(api, key)).toEqual({ balance: 90, held: 0, spent: 10, granted: 100 });
  });

  it("[COL-10] makes one job and one hold for one idempotency key; a 402 leaves neither", async () => {
    const headers = { "idempotency-key": randomUUID() };
    const first = await queueCollection(api, key, { amount: 2 }, headers);
    const again = await queueCollection(api, key, { amount: 2 }, headers);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(again.headers.get("x-credits-charged")).toBe("0");
    expect(again.headers.get("x-credits-held")).toBe("2");
    expectError(await queueCollection(api, key, { amount: 3 }, headers), 422, "idempotency_key_reused");
    await waitForState(api, key, first.body.collectionId, "completed");
    expect((await queueCollection(api, key, { amount: 2 }, headers)).body).toEqual(first.body);
    expect(await getCredits(api, key)).toMatchObject({ balance: 98, held: 0, spent: 2 });

    const poor = await createTestAccount(installation.database.url, { credits: 2.5 });
    expectError(await queueCollection(api, poor.key, { amount: 3 }), 402, "insufficient_credits", {
      price: 3,
      balance: 2.5,
    });
    const { body } = await callApi<{ data: { collections: unknown[] } }>(api, "/nft/collections", poor);
    expect(body.data.collections).toEqual([]);
    expect(await getCredits(api, poor.key)).toMatchObject({ balance: 2.5, held: 0 });
  });
});

describe("a queue request that is not accepted", () => {
  beforeAll(useNewAccount);

  it.each(["walletAddress", "prompt", "model", "width", "height", "chainId", "amount"])(
    "[COL-3] without %s is 400",
    async (field) => {
      const answer = await queueCollection(api, key, { [field]: undefined });
      expect(answer.status).toBe(400);
      expect(answer.text).toContain(`"path":"${field}"`);
    },
  );

  it.each([
    ["model", { model: "velogen2" }],
    ["steps", { steps: 5 }],
    ["width", { width: 511 }],
    ["height", { height: 2_000 }],
    ["enhance", { enhance: "3x" }],
    ["style", { style: "x".repeat(65) }],
    ["traits.0.value", { traits: [{ trait_type: "Hat", value: [] }] }],
  ])("[COL-4] follows the rules of a single image: %s", async (path, request) => {
    expectInvalid(await queueCollection(api, key, request), path);
  });

  it.each([
    ["fox", false],
    ["0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe", false],
    ["0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD", false],
    ["0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", false],
    ["0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed", true],
    ["0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED", true],
    ["0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", true],
  ])("[COL-5 COL-6] for the wallet %s is accepted: %s", async (walletAddress, isAccepted) => {
    const answer = await queueCollection(api, key, { walletAddress, amount: 1 }, { prefer: "dry-run" });
    if (isAccepted) expect(answer.status).toBe(200);
    else expectInvalid(answer, "walletAddress");
  });

  it.each([
    [1, true],
    [11_155_111, true],
    [31_337, true],
    [987_654_321, false],
    [1.5, false],
    ["1", false],
  ])("[COL-7] for the chain %s is accepted: %s", async (chainId, isAccepted) => {
    const answer = await queueCollection(api, key, { chainId, amount: 1 }, { prefer: "dry-run" });
    if (isAccepted) expect(answer.status).toBe(200);
    else expectInvalid(answer, "chainId");
  });

  it.each([0, 501, -1, 1.5, "5", null])("[COL-8] for %s images is 400", async (amount) => {
    const { message } = expectInvalid(await queueCollection(api, key, { amount }), "amount");
    expect(message).toBeTruthy();
    expect(await getCredits(api, key)).toEqual(untouched);
  });

  it("is refused, uncharged, for words that the operator forbids in any trait", async () => {
    const traits = [{ trait_type: "Mood", value: [{ value: "forbidden", ratio: 1 }] }];
    expectError(await queueCollection(api, key, { traits }), 400, "content_refused");
    expect(await getCredits(api, key)).toEqual(untouched);
  });
});

describe("a collection", { timeout: 90_000 }, () => {
  beforeEach(useNewAccount);

  const hats = [
    {
      trait_type: "Hat",
      value: [
        { value: "crown", ratio: 20 },
        { value: "cap", ratio: 60 },
      ],
    },
    {
      trait_type: "Mood",
      value: Array.from({ length: 10 }, (_, index) => ({ value: `mood ${index}`, ratio: 10 })),
    },
  ];

  it("[PROG-1 PROG-2 PROG-3 PROG-5 PROG-6 COL-12 COL-13 COL-14] grows, and ends with every image as a PNG file", async () => {
    const held = Promise.withResolvers<"succeed">();
    server.script = () => held.promise;
    const collectionId = await queueAccepted(api, key, { amount: 10, traits: hats, seed: 7 });
    const early = await waitForState(api, key, collectionId, "processing");
    expect(early).toEqual({
      collectionId,
      status: "processing",
      progress: 0,
      amount: 10,
      made: 0,
      failed: 0,
    });
    held.resolve("succeed");
    const done = await waitForState(api, key, collectionId, "completed");
    expect(done).toMatchObject({
      collectionId,
      status: "completed",
      progress: 100,
      statusCode: 200,
      message: "All images of the collection are generated.",
      data: { generated: true },
      made: 10,
      missing: [],
    });
    expect(done.data?.images).toHaveLength(10);

    const tokens = await listTokens(api, key, collectionId);
    expect(tokens.map(({ number, state }) => `${number} ${state}`)).toEqual(
      Array.from({ length: 10 }, (_, index) => `${index + 1} made`),
    );
    expect(tokens.map(({ image }) => image)).toEqual(done.data?.images);
    const count = (value: string) =>
      tokens.filter(({ attributes }) => attributes.some((attribute) => attribute.value === value)).length;
    expect([count("crown"), count("cap")]).toEqual([2, 6]);
    expect(new Set(tokens.map(({ attributes }) => JSON.stringify(attributes))).size).toBe(10);
    expect(new Set(tokens.map(({ seed }) => seed)).size).toBe(10);
    expect(new Set(server.asked.slice(-10).map(({ seed }) => seed))).toEqual(
      new Set(tokens.map(({ seed }) => seed)),
    );
    for (const { image, sha256 } of tokens) {
      const name = image?.slice(image.indexOf("collections/")) ?? "";
      expect(name).toContain(sha256);
      const bytes = readFileSync(join(setup.environment.STORAGE_DIRECTORY, name));
      expect(measureImage(bytes)).toEqual({ format: "png", width: 512, height: 512 });
    }

    const again = await queueAccepted(api, key, { amount: 10, traits: hats, seed: 7 });
    await waitForState(api, key, again, "completed");
    const same = ({ number, seed, attributes }: Token) => ({ number, seed, attributes });
    expect((await listTokens(api, key, again)).map(same)).toEqual(tokens.map(same));
  });

  it("[PROG-9 PROG-10] of which one image always fails is completed with the others; that one is listed and refunded", async () => {
    server.script = async ({ prompt }) => (prompt.includes("mood 3") ? "fail" : "succeed");
    const collectionId = await queueAccepted(api, key, { amount: 10, traits: hats.slice(1), seed: 1 });
    const done = await waitForState(api, key, collectionId, "completed", 60_000);
    expect(done).toMatchObject({ made: 9, failed: 1, progress: 100, data: { generated: true } });
    expect(done.data?.images).toHaveLength(9);
    const [failed] = (await listTokens(api, key, collectionId)).filter(({ state }) => state === "failed");
    expect(failed?.attributes).toEqual([{ trait_type: "Mood", value: "mood 3" }]);
    expect(done.missing).toEqual([
      { number: failed?.number, code: "engine_failed", message: expect.stringMatching(/\w+ \w+/) },
    ]);
    const attempts = server.asked.filter(({ prompt }) => prompt.includes("mood 3")).length;
    expect(attempts).toBeGreaterThan(1);
    expect(await getCredits(api, key)).toMatchObject({ balance: 91, held: 0, spent: 9 });
  });

  it("[PROG-8 COL-11] of which no image can be made is failed, and everything is given back", async () => {
    // Refused, not broken: a server that only fails is kept at rest for a while after some of the attempts.
    server.script = async () => "refuse";
    const collectionId = await queueAccepted(api, key, { amount: 1 });
    const failed = await waitForState(api, key, collectionId, "failed", 60_000);
    expect(failed).toMatchObject({ made: 0, failed: 1, data: { images: [], generated: false } });
    expect(failed.missing).toHaveLength(1);
    expect(await getCredits(api, key)).toEqual(untouched);
  });

  it("[COLX-1 COLX-2 PROG-7] that is cancelled keeps what is made, starts no more and gives the rest back", async () => {
    const gate = Promise.withResolvers<"succeed">();
    let asked = 0;
    server.script = () => (++asked <= 6 ? Promise.resolve("succeed") : gate.promise);
    const collectionId = await queueAccepted(api, key, { amount: 60 });
    await expect.poll(() => asked, { timeout: 20_000 }).toBe(6 + maxConcurrent);
    await expect.poll(async () => (await getProgress(api, key, collectionId)).made).toBe(6);
    const path = `/nft/collections/${collectionId}`;
    const cancelled = await callApi(api, path, { key, method: "DELETE" });
    expect(cancelled.status).toBe(200);
    expect(cancelled.body).toMatchObject({
      status: true,
      data: { collectionId, status: "cancelled", made: 6, refunded: 54 },
    });
    expect(await getCredits(api, key)).toEqual({ balance: 94, held: 0, spent: 6, granted: 100 });
    // Those under way are let go within a second; a worker that went on would ask for more then.
    await expect.poll(() => server.left).toBeGreaterThanOrEqual(maxConcurrent);
    const other = await queueAccepted(api, key, { amount: 1 });
    gate.resolve("succeed");
    await waitForState(api, key, other, "completed");
    expect(asked).toBe(6 + maxConcurrent + 1);
    expect(await getProgress(api, key, collectionId)).toMatchObject({ status: "cancelled", made: 6 });
    const again = await callApi(api, path, { key, method: "DELETE" });
    expect(again.body).toMatchObject({ data: { status: "cancelled", refunded: 0 } });
    expectError(
      await callApi(api, `/nft/collections/${other}`, { key, method: "DELETE" }),
      409,
      "collection_finished",
      { status: "completed" },
    );
    expect(await getProgress(api, key, other)).toMatchObject({ status: "completed" });
  });

  it("[PROG-11 COLX-3] is not found by an id that is unknown or none, and is listed page by page", async () => {
    const one = await queueAccepted(api, key, { amount: 1 });
    const two = await queueAccepted(api, key, { amount: 2 });
    for (const id of [randomUUID(), "fox"]) {
      for (const [method, path] of [
        ["GET", `/nft/progress/${id}`],
        ["GET", `/nft/progress/${id}/events`],
        ["GET", `/nft/collections/${id}/tokens`],
        ["DELETE", `/nft/collections/${id}`],
      ] as const) {
        expectError(await callApi(api, path, { key, method }), 404, "not_found");
      }
    }
    interface Page {
      data: { collections: { collectionId: string; amount: number }[]; nextCursor: string | null };
    }
    const list = async (who: string, query = "") =>
      (await callApi<Page>(api, `/nft/collections${query}`, { key: who })).body.data;
    const first = await list(key, "?limit=1");
    expect(first.collections).toMatchObject([{ collectionId: two, amount: 2, prompt: foxes.prompt }]);
    const second = await list(key, `?limit=1&cursor=${first.nextCursor}`);
    expect(second).toMatchObject({ collections: [{ collectionId: one }], nextCursor: null });
    expectError(await callApi(api, "/nft/collections?cursor=abc", { key }), 400, "invalid_request");
    await waitForState(api, key, two, "completed");
  });

  it("[COLX-4] is watched until it ends; a watcher that was cut off misses nothing and hears nothing twice", async () => {
    const gate = Promise.withResolvers<"succeed">();
    let asked = 0;
    server.script = () => (++asked <= 5 ? Promise.resolve("succeed") : gate.promise);
    const collectionId = await queueAccepted(api, key, { amount: 12 });
    const first = await watch(collectionId, {}, (events) => events.filter(isImage).length === 5);
    expect(first.filter(isImage).map(({ data }) => data)).toEqual(
      Array.from({ length: 5 }, () => ({
        number: expect.any(Number),
        image: expect.stringMatching(/\.png$/),
        thumbnail: expect.stringMatching(/\.webp$/),
      })),
    );
    gate.resolve("succeed");
    const lastEventId = first.filter(isImage)[2]?.id as string;
    const second = await watch(collectionId, { "last-event-id": lastEventId });
    const numbers = [...first.filter(isImage).slice(0, 3), ...second.filter(isImage)].map(
      ({ data }) => data.number as number,
    );
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
    expect(second.at(-1)).toMatchObject({
      event: "progress",
      data: { collectionId, status: "completed", progress: 100, made: 12, failed: 0 },
    });
    expect((await watch(collectionId)).filter(isImage)).toHaveLength(12);
  });

  it("[COLX-5] tells its webhook how it ended, signed", async () => {
    const webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    const collectionId = await queueAccepted(api, key, { amount: 2, webhookUrl });
    await waitForState(api, key, collectionId, "completed");
    const find = () => hooks.find(({ body }) => body.includes(collectionId));
    await expect.poll(find, { timeout: 20_000 }).toBeTruthy();
    const { headers, body } = find() as (typeof hooks)[number];
    expect(JSON.parse(body)).toMatchObject({
      type: "collection.completed",
      data: { collectionId, status: "completed", amount: 2, made: 2, failed: 0, refunded: 0 },
    });
    const { data } = (await callApi<{ data: { secret: string } }>(api, "/webhooks/secret", { key })).body;
    const signature = createHmac("sha256", Buffer.from(data.secret.replace("whsec_", ""), "base64"))
      .update(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`)
      .digest("base64");
    expect(headers["webhook-signature"]).toBe(`v1,${signature}`);
    expectError(
      await queueCollection(api, key, { webhookUrl: "http://127.0.0.1:1/" }),
      400,
      "webhook_url_refused",
    );
  });
});

interface SentEvent {
  id?: string;
  event?: string;
  data: Record<string, unknown>;
}

const isImage = ({ event }: SentEvent) => event === "image";

/** Reads events until the stream ends or the watcher has seen enough. */
async function watch(
  collectionId: string,
  headers: Record<string, string> = {},
  isEnough: (events: SentEvent[]) => boolean = () => false,
): Promise<SentEvent[]> {
  const leaving = new AbortController();
  const response = await fetch(`${api.baseUrl}/nft/progress/${collectionId}/events`, {
    headers: { authorization: `Bearer ${key}`, ...headers },
    signal: AbortSignal.any([leaving.signal, AbortSignal.timeout(20_000)]),
  });
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  const events: SentEvent[] = [];
  let rest = "";
  for await (const bytes of response.body as ReadableStream<Uint8Array>) {
    const blocks = (rest + Buffer.from(bytes).toString()).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = Object.fromEntries(block.split("\n").map((line) => line.split(/: (.*)/s)));
      if (fields.data) events.push({ ...fields, data: JSON.parse(fields.data) });
    }
    if (isEnough(events)) break;
  }
  leaving.abort();
  return events;
}
