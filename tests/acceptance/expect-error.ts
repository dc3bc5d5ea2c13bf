import { expect } from "vitest";
import type { Answer } from "./call-api.ts";

/** The documented body of every error. */
export interface ErrorBody {
  status: false;
  statusCode: number;
  message: string;
  error: { code: string; requestId: string; details?: unknown };
}

const sentence = /^[A-Za-z`/][^\n]* [^\n]+$/;

/** Asserts that the answer is this error, in the one shape and with nothing else in it. */
export function expectError(
  answer: Answer<unknown>,
  status: number,
  code: string,
  details?: unknown,
): ErrorBody {
  const requestId = answer.headers.get("x-request-id");
  expect(answer.body, `status ${answer.status}: ${answer.text}`).toStrictEqual({
    status: false,
    statusCode: status,
    message: expect.stringMatching(sentence),
    error: { code, requestId, ...(details !== undefined && { details }) },
  });
  expect(answer.status).toBe(status);
  expect(requestId).toMatch(/^\S{1,128}$/);
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  if (status === 401) expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  return answer.body as ErrorBody;
}

/** Asserts that the answer is a 400 that names these fields. */
export function expectInvalid(answer: Answer<unknown>, ...paths: string[]): ErrorBody {
  const issues = paths.map((path) => ({ path, message: expect.stringMatching(sentence) }));
  return expectError(answer, 400, "invalid_request", { issues });
}

/** Asserts that the answer is a 429 of this limit and returns after how many seconds to come back. */
export function expectRateLimited(answer: Answer<unknown>, limit: number): number {
  const retryAfterInSeconds = Number(answer.headers.get("retry-after"));
  const { message } = expectError(answer, 429, "rate_limited", {
    limit,
    windowInSeconds: 60,
    retryAfterInSeconds,
  });
  expect(message).toContain(`${limit} requests per minute`);
  expect(Number.isInteger(retryAfterInSeconds)).toBe(true);
  expect(retryAfterInSeconds).toBeGreaterThanOrEqual(1);
  expect(retryAfterInSeconds).toBeLessThanOrEqual(61);
  return retryAfterInSeconds;
}
