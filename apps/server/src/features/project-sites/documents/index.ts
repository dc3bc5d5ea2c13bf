export { UnreadableDocumentError } from "./document.ts";
export { type DocumentBounds, type DocumentReader, startDocumentReader } from "./document-reader.ts";
