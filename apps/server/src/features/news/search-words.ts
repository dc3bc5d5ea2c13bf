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

/** Writes a search as a `tsquery` literal: every word must occur, quoted text as a phrase, `word*` as a beginning. */
export function toWordQuery(searchQuery: string): string | undefined {
  const terms: string[] = [];
  for (const [, phrase, term = ""] of searchQuery.matchAll(/"([^"]*)"|(\S+)/g)) {
    const words = cutWords(phrase ?? term).map((word) => `'${word}'`);
    if (words.length === 0) continue;
    // "layer-2" outside of quotes is two words that stand together, too.
    if (phrase === undefined && /\p{L}\*$|\p{N}\*$/u.test(term)) words.push(`${words.pop()}:*`);
    terms.push(words.join(" <-> "));
  }
  return terms.length > 0 ? terms.map((term) => `(${term})`).join(" & ") : undefined;
}
