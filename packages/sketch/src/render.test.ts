import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { render, type SketchRequest, type SketchTrait } from "./index.ts";
import { features } from "./lexicon/features.ts";
import { listNouns } from "./lexicon/nouns.ts";
import { styleNames } from "./lexicon/styles.ts";

beforeAll(() => {
  sharp.concurrency(1);
});

const small = { width: 256, height: 256, seed: 5 };

const renderPng = async (request: SketchRequest) => (await render(request)).png;
const renderSvg = async (request: SketchRequest) => (await render({ ...request, format: "svg" })).svg;

const readPixels = (image: Buffer) => sharp(image).removeAlpha().raw().toBuffer();

const renderPixels = async (request: SketchRequest) => readPixels(await renderPng(request));

/** The pixels of the vector layers only: without grain, and three times as fast as a PNG. */
const rasterise = (svg: string, size: number) =>
  sharp(Buffer.from(svg)).resize(size, size).removeAlpha().raw().toBuffer();

/** The mean difference of two images per channel, 0 to 255. */
function measureDistance(left: Buffer, right: Buffer): number {
  expect(left.length).toBe(right.length);
  return left.reduce((sum, value, at) => sum + Math.abs(value - (right[at] ?? 0)), 0) / left.length;
}

/** The share of channels that differ by more than grain can. */
function measureChanged(left: Buffer, right: Buffer): number {
  return (
    left.reduce((sum, value, at) => sum + (Math.abs(value - (right[at] ?? 0)) > 20 ? 1 : 0), 0) / left.length
  );
}

/** The smallest distance between any two images. */
function measureSmallestDistance(images: readonly Buffer[]): number {
  const distances = images.flatMap((left, at) =>
    images.slice(at + 1).map((right) => measureDistance(left, right)),
  );
  expect(distances).toHaveLength((images.length * (images.length - 1)) / 2);
  return Math.min(...distances);
}

const trait = (trait_type: string, value: string): SketchTrait => ({ trait_type, value });

describe("styles", () => {
  const drawn: Buffer[] = [];

  it.each(styleNames)("gives the same bytes twice in %s", async (style) => {
    const traits = [trait("Level", "7"), trait("Hat", "Crown")];
    const request = { prompt: "a fox wizard in a forest", style, ...small, seed: 3, traits };
    const png = await renderPng(request);
    expect(png.equals(await renderPng(request))).toBe(true);
    expect(await renderSvg(request)).toBe(await renderSvg(request));
    drawn.push(await readPixels(png));
  });

  it("draws every style with another hand", () => {
    expect(drawn).toHaveLength(11);
    expect(measureSmallestDistance(drawn)).toBeGreaterThan(8);
  });

  it.each([
    ["cyberpunk city vibes", "neon"],
    ["8-bit", "pixel"],
    ["black ink", "line"],
    ["voxel", "isometric"],
    ["aquarelle", "watercolour"],
    ["no such style", "painterly"],
  ])("reads %s as %s", async (words, style) => {
    const base = { prompt: "a fox", ...small };
    expect(await renderSvg({ ...base, style: words })).toBe(await renderSvg({ ...base, style }));
  });
});

describe("seeds", () => {
  // At 24 pixels, a change of one small feature averages to less than 2: six means a different place, palette or pose.
  it.each(["adventurous foxes", "a rocket", "mountains"])(
    "makes forty clearly different images of %s",
    async (prompt) => {
      const images: Buffer[] = [];
      for (let seed = 0; seed < 40; seed += 1)
        images.push(await rasterise(await renderSvg({ ...small, prompt, seed }), 24));
      expect(measureSmallestDistance(images)).toBeGreaterThan(6);
    },
  );
});

describe("traits", () => {
  const bare = (slot: string) => ({
    prompt: "a cat",
    ...small,
    traits: [trait("Clothes", "None"), trait(slot, plainValues[slot] ?? "None")],
  });
  const plainValues: Readonly<Record<string, string>> = { Eyes: "Closed", Mouth: "Frown" };
  const slots = {
    hat: "Hat",
    eyes: "Eyes",
    mouth: "Mouth",
    clothes: "Clothes",
    held: "Weapon",
    aura: "Aura",
    accessory: "Accessory",
  } as const;

  it.each(Object.entries(slots))("draws every value of the layer %s", async (name, slot) => {
    const index: ReadonlyMap<string, string> = features[name as keyof typeof slots];
    const wordByMeaning = new Map(
      [...index].reverse().map(([word, meaning]) => [meaning, word.replace("-", " ")]),
    );
    const without = await rasterise(await renderSvg(bare(slot)), 128);
    const seen = new Set<string>();
    for (const [meaning, word] of wordByMeaning) {
      const request = {
        prompt: "a cat",
        ...small,
        traits: [...(slot === "Clothes" ? [] : [trait("Clothes", "None")]), trait(slot, word)],
      };
      if (meaning === "closed" || meaning === "frown") continue;
      const svg = await renderSvg(request);
      expect(seen.has(svg), `${slot}: ${word} repeats another value`).toBe(false);
      seen.add(svg);
      const changed = measureChanged(without, await rasterise(svg, 128));
      expect(changed, `${slot}: ${word}`).toBeGreaterThan(0.0008);
    }
    expect(seen.size).toBeGreaterThan(8);
  });

  const plainCat = { prompt: "a cat", ...small };
  let without: Buffer;

  beforeAll(async () => {
    without = await renderPixels(plainCat);
  });

  it.each([
    ["Background", "Forest", "Ocean"],
    ["Background", "Red", "Teal"],
    ["Fur", "Pink", "Blue"],
    ["Fur", "Spotted", "Striped"],
    ["Mood", "Angry", "Sleepy"],
    ["Frame", "Gold", "Black"],
    ["Species", "Owl", "Frog"],
    ["Weather", "Rain", "Snow"],
    ["Favourite number", "7", "8"],
    ["Hair", "Blue", "Long"],
    ["Клан", "север", "юг"],
    ["Hat", "Quantum Thing", "Other Thing"],
  ])("shows %s as %s and as %s", async (type, first, second) => {
    const one = await renderPixels({ ...plainCat, traits: [trait(type, first)] });
    const other = await renderPixels({ ...plainCat, traits: [trait(type, second)] });
    expect(measureChanged(without, one)).toBeGreaterThan(0.0008);
    expect(measureChanged(without, other)).toBeGreaterThan(0.0008);
    expect(measureChanged(one, other)).toBeGreaterThan(0.0002);
  });

  it("writes what a thing cannot wear as a badge", async () => {
    const base = { prompt: "a rocket", ...small };
    const dressed = await renderPixels({ ...base, traits: [trait("Clothes", "Hoodie")] });
    expect(measureChanged(await renderPixels(base), dressed)).toBeGreaterThan(0.0008);
  });
});

