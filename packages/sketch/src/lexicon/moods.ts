import { findPhrase, indexWords } from "./word-list.ts";
import moods from "./words/moods.json" with { type: "json" };

/** The feeling of a picture; it moves palette, light and faces. */
export type Mood = keyof typeof moods;

const index = indexWords(moods);

/** The mood that a text names. */
export function findMood(words: readonly string[]): Mood | undefined {
  return findPhrase(index, words);
}
