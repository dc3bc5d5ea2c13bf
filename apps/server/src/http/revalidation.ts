import { hash } from "node:crypto";
import type { FastifyRequest } from "fastify";

/** Gives the answer an ETag made of its bytes, and tells whether the caller has exactly these already. */
export function revalidate(
  request: FastifyRequest,
  body: Buffer | string,
  answerHeaders: Record<string, string>,
): boolean {
  const etag = `"${hash("sha1", body, "base64url")}"`;
  answerHeaders.etag = etag;
  answerHeaders["cache-control"] = "private, no-cache";
  const known = request.headers["if-none-match"];
  if (known === undefined) return false;
  return known === "*" || known.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
