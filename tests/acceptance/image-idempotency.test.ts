import { readdirSync } from "node:fs";
import { createTestAccount } from "@mintwright/test-harness";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { callApi, getCredits } from "./call-api.ts";
import { expectError } from "./expect-error.ts";
import { type Installation, startInstallation } from "./installation.ts";
import {
  type ImageSetup,
  type ScriptedImageServer,
  startScriptedImageServer,
  succeed,
  writeImageSetup,
} from "./scripted-image-server.ts";

const fox = { prompt: "a red fox", model: "velogen", width: 512, height: 512 };

let server: ScriptedImageServer;
let setup: ImageSetup;
let installation: Installation;
let api: Installation["api"];
let replica: Installation["api"];

beforeAll(async () => {
  server = await startScriptedImageServer();
  setup = writeImageSetup({
    engines: { scripted: { type: "sd-web", baseUrl: server.baseUrl } },
    models: { velogen: "scripted" },
  });
  installation = await startInstallation(setup.environment);
  api = installation.api;
  replica = await installation.startReplica();
});

beforeEach(() => {
  server.script = succeed;
});

afterAll(async () => {
  await installation?.stop();
  await server?.stop();
  setup?.remove();
});

const listStoredFiles = () => {
  const entries = readdirSync(setup.environment.STORAGE_DIRECTORY, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
};

async function generate(from: typeof api, key: string, idempotencyKey: string, more: object = {}) {
  const response = await fetch(`${from.baseUrl}/nft/generate-image`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      "idempotency-key": idempotencyKey,
      ...more,
    },
    body: JSON.stringify(fox),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(response.status, bytes.toString("utf8", 0, 500)).toBe(200);
  return { headers: response.headers, bytes };
}

it.each([
  ["JSON", {}],
  ["a file", { accept: "image/png" }],
])(
  "a large image as %s is stored outside the database and replayed byte for byte by any process, charged and generated once [IDEM-2 IDEM-3]",
  async (_, form) => {
    const { accountId, key } = await createTestAccount(installation.database.url, { credits: 2 });
    const askedBefore = server.asked.length;
    const storedBefore = listStoredFiles().length;
    const first = await generate(api, key, "order-1", form);
    expect(first.headers.get("idempotency-replayed")).toBeNull();
    expect(first.bytes.length).toBeGreaterThan(64 * 1024);
    expect(listStoredFiles()).toHaveLength(storedBefore + 1);
    const rows = await installation.database.query("select * from idempotent_answer where account_id = $1", [
      accountId,
    ]);
    expect(JSON.stringify(rows).length).toBeLessThan(5_000);

    for (const process of [api, replica]) {
      const again = await generate(process, key, "order-1", form);
      expect(again.headers.get("idempotency-replayed")).toBe("true");
      expect(again.bytes.equals(first.bytes)).toBe(true);
      for (const name of ["content-type", "x-image-seed", "x-mintwright-engine", "x-credits-charged"]) {
        expect(again.headers.get(name), name).toBe(first.headers.get(name));
      }
    }
    expect(server.asked).toHaveLength(askedBefore + 1);
    expect(await getCredits(replica, key)).toEqual({ balance: 1, held: 0, spent: 1, granted: 2 });
  },
);

it("an image that nobody may ask for again is not stored", async () => {
  const { key } = await createTestAccount(installation.database.url, { credits: 1 });
  const storedBefore = listStoredFiles();
  expect((await callApi(api, "/nft/generate-image", { key, body: fox })).status).toBe(200);
  expect(listStoredFiles()).toEqual(storedBefore);
});

it("a failure is not kept: the same key generates again", async () => {
  const { key } = await createTestAccount(installation.database.url, { credits: 1 });
  server.script = async () => "fail";
  const headers = { "idempotency-key": "retry" };
  expectError(await callApi(api, "/nft/generate-image", { key, body: fox, headers }), 502, "engine_failed");
  server.script = succeed;
  const again = await generate(replica, key, "retry");
  expect(again.headers.get("idempotency-replayed")).toBeNull();
  expect(await getCredits(api, key)).toEqual({ balance: 0, held: 0, spent: 1, granted: 1 });
});

it("several images are replayed as one answer, with the one that failed", async () => {
  const { key } = await createTestAccount(installation.database.url, { credits: 3 });
  server.script = async ({ prompt }) => (prompt === "broken" ? "fail" : "succeed");
  const askedBefore = server.asked.length;
  const call = {
    key,
    body: { ...fox, prompt: ["a fox", "broken", "a crow"] },
    headers: { "idempotency-key": "several" },
  };
  const first = await callApi(api, "/nft/generate-multiple-images", call);
  const again = await callApi(replica, "/nft/generate-multiple-images", call);
  expect(again.headers.get("idempotency-replayed")).toBe("true");
  expect(again.text === first.text).toBe(true);
  expect(server.asked).toHaveLength(askedBefore + 3);
  expect(await getCredits(api, key)).toEqual({ balance: 1, held: 0, spent: 2, granted: 3 });
});

it("an image that cannot be kept is given back at once, and its key is free again", async () => {
  const { key } = await createTestAccount(installation.database.url, { credits: 2 });
  const storeless = await installation.startReplica({ STORAGE_DIRECTORY: "/dev/null/nowhere" });
  const headers = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    "idempotency-key": "order-unkept",
  };
  const call = { method: "POST", headers, body: JSON.stringify(fox) };
  expect((await fetch(`${storeless.baseUrl}/nft/generate-image`, call)).status).toBe(503);
  expect(await getCredits(api, key)).toMatchObject({ balance: 2, held: 0, spent: 0 });
  await generate(api, key, "order-unkept");
  expect(await getCredits(api, key)).toMatchObject({ balance: 1, held: 0, spent: 1 });
});
