import { STATUS_CODES } from "node:http";
import { describe, expect, it } from "vitest";
import { type ErrorCode, errorBodySchema, errorStatusByCode, problemSchema } from "./errors.ts";

const catalogue = Object.entries(errorStatusByCode) as [ErrorCode, number][];

describe("the error catalogue", () => {
  it("has the codes and statuses that clients rely on", () => {
    expect(errorStatusByCode).toEqual({
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
    });
  });

  it.each(catalogue)("spells %s in snake case and gives it a status that HTTP knows", (code, status) => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(STATUS_CODES[status]).toBeDefined();
  });

  it.each(catalogue)("lets %s be told in both shapes", (code, status) => {
    const body = { status: false, statusCode: status, message: "m", error: { code, requestId: "r" } };
    expect(errorBodySchema.parse(body)).toEqual(body);
    const problem = {
      type: "urn:x",
      title: "t",
      status,
      detail: "d",
      instance: "urn:y",
      code,
      details: { price: 1 },
    };
    expect(problemSchema.parse(problem)).toEqual(problem);
  });
});

describe("the error body", () => {
  const body = {
    status: false,
    statusCode: 402,
    message: "Add credits.",
    error: { code: "insufficient_credits", requestId: "r", details: { price: 0.5 } },
  };

  it("may carry details of any form", () => {
    expect(errorBodySchema.parse(body)).toEqual(body);
  });

  it.each([
    ["a success", { ...body, status: true }],
    ["a status that is no error", { ...body, statusCode: 200 }],
    ["an unknown code", { ...body, error: { ...body.error, code: "out_of_luck" } }],
    ["no request id", { ...body, error: { code: "insufficient_credits" } }],
    ["no message", { ...body, message: undefined }],
  ])("is not %s", (_case, value) => {
    expect(errorBodySchema.safeParse(value).success).toBe(false);
  });
});
