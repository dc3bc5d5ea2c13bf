import { type Tone, tone } from "../colour.ts";
import { findWord, indexWords } from "./word-list.ts";

const named = {
  red: tone(0.58, 0.2, 26),
  crimson: tone(0.48, 0.19, 20),
  coral: tone(0.7, 0.16, 30),
  orange: tone(0.7, 0.17, 52),
  amber: tone(0.78, 0.16, 75),
  gold: tone(0.78, 0.14, 84),
  yellow: tone(0.88, 0.16, 98),
  lime: tone(0.84, 0.2, 126),
  green: tone(0.6, 0.15, 145),
  mint: tone(0.86, 0.09, 165),
  emerald: tone(0.6, 0.14, 160),
  teal: tone(0.58, 0.1, 190),
  turquoise: tone(0.76, 0.11, 190),
  cyan: tone(0.8, 0.13, 205),
  sky: tone(0.78, 0.1, 230),
  blue: tone(0.54, 0.17, 256),
  navy: tone(0.34, 0.1, 262),
  indigo: tone(0.42, 0.16, 278),
  violet: tone(0.55, 0.18, 296),
  purple: tone(0.5, 0.18, 306),
  lavender: tone(0.8, 0.08, 300),
  magenta: tone(0.6, 0.24, 340),
  pink: tone(0.78, 0.13, 356),
  rose: tone(0.66, 0.17, 8),
  brown: tone(0.46, 0.08, 55),
  tan: tone(0.74, 0.07, 70),
  cream: tone(0.94, 0.04, 88),
  white: tone(0.97, 0.008, 90),
  silver: tone(0.82, 0.014, 240),
  grey: tone(0.62, 0.012, 250),
  charcoal: tone(0.36, 0.014, 260),
  black: tone(0.25, 0.016, 280),
};

/** A colour the engine knows by name. */
type ColourName = keyof typeof named;

const index = indexWords<ColourName>({
  red: "red scarlet ruby",
  crimson: "crimson maroon burgundy blood wine cherry",
  coral: "coral salmon peach peachy",
  orange: "orange tangerine ginger rust copper bronze pumpkin fire fiery",
  amber: "amber honey",
  gold: "gold golden gilded brass",
  yellow: "yellow lemon sunny mustard",
  lime: "lime chartreuse toxic acid",
  green: "green olive moss forest mossy jungle",
  mint: "mint seafoam pistachio sage",
  emerald: "emerald jade",
  teal: "teal petrol",
  turquoise: "turquoise aqua aquamarine",
  cyan: "cyan electric ice icy frost",
  sky: "sky azure baby-blue",
  blue: "blue cobalt sapphire ocean",
  navy: "navy midnight",
  indigo: "indigo",
  violet: "violet ultraviolet",
  purple: "purple plum amethyst grape royal cosmic",
  lavender: "lavender lilac mauve periwinkle",
  magenta: "magenta fuchsia",
  pink: "pink bubblegum blush",
  rose: "rose raspberry",
  brown: "brown chocolate coffee chestnut umber walnut mahogany",
  tan: "tan beige sand sandy khaki camel",
  cream: "cream ivory vanilla",
  white: "white snow snowy pearl albino",
  silver: "silver chrome platinum steel metal metallic diamond",
  grey: "grey gray ash stone concrete",
  charcoal: "charcoal slate graphite gunmetal",
  black: "black ebony onyx obsidian jet noir",
});

/** The tone that a word names. */
export function findColour(word: string): Tone | undefined {
  const name = findWord(index, word);
  return name === undefined ? undefined : named[name];
}
