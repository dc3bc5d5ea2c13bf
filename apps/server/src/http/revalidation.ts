import { hash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import fresh from "fresh";

/** Gives the answer an ETag made of its bytes, and tells whether the caller has exactly these already. */
export function revalidate(
  request: FastifyRequest,
  body: Buffer | string,
  answerHeaders: Record<string, string>,
): boolean {
  const etag = `"${hash("sha1", body, "base64url")}"`;
  answerHeaders.etag = etag;
  answerHeaders["cache-control"] = "private, no-cache";
  return fresh({ "if-none-match": request.headers["if-none-match"] }, { etag });
}
