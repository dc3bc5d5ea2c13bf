import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createTestAccount } from "@mintwright/test-harness";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callApi, getCredits } from "./call-api.ts";
import { expectError, expectInvalid } from "./expect-error.ts";
import { type Installation, startInstallation } from "./installation.ts";
import {
  encodePng,
  type ImageSetup,
  type ScriptedImageServer,
  startScriptedImageServer,
  writeImageSetup,
} from "./scripted-image-server.ts";

const path = "/nft/generate-image";
const sketch = { prompt: "a red fox", model: "velogen", width: 512, height: 512 };
const generating = { ...sketch, model: "nebula_forge_xl", width: 768, height: 768 };
const maxBytes = 10 * 1024 * 1024;

const image = encodePng(300, 200, "a reference");
const robot = {
  colour: [204, 102, 51],
  svg: '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="400" height="400" fill="#9cc"/><rect x="120" y="120" width="160" height="280" fill="rgb(204,102,51)"/></svg>',
};
/** A cold night with a moon on the left, and a warm evening with a sun on the right. */
const scenes = {
  night: await drawScene("#16204a", "#0c1226", { lamp: "#d8e6ff", lampX: 50, body: "#3f7fa8", bodyX: 180 }),
  evening: await drawScene("#f6b65c", "#c4532d", { lamp: "#fff6cf", lampX: 206, body: "#7a1f3d", bodyX: 76 }),
};

function drawScene(
  sky: string,
  ground: string,
  { lamp, lampX, body, bodyX }: { lamp: string; lampX: number; body: string; bodyX: number },
): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256">
    <rect width="256" height="256" fill="${sky}"/><rect y="190" width="256" height="66" fill="${ground}"/>
    <circle cx="${lampX}" cy="48" r="34" fill="${lamp}"/>
    <ellipse cx="${bodyX}" cy="150" rx="44" ry="70" fill="${body}"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** The image in 8 × 8 fields of red, green and blue. */
async function readFields(bytes: Buffer): Promise<number[]> {
  return [...(await sharp(bytes).removeAlpha().resize(8, 8, { fit: "fill" }).raw().toBuffer())];
}

function measureDistance(one: readonly number[], other: readonly number[]): number {
  return Math.hypot(...one.map((value, index) => value - (other[index] ?? 0)));
}

const files: Record<string, { type: string; body: Buffer | string }> = {
  "/fox.png": { type: "image/png", body: image },
  "/robot.png": { type: "image/png", body: await sharp(Buffer.from(robot.svg)).png().toBuffer() },
  "/night.png": { type: "image/png", body: scenes.night },
  "/evening.png": { type: "image/png", body: scenes.evening },
  "/fox-called-text": { type: "text/plain", body: image },
  "/page.png": { type: "image/png", body: "<!doctype html><title>no fox</title>" },
  "/drawing.svg": {
    type: "image/png",
    body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
  },
  "/empty.png": { type: "image/png", body: "" },
  "/cut-off.png": { type: "image/png", body: image.subarray(0, image.length / 2) },
  "/heavy.png": { type: "image/png", body: Buffer.concat([image, Buffer.alloc(maxBytes)]) },
  "/wide.png": { type: "image/png", body: encodePng(6_000, 5_000) },
};

async function countPixelsLike(bytes: Buffer, colour: readonly number[]): Promise<number> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  let count = 0;
  for (let at = 0; at < data.length; at += info.channels) {
    if (Math.hypot(...colour.map((value, channel) => value - (data[at + channel] ?? 0))) < 12) count++;
  }
  return (count * info.channels) / data.length;
}

let references: Server;
let origin: string;
let server: ScriptedImageServer;
let setup: ImageSetup;
let installation: Installation;
let api: Installation["api"];
let key: string;

beforeAll(async () => {
  server = await startScriptedImageServer();
  references = createServer((request, response) => {
    if (request.url === "/inward.png") {
      response.writeHead(302, { location: `${server.baseUrl}/sdapi/v1/sd-models` }).end();
      return;
    }
    const file = files[request.url ?? ""];
    response.writeHead(file ? 200 : 404, { "content-type": file?.type ?? "text/plain" }).end(file?.body);
  });
  await new Promise<void>((resolve) => references.listen(0, "127.0.0.1", resolve));
  const { port } = references.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  setup = writeImageSetup({
    engines: { scripted: { type: "sd-web", baseUrl: server.baseUrl } },
    models: { nebula_forge_xl: "scripted" },
    outbound: { allow: [`127.0.0.1:${port}`] },
  });
  installation = await startInstallation(setup.environment);
  api = installation.api;
  ({ key } = await createTestAccount(installation.database.url));
});

afterAll(async () => {
  await installation?.stop();
  await server?.stop();
  references?.closeAllConnections();
  references?.close();
  setup?.remove();
});

const generate = (body: object) => callApi(api, `${path}?encoding=base64`, { key, body });

async function refuse(image: string): Promise<string> {
  const before = await getCredits(api, key);
  const askedBefore = server.asked.length;
  const answer = await generate({ ...generating, image });
  const { message } = expectError(answer, 400, "reference_image_refused");
  expect(message).toMatch(/^The reference image cannot be used: .+\.$/);
  expect(await getCredits(api, key)).toEqual(before);
  expect(server.asked).toHaveLength(askedBefore);
  return message;
}

