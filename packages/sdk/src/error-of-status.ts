import type { ErrorBody } from "./contract.ts";
import {
  ApiError,
  BadRequestError,
  BodyTooLargeError,
  ConflictError,
  EngineFailedError,
  EngineTimeoutError,
  ForbiddenError,
  HeadersTooLargeError,
  IdempotencyKeyReusedError,
  InsufficientCreditsError,
  InternalServerError,
  MethodNotAllowedError,
  NotFoundError,
  ProjectNotAnalysedError,
  RangeNotSatisfiableError,
  RateLimitedError,
  RequestNotCoveredError,
  RequestTimeoutError,
  ServiceUnavailableError,
  UnauthorizedError,
  UnsupportedMediaTypeError,
  UriTooLongError,
} from "./errors.ts";

const classByStatus: Record<number, typeof ApiError> = {
  400: BadRequestError,
  401: UnauthorizedError,
  402: InsufficientCreditsError,
  403: ForbiddenError,
  404: NotFoundError,
  405: MethodNotAllowedError,
  408: RequestTimeoutError,
  409: ConflictError,
  413: BodyTooLargeError,
  414: UriTooLongError,
  415: UnsupportedMediaTypeError,
  416: RangeNotSatisfiableError,
  422: IdempotencyKeyReusedError,
  429: RateLimitedError,
  431: HeadersTooLargeError,
  500: InternalServerError,
  502: EngineFailedError,
  503: ServiceUnavailableError,
  504: EngineTimeoutError,
};

/** Statuses with more than one meaning: the code decides. */
const classByCode: Partial<Record<ErrorBody["error"]["code"], typeof ApiError>> = {
  request_not_covered: RequestNotCoveredError,
  project_not_analysed: ProjectNotAnalysedError,
};

/** Creates the error for a status. The body of another server, such as a proxy's error page, is ignored. */
export function toApiError(response: Response, text: string): ApiError {
  let body: Partial<ErrorBody> | undefined;
  try {
    body = JSON.parse(text);
  } catch {
    // Not JSON, so not from the Mintwright server.
  }
  const ofCode = body?.error && classByCode[body.error.code];
  return new (ofCode ?? classByStatus[response.status] ?? ApiError)(response, body?.error ? body : undefined);
}
