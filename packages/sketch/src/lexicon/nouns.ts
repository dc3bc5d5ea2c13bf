import { findWord, indexWords } from "./word-list.ts";
import families from "./words/nouns.json" with { type: "json" };

/** The kinds of thing that a picture can be about. */
export type Family = keyof typeof families;

/** A noun that the engine can draw. */
export interface Noun {
  readonly family: Family;
  readonly drawing: string;
}

const indexes = (Object.keys(families) as Family[]).map((family) => ({
  family,
  index: indexWords<string>(families[family]),
}));

/** What a word depicts, if the engine can draw it. */
export function findNoun(word: string): Noun | undefined {
  for (const { family, index } of indexes) {
    const drawing = findWord(index, word);
    if (drawing !== undefined) return { family, drawing };
  }
  return undefined;
}

/** Every drawing of every family. */
export function listNouns(): Noun[] {
  return (Object.keys(families) as Family[]).flatMap((family) =>
    Object.keys(families[family]).map((drawing) => ({ family, drawing })),
  );
}
