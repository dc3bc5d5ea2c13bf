import type { PdfLine } from "./pdf-lines.ts";

/** Lines that belong together. */
export interface PdfParagraph {
  kind: "heading" | "text";
  text: string;
  page: number;
}

const headingCharacters = 120;

/** Builds paragraphs out of lines by their distance and size; larger print is a heading. */
export function buildParagraphs(lines: readonly PdfLine[]): PdfParagraph[] {
  const bodySize = findBodySize(lines);
  const joinWords = createWordJoiner(lines);
  const paragraphs: PdfParagraph[] = [];
  let previous: PdfLine | undefined;
  for (const line of lines) {
    const current = paragraphs.at(-1);
    if (current && previous && continues(previous, line)) current.text = joinWords(current.text, line.text);
    else paragraphs.push({ kind: "text", text: line.text, page: line.page });
    const last = paragraphs.at(-1) as PdfParagraph;
    const isLarge = line.size > bodySize * 1.12;
    last.kind = isLarge && last.text.length <= headingCharacters ? "heading" : "text";
    previous = line;
  }
  return paragraphs;
}

/** The size in which most characters are printed. */
function findBodySize(lines: readonly PdfLine[]): number {
  const characters = new Map<number, number>();
  for (const { size, text } of lines) {
    const rounded = Math.round(size * 2) / 2;
    characters.set(rounded, (characters.get(rounded) ?? 0) + text.length);
  }
  return [...characters].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

function continues(previous: PdfLine, line: PdfLine): boolean {
  if (Math.abs(previous.size - line.size) > previous.size * 0.1) return false;
  // A sentence may go on over the end of a page or of a column.
  if (previous.page !== line.page || line.y > previous.y) {
    return !/[.!?:]["”)]?\s*$/.test(previous.text) && /^\s*[\p{Ll}\d(]/u.test(line.text);
  }
  return previous.y - line.y < line.size * 1.65;
}

/**
 * Joins the end of a line with the next. A hyphen there is dropped only when the document writes the joined
 * word elsewhere: `restor-ation` becomes one word, `twenty-one` stays two.
 */
function createWordJoiner(lines: readonly PdfLine[]): (text: string, next: string) => string {
  const words = new Set(lines.flatMap(({ text }) => text.toLowerCase().match(/\p{L}+/gu) ?? []));
  return (text, next) => {
    const start = /(?<!\p{L})(\p{L}+)-\s*$/u.exec(text)?.[1];
    const end = /^\s*(\p{Ll}+)/u.exec(next)?.[1];
    if (!start || !end) return `${text} ${next}`;
    const isOneWord = words.has(`${start}${end}`.toLowerCase());
    return text.trimEnd().slice(0, isOneWord ? -1 : undefined) + next.trimStart();
  };
}
