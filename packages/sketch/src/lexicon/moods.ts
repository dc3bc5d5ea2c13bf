import { findPhrase, indexWords } from "./word-list.ts";
import moods from "./words/moods.json" with { type: "json" };

/** The mood changes palette, light and faces. */
export type Mood = keyof typeof moods;

const index = indexWords(moods);

export function findMood(words: readonly string[]): Mood | undefined {
  return findPhrase(index, words);
}
