import { decodeText } from "./decode-text.ts";
import { type RawDocument, type ReadDocument, UnreadableDocumentError } from "./document.ts";
import { readHtml } from "./html-text.ts";
import { readPdf } from "./pdf-text.ts";
import { readPlainText } from "./plain-text.ts";

/** Reads a document by what its bytes are, not by what its server calls them. */
export async function readDocument({ bytes, contentType }: RawDocument): Promise<ReadDocument> {
  if (Buffer.from(bytes.subarray(0, 1_024)).includes("%PDF-")) return readPdf(bytes);
  const text = decodeText(bytes, contentType);
  // Text has no NUL once it is decoded; images, archives and programs have.
  if (text.slice(0, 4_096).includes("\0")) {
    throw new UnreadableDocumentError("it is neither a web page nor text nor a PDF");
  }
  const start = text
    .slice(0, 4_096)
    .replaceAll(/<!--[\s\S]*?(?:-->|$)/g, "")
    .trimStart();
  const looksLikeHtml = /^<(?:!doctype|\?xml|[a-z][\w-]*[\s>/])/i.test(start);
  const document = looksLikeHtml || /html|xml/i.test(contentType) ? readHtml(text) : readPlainText(text);
  if (document.blocks.length === 0) throw new UnreadableDocumentError("it has no text");
  return document;
}
