import { createTestAccount } from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callApi, getCredits } from "./call-api.ts";
import { expectError, expectInvalid } from "./expect-error.ts";
import { type Installation, startInstallation } from "./installation.ts";
import {
  type ImageSetup,
  measureImage,
  type ScriptedImageServer,
  startScriptedImageServer,
  writeImageSetup,
} from "./scripted-image-server.ts";

const path = "/nft/generate-image";
const fox = { prompt: "a red fox under the moon", model: "velogen", width: 512, height: 512 };
const forge = { prompt: "a red fox", model: "nebula_forge_xl", width: 768, height: 768 };

let server: ScriptedImageServer;
let setup: ImageSetup;
let installation: Installation;
let api: Installation["api"];
let key: string;

beforeAll(async () => {
  server = await startScriptedImageServer();
  setup = writeImageSetup({
    engines: { scripted: { type: "sd-web", baseUrl: server.baseUrl } },
    models: { nebula_forge_xl: "scripted" },
    moderation: { blockedWords: ["gore", "bad phrase"] },
  });
  installation = await startInstallation(setup.environment);
  api = installation.api;
  ({ key } = await createTestAccount(installation.database.url, { rate: "none" }));
});

afterAll(async () => {
  await installation?.stop();
  await server?.stop();
  setup?.remove();
});

async function generate(body: object, headers: Record<string, string> = {}, query = "") {
  const answer = await callApi<{ data: number[] }>(api, path + query, { key, body, headers });
  expect(answer.status, answer.text.slice(0, 1_000)).toBe(200);
  return answer;
}

