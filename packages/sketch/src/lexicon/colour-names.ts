import { type Tone, tone } from "../colour.ts";
import { findWord, indexLists } from "./word-list.ts";
import colours from "./words/colours.json" with { type: "json" };

interface NamedTone extends Tone {
  readonly words: string;
}

/** Indexes named tones by word. */
export function indexTones(named: Readonly<Record<string, NamedTone>>): ReadonlyMap<string, Tone> {
  return indexLists(Object.values(named).map(({ l, c, h, words }) => [tone(l, c, h), words]));
}

const index = indexTones(colours);

export function findColour(word: string): Tone | undefined {
  return findWord(index, word);
}
