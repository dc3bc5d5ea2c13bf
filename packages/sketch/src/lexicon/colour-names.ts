import { type Tone, tone } from "../colour.ts";
import { findWord, indexLists } from "./word-list.ts";
import colours from "./words/colours.json" with { type: "json" };

/** A tone and the words that name it. */
interface NamedTone extends Tone {
  readonly words: string;
}

/** Turns named tones into a lookup from each word to its tone. */
export function indexTones(named: Readonly<Record<string, NamedTone>>): ReadonlyMap<string, Tone> {
  return indexLists(Object.values(named).map(({ l, c, h, words }) => [tone(l, c, h), words]));
}

const index = indexTones(colours);

/** The tone that a word names. */
export function findColour(word: string): Tone | undefined {
  return findWord(index, word);
}