async function download(body: object, accept: string) {
  const response = await fetch(api.baseUrl + path, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", accept },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return { type: response.headers.get("content-type"), bytes: Buffer.from(await response.arrayBuffer()) };
}

async function spendNothing(work: () => Promise<void>) {
  const before = await getCredits(api, key);
  await work();
  expect(await getCredits(api, key)).toEqual(before);
}

describe("the answer", () => {
  it("is the JPEG as integers, of the size that was asked for [IMG-1 IMG-7 IMG-30]", async () => {
    for (const [width, height] of [
      [512, 768],
      [701, 513],
    ] as const) {
      const { body, headers } = await generate({ ...fox, width, height });
      expect(Object.keys(body)).toEqual(["data", "warnings"]);
      expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(body.data.every((byte) => Number.isInteger(byte) && byte >= 0 && byte <= 255)).toBe(true);
      expect(measureImage(Buffer.from(body.data))).toEqual({ format: "jpeg", width, height });
    }
  });

  it("is the same file in base64 when the header or the query says so [IMG-31]", async () => {
    const seeded = { ...fox, seed: 7 };
    const integers = (await generate(seeded)).body.data;
    const base64 = Buffer.from(integers).toString("base64");
    expect((await generate(seeded, { prefer: "base64" })).body.data).toBe(base64);
    expect((await generate(seeded, { prefer: "respond-async, Base64" })).body.data).toBe(base64);
    expect((await generate(seeded, {}, "?encoding=base64")).body.data).toBe(base64);
    expectInvalid(await callApi(api, `${path}?encoding=hex`, { key, body: seeded }), "encoding");
  });

  it.each(["jpeg", "png", "webp"])("is the image/%s itself when it is accepted [IMG-32]", async (format) => {
    const { type, bytes } = await download({ ...fox, width: 640 }, `image/${format}`);
    expect(type).toBe(`image/${format}`);
    expect(measureImage(bytes)).toEqual({ format, width: 640, height: 512 });
  });

  it("is JSON for a caller who accepts anything", async () => {
    const { headers } = await generate(fox, { accept: "application/json, text/plain, */*" });
    expect(headers.get("content-type")).toContain("application/json");
  });

  it("names the engine, and says that a sketch is no diffusion model", async () => {
    const { headers } = await generate(fox);
    expect(headers.get("x-mintwright-engine")).toBe("sketch");
    expect(headers.get("warning")).toMatch(/^299 - "The sketch engine is not a diffusion model/);
    const generated = await generate(forge);
    expect(generated.headers.get("x-mintwright-engine")).toBe("sd-web");
    expect(generated.headers.get("warning")).toBeNull();
  });
});

describe("the seed", () => {
  it("decides the image: the same again, another with another [IMG-33 IMG-34]", async () => {
    const first = await generate({ ...fox, seed: 0 });
    expect(first.headers.get("x-image-seed")).toBe("0");
    expect((await generate({ ...fox, seed: 0 })).text).toBe(first.text);
    const other = await generate({ ...fox, seed: 4_294_967_295 });
    expect(other.headers.get("x-image-seed")).toBe("4294967295");
    expect(other.text).not.toBe(first.text);
  });

  it("is drawn when none is given, and told, so that the image can be had again [IMG-33 IMG-34]", async () => {
    const first = await generate(fox);
    const seed = first.headers.get("x-image-seed");
    expect(seed).toMatch(/^\d{1,10}$/);
    const other = await generate(fox);
    expect(other.headers.get("x-image-seed")).not.toBe(seed);
    expect(other.text).not.toBe(first.text);
    expect((await generate({ ...fox, seed: Number(seed) })).text).toBe(first.text);
  });
});

describe("style and traits", () => {
  const lastPrompt = () => server.asked.at(-1)?.prompt ?? "";

  it("expand a known style in any letter case and use any other as given [STYLE-1 STYLE-2 STYLE-3]", async () => {
    await generate({ ...forge, style: "Pixel" });
    expect(lastPrompt()).toMatch(/^a red fox, .*pixel art, 16-bit/);
    const expanded = lastPrompt();
    await generate({ ...forge, style: "pixel" });
    expect(lastPrompt()).toBe(expanded);
    await generate({ ...forge, style: "Chalk on Slate" });
    expect(lastPrompt()).toBe("a red fox, Chalk on Slate");
    await generate({ ...forge, style: "s".repeat(64) });
    await generate({ ...fox, style: "no such style" });
    expectInvalid(await callApi(api, path, { key, body: { ...fox, style: "s".repeat(65) } }), "style");
  });

  it("are listed free of charge [STYLE-4]", async () => {
    await spendNothing(async () => {
      type Styles = { styles: { name: string; description: string }[] };
      const { status, body, headers } = await callApi<Styles>(api, "/nft/styles", { key });
      expect(status).toBe(200);
      expect(headers.get("x-credits-charged")).toBeNull();
      expect(body.styles.length).toBeGreaterThanOrEqual(10);
      expect(body.styles).toContainEqual({ name: "pixel", description: expect.stringMatching(/\w/) });
    });
    expectError(await callApi(api, "/nft/styles"), 401, "unauthorized");
  });

  it("draw one value of each trait by weight, the same one from the same seed [TRAIT-1 TRAIT-2]", async () => {
    const traits = [
      { trait_type: "Hat", value: ["crown", "cap"].map((value) => ({ value, ratio: 50 })) },
      {
        trait_type: "Eyes",
        value: [
          { value: "green", ratio: 0 },
          { value: "blue", ratio: 0.5 },
        ],
      },
    ];
    const drawn = new Set<string>();
    for (const seed of [1, 2, 3, 4]) {
      await generate({ ...forge, traits, seed });
      expect(lastPrompt()).toMatch(/^a red fox, hat: (crown|cap), eyes: blue$/);
      drawn.add(lastPrompt());
      const first = lastPrompt();
      await generate({ ...forge, traits, seed });
      expect(lastPrompt()).toBe(first);
    }
    expect(drawn.size).toBe(2);
    await generate({ ...fox, traits });
  });

  it.each([
    ["traits", "red hat"],
    ["traits.0.trait_type", [{ value: [{ value: "red", ratio: 1 }] }]],
    ["traits.0.value", [{ trait_type: "Hat", value: [] }]],
    ["traits.0.value.0.value", [{ trait_type: "Hat", value: [{ value: 5, ratio: 1 }] }]],
    ["traits.0.value.0.ratio", [{ trait_type: "Hat", value: [{ value: "red", ratio: "20" }] }]],
    ["traits.0.value.0.ratio", [{ trait_type: "Hat", value: [{ value: "red", ratio: -1 }] }]],
  ])("refuse a wrong %s [TRAIT-1]", async (field, traits) => {
    expectInvalid(await callApi(api, path, { key, body: { ...fox, traits } }), field);
  });
});

describe("refused and uncharged", () => {
  it.each<[field: string, value: unknown]>([
    ...Object.keys(fox).map((field): [string, unknown] => [field, undefined]),
    ["prompt", ""],
    ["prompt", "x".repeat(4_001)],
    ["prompt", ["a fox"]],
    ["model", "dale3"],
    ["width", 512.5],
    ["height", "512"],
    ["steps", 1.5],
    ["steps", "2"],
    ["enhance", "4x"],
    ["seed", -1],
    ["seed", 4_294_967_296],
  ])("%s of %j [IMG-2 IMG-3 IMG-4 IMG-12]", (field, value) =>
    spendNothing(async () => {
      const answer = await callApi(api, path, { key, body: { ...fox, [field]: value } });
      expect(expectInvalid(answer, field).message).toContain(field);
    }),
  );

  it("words that the operator blocked, as whole words in any case, wherever they come from", async () => {
    const hat = { trait_type: "Hat", value: [{ value: "gore", ratio: 100 }] };
    await spendNothing(async () => {
      for (const body of [
        { ...fox, prompt: "a fox, GORE!" },
        { ...fox, prompt: "with a Bad Phrase in it" },
        { ...fox, style: "gore" },
        { ...fox, traits: [hat] },
      ]) {
        expectError(await callApi(api, path, { key, body }), 400, "content_refused");
      }
    });
    await generate({ ...fox, prompt: "a gorgeous fox of Goredale" });
  });
});

it("a prompt may have 4,000 characters", async () => {
  const { headers } = await generate({ ...fox, prompt: "fox ".repeat(1_000).trim().padEnd(4_000, "x") });
  expect(headers.get("x-credits-charged")).toBe("1");
});
