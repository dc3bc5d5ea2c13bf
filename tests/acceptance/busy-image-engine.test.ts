import { createTestAccount } from "@mintwright/test-harness";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { callApi, getCredits } from "./call-api.ts";
import { expectError } from "./expect-error.ts";
import { type Installation, startInstallation } from "./installation.ts";
import {
  hang,
  type ImageSetup,
  type ScriptedImageServer,
  startScriptedImageServer,
  succeed,
  writeImageSetup,
} from "./scripted-image-server.ts";

const path = "/nft/generate-image";
const fox = { prompt: "a red fox", model: "velogen", width: 512, height: 512 };

let server: ScriptedImageServer;
let setup: ImageSetup;
let installation: Installation;
let api: Installation["api"];
let key: string;

beforeAll(async () => {
  server = await startScriptedImageServer();
  const scripted = { type: "sd-web", baseUrl: server.baseUrl };
  setup = writeImageSetup({
    engines: {
      narrow: { ...scripted, maxConcurrent: 2 },
      hasty: { ...scripted, timeoutInMs: 500 },
    },
    models: { velogen: "narrow", nebula_forge_xl: "hasty" },
  });
  installation = await startInstallation(setup.environment);
  api = installation.api;
});

beforeEach(async () => {
  server.script = succeed;
  ({ key } = await createTestAccount(installation.database.url, { credits: 10 }));
});

afterAll(async () => {
  await installation?.stop();
  await server?.stop();
  setup?.remove();
});

const untouched = { balance: 10, held: 0, spent: 0, granted: 10 };

it("a call beyond the engine's places is 503 with Retry-After at once, and uncharged", async () => {
  const released = Promise.withResolvers<"succeed">();
  server.script = () => released.promise;
  const askedBefore = server.asked.length;
  const others = await createTestAccount(installation.database.url, { credits: 10 });
  const slow = [1, 2].map(() => callApi(api, path, { key: others.key, body: fox }));
  await expect.poll(() => server.asked.length).toBe(askedBefore + 2);

  const startedAt = performance.now();
  const third = await callApi(api, path, { key, body: fox });
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  expectError(third, 503, "engine_unavailable");
  expect(Number(third.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect(third.headers.get("x-credits-charged")).toBe("0");
  expect(await getCredits(api, key)).toEqual(untouched);
  expect(server.asked).toHaveLength(askedBefore + 2);

  released.resolve("succeed");
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual([200, 200]);
  expect((await getCredits(api, others.key)).spent).toBe(2);
  expect((await callApi(api, path, { key, body: fox })).status).toBe(200);
});

it("one call for several images takes its turn at the engine's places instead of crowding itself out", async () => {
  const body = { ...fox, prompt: ["a fox", "a crow", "a whale", "an owl", "a bee"] };
  const answer = await callApi<{ data: unknown[]; errors?: unknown }>(
    api,
    "/nft/generate-multiple-images?encoding=base64",
    { key, body },
  );
  expect(answer.status).toBe(200);
  expect(answer.body.errors).toBeUndefined();
  expect(answer.headers.get("x-credits-charged")).toBe("5");
});

it.each([
  ["one image", path, "a red fox", 1],
  ["several images", "/nft/generate-multiple-images", ["a fox", "a crow"], 2],
])(
  "a caller of %s who leaves is not charged, and the engine is told soon",
  async (_, route, prompt, count) => {
    server.script = hang;
    const askedBefore = server.asked.length;
    const leftBefore = server.left;
    const controller = new AbortController();
    const call = fetch(api.baseUrl + route, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ ...fox, prompt }),
      signal: controller.signal,
    });
    await expect.poll(() => server.asked.length).toBe(askedBefore + count);
    expect(await getCredits(api, key)).toMatchObject({ balance: 10 - count, held: count });
    controller.abort();
    await expect(call).rejects.toThrow();
    await expect.poll(() => server.left).toBe(leftBefore + count);
    await expect.poll(() => getCredits(api, key)).toEqual(untouched);
  },
);

it("an engine that hangs is 504 after its time, an unreadable answer 502, and neither is charged", async () => {
  const hasty = { ...fox, model: "nebula_forge_xl", width: 768, height: 768 };
  server.script = hang;
  const startedAt = performance.now();
  expectError(await callApi(api, path, { key, body: hasty }), 504, "engine_timeout");
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  // The other engine waits longer than half a second for these responses.
  server.script = async () => "garbage";
  expectError(await callApi(api, path, { key, body: fox }), 502, "engine_failed");
  server.script = async () => "fail";
  expectError(await callApi(api, path, { key, body: fox }), 502, "engine_failed");
  expect(await getCredits(api, key)).toEqual(untouched);
});
