import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { render } from "./index.ts";

const side = 256;

/** A reference as SVG: a cold night with a moon on the left, or a warm evening with a sun on the right. */
function drawReference(scene: "night" | "evening"): Promise<Buffer> {
  const [sky, ground, body, lamp, lampX, bodyX] =
    scene === "night"
      ? ["#16204a", "#0c1226", "#3f7fa8", "#d8e6ff", 50, 180]
      : ["#f6b65c", "#c4532d", "#7a1f3d", "#fff6cf", 206, 76];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">
    <rect width="256" height="256" fill="${sky}"/><rect y="190" width="256" height="66" fill="${ground}"/>
    <circle cx="${lampX}" cy="48" r="34" fill="${lamp}"/><ellipse cx="${bodyX}" cy="150" rx="44" ry="70" fill="${body}"/>
  </svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** Draws a fox, optionally with a reference. */
async function draw(seed: number, reference?: Buffer, prompt = "a fox"): Promise<Buffer> {
  const request = { prompt, width: side, height: side, seed };
  const { png } = await render({ ...request, ...(reference && { reference: { bytes: reference } }) });
  return png;
}

/** The image as 8 × 8 fields of red, green and blue. */
async function readFields(png: Buffer): Promise<number[]> {
  return [...(await sharp(png).removeAlpha().resize(8, 8, { fit: "fill" }).raw().toBuffer())];
}

/** The distance of two images, field by field. */
async function measureDistance(one: Buffer, other: Buffer): Promise<number> {
  const [left, right] = await Promise.all([readFields(one), readFields(other)]);
  return Math.hypot(...left.map((value, index) => value - (right[index] ?? 0))) / Math.sqrt(left.length);
}

async function measureBrightness(png: Buffer, area: { left: number; width: number }): Promise<number> {
  const { channels } = await sharp(
    await sharp(png)
      .extract({ ...area, top: 0, height: side / 2 })
      .greyscale()
      .png()
      .toBuffer(),
  ).stats();
  return channels[0]?.mean ?? Number.NaN;
}

describe("a sketch from a reference", () => {
  it.each([1, 2, 3, 4])(
    "has the palette, the light and the composition of its own reference, seed %d",
    async (seed) => {
      const [night, evening] = await Promise.all([drawReference("night"), drawReference("evening")]);
      const [byNight, byEvening, alone] = await Promise.all([
        draw(seed, night),
        draw(seed, evening),
        draw(seed),
      ]);
      for (const [drawn, own, other] of [
        [byNight, night, evening],
        [byEvening, evening, night],
      ] as const) {
        const distance = await measureDistance(drawn, own);
        expect(distance).toBeLessThan(75);
        expect(distance).toBeLessThan(0.7 * (await measureDistance(drawn, other)));
        expect(distance).toBeLessThan(0.8 * (await measureDistance(alone, own)));
      }
      const [left, right] = [
        { left: 0, width: 90 },
        { left: side - 90, width: 90 },
      ];
      expect(await measureBrightness(byNight, left)).toBeGreaterThan(await measureBrightness(byNight, right));
      expect(await measureBrightness(byEvening, right)).toBeGreaterThan(
        await measureBrightness(byEvening, left),
      );
    },
  );

  it("is the same for the same seed, and another for another", async () => {
    const reference = await drawReference("night");
    const [first, again, other] = await Promise.all([7, 7, 8].map((seed) => draw(seed, reference)));
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
  });

  it("leaves colours and places to the prompt where it names them", async () => {
    const reference = await drawReference("night");
    const [red, plain, forest] = await Promise.all([
      draw(3, reference, "a red fox"),
      draw(3, reference, "a fox"),
      draw(3, reference, "a fox in a forest"),
    ]);
    expect(await measureDistance(red, plain)).toBeGreaterThan(4);
    expect(await measureDistance(forest, plain)).toBeGreaterThan(4);
  });

  it("is drawn from an image of a single colour", async () => {
    const flat = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#2a9d8f" } })
      .png()
      .toBuffer();
    const drawn = await draw(5, flat);
    const corner = (await readFields(drawn)).slice(0, 3);
    expect(Math.hypot(...corner.map((value, index) => value - ([42, 157, 143][index] ?? 0)))).toBeLessThan(
      60,
    );
  });
});
