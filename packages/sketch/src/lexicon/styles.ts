import { findPhrase, indexWords, readWords } from "./word-list.ts";
import styles from "./words/styles.json" with { type: "json" };

export type StyleName = keyof typeof styles;

const index = indexWords(styles);

/** The style that a text names or suggests. */
export function findStyle(text: string): StyleName | undefined {
  return findPhrase(index, readWords(text));
}

export const styleNames = Object.keys(styles) as StyleName[];
