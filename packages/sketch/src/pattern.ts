import { findPhrase, indexWords } from "./lexicon/word-list.ts";
import patterns from "./lexicon/words/patterns.json" with { type: "json" };

/** A marking over the whole coat. */
export type Pattern = keyof typeof patterns;

const index = indexWords(patterns);

export function findPattern(words: readonly string[]): Pattern | undefined {
  return findPhrase(index, words);
}
