import type { ReadDocument } from "./documents/document.ts";

/** A piece of a page that is stored, found and shown as one. */
export interface PassageDraft {
  /** Fragment of the page's URL where it stands. */
  place: string | null;
  /** The title of the page and the heading above the passage. */
  heading: string;
  body: string;
}

/** About 200 tokens: a few sentences that answer one question, and room for several of them in a prompt. */
const passageCharacters = 900;

/** Splits a document into passages: never across a heading, at paragraphs where it can, at sentences where it must. */
export function splitIntoPassages({ title, blocks }: ReadDocument): PassageDraft[] {
  const passages: PassageDraft[] = [];
  let heading = "";
  let current: PassageDraft | undefined;
  for (const block of blocks) {
    if (block.kind === "heading") {
      heading = block.text;
      current = undefined;
      continue;
    }
    for (const part of splitLongText(block.text)) {
      if (current && current.body.length + part.length < passageCharacters) {
        current.body += `\n${part}`;
        continue;
      }
      current = { place: block.place ?? null, heading: joinHeadings(title, heading), body: part };
      passages.push(current);
    }
  }
  return passages;
}

function joinHeadings(title: string, heading: string): string {
  const parts = title.includes(heading) ? [title] : [title, heading];
  return parts
    .filter(Boolean)
    .map((part) => part.slice(0, 300).toWellFormed())
    .join(" › ");
}

/** Cuts a paragraph at the ends of sentences; a sentence without end is cut between words, or anywhere. */
function splitLongText(text: string): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > passageCharacters) {
    const head = rest.slice(0, passageCharacters);
    const sentenceEnd = Math.max(...[...head.matchAll(/[.!?。！？]["”)]?(?=\s|$)|[。！？]/g)].map(endOf), 0);
    const wordEnd = head.lastIndexOf(" ");
    const cut = [sentenceEnd, wordEnd].find((end) => end > passageCharacters / 3) ?? passageCharacters;
    parts.push(rest.slice(0, cut).trim().toWellFormed());
    rest = rest.slice(cut).trim();
  }
  if (rest !== "") parts.push(rest.toWellFormed());
  return parts;
}

function endOf(match: RegExpExecArray): number {
  return match.index + match[0].length;
}
