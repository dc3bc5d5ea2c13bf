import { type RawBuilder, sql } from "kysely";
import { toArrayLiteral } from "../../platform/database/array-literal.ts";

/** Longer "words" are not words; they would only bloat the index. */
const maxWordCharacters = 60;
/** Between title and description, so that no phrase reaches from one into the other. */
const gapInPositions = 10;
const maxPosition = 16_000;

/** Cuts text into words: letters and digits, in lower case, without accents. Everything else separates. */
export function cutWords(text: string): string[] {
  const plain = text
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase();
  return [...plain.matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => word.slice(0, maxWordCharacters));
}

/**
 * Writes title and description as a `tsvector` literal. Cut here and not by PostgreSQL's parser, so that a question
 * and an article are always cut alike, whatever the locale of the database.
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
  // The type keeps at most 255 places of a word.
  return [...positions].map(([word, places]) => `'${word}':${places.slice(0, 255).join(",")}`).join(" ");
}

/** A search as `to_news_query` takes it. */
export interface WordQuery {
  /** Each must occur, in any form or as the beginning of a word. */
  words: string[];
  /** A `tsquery` literal of what must occur as it is written. */
  phrases: string | null;
}

/** Reads a search: quoted text is a phrase, `ai*` a beginning that is too short to be one unasked. */
export function readWordQuery(searchQuery: string): WordQuery | undefined {
  const words: string[] = [];
  const phrases: string[] = [];
  for (const [, phrase, term = ""] of searchQuery.matchAll(/"([^"]*)"|(\S+)/g)) {
    const cut = cutWords(phrase ?? term);
    const isBeginning = phrase === undefined && term.endsWith("*");
    // "layer-2" outside of quotes is two words that stand together, too.
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
