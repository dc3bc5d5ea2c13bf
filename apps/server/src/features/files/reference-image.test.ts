import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { createPlainPng } from "../../engines/image/__fixtures__/plain-png.ts";
import { decodeReference, ReferenceImageRefusedError } from "./reference-image.ts";

const size = { width: 64, height: 64 };
const red = { r: 230, g: 20, b: 20 };
const blue = { r: 20, g: 20, b: 230 };
const green = { r: 20, g: 230, b: 20 };

function create(colour: typeof red, width = 80, height = 80) {
  return sharp({ create: { width, height, channels: 3, background: colour } });
}

async function readPixel(png: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  const start = (y * info.width + x) * info.channels;
  return [...data.subarray(start, start + 3)];
}

async function expectReddish(png: Buffer, x = 32, y = 32): Promise<void> {
  const [r = 0, g = 0, b = 0] = await readPixel(png, x, y);
  expect(r).toBeGreaterThan(150);
  expect(Math.max(g, b)).toBeLessThan(100);
}

async function readRefusal(bytes: Buffer): Promise<ReferenceImageRefusedError> {
  const error = await decodeReference(bytes, size).then(
    () => expect.fail("it was taken"),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ReferenceImageRefusedError);
  return error as ReferenceImageRefusedError;
}

/** Counts how much the process grew while it refused an image. */
async function measureRefusal(bytes: Buffer): Promise<{ message: string; grownMegabytes: number }> {
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 1);
  const { message } = await readRefusal(bytes).finally(() => clearInterval(watch));
  peak = Math.max(peak, process.memoryUsage.rss());
  return { message, grownMegabytes: (peak - before) / 1_048_576 };
}

describe("a reference image", () => {
  it.each<[string, () => Promise<Buffer>]>([
    ["JPEG", () => create(red).jpeg().toBuffer()],
    ["PNG of 8 bits", () => create(red).png().toBuffer()],
    ["PNG of 16 bits", () => create(red).toColourspace("rgb16").png().toBuffer()],
    ["PNG with a palette", () => create(red).png({ palette: true }).toBuffer()],
    ["CMYK JPEG", () => create(red).toColourspace("cmyk").jpeg().toBuffer()],
    ["WebP", () => create(red).webp().toBuffer()],
    ["AVIF", () => create(red).avif({ effort: 0 }).toBuffer()],
    ["TIFF", () => create(red).tiff().toBuffer()],
    ["GIF", () => create(red).gif().toBuffer()],
  ])("may be a %s", async (_, make) => {
    const png = await decodeReference(await make(), size);
    expect(await sharp(png).metadata()).toMatchObject({
      format: "png",
      ...size,
      space: "srgb",
      depth: "uchar",
      channels: 3,
    });
    await expectReddish(png);
  });

  it("is checked to be made as the tests say", async () => {
    const deep = await create(red).toColourspace("rgb16").png().toBuffer();
    expect(await sharp(deep).metadata()).toMatchObject({ depth: "ushort" });
    const print = await create(red).toColourspace("cmyk").jpeg().toBuffer();
    expect(await sharp(print).metadata()).toMatchObject({ space: "cmyk" });
  });

  it.each(["gif", "webp"] as const)("is the first frame of an animated %s", async (format) => {
    const frames = await Promise.all([red, blue, green].map((colour) => create(colour).png().toBuffer()));
    const animated = await sharp(frames, { join: { animated: true } })
      .toFormat(format)
      .toBuffer();
    expect((await sharp(animated).metadata()).pages).toBe(3);
    const png = await decodeReference(animated, size);
    expect(await sharp(png).metadata()).toMatchObject(size);
    await expectReddish(png);
  });

  it.each([
    { orientation: 1, redAt: { x: 5, y: 20 } },
    { orientation: 2, redAt: { x: 90, y: 20 } },
    { orientation: 3, redAt: { x: 90, y: 20 } },
    { orientation: 6, redAt: { x: 20, y: 5 } },
    { orientation: 8, redAt: { x: 20, y: 90 } },
  ])("with orientation $orientation comes out upright", async ({ orientation, redAt }) => {
    const stored = await create(blue, 96, 48)
      .composite([{ input: await create(red, 48, 48).png().toBuffer(), left: 0, top: 0 }])
      .withMetadata({ orientation })
      .jpeg()
      .toBuffer();
    const upright = orientation >= 5 ? { width: 48, height: 96 } : { width: 96, height: 48 };
    const png = await decodeReference(stored, upright);
    const { orientation: left, ...found } = await sharp(png).metadata();
    expect(found).toMatchObject(upright);
    expect(left ?? 1).toBe(1);
    await expectReddish(png, redAt.x, redAt.y);
  });

  it("that is transparent stands on white", async () => {
    const clear = sharp({ create: { ...size, channels: 4, background: { ...red, alpha: 0 } } });
    const png = await decodeReference(await clear.png().toBuffer(), size);
    expect(await readPixel(png, 32, 32)).toEqual([255, 255, 255]);
  });

  it("is cropped, not stretched, to another shape", async () => {
    const png = await decodeReference(await create(red, 300, 40).png().toBuffer(), size);
    expect(await sharp(png).metadata()).toMatchObject(size);
  });
});

describe("a refused reference", () => {
  it.each<[string, Buffer]>([
    ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>')],
    ["HTML", Buffer.from("<!doctype html><html><body>not found</body></html>")],
    ["random bytes", randomBytes(5_000)],
    ["nothing", Buffer.alloc(0)],
    ["a PDF", Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n")],
    ["a JPEG's first bytes", Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
  ])("is %s, with the reason", async (_, bytes) => {
    const { code, message } = await readRefusal(bytes);
    expect(code).toBe("reference_image_refused");
    expect(message).toMatch(/not a readable image|must be a JPEG, PNG/);
  });

  it.each(["jpeg", "png"] as const)("is a %s that ends in the middle", async (format) => {
    const noise = sharp(randomBytes(120 * 120 * 3), { raw: { width: 120, height: 120, channels: 3 } });
    const bytes = await noise.toFormat(format).toBuffer();
    const { message } = await readRefusal(bytes.subarray(0, bytes.length / 2));
    expect(message).toBe("The reference image cannot be used: the file is damaged or incomplete.");
  });

  it("is a PNG whose header claims 900 megapixels, before any of them is decoded", async () => {
    const bomb = createPlainPng(1, 1);
    bomb.writeUInt32BE(30_000, 16);
    bomb.writeUInt32BE(30_000, 20);
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
    const { message, grownMegabytes } = await measureRefusal(bomb);
    expect(grownMegabytes).toBeLessThan(50);
    expect(message).toBe("The reference image cannot be used: it has more than 25 megapixels.");
  });

  it("is a real PNG of 36 megapixels in few bytes, before any of them is decoded", async () => {
    const side = 6_000;
    const bomb = await sharp({ create: { width: side, height: side, channels: 3, background: red } })
      .png({ colours: 2 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(500_000);
    const { message, grownMegabytes } = await measureRefusal(bomb);
    expect(grownMegabytes).toBeLessThan(50);
    expect(message).toBe("The reference image cannot be used: it has more than 25 megapixels.");
  });

  it("begins above 25 megapixels", async () => {
    await expect(decodeReference(createPlainPng(5_000, 5_000), size)).resolves.toBeInstanceOf(Buffer);
    const { message } = await readRefusal(createPlainPng(5_001, 5_000));
    expect(message).toContain("more than 25 megapixels");
  });
});
