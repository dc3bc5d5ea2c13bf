import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { type ErrorCode, errorStatusByCode, headerNames } from "@mintwright/api-contract";
import { AppError } from "../platform/errors.ts";
import { toErrorBody } from "./error-bodies.ts";

const knownErrors: Record<string, [ErrorCode, string]> = {
  HPE_HEADER_OVERFLOW: [
    "headers_too_large",
    "The request headers are too large. Send fewer or shorter headers.",
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ["request_timeout", "The request did not arrive in time. Send it again, faster."],
};

/**
 * Answers connections that never became a request (invalid HTTP, oversized headers, slow clients) with the usual error
 * body.
 */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const [code, message] = knownErrors[error.code ?? ""] ?? [
    "malformed_request",
    "The request is not valid HTTP.",
  ];
  const requestId = randomUUID();
  const body = JSON.stringify(toErrorBody(new AppError(code, message), requestId));
  socket.end(
    [
      `HTTP/1.1 ${errorStatusByCode[code]} Error`,
      "content-type: application/json; charset=utf-8",
      `content-length: ${Buffer.byteLength(body)}`,
      `${headerNames.requestId}: ${requestId}`,
      "connection: close",
      "",
      body,
    ].join("\r\n"),
  );
}
