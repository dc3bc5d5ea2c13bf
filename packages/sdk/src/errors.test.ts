import { errorStatusByCode } from "@mintwright/api-contract";
import { expect, it } from "vitest";
import { toApiError } from "./error-of-status.ts";
import { ApiError } from "./errors.ts";

it("every status that the API answers with has a class of its own", () => {
  const statuses = [...new Set(Object.values(errorStatusByCode))];
  const names = statuses.map((status) => toApiError(new Response(null, { status }), "").name);
  expect(new Set(names).size).toBe(statuses.length);
  expect(names).not.toContain(new ApiError(new Response(null, { status: 418 }), undefined).name);
});

it("ignores the error page of a proxy", () => {
  const response = new Response(null, { status: 502, statusText: "Bad Gateway" });
  const error = toApiError(response, "<h1>nginx</h1>");
  expect(error).toMatchObject({
    name: "EngineFailedError",
    code: undefined,
    message: "The server returned 502 Bad Gateway",
    isRetryable: true,
  });
});

it("reads Retry-After as seconds and as a date", () => {
  const read = (value: string) =>
    toApiError(new Response(null, { status: 429, headers: { "retry-after": value } }), "{}")
      .retryAfterInSeconds;
  expect(read("7")).toBe(7);
  expect(read(new Date(Date.now() + 10_000).toUTCString())).toBeCloseTo(10, -1);
  expect(read("Wed, 21 Oct 2015 07:28:00 GMT")).toBe(0);
  expect(read("later")).toBeUndefined();
});
