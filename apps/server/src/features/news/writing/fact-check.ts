import { cutNumbers } from "../duplicates/numbers.ts";
import { synonyms } from "../duplicates/story-words.ts";

/** More words in a row than this are copied, not rewritten. */
const maxCopiedWords = 14;

function toPlain(word: string): string {
  const plain = word
    .toLowerCase()
    .replace(/['’]s?$/, "")
    .replaceAll(/[.'’]/g, "");
  return synonyms.get(plain) ?? plain.replace(/s$/, "");
}

function listWords(text: string): string[] {
  return [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}.'’&]*/gu)].map(([word]) => word);
}

/** Names and tickers: capitals inside a sentence, capitals inside a word, and two words with capitals in a row. */
function listNames(text: string): string[] {
  const names: string[] = [];
  for (const sentence of text.split(/(?<=[.!?:])\s+/)) {
    const words = sentence.split(/[\s—–,;()"“”/-]+/).filter(Boolean);
    for (const [index, word] of words.entries()) {
      if (!/^[$]?\p{Lu}/u.test(word)) continue;
      const isSure = index > 0 || /^.+\p{Lu}/u.test(word) || /^\p{Lu}/u.test(words[index + 1] ?? "");
      if (isSure) names.push(word.replaceAll(/[^\p{L}\p{N}'’.&]|(?<!\.)\.+$/gu, ""));
    }
  }
  return names.filter((name) => name.length > 1);
}

/** Lists the numbers, names and tickers of a text that do not occur in its source. */
export function listUnsupported(text: string, source: string): string[] {
  const known = new Set(listWords(source).map(toPlain));
  const knownNumbers = new Set(cutNumbers(source).numbers.map(({ value }) => value));
  const numbers = cutNumbers(text).numbers.flatMap(({ value }) => (knownNumbers.has(value) ? [] : [value]));
  const names = listNames(text).filter((name) => !/^\d/.test(name) && !known.has(toPlain(name)));
  return [...new Set([...numbers, ...names])];
}

/** Tells whether a text repeats a long run of words of its source. */
export function isCopied(text: string, source: string): boolean {
  const words = listWords(text.toLowerCase());
  const haystack = ` ${listWords(source.toLowerCase()).join(" ")} `;
  for (let start = 0; start + maxCopiedWords <= words.length; start++) {
    if (haystack.includes(` ${words.slice(start, start + maxCopiedWords).join(" ")} `)) return true;
  }
  return false;
}
