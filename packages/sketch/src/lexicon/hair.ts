import type { Tone } from "../colour.ts";
import { findColour, indexTones } from "./colour-names.ts";
import { findPhrase, indexWords } from "./word-list.ts";
import lists from "./words/hair.json" with { type: "json" };

export type HairCut = keyof typeof lists.cuts;

export interface Hair {
  readonly cut: HairCut | undefined;
  readonly colour: Tone | undefined;
}

const cuts = indexWords(lists.cuts);
const tints = indexTones(lists.tints);

/** Reads hair from a trait value that describes only hair. */
export function readHair(words: readonly string[]): Hair | undefined {
  const colour = words.map(findColour).find((found) => found !== undefined) ?? findPhrase(tints, words);
  const cut = findPhrase(cuts, words);
  return cut || colour ? { cut, colour } : undefined;
}

/** Reads hair from a prompt: the words before "hair", or the age of a person. */
export function readPromptHair(words: readonly string[]): Hair | undefined {
  const at = words.findIndex((word) => word === "hair" || word === "haired");
  if (at > 0) return readHair(words.slice(Math.max(0, at - 2), at));
  const colour = findPhrase(tints, words);
  return colour && { cut: undefined, colour };
}
