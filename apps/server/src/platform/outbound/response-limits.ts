import type { IncomingHttpHeaders } from "node:http";
import { MIMEType } from "node:util";
import { OutboundError } from "./outbound-error.ts";

/** Rejects a response whose declared type is not accepted (`image/png`, `image/*`). */
export function checkContentType(
  contentType: string | string[] | undefined,
  accept: readonly string[],
): void {
  const essence = typeof contentType === "string" ? findEssence(contentType) : undefined;
  const isAccepted = accept.some((pattern) =>
    pattern.endsWith("/*") ? essence?.startsWith(pattern.slice(0, -1)) : essence === pattern,
  );
  if (!isAccepted) {
    const message = `The response has the content type ${essence ?? "none"}; expected ${accept.join(" or ")}.`;
    throw new OutboundError("content_type", message);
  }
}

/** Rejects a body that is declared as too large, before any of it is read. */
export function checkContentLength(contentLength: string | string[] | undefined, maxBytes: number): void {
  if (Number(contentLength) > maxBytes) {
    throw tooLarge(maxBytes);
  }
}

export function tooLarge(maxBytes: number): OutboundError {
  return new OutboundError("too_large", `The response is larger than ${maxBytes} bytes.`);
}

/** Returns headers as plain strings, without cookies and without those of the encoded body. */
export function toPlainHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !["set-cookie", "content-encoding", "content-length"].includes(name)) {
      plain[name] = typeof value === "string" ? value : value.join(", ");
    }
  }
  return plain;
}

function findEssence(contentType: string): string | undefined {
  try {
    return new MIMEType(contentType).essence;
  } catch {
    return undefined;
  }
}
