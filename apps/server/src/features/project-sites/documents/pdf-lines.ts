/** A line of a PDF page: where it stands and how large it is printed, in points. */
export interface PdfLine {
  text: string;
  page: number;
  y: number;
  size: number;
}

/** A piece of text as PDF.js gives it. */
export interface PdfItem {
  str: string;
  hasEOL: boolean;
  height: number;
  transform: number[];
}

/** Joins the pieces of one page into lines, in the order in which the page draws them. */
export function joinLines(items: readonly PdfItem[], page: number): PdfLine[] {
  const lines: PdfLine[] = [];
  let line: PdfLine | undefined;
  for (const { str, hasEOL, height, transform } of items) {
    const y = transform[5] ?? 0;
    if (line && height > 0 && Math.abs(line.y - y) > height / 2) line = undefined;
    if (str !== "") {
      if (!line) {
        line = { text: "", page, y, size: 0 };
        lines.push(line);
      }
      line.text += str;
      line.size = Math.max(line.size, height);
    }
    if (hasEOL) line = undefined;
  }
  return lines.filter(({ text }) => text.trim() !== "");
}

/** Removes running headers, footers and page numbers: lines that most pages repeat, whatever their number. */
export function dropRepeatedLines(lines: readonly PdfLine[], pageCount: number): PdfLine[] {
  const pagesByText = new Map<string, Set<number>>();
  const keyOf = ({ text }: PdfLine) => text.replaceAll(/\d+/g, "#").trim();
  for (const line of lines) {
    const pages = pagesByText.get(keyOf(line)) ?? new Set();
    pagesByText.set(keyOf(line), pages.add(line.page));
  }
  const limit = Math.max(3, pageCount * 0.6);
  return lines.filter((line) => (pagesByText.get(keyOf(line))?.size ?? 0) < limit);
}
