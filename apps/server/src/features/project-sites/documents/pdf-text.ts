import { getDocumentProxy } from "unpdf";
import { cleanText, createBlockCollector } from "./collect-blocks.ts";
import { maxTextCharacters, type ReadDocument, UnreadableDocumentError } from "./document.ts";
import { dropRepeatedLines, joinLines, type PdfItem, type PdfLine } from "./pdf-lines.ts";
import { buildParagraphs } from "./pdf-paragraphs.ts";

const maxPages = 500;

/** Reads the text of a PDF. Its scripts, forms, attachments and images are never looked at. */
export async function readPdf(bytes: Uint8Array): Promise<ReadDocument> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes), {
    enableXfa: false,
    disableFontFace: true,
    useSystemFonts: false,
    maxImageSize: 0,
    stopAtErrors: false,
    verbosity: 0,
  }).catch((cause: Error) => {
    throw new UnreadableDocumentError(
      cause.name === "PasswordException" ? "it is protected by a password" : "it is a damaged PDF",
      { cause },
    );
  });
  const { info, language } = await readMetadata(pdf);
  const lines: PdfLine[] = [];
  let characters = 0;
  for (let number = 1; number <= Math.min(pdf.numPages, maxPages); number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const pageLines = joinLines(
      items.filter((item): item is typeof item & PdfItem => "str" in item),
      number,
    );
    page.cleanup();
    lines.push(...pageLines);
    characters += pageLines.reduce((sum, { text }) => sum + text.length, 0);
    if (characters > maxTextCharacters) break;
  }
  const collector = createBlockCollector();
  for (const { kind, text, page } of buildParagraphs(dropRepeatedLines(lines, pdf.numPages))) {
    collector.add(kind, text, `page=${page}`);
  }
  if (collector.blocks.length === 0) {
    throw new UnreadableDocumentError("it is a PDF without text, such as a scan");
  }
  const title = typeof info.Title === "string" ? cleanText(info.Title).slice(0, 300) : "";
  return { title, ...(language && { language }), blocks: collector.blocks, links: [] };
}

async function readMetadata(
  pdf: Awaited<ReturnType<typeof getDocumentProxy>>,
): Promise<{ info: Record<string, unknown>; language: string | undefined }> {
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const { Language: language, ...rest } = info as Record<string, unknown>;
  return { info: rest, language: typeof language === "string" ? language : undefined };
}
