import { findWord, indexWords } from "./word-list.ts";
import families from "./words/nouns.json" with { type: "json" };

export type Family = keyof typeof families;

export interface Noun {
  readonly family: Family;
  readonly drawing: string;
}

const indexes = (Object.keys(families) as Family[]).map((family) => ({
  family,
  index: indexWords<string>(families[family]),
}));

export function findNoun(word: string): Noun | undefined {
  for (const { family, index } of indexes) {
    const drawing = findWord(index, word);
    if (drawing !== undefined) return { family, drawing };
  }
  return undefined;
}

export function listNouns(): Noun[] {
  return (Object.keys(families) as Family[]).flatMap((family) =>
    Object.keys(families[family]).map((drawing) => ({ family, drawing })),
  );
}