describe("a reference image", () => {
  it("from an address that the operator allows is what the engine starts from [REF-1]", async () => {
    for (const file of ["/fox.png", "/fox-called-text"]) {
      const answer = await generate({ ...generating, image: origin + file });
      expect(answer.status, answer.text).toBe(200);
      expect(server.asked.at(-1)).toMatchObject({ path: "img2img", width: 768, height: 768 });
    }
    expect((await generate(generating)).status).toBe(200);
    expect(server.asked.at(-1)?.path).toBe("txt2img");
  });

  it("is followed more closely when its character must be kept [REF-8]", async () => {
    const strengthOf = async (more: object) => {
      const answer = await generate({ ...generating, image: `${origin}/fox.png`, ...more });
      expect(answer.status, answer.text).toBe(200);
      return {
        strength: server.asked.at(-1)?.denoising_strength ?? 0,
        warning: answer.headers.get("warning"),
      };
    };
    const free = await strengthOf({ isCharacterPreserve: false });
    expect(free.warning).toBeNull();
    const kept = await strengthOf({ isCharacterPreserve: true });
    expect(kept.strength).toBeLessThan(free.strength);
    expect(kept.warning).toContain("keeps the character only");
  });

  it("lends the sketch engine its main character, in the place that the prompt asks for [REF-8]", async () => {
    const draw = async (prompt: string) => {
      const image = { image: `${origin}/robot.png`, isCharacterPreserve: true, seed: 5 };
      const answer = await generate({ ...sketch, ...image, prompt });
      expect(answer.status, answer.text).toBe(200);
      return countPixelsLike(
        Buffer.from((JSON.parse(answer.text) as { data: string }).data, "base64"),
        robot.colour,
      );
    };
    for (const place of ["on a beach at sunset", "in a city at night"]) {
      expect(await draw(place)).toBeGreaterThan(0.1);
    }
  });

  it("lends the sketch engine its palette, light and composition: each result is like its own reference [REF-10]", async () => {
    const draw = async (image: string | undefined) => {
      const answer = await generate({ ...sketch, prompt: "a fox", seed: 5, ...(image && { image }) });
      expect(answer.status, answer.text).toBe(200);
      if (image) expect(answer.headers.get("warning")).toContain("takes palette, light and composition");
      return readFields(Buffer.from((JSON.parse(answer.text) as { data: string }).data, "base64"));
    };
    const [night, evening, alone] = [
      await draw(`${origin}/night.png`),
      await draw(`${origin}/evening.png`),
      await draw(undefined),
    ];
    const [nightReference, eveningReference] = [
      await readFields(scenes.night),
      await readFields(scenes.evening),
    ];
    for (const [drawn, own, other] of [
      [night, nightReference, eveningReference],
      [evening, eveningReference, nightReference],
    ] as const) {
      expect(measureDistance(drawn, own)).toBeLessThan(0.6 * measureDistance(drawn, other));
      expect(measureDistance(drawn, own)).toBeLessThan(0.8 * measureDistance(alone, own));
    }
  });

  it.each([
    ["/heavy.png", /10 ?MB|bytes|large/i],
    ["/wide.png", /25 megapixels/],
    ["/page.png", /not a readable image/],
    ["/drawing.svg", /must be a JPEG/],
    ["/empty.png", /not a readable image/],
    ["/cut-off.png", /damaged or incomplete/],
    ["/missing.png", /responded with status 404/],
  ])("%s is refused with the reason %s and costs nothing [REF-4 REF-5 REF-6 REF-7]", async (file, reason) => {
    expect(await refuse(origin + file)).toMatch(reason);
  });

  it.each([
    "http://127.0.0.1:9/fox.png",
    "http://localhost/fox.png",
    "http://[::1]/fox.png",
    "http://[::ffff:127.0.0.1]/fox.png",
    "http://2130706433/fox.png",
    "http://0.0.0.0/fox.png",
    "http://10.0.0.1/fox.png",
    "http://192.168.1.1/fox.png",
    "http://169.254.169.254/latest/meta-data/",
    "http://[fd00:ec2::254]/latest/meta-data/",
  ])("at %s, inside our own network, is refused soon and costs nothing [REF-2 REF-7]", async (image) => {
    const startedAt = performance.now();
    await refuse(image);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  it("may not lead inside by a redirect [REF-2]", async () => {
    await refuse(`${origin}/inward.png`);
  });

  it.each(["file:///etc/passwd", "ftp://example.com/fox.png", "data:image/png;base64,AAAA", "fox.png", 5])(
    "may not be %s [REF-3]",
    async (image) => {
      const before = await getCredits(api, key);
      expectInvalid(await generate({ ...sketch, image }), "image");
      expect(await getCredits(api, key)).toEqual(before);
    },
  );
});

it("isCharacterPreserve needs a reference and must be a boolean [REF-9]", async () => {
  const before = await getCredits(api, key);
  expectInvalid(await generate({ ...sketch, isCharacterPreserve: true }), "image");
  const wrong = { ...sketch, image: `${origin}/fox.png`, isCharacterPreserve: "yes" };
  expectInvalid(await generate(wrong), "isCharacterPreserve");
  expect(await getCredits(api, key)).toEqual(before);
  expect((await generate({ ...sketch, isCharacterPreserve: false })).status).toBe(200);
});
