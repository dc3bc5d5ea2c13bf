import { findPhrase, indexWords, readWords } from "./word-list.ts";
import styles from "./words/styles.json" with { type: "json" };

/** The hands that the engine draws with. */
export type StyleName = keyof typeof styles;

const index = indexWords(styles);

/** The hand that a style text asks for, if it names or hints at one. */
export function findStyle(text: string): StyleName | undefined {
  return findPhrase(index, readWords(text));
}

/** Every hand. */
export const styleNames = Object.keys(styles) as StyleName[];
