import {
  type ErrorBody,
  errorStatusByCode,
  type OpenAiErrorBody,
  type Problem,
} from "@mintwright/api-contract";
import type { AppError } from "../platform/errors.ts";

/** Writes an error as the one error body. */
export function toErrorBody(error: AppError, requestId: string): ErrorBody {
  return {
    status: false,
    statusCode: errorStatusByCode[error.code],
    message: error.message,
    error: { code: error.code, requestId, ...(error.details !== undefined && { details: error.details }) },
  };
}

/** Writes an error as RFC 9457 describes it. */
export function toProblem(error: AppError, requestId: string): Problem {
  return {
    type: `urn:mintwright:error:${error.code}`,
    title: error.code.replaceAll("_", " "),
    status: errorStatusByCode[error.code],
    detail: error.message,
    instance: `urn:mintwright:request:${requestId}`,
    code: error.code,
    ...(error.details !== undefined && { details: error.details }),
  };
}

/** Routes that speak the protocol of OpenAI, where also what is unknown or malformed is answered in it. */
const doorPath = /^\/v1(?:\/|$|\?)/;

/** Tells whether the caller of an address expects the errors of OpenAI. */
export function isOpenAiPath(url: string): boolean {
  return doorPath.test(url);
}

/** Writes an error so that clients of OpenAI raise the class that belongs to it, and ours find what they know. */
export function toOpenAiErrorBody(error: AppError, requestId: string): OpenAiErrorBody {
  const body = toErrorBody(error, requestId);
  return {
    ...body,
    error: { ...body.error, message: error.message, type: chooseType(error), param: findParameter(error) },
  };
}

function chooseType({ code }: AppError): OpenAiErrorBody["error"]["type"] {
  const status = errorStatusByCode[code];
  if (status === 401) return "authentication_error";
  if (status === 402) return "insufficient_quota";
  if (status === 429) return "rate_limit_exceeded";
  return status >= 500 ? "server_error" : "invalid_request_error";
}

function findParameter({ details }: AppError): string | null {
  const { issues } = (details ?? {}) as { issues?: { path: string }[] };
  return issues?.[0]?.path || null;
}
