import { type Tone, tone } from "../colour.ts";
import { findColour } from "./colour-names.ts";
import { findPhrase, indexWords } from "./word-list.ts";

/** The ways that hair is cut. */
export type HairCut = "bob" | "long" | "short" | "afro" | "bun" | "swept" | "curly" | "braids";

/** Hair as a text asks for it. */
export interface Hair {
  readonly cut: HairCut | undefined;
  readonly colour: Tone | undefined;
}

const cuts = indexWords<HairCut>({
  bob: "bob bobbed pageboy",
  long: "long flowing straight",
  short: "short buzz crew pixie",
  afro: "afro",
  bun: "bun topknot ponytail updo",
  swept: "swept quiff pompadour slick undercut",
  curly: "curly curls wavy messy",
  braids: "braids braided pigtails plaits dreadlocks",
});

const silver = tone(0.88, 0.012, 260);
const tints = indexWords<"blond" | "ginger" | "silver">({
  blond: "blond blonde fair",
  ginger: "ginger redhead auburn",
  silver: "old elderly grandmother grandfather grandma grandpa ancient elder",
});
const tintTones = { blond: tone(0.84, 0.1, 88), ginger: tone(0.6, 0.16, 45), silver };

/** Hair from a value that speaks of nothing else. */
export function readHair(words: readonly string[]): Hair | undefined {
  const tint = findPhrase(tints, words);
  const colour = words.map(findColour).find((found) => found !== undefined) ?? (tint && tintTones[tint]);
  const cut = findPhrase(cuts, words);
  return cut || colour ? { cut, colour } : undefined;
}

/** Hair from a prompt: the words just before "hair", or the age of a person. */
export function readPromptHair(words: readonly string[]): Hair | undefined {
  const at = words.findIndex((word) => word === "hair" || word === "haired");
  if (at > 0) return readHair(words.slice(Math.max(0, at - 2), at));
  const tint = findPhrase(tints, words);
  return tint ? { cut: undefined, colour: tintTones[tint] } : undefined;
}
