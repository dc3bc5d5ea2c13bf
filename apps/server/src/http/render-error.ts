import { type ErrorCode, errorStatusByCode } from "@mintwright/api-contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isDatabaseAway, isLockTimeout } from "../platform/database/database-errors.ts";
import { AppError, AskedForError, ServiceUnavailableError } from "../platform/errors.ts";
import type { Logger } from "../platform/logging.ts";
import { choosePreferredType } from "../platform/preferred-type.ts";
import { isOpenAiPath, toErrorBody, toOpenAiErrorBody, toProblem } from "./error-bodies.ts";

const frameworkErrors: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_INVALID_JSON_BODY: [
    "malformed_json",
    "The body is not valid JSON. Check quotes, commas and brackets.",
  ],
  FST_ERR_CTP_EMPTY_JSON_BODY: ["malformed_json", "The body is empty. Send a JSON object."],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    "malformed_request",
    "The length of the body does not match Content-Length.",
  ],
  FST_ERR_CTP_BODY_TOO_LARGE: ["body_too_large", "The body is too large. Shorten the request."],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    "unsupported_media_type",
    "Send the body as JSON with `Content-Type: application/json`.",
  ],
  FST_ERR_BAD_URL: ["malformed_request", "The URL is not valid. Check its percent encoding."],
};

/** Converts anything thrown into an error that is safe to show to the caller. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isLockTimeout(error)) {
    return new ServiceUnavailableError(
      "Another request is changing the same data. Nothing is charged; try again shortly.",
      { cause: error },
    );
  }
  if (isDatabaseAway(error)) {
    return new ServiceUnavailableError(
      "The database did not answer. The request may have been completed: check before you send it again, or send it again with its Idempotency-Key.",
      { cause: error },
    );
  }
  const { code, statusCode } = (error ?? {}) as { code?: string; statusCode?: number };
  const known = frameworkErrors[code ?? ""];
  if (known) return new AppError(known[0], known[1], { cause: error });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new AppError("malformed_request", "The request could not be read. Check its headers and body.", {
      cause: error,
    });
  }
  return new AppError(
    "internal_error",
    "Something went wrong on our side. Nothing is charged; try again, and report the request id if it happens again.",
    {
      cause: error,
    },
  );
}

function wantsProblem(accept: string | undefined): boolean {
  const offered = ["application/json", "application/problem+json"] as const;
  return choosePreferredType(accept, offered) === "application/problem+json";
}

/** Creates the error handler. The Accept header chooses between our format and RFC 9457. */
export function createErrorRenderer(logger: Logger) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const error = toAppError(thrown);
    const status = errorStatusByCode[error.code];
    const hasCallerLeft = reply.raw.destroyed && !reply.raw.writableFinished;
    if (status >= 500 && !hasCallerLeft && !(error instanceof AskedForError))
      logger.error(
        { error, requestId: request.id, url: request.routeOptions.url },
        "request failed, answered with an error",
      );
    if (error.code === "unauthorized") reply.header("www-authenticate", "Bearer");
    if (error.retryAfterInSeconds !== undefined)
      reply.header("retry-after", String(error.retryAfterInSeconds));
    reply.status(status);
    const writeBody = isOpenAiPath(request.url) ? toOpenAiErrorBody : toErrorBody;
    return wantsProblem(request.headers.accept)
      ? reply
          .type("application/problem+json; charset=utf-8")
          .send(JSON.stringify(toProblem(error, request.id)))
      : reply.type("application/json; charset=utf-8").send(JSON.stringify(writeBody(error, request.id)));
  };
}
