const maxPhraseWords = 4;

/** Splits text into comparable words: lower case, without possessives and plurals; hyphens separate. */
export function cutPlain(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll(/[’']s?\b/g, "")
    .split(/[^\p{L}\p{N}.]+|\.(?!\d)/u)
    .filter(Boolean)
    .map(toSingular);
}

function toSingular(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.length > 3 && word.endsWith("s") && !/(ss|us|is)$/.test(word)) return word.slice(0, -1);
  return word;
}

export type PhraseIndex = Map<string, { id: number; weight: number }[]>;

/** Indexes weighted phrases. They match as whole words, in any letter case, singular or plural; one can count for several ids. */
export function indexPhrases(
  lexicon: readonly { id: number; words: Record<string, number | undefined> }[],
): PhraseIndex {
  const index: PhraseIndex = new Map();
  for (const { id, words } of lexicon) {
    for (const [phrase, weight = 0] of Object.entries(words)) {
      const key = cutPlain(phrase).join(" ");
      index.set(key, [...(index.get(key) ?? []), { id, weight }]);
    }
  }
  return index;
}

/** Sums the weights of a text's phrases. A repeated phrase counts less each time. */
export function scorePhrases(
  index: PhraseIndex,
  text: string,
  factor: number,
  scores: Map<number, number>,
): void {
  const words = cutPlain(text);
  const seen = new Map<string, number>();
  for (let start = 0; start < words.length; start++) {
    for (let length = 1; length <= maxPhraseWords && start + length <= words.length; length++) {
      const phrase = words.slice(start, start + length).join(" ");
      const entries = index.get(phrase);
      if (!entries) continue;
      const times = seen.get(phrase) ?? 0;
      seen.set(phrase, times + 1);
      for (const { id, weight } of entries) {
        scores.set(id, (scores.get(id) ?? 0) + (weight * factor) / (times + 1));
      }
    }
  }
}
