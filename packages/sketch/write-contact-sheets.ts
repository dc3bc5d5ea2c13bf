import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { render, type SketchRequest, type SketchTrait } from "./src/index.ts";
import { createRandom } from "./src/random.ts";

const columns = 8;
const tile = 192;
const gap = 8;

type Wish = Pick<SketchRequest, "prompt" | "seed"> & Partial<SketchRequest>;

const mixed: readonly (readonly [prompt: string, style: string, seed: number, traits?: string])[] = [
  ["a fox in a misty forest", "painterly", 48],
  ["an old wizard in his library", "painterly", 44],
  ["a sailing ship at sunset", "painterly", 44],
  ["cat astronaut in space", "painterly", 42],
  ["a cosy cottage in the snow at night", "painterly", 6],
  ["a happy robot holding a flower", "painterly", 43],
  ["red dragon, fierce, volcano", "painterly", 41],
  ["mountains at dawn", "painterly", 42],
  ["owl with round glasses reading a book", "flat", 2],
  ["a yellow van in the desert by day", "flat", 8],
  ["bear with a red scarf", "paper cut", 9],
  ["lighthouse by the sea at night", "paper cut", 1],
  ["a knight with a blue shield", "pixel art", 45],
  ["a dragon", "pixel art", 34],
  ["castle on a hill", "pixel art", 8],
  ["a rabbit in a garden", "line art", 31],
  ["a bicycle in the city", "line art", 2],
  ["cyberpunk wolf with a visor", "neon", 44],
  ["a rocket", "neon", 11],
  ["an octopus, deep sea", "neon", 4],
  ["a panda in a bamboo grove", "watercolour", 7],
  ["bowl of ramen", "watercolour", 3],
  ["cherry tree in spring, petals", "watercolour", 9],
  ["a pirate captain", "isometric", 43],
  ["a penguin in the snow", "isometric", 10],
  ["a cosy house in a meadow", "isometric", 36],
  ["a tiger", "low poly", 3],
  ["a wolf", "low poly", 34],
  ["a knight on a mountain", "woodcut", 35],
  ["a whale in the ocean", "woodcut", 5],
  ["a lion king", "stained glass", 7],
  ["a butterfly", "stained glass", 2],
  ["a lonely ghost at night", "painterly", 13],
  ["a monkey DJ", "painterly", 6, "Aura:Rainbow|Eyes:Sunglasses"],
  ["unicorn, dreamy clouds", "painterly", 44],
  ["a donut", "flat", 12, "Eyes:Happy|Mouth:Smile|Hat:Party Hat"],
  ["girl with long red hair and a lantern, forest at night", "painterly", 47],
  ["viking raccoon", "painterly", 3, "Aura:Lightning"],
  ["hot air balloon over the fields", "painterly", 2],
  ["a glowing crystal in a cave", "painterly", 9],
];

const layers: readonly (readonly [type: string, values: readonly [string, ...string[]]])[] = [
  [
    "Background",
    [
      "Mint",
      "Forest",
      "Sunset",
      "Lavender",
      "Space",
      "Coral",
      "City",
      "Sky Blue",
      "Library",
      "Sunburst",
      "Ocean",
    ],
  ],
  ["Fur", ["Orange", "White", "Golden", "Pink", "Blue", "Charcoal", "Galaxy", "Striped", "Mint"]],
  [
    "Hat",
    [
      "Crown",
      "Wizard Hat",
      "Red Cap",
      "Beanie",
      "Halo",
      "None",
      "Flower Crown",
      "Top Hat",
      "Cowboy Hat",
      "Headphones",
      "Viking Helmet",
      "Party Hat",
      "None",
    ],
  ],
  [
    "Eyes",
    [
      "Laser",
      "Sleepy",
      "Wide",
      "Wink",
      "Glasses",
      "Visor",
      "Eyepatch",
      "Happy",
      "Star Eyes",
      "Sunglasses",
      "Calm",
      "Heart Eyes",
    ],
  ],
  ["Mouth", ["Smile", "Grin", "Tongue", "Fangs", "Bubblegum", "Smirk", "Laugh"]],
  [
    "Clothes",
    [
      "Hoodie",
      "Suit",
      "Armor",
      "Robe",
      "Striped Sweater",
      "Overalls",
      "Kimono",
      "None",
      "Leather Jacket",
      "Hawaiian Shirt",
    ],
  ],
  [
    "Weapon",
    ["Sword", "None", "Staff", "Book", "Lantern", "None", "Shield", "Potion", "Flower", "Coffee", "None"],
  ],
];

function tokenTraits(token: number): SketchTrait[] {
  const traits = layers.map(([type, values], _layer) => ({
    trait_type: type,
    value: createRandom(`${token}${type}`).pick(values),
  }));
  return token % 5 === 0 ? [...traits, { trait_type: "Rank", value: `No. ${token + 1}` }] : traits;
}

async function writeSheet(wishes: readonly Wish[], path: string): Promise<void> {
  const step = tile + gap;
  const rows = Math.ceil(wishes.length / columns);
  const tiles = [];
  for (const [index, wish] of wishes.entries()) {
    const { png } = await render({ width: 512, height: 512, ...wish });
    tiles.push({
      input: await sharp(png).resize(tile, tile).toBuffer(),
      left: gap + (index % columns) * step,
      top: gap + Math.floor(index / columns) * step,
    });
  }
  await sharp({
    create: { width: columns * step + gap, height: rows * step + gap, channels: 3, background: "#f4f1ec" },
  })
    .composite(tiles)
    .webp({ quality: 84, smartSubsample: true })
    .toFile(path);
}

/**
 * Renders the contact sheets into a folder: forty prompts and styles, forty tokens of one collection, kept characters.
 */
export async function writeContactSheets(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const styles = mixed.map(
    ([prompt, style, seed, traits]): Wish => ({
      prompt,
      style,
      seed,
      ...(traits ? { traits: readTraits(traits) } : {}),
    }),
  );
  const tokens = Array.from(
    { length: 40 },
    (_, token): Wish => ({ prompt: "adventurous foxes", seed: token, traits: tokenTraits(token) }),
  );
  await writeSheet(styles, join(folder, "styles.webp"));
  await writeSheet(tokens, join(folder, "collection.webp"));
  await writeSheet(await listKeptCharacters(), join(folder, "character.webp"));
}

/** Two references, each followed by its character in three other places. */
async function listKeptCharacters(): Promise<Wish[]> {
  const references: Wish[] = [
    { prompt: "a robot portrait on a plain background", seed: 3, style: "flat" },
    { prompt: "a fox knight", seed: 4, style: "flat" },
  ];
  const places = ["on a beach at sunset", "in a city at night", "a meadow in spring"];
  const rows = references.map(async (reference) => {
    const { png } = await render({ width: 512, height: 512, ...reference });
    const character = { bytes: png, keepsCharacter: true };
    return [reference, ...places.map((prompt) => ({ prompt, seed: 5, reference: character }))];
  });
  return (await Promise.all(rows)).flat();
}

function readTraits(text: string): SketchTrait[] {
  return text.split("|").map((pair) => ({
    trait_type: pair.slice(0, pair.indexOf(":")),
    value: pair.slice(pair.indexOf(":") + 1),
  }));
}

if (import.meta.main) await writeContactSheets(process.argv[2] ?? join(import.meta.dirname, "images"));
