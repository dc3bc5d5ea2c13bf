import { createTestAccount } from "@mintwright/test-harness";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, callApi, getCredits, getLedgerPage } from "./call-api.ts";
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

interface Several {
  data: (string | null)[];
  errors?: { index: number; code: string; message: string }[];
}

const path = "/nft/generate-multiple-images";
const size = { model: "velogen", width: 512, height: 512 };
const animals = ["a fox", "a crow", "a whale", "an owl", "a bee"];

let server: ScriptedImageServer;
let setup: ImageSetup;
let installation: Installation;
let api: Installation["api"];
let key: string;

beforeAll(async () => {
  server = await startScriptedImageServer();
  setup = writeImageSetup({
    engines: { scripted: { type: "sd-web", baseUrl: server.baseUrl } },
    models: { velogen: "scripted" },
    moderation: { blockedWords: ["gore"] },
  });
  installation = await startInstallation(setup.environment);
  api = installation.api;
  ({ key } = await createTestAccount(installation.database.url, { credits: 200 }));
});

beforeEach(() => {
  server.script = succeed;
});

afterAll(async () => {
  await installation?.stop();
  await server?.stop();
  setup?.remove();
});

const ask = (body: object): Promise<Answer<Several>> =>
  callApi(api, `${path}?encoding=base64`, { key, body: { ...size, ...body } });

async function generate(body: object): Promise<Answer<Several>> {
  const answer = await ask(body);
  expect(answer.status, answer.text.slice(0, 1_000)).toBe(200);
  return answer;
}

async function generateOne(prompt: string): Promise<string> {
  const body = { ...size, prompt };
  const answer = await callApi<{ data: string }>(api, "/nft/generate-image?encoding=base64", { key, body });
  return answer.body.data;
}

describe("several images", () => {
  it("come one per prompt, in the order of the prompts, for the price of each [MULTI-1 MULTI-5 MULTI-7]", async () => {
    const spentBefore = (await getCredits(api, key)).spent;
    // The first prompt is generated last.
    const delays = new Map(animals.map((animal, index) => [animal, (animals.length - index) * 50]));
    server.script = ({ prompt }) =>
      new Promise((resolve) => setTimeout(resolve, delays.get(prompt), "succeed" as const));
    const { body, headers } = await generate({ prompt: animals });
    expect(Object.keys(body)).toEqual(["data"]);
    expect(headers.get("x-credits-charged")).toBe("5");
    expect(headers.get("x-image-seed")?.split(", ")).toHaveLength(5);
    server.script = succeed;
    // This engine generates a prompt always alike.
    for (const [index, animal] of animals.entries()) {
      expect(body.data[index] === (await generateOne(animal)), animal).toBe(true);
    }
    expect((await getCredits(api, key)).spent - spentBefore).toBe(10);
  });

  it("are JPEG files as integers, or in base64 by the header [MULTI-5]", async () => {
    const call = { key, body: { ...size, prompt: ["a fox"] } };
    const integers = await callApi<{ data: number[][] }>(api, path, call);
    const file = Buffer.from(integers.body.data[0] ?? []);
    expect(measureImage(file)).toEqual({ format: "jpeg", width: 512, height: 512 });
    const base64 = await callApi(api, path, { ...call, headers: { prefer: "base64" } });
    expect(base64.body).toEqual({ data: [file.toString("base64")] });
  });

  it("may be asked for as prompts, too [MULTI-3]", async () => {
    const { body } = await generate({ prompts: ["a fox", "a crow"] });
    expect(body.data).toHaveLength(2);
    expectInvalid(await ask({ prompts: "a fox" }), "prompt");
  });

  it("number 1 to 10 [MULTI-4]", async () => {
    const spentBefore = (await getCredits(api, key)).spent;
    const { body, headers } = await generate({ prompt: Array(10).fill("a fox") });
    expect(body.data.every((image) => typeof image === "string")).toBe(true);
    expect(headers.get("x-credits-charged")).toBe("10");
    for (const prompt of [[], Array(11).fill("a fox"), "a fox", undefined]) {
      expectInvalid(await ask({ prompt }), "prompt");
    }
    expectInvalid(await ask({ prompt: ["a fox", "", "x".repeat(4_001)] }), "prompt.1", "prompt.2");
    expect((await getCredits(api, key)).spent - spentBefore).toBe(10);
  });

  it("number as many as the operator says [MULTI-4]", async () => {
    const fewer = writeImageSetup({ limits: { promptsPerRequest: 2 } });
    const replica = await installation.startReplica(fewer.environment);
    const headers = { prefer: "dry-run" };
    for (const [count, status] of [
      [2, 200],
      [3, 400],
    ] as const) {
      const body = { ...size, prompt: Array(count).fill("a fox") };
      expect((await callApi(replica, path, { key, body, headers })).status).toBe(status);
    }
    fewer.remove();
  });

  it("share the fields of a single image and their rules [MULTI-2 IMG-10]", async () => {
    await generate({ prompt: ["a fox", "a crow"], style: "neon", width: 640 });
    for (const asked of server.asked.slice(-2)) {
      expect(asked).toMatchObject({
        width: 640,
        height: 512,
        steps: 2,
        prompt: expect.stringMatching("neon"),
      });
    }
    await generate({ prompt: ["a fox"], steps: 4 });
    expect(server.asked.at(-1)?.steps).toBe(4);
    for (const [field, value] of Object.entries({
      width: 511,
      steps: 5,
      enhance: "3x",
      model: "x",
      seed: -1,
    })) {
      expectInvalid(await ask({ prompt: ["a fox"], [field]: value }), field);
    }
    expectInvalid(await ask({ prompt: ["a fox"], isCharacterPreserve: true }), "image");
  });

  it("cost one image each, enhanced or not, as a dry run says [MULTI-7]", async () => {
    const headers = { prefer: "dry-run" };
    for (const [fields, price] of [
      [{}, 3],
      [{ enhance: "2x" }, 6],
      [{ model: "Dale3", width: 1024, height: 1024 }, 14.25],
    ] as const) {
      const body = { ...size, prompt: ["a fox", "a crow", "a whale"], ...fields };
      expect((await callApi(api, path, { key, body, headers })).body).toMatchObject({ data: { price } });
    }
  });
});

