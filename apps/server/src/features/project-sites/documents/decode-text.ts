import { MIMEType } from "node:util";
import sniffEncoding from "html-encoding-sniffer";

/** Decodes text as browsers do: byte order mark, header, then `<meta>`; UTF-8 when nothing speaks against it. */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const label = findCharset(contentType);
  const encoding = sniffEncoding(bytes, {
    ...(label && { transportLayerEncodingLabel: label }),
    defaultEncoding: isUtf8(bytes) ? "UTF-8" : "windows-1252",
  });
  return new TextDecoder(encoding).decode(bytes);
}

function findCharset(contentType: string): string | undefined {
  try {
    return new MIMEType(contentType).params.get("charset") ?? undefined;
  } catch {
    return undefined;
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
