import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { cutOutCharacter } from "./cut-out.ts";
import { render } from "./index.ts";

const character = `<circle cx="256" cy="200" r="90" fill="#cc6633"/><path d="M130 512q126-440 252 0z" fill="#336655"/>`;

function drawReference(background: string): Promise<Buffer> {
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512"><defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="${background}"/><stop offset="1" stop-color="#ffffff"/></linearGradient></defs><rect width="512" height="512" fill="url(#g)"/>${character}<circle cx="40" cy="80" r="10" fill="#222222"/></svg>`,
    ),
  )
    .png()
    .toBuffer();
}

async function readPixels(bytes: Buffer) {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return {
    ...info,
    at: (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)],
  };
}

describe("a character cut out", () => {
  it.each(["#99cccc", "#e0d0f0"])(
    "of an image on %s keeps its colours and loses the rest",
    async (colour) => {
      const cutOut = await readPixels(await cutOutCharacter(await drawReference(colour)));
      expect(cutOut.width).toBeGreaterThan(230);
      expect(cutOut.width).toBeLessThan(270);
      expect(cutOut.height).toBeGreaterThan(390);
      expect(cutOut.height).toBeLessThan(410);
      expect(cutOut.at(126, 90)).toEqual([0xcc, 0x66, 0x33, 255]);
      expect(cutOut.at(4, 4)[3]).toBe(0);
    },
  );

  it("of an image in which nothing stands out is its middle", async () => {
    const plain = { width: 300, height: 200, channels: 3, background: "#884422" } as const;
    const cutOut = await readPixels(await cutOutCharacter(await sharp({ create: plain }).png().toBuffer()));
    expect(cutOut.at(Math.round(cutOut.width / 2), Math.round(cutOut.height / 2))).toEqual([
      0x88, 0x44, 0x22, 255,
    ]);
    expect(cutOut.at(0, 0)[3]).toBe(0);
  });
});

describe("a scene with a kept character", () => {
  it("shows that character in the place that the prompt asks for", async () => {
    const reference = await drawReference("#99cccc");
    const ask = async (prompt: string) => {
      const character = { bytes: reference, keepsCharacter: true };
      const { png } = await render({ prompt, width: 512, height: 512, seed: 5, reference: character });
      return readPixels(png);
    };
    const [beach, city] = [await ask("on a beach at sunset"), await ask("in a city at night")];
    const countLikeHead = ({ at }: typeof beach) => {
      let count = 0;
      for (let y = 0; y < 512; y += 8)
        for (let x = 0; x < 512; x += 8) {
          const [red = 0, green = 0, blue = 0] = at(x, y);
          if (Math.hypot(red - 0xcc, green - 0x66, blue - 0x33) < 6) count++;
        }
      return count;
    };
    expect(countLikeHead(beach)).toBeGreaterThan(300);
    expect(countLikeHead(city)).toBeGreaterThan(300);
    expect(beach.at(20, 20)).not.toEqual(city.at(20, 20));
  });
});
