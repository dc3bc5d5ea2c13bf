import { z } from "zod";

export const errorStatusByCode = {
  malformed_json: 400,
  malformed_request: 400,
  invalid_request: 400,
  content_refused: 400,
  reference_image_refused: 400,
  webhook_url_refused: 400,
  unauthorized: 401,
  insufficient_credits: 402,
  key_limit_reached: 402,
  forbidden: 403,
  operation_not_allowed: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  idempotency_key_in_use: 409,
  account_busy: 409,
  collection_finished: 409,
  collection_not_completed: 409,
  collection_on_sale: 409,
  token_already_minted: 409,
  too_many_alerts: 409,
  too_many_endpoints: 409,
  account_limit_reached: 409,
  body_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  idempotency_key_reused: 422,
  request_not_covered: 422,
  project_not_analysed: 422,
  rate_limited: 429,
  too_many_at_once: 429,
  headers_too_large: 431,
  internal_error: 500,
  engine_failed: 502,
  service_unavailable: 503,
  engine_unavailable: 503,
  engine_timeout: 504,
} as const;

/** A stable code for programs. */
export type ErrorCode = keyof typeof errorStatusByCode;

const errorCodes = Object.keys(errorStatusByCode) as [ErrorCode, ...ErrorCode[]];

/** The error body of every route. */
export const errorBodySchema = z
  .object({
    status: z.literal(false),
    statusCode: z.int().min(400).max(599),
    message: z.string().meta({ description: "What is wrong and what to do next." }),
    error: z.object({
      code: z.enum(errorCodes),
      requestId: z.string(),
      details: z.unknown().optional(),
    }),
  })
  .meta({ id: "Error" });

/** The error body of OpenAI-compatible routes: OpenAI's fields and ours. */
export const openAiErrorBodySchema = errorBodySchema
  .extend({
    error: errorBodySchema.shape.error.extend({
      message: z.string(),
      type: z.enum([
        "invalid_request_error",
        "authentication_error",
        "insufficient_quota",
        "rate_limit_exceeded",
        "server_error",
      ]),
      param: z
        .string()
        .nullable()
        .meta({ description: "The field with the error, if a single field is wrong." }),
    }),
  })
  .meta({ id: "OpenAiError" });

/** The same error in the format of RFC 9457, for callers that send `Accept: application/problem+json`. */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string(),
    instance: z.string(),
    code: z.enum(errorCodes),
    details: z.unknown().optional(),
  })
  .meta({ id: "Problem" });

export type ErrorBody = z.infer<typeof errorBodySchema>;
export type OpenAiErrorBody = z.infer<typeof openAiErrorBodySchema>;
export type Problem = z.infer<typeof problemSchema>;
