import { type RawBuilder, sql } from "kysely";
import { toArrayLiteral } from "../../platform/database/array-literal.ts";

/** Longer sequences are not words and would only enlarge the index. */
const maxWordCharacters = 60;
/** Gap between title and description, so that no phrase spans both. */
const gapInPositions = 10;
const maxPosition = 16_000;

/** Splits text into words: letters and digits, in lower case, without accents. Everything else separates. */
export function cutWords(text: string): string[] {
  const plain = text
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase();
  return [...plain.matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => word.slice(0, maxWordCharacters));
}

/**
 * Builds a `tsvector` literal of title and description. Words are split here and not by PostgreSQL's parser, so that
 * queries and articles are always split alike, whatever the locale of the database.
 */
export function toWordVector(title: string, description: string): string {
  const positions = new Map<string, number[]>();
  let position = 0;
  for (const part of [title, description]) {
    for (const word of cutWords(part)) {
      position += 1;
      if (position > maxPosition) break;
      positions.set(word, [...(positions.get(word) ?? []), position]);
    }
    position += gapInPositions;
  }
  // A tsvector stores at most 255 positions per word.
  return [...positions].map(([word, places]) => `'${word}':${places.slice(0, 255).join(",")}`).join(" ");
}

export interface WordQuery {
  /** Each must occur, in any form or as a prefix. */
  words: string[];
  /** A `tsquery` literal of the text that must occur as written. */
  phrases: string | null;
}

/** Parses a search: quoted text is a phrase, and `ai*` an explicit prefix for words too short to be one by default. */
export function readWordQuery(searchQuery: string): WordQuery | undefined {
  const words: string[] = [];
  const phrases: string[] = [];
  for (const [, phrase, term = ""] of searchQuery.matchAll(/"([^"]*)"|(\S+)/g)) {
    const cut = cutWords(phrase ?? term);
    const isBeginning = phrase === undefined && term.endsWith("*");
    // "layer-2" without quotes is two adjacent words as well.
    if (cut.length > 1 || phrase !== undefined || isBeginning) {
      const literals = cut.map((word) => `'${word}'`);
      if (isBeginning && cut.length > 0) literals.push(`${literals.pop()}:*`);
      if (literals.length > 0) phrases.push(literals.join(" <-> "));
    } else words.push(...cut);
  }
  if (words.length + phrases.length === 0) return undefined;
  return { words, phrases: phrases.map((phrase) => `(${phrase})`).join(" & ") || null };
}

/** The search as a `tsquery` expression; null without a search. */
export function toNewsQuery(query: WordQuery | undefined): RawBuilder<unknown> {
  return query
    ? sql`to_news_query(${toArrayLiteral(query.words)}::text::text[], ${query.phrases}::text)`
    : sql`null::tsquery`;
}
