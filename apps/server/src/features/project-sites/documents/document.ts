/** A piece of a document's text, in reading order. */
export interface Block {
  kind: "heading" | "text";
  text: string;
  /** Where it stands within the document, as the fragment of a URL: `page=3`. */
  place?: string;
}

/** What was read out of a page or a PDF. */
export interface ReadDocument {
  title: string;
  /** The language that the document says it is in, such as `en` or `pt-BR`. */
  language?: string;
  blocks: Block[];
  /** Where the document links to, as written, in order. */
  links: string[];
}

/** Bytes as they were fetched. */
export interface RawDocument {
  bytes: Uint8Array;
  /** The Content-Type header, believed only where the bytes do not say otherwise. */
  contentType: string;
}

/** Text beyond this length is left unread; no assistant needs the rest of a book. */
export const maxTextCharacters = 1_000_000;

/** The document is of a kind that has no text to read. */
export class UnreadableDocumentError extends Error {
  override readonly name = "UnreadableDocumentError";
}
