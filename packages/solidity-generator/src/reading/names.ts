import words from "./name-words.json" with { type: "json" };

export interface Names {
  name?: string;
  symbol?: string;
}

const isNeverTicker = createLookup(words.neverTicker, /^(?:erc|eip|bep)-?\d*$/i);
const isNeverFirst = createLookup(words.neverFirst, /^(?:erc|eip|bep)-?\d+$/i);
const isNeverLast = createLookup(words.neverLast, /^erc-?\d+$/i);
const isEndOfName = createLookup(words.endOfName, /^\d[\d.,]*%?$/);
const ticker = String.raw`\$?([A-Za-z][A-Za-z0-9]{0,10})`;

/** Checks whether a word is in a list, ignoring case, or matches a pattern that a list cannot express. */
function createLookup(list: readonly string[], form: RegExp): (word: string) => boolean {
  const known = new Set(list);
  return (word) => known.has(word.toLowerCase()) || form.test(word);
}

/**
 * Reads the name and the symbol. Quoted or introduced names ("called", "symbol") take precedence over words that look
 * like one.
 */
export function readNames(text: string): Names {
  const quoted = Array.from(
    text.matchAll(/["“”]([^"“”\n]{1,64})["“”]|(?<!\w)['‘’]([^'‘’\n]{2,64})['‘’](?!\w)/g),
    (match) => (match[1] ?? match[2] ?? "").trim(),
  );
  const beside = readBeside(text);
  const symbol = readSymbol(text) ?? quotedTicker(quoted[1]) ?? beside.symbol ?? afterQuote(text);
  const name = quoted[0] ?? readAnnounced(text) ?? beside.name ?? beforeDollar(text) ?? afterToken(text);
  const clean = name && cleanName(name);
  return { ...(clean && { name: clean }), ...(symbol && { symbol }) };
}

function readSymbol(text: string): string | undefined {
  const announced = new RegExp(
    String.raw`\b(?:symbol|ticker)(?:\s{1,5}(?:is|of|to|be|should be|as))?\s{0,5}[:=]?\s{0,5}["'“(]?${ticker}\b`,
    "i",
  ).exec(text)?.[1];
  if (announced && !isEndOfName(announced)) return announced;
  const dollar = /\$([A-Z][A-Z0-9]{1,10})\b/.exec(text)?.[1];
  return (
    dollar ??
    Array.from(text.matchAll(/\(\s*\$?([A-Za-z][A-Za-z0-9]{0,10})\s*\)/g), (match) => match[1] ?? "").find(
      isTicker,
    )
  );
}

function isTicker(word: string): boolean {
  return /[A-Z]/.test(word) && word === word.toUpperCase() && !isNeverTicker(word);
}

function quotedTicker(word: string | undefined): string | undefined {
  return word && /^[A-Za-z0-9]{1,11}$/.test(word) ? word : undefined;
}

function afterQuote(text: string): string | undefined {
  const word = /["'”’]\s{0,5},?\s{0,5}\$?([A-Z][A-Z0-9]{1,10})\b/.exec(text)?.[1];
  return word && isTicker(word) ? word : undefined;
}

/** "token MyCoin": a word in camel case is a name. */
function afterToken(text: string): string | undefined {
  return /\b(?:token|coin|nft|collection) ((?:[A-Z][a-z]+){2,5}\d*)\b/.exec(text)?.[1];
}

function beforeDollar(text: string): string | undefined {
  for (const { index } of text.matchAll(/\s(?:\$[A-Z]|symbol\b|ticker\b)/g)) {
    const run = takeCapitalised(text.slice(Math.max(0, index - 300), index));
    if (run) return trimRun(run);
  }
  return undefined;
}

/** The words after "called", "named", "name:", "call it" or "rename it to". */
function readAnnounced(text: string): string | undefined {
  const start =
    /\b(?:called|named|call it|name it|titled|rename(?:d)?(?: it| this| the \w+)?(?: to| as)?|(?:its |the )?name(?: is| should be|:| =| to)?|change (?:its|the) name to)\s+(?=\S)/gi;
  for (const match of text.matchAll(start)) {
    const name = takeName(text.slice(match.index + match[0].length));
    if (name) return name;
  }
  return undefined;
}

function takeName(rest: string): string | undefined {
  const clause = rest.split(/[,;:(\n/$"]|\.(?=\s|$)/)[0] ?? "";
  const taken: string[] = [];
  const candidates = clause.trim().split(/\s+/);
  const isCapitalised = /^[\p{Lu}\d]/u.test(candidates[0] ?? "") || /^[a-z]+[A-Z]/.test(candidates[0] ?? "");
  for (const word of candidates.slice(0, 8)) {
    if (isCapitalised ? !/^[\p{Lu}\d&]/u.test(word) && taken.length > 0 : isEndOfName(word)) break;
    if (isEndOfName(word) && !/^[A-Z]/.test(word)) break;
    taken.push(word);
  }
  const last = taken.at(-1);
  // "named Phoenix PHX": the last word in capitals is the symbol.
  if (
    taken.length > 1 &&
    last &&
    isTicker(last) &&
    /^[A-Z]{3,}$/.test(last) &&
    last !== "DAO" &&
    !/^[A-Z\s]+$/.test(taken.join(" "))
  )
    taken.pop();
  return taken.length > 0 ? taken.join(" ") : undefined;
}

/** Capitalised words next to a ticker: "Moon Coin (MOON)", "Land Deed, LAND", "Solar / SOL". */
function readBeside(text: string): Names {
  const pattern = /(?:\(|,\s|\/\s?|\s-\s)\s{0,5}\$?([A-Z][A-Za-z0-9]{0,10})\b/g;
  for (const { index, 1: symbol = "" } of text.matchAll(pattern)) {
    const name = isTicker(symbol) && trimRun(takeCapitalised(text.slice(Math.max(0, index - 300), index)));
    if (name) return { name, symbol };
  }
  return {};
}

/** The last words of a text, at most six, as long as each starts with a capital letter or a digit. */
function takeCapitalised(text: string): string {
  const taken: string[] = [];
  for (const word of text.trimEnd().split(/\s+/).slice(-6).reverse()) {
    const capitalised = /^[^\p{L}\p{N}]*([\p{Lu}\d][\p{L}\p{N}'&+.-]*)$/u.exec(word)?.[1];
    if (capitalised) taken.unshift(capitalised);
    if (capitalised !== word) break;
  }
  return taken.join(" ");
}

function trimRun(run: string): string | undefined {
  const parts = run.trim().split(/\s+/);
  while (parts.length > 0 && isNeverFirst(parts[0] ?? "")) parts.shift();
  return parts.length > 0 && !isNeverTicker(parts.join(" ")) ? parts.join(" ") : undefined;
}

/** Keeps only characters that a string literal and a comment can contain without escapes. */
function cleanName(name: string): string | undefined {
  const parts = name
    .replaceAll(/[^\p{L}\p{N} .&+_'-]/gu, "")
    .trim()
    .split(/\s+/);
  if (parts.length > 2 && isNeverLast(parts.at(-1) ?? "") && /^[a-z]/.test(parts.at(-1) ?? "")) parts.pop();
  return parts.join(" ").slice(0, 64).trim() || undefined;
}
