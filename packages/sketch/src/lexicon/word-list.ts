/** Indexes `{ meaning: "word other-word" }` by word. */
export function indexWords<Meaning extends string>(
  lists: Readonly<Record<Meaning, string>>,
): ReadonlyMap<string, Meaning> {
  return indexLists(Object.entries(lists) as [Meaning, string][]);
}

/** Indexes pairs of a meaning and its words; the last meaning of a word wins. */
export function indexLists<Meaning>(
  lists: readonly (readonly [Meaning, string])[],
): ReadonlyMap<string, Meaning> {
  return new Map(
    lists.flatMap(([meaning, words]) => words.split(" ").map((word) => [word, meaning] as const)),
  );
}

const maxCharacters = 4000;
const maxWords = 400;

/** The lower-case Latin words of a text, without accents. Limited in length, so that hostile text is cheap. */
export function readWords(text: string): string[] {
  const plain = text
    .slice(0, maxCharacters)
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();
  return (plain.match(/[a-z0-9]+/g) ?? []).slice(0, maxWords);
}

/** Looks up a word, then its singular. */
export function findWord<Meaning>(index: ReadonlyMap<string, Meaning>, word: string): Meaning | undefined {
  const direct = index.get(word);
  if (direct !== undefined || !word.endsWith("s")) return direct;
  const ies = word.endsWith("ies") ? index.get(`${word.slice(0, -3)}y`) : undefined;
  const es = word.endsWith("es") ? index.get(word.slice(0, -2)) : undefined;
  return index.get(word.slice(0, -1)) ?? ies ?? es;
}

/** Looks up the pairs and then the single words of a text; the first hit wins. */
export function findPhrase<Meaning>(
  index: ReadonlyMap<string, Meaning>,
  words: readonly string[],
): Meaning | undefined {
  for (let at = 0; at + 1 < words.length; at += 1) {
    const pair = findWord(index, `${words[at]}-${words[at + 1]}`);
    if (pair !== undefined) return pair;
  }
  for (const word of words) {
    const single = findWord(index, word);
    if (single !== undefined) return single;
  }
  return undefined;
}