describe("subjects", () => {
  it("has a drawing of its own for every noun of every family", async () => {
    const nouns = listNouns();
    const drawn = new Set<string>();
    for (const { drawing } of nouns)
      drawn.add(await renderSvg({ prompt: `a ${drawing === "icecream" ? "gelato" : drawing}`, ...small }));
    expect(nouns.length).toBeGreaterThan(130);
    expect(new Set(nouns.map((noun) => noun.family)).size).toBe(11);
    expect(drawn.size).toBe(new Set(nouns.map(({ drawing }) => drawing)).size);
  }, 30_000);

  it("shows named colours and moods", async () => {
    const base = await renderPixels({ prompt: "a car", ...small });
    for (const prompt of ["a red car", "a gloomy car", "a car at night", "a car in the desert"]) {
      expect(measureDistance(base, await renderPixels({ prompt, ...small })), prompt).toBeGreaterThan(8);
    }
  });
});

describe("untrusted input", () => {
  const long = "дракон 🐉 <script>alert(1)</script> ]]> & \" ' ".repeat(90).slice(0, 4000);
  it.each([
    ["nothing", ""],
    ["markup", '"/><image href="file:///etc/passwd"/><!--'],
    ["control characters and lone surrogates", "\u0000\u0007\ud800 fox \udfff \u202e"],
    ["four thousand characters", long],
    ["one endless word", "a".repeat(4000)],
    ["prototype words", "__proto__ constructor toString hasOwnProperty valueOf"],
  ])("survives %s everywhere", async (_name, text) => {
    const request = {
      prompt: text,
      style: text,
      ...small,
      traits: [trait(text, text), trait("Hat", text), trait("Level", text)],
    };
    const svg = await renderSvg(request);
    expect(svg).not.toMatch(/script|<image|NaN|undefined|Infinity|etc\/passwd/);
    expect(svg.length).toBeLessThan(2_000_000);
    expect((await sharp(await renderPng(request)).metadata()).format).toBe("png");
  });

  it("keeps hundreds of traits in bounds", async () => {
    const traits = Array.from({ length: 500 }, (_, index) => trait(`Type ${index}`, `Value ${index}`));
    const started = performance.now();
    expect((await renderPng({ prompt: "a fox", ...small, traits })).length).toBeGreaterThan(10_000);
    expect(performance.now() - started).toBeLessThan(4000);
  });
});

describe("a reference in SVG", () => {
  const bytes = () =>
    sharp({ create: { width: 64, height: 64, channels: 3, background: "#2a9d8f" } })
      .png()
      .toBuffer();

  it("lends its look", async () => {
    const request = { prompt: "a fox", ...small };
    expect(await renderSvg({ ...request, reference: { bytes: await bytes() } })).not.toBe(
      await renderSvg(request),
    );
  });

  it("is refused when its character should be kept", async () => {
    const reference = { bytes: await bytes(), keepsCharacter: true };
    await expect(renderSvg({ prompt: "a fox", ...small, reference })).rejects.toThrow("Use PNG");
  });
});

describe("sizes", () => {
  it.each([
    [256, 256],
    [256, 384],
    [512, 288],
    [1024, 1024],
    [300, 1000],
  ])("fills %i by %i in reasonable time", async (width, height) => {
    const started = performance.now();
    const metadata = await sharp(
      await renderPng({ prompt: "a bear in the mountains", seed: 2, width, height }),
    ).metadata();
    expect([metadata.width, metadata.height]).toEqual([width, height]);
    // About 100 ms alone on a core at 512 pixels; the limit leaves room for a busy machine.
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it("brings sizes out of range back into it", async () => {
    const metadata = await sharp(
      await renderPng({ prompt: "", seed: Number.NaN, width: 9, height: 1e9 }),
    ).metadata();
    expect([metadata.width, metadata.height]).toEqual([256, 1792]);
  });
});
