import {
  type ErrorBody,
  errorStatusByCode,
  type OpenAiErrorBody,
  type Problem,
} from "@mintwright/api-contract";
import type { AppError } from "../platform/errors.ts";

export function toErrorBody(error: AppError, requestId: string): ErrorBody {
  return {
    status: false,
    statusCode: errorStatusByCode[error.code],
    message: error.message,
    error: { code: error.code, requestId, ...(error.details !== undefined && { details: error.details }) },
  };
}

/** Renders an error as RFC 9457 problem details. */
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

/** OpenAI-compatible routes, and unknown paths below them, answer errors in OpenAI's format. */
const openAiPath = /^\/v1(?:\/|$|\?)/;

export function isOpenAiPath(url: string): boolean {
  return openAiPath.test(url);
}

/** Renders an error so that OpenAI clients raise the matching class; our own fields stay in the body. */
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