describe("an image that fails", () => {
  it("is null in its place, listed and not charged [MULTI-6 MULTI-7 PAY-8]", async () => {
    const before = await getCredits(api, key);
    server.script = async ({ prompt }) => (prompt === "a whale" ? "fail" : "succeed");
    const { body, headers } = await generate({ prompt: animals });
    expect(body.data.map((image) => image !== null)).toEqual([true, true, false, true, true]);
    expect(body.errors).toEqual([
      { index: 2, code: "engine_failed", message: expect.stringMatching(/^The image server .+\.$/) },
    ]);
    expect(headers.get("x-credits-charged")).toBe("4");
    const after = { ...before, balance: before.balance - 4, spent: before.spent + 4 };
    expect(headers.get("x-credits-remaining")).toBe(String(after.balance));
    expect(await getCredits(api, key)).toEqual(after);
    const settled = (await getLedgerPage(api, key, "?limit=2")).entries;
    expect(settled.map(({ kind, amount }) => `${kind} ${amount}`).sort()).toEqual(["capture 4", "release 1"]);
  });

  it("fails for a reason of its own: garbage, or a blocked word [MULTI-6]", async () => {
    server.script = async ({ prompt }) => (prompt === "a crow" ? "garbage" : "succeed");
    const { body, headers } = await generate({ prompt: ["gore", "a fox", "a crow"] });
    expect(body.errors?.map(({ index, code }) => [index, code])).toEqual([
      [0, "content_refused"],
      [2, "engine_failed"],
    ]);
    expect(headers.get("x-credits-charged")).toBe("1");
  });

  it("with all the others makes the call an error that costs nothing [MULTI-8]", async () => {
    const before = await getCredits(api, key);
    server.script = async () => "fail";
    const answer = await ask({ prompt: ["a fox", "a crow"] });
    expectError(answer, 502, "engine_failed");
    expect(answer.headers.get("x-credits-charged")).toBe("0");
    expect(await getCredits(api, key)).toEqual(before);
  });
});

describe("traits over several images", () => {
  const hats = (...ratios: number[]) => [
    { trait_type: "Hat", value: ratios.map((ratio, index) => ({ value: `hat ${index}`, ratio })) },
  ];

  it.each([
    [[20, 60], 5, { "hat: hat 0": 1, "hat: hat 1": 3, none: 1 }],
    [[50, 50], 5, { "hat: hat 0": 3, "hat: hat 1": 2 }],
    [[300, 100], 4, { "hat: hat 0": 3, "hat: hat 1": 1 }],
    [[100, 0], 3, { "hat: hat 0": 3 }],
  ])(
    "of ratios %j are dealt to %i images as %j, whatever the seed [TRAIT-3 TRAIT-4 TRAIT-5 MULTI-9]",
    async (ratios, count, expected) => {
      for (const seed of [1, 2]) {
        await generate({ prompt: Array(count).fill("a fox"), traits: hats(...ratios), seed });
        const dealt = server.asked.slice(-count).map(({ prompt }) => prompt.split(", ")[1] ?? "none");
        const counts: Record<string, number> = {};
        for (const hat of dealt) counts[hat] = (counts[hat] ?? 0) + 1;
        expect(counts).toEqual(expected);
      }
    },
  );

  it("make sketches of one prompt that all differ, and the same ones again from the same seed", async () => {
    const sketches = { model: "VisionaryForge", width: 768, height: 768 };
    const body = { ...sketches, prompt: Array(5).fill("a fox"), traits: hats(20, 60), seed: 11 };
    const first = await generate(body);
    expect(first.headers.get("x-mintwright-engine")).toBe("sketch");
    expect(new Set(first.body.data).size).toBe(5);
    expect((await generate(body)).text === first.text).toBe(true);
  });
});
