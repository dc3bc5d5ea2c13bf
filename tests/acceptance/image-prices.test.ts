import { createTestAccount } from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callApi, getCredits, getLedgerPage } from "./call-api.ts";
import { expectInvalid } from "./expect-error.ts";
import { type Installation, startInstallation } from "./installation.ts";
import {
  type ImageSetup,
  measureImage,
  type ScriptedImageServer,
  startScriptedImageServer,
  writeImageSetup,
} from "./scripted-image-server.ts";

type Fields = Record<string, unknown>;
type SizeRow = [model: string, width: number, height: number];
type SizeAndWordRow = [model: string, width: number, height: number, word: string];

const path = "/nft/generate-image";
const forges = ["nebula_forge_xl", "VisionaryForge"];

let server: ScriptedImageServer;
let setup: ImageSetup;
let installation: Installation;
let api: Installation["api"];
let key: string;

beforeAll(async () => {
  server = await startScriptedImageServer();
  const scripted = { type: "sd-web", baseUrl: server.baseUrl };
  setup = writeImageSetup({
    engines: { scripted, enlarging: { ...scripted, upscaler: "R-ESRGAN 4x+" } },
    models: { Dale3: "enlarging", nebula_forge_xl: "enlarging", VisionaryForge: "scripted" },
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

const image = (model: string, width: number, height: number, enhance?: string): Fields => ({
  prompt: "a fox",
  model,
  width,
  height,
  ...(enhance && { enhance }),
});

async function askPrice(body: Fields): Promise<number> {
  const answer = await callApi<{ data: { price: number } }>(api, path, {
    key,
    body,
    headers: { prefer: "dry-run" },
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.price;
}

/** Generates for real and returns what was charged and the size that came. */
async function buy(body: Fields) {
  const before = await getCredits(api, key);
  const answer = await callApi<{ data: string }>(api, `${path}?encoding=base64`, { key, body });
  expect(answer.status, answer.text).toBe(200);
  const { width, height } = measureImage(Buffer.from(answer.body.data, "base64"));
  const charged = Number(answer.headers.get("x-credits-charged"));
  expect(await getCredits(api, key)).toEqual({
    ...before,
    balance: before.balance - charged,
    spent: before.spent + charged,
  });
  const [newest] = (await getLedgerPage(api, key, "?limit=1")).entries;
  expect(newest).toMatchObject({ kind: "capture", amount: charged, operation: "generateImage" });
  return { charged, size: [width, height] };
}

async function refuse(body: Fields, field: string): Promise<string> {
  const { message } = expectInvalid(await callApi(api, path, { key, body }), field);
  return message;
}

describe("base sizes", () => {
  it.each<SizeRow>([
    ["velogen", 512, 512],
    ["velogen", 768, 768],
    ["velogen", 512, 768],
    ["velogen", 768, 513],
    ...forges.flatMap((model): SizeRow[] => [
      [model, 768, 768],
      [model, 1024, 1024],
      [model, 768, 1024],
      [model, 1024, 769],
    ]),
  ])(
    "%s at %i×%i costs 1 credit, and 2 with 1x or 2x [IMG-5 IMG-6 IMG-13 IMG-24 IMG-25]",
    async (...size) => {
      expect(await askPrice(image(...size))).toBe(1);
      expect(await askPrice(image(...size, "original"))).toBe(1);
      expect(await askPrice(image(...size, "1x"))).toBe(2);
      expect(await askPrice(image(...size, "2x"))).toBe(2);
    },
  );

  it.each<SizeAndWordRow>([
    ["velogen", 511, 512, "512 to 768"],
    ["velogen", 768, 1, "512 to 768"],
    ...forges.flatMap((model): SizeAndWordRow[] => [
      [model, 767, 768, "768 to 1024"],
      [model, 1024, 512, "768 to 1024"],
    ]),
  ])(
    "%s at %i×%i is below the range, which the 400 names [IMG-5 IMG-6 IMG-14]",
    async (model, width, height, range) => {
      const field = width < height ? "width" : "height";
      for (const enhance of [undefined, "2x"]) {
        expect(await refuse(image(model, width, height, enhance), field)).toContain(range);
      }
    },
  );
});

describe("sizes above the base range", () => {
  it.each<SizeRow>([
    ["velogen", 769, 768],
    ["velogen", 1920, 1920],
    ["velogen", 1280, 1920],
    ["velogen", 1920, 1080],
    ["velogen", 800, 512],
    ["velogen", 1920, 512],
    ...forges.flatMap((model): SizeRow[] => [
      [model, 1025, 1024],
      [model, 1536, 1536],
      [model, 1536, 1152],
      [model, 1536, 864],
    ]),
  ])(
    "%s at %i×%i is priced as enhanced, and is no original [IMG-16 IMG-18 IMG-19 IMG-20]",
    async (...size) => {
      for (const enhance of [undefined, "1x", "2x"]) {
        expect(await askPrice(image(...size, enhance))).toBe(2);
      }
      expect(await refuse(image(...size, "original"), "enhance")).toContain("above the base size");
    },
  );

  it.each<SizeAndWordRow>([
    ["velogen", 1921, 1921, "1920"],
    ...forges.map((model): SizeAndWordRow => [model, 1537, 1537, "1536"]),
  ])(
    "%s at %i×%i is above the upscaled maximum and 400 [IMG-17 IMG-19 IMG-20]",
    async (model, side, other, max) => {
      for (const enhance of [undefined, "original", "1x", "2x"]) {
        expect(await refuse(image(model, side, other, enhance), "width")).toContain(max);
      }
      expect(await refuse(image(model, side - 1, other), "height")).toContain(max);
    },
  );
});

describe("Dale3", () => {
  it.each([
    [1024, 1024, 4.75, 9.5],
    [1792, 1024, 9.5, 14.25],
    [1024, 1792, 9.5, 14.25],
  ])("at %i×%i costs %d, and %d enhanced [IMG-26 IMG-28 IMG-29]", async (width, height, plain, enhanced) => {
    expect(await askPrice(image("Dale3", width, height))).toBe(plain);
    expect(await askPrice(image("Dale3", width, height, "original"))).toBe(plain);
    expect(await askPrice(image("Dale3", width, height, "1x"))).toBe(enhanced);
    expect(await askPrice(image("Dale3", width, height, "2x"))).toBe(enhanced);
  });

  it.each([
    [512, 512],
    [1024, 1023],
    [1792, 1792],
    [2048, 2048],
  ])("at %i×%i is 400 that names the three sizes [IMG-26]", async (width, height) => {
    const message = await refuse(image("Dale3", width, height), "width");
    for (const size of ["1024×1024", "1792×1024", "1024×1792"]) expect(message).toContain(size);
  });

  it("takes no steps [IMG-27]", async () => {
    expect(await refuse({ ...image("Dale3", 1024, 1024), steps: 1 }, "steps")).toContain("no steps");
  });
});

describe("a delivered image", () => {
  it.each([
    ["velogen", 512, 512, undefined, 1, 512, 512],
    ["velogen", 513, 767, undefined, 1, 513, 767],
    ["velogen", 512, 512, "1x", 2, 512, 512],
    ["velogen", 512, 512, "2x", 2, 1024, 1024],
    ["velogen", 1920, 1080, undefined, 2, 1920, 1080],
    ["velogen", 800, 512, undefined, 2, 800, 512],
    ["nebula_forge_xl", 1000, 800, "2x", 2, 1536, 1229],
    ["Dale3", 1024, 1024, undefined, 4.75, 1024, 1024],
    ["Dale3", 1024, 1792, "1x", 14.25, 1024, 1792],
  ])(
    "%s %i×%i %s is charged %d in the ledger and is %i×%i [IMG-7 IMG-15 IMG-22 IMG-23 IMG-24 IMG-25 IMG-28 IMG-29 PAY-9]",
    async (...row) => {
      const [model, width, height, enhance, price, ...size] = row;
      expect(await buy(image(model, width, height, enhance))).toEqual({ charged: price, size });
    },
    120_000,
  );

  it("above the base range was generated in range, in the same shape or the nearest to it [IMG-15]", async () => {
    expect(await buy(image("nebula_forge_xl", 1536, 1152))).toEqual({ charged: 2, size: [1536, 1152] });
    expect(server.asked.at(-1)).toMatchObject({ width: 1024, height: 768 });
    expect(await buy(image("nebula_forge_xl", 1536, 864))).toEqual({ charged: 2, size: [1536, 864] });
    expect(server.asked.at(-1)).toMatchObject({ width: 1024, height: 768 });
  });

  it("took the default steps of its model unless told otherwise [IMG-11]", async () => {
    for (const model of forges) {
      await buy(image(model, 768, 768));
      expect(server.asked.at(-1)?.steps).toBe(25);
      await buy({ ...image(model, 768, 768), steps: 7 });
      expect(server.asked.at(-1)?.steps).toBe(7);
    }
  });
});

it("steps outside the range of the model are 400 and cost nothing [IMG-8 IMG-9]", async () => {
  const before = await getCredits(api, key);
  const ranges = { velogen: [1, 4], nebula_forge_xl: [1, 50], VisionaryForge: [1, 50] };
  for (const [model, [min = 0, max = 0]] of Object.entries(ranges)) {
    const body = image(model, 768, 768);
    for (const steps of [min, max]) expect(await askPrice({ ...body, steps })).toBe(1);
    for (const steps of [min - 1, max + 1]) {
      expect(await refuse({ ...body, steps }, "steps")).toContain(`from ${min} to ${max}`);
    }
  }
  expect(await getCredits(api, key)).toEqual(before);
});
