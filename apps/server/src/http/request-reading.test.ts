import { createOperations, type Operation } from "@mintwright/api-contract";
import type { FastifyRequest } from "fastify";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { UnauthorizedError } from "./request-errors.ts";
import { readBearerKey, readIdempotency } from "./request-headers.ts";
import { parseInput } from "./request-input.ts";

// A key with the right checksum that opens nothing.
const key = "mw_live_aa0000000000000000000000000000004MsWU1";

function request(parts: Record<string, unknown> = {}): FastifyRequest {
  return {
    method: "POST",
    url: "/x",
    headers: {},
    query: {},
    params: {},
    ...parts,
  } as unknown as FastifyRequest;
}

describe("the input of a request", () => {
  const { enhancePrompt, getChains, getCreditsBalance } = createOperations();

  it("is what the schemas make of it, without unknown fields", () => {
    expect(parseInput(enhancePrompt, request({ body: { prompt: " a fox ", other: 1 } }))).toEqual({
      input: { body: { prompt: "a fox" }, query: undefined, params: undefined },
    });
    expect(parseInput(getChains, request({ query: { testNet: "true" } }))).toEqual({
      input: { body: undefined, query: { testNet: true }, params: undefined },
    });
    expect(parseInput(getCreditsBalance, request({ query: { any: "thing" } })).error).toBeUndefined();
  });

  it("is refused with everything that is wrong with it", () => {
    const operation: Operation<unknown, unknown, unknown> = {
      ...(enhancePrompt as unknown as Operation),
      params: z.object({ id: z.uuid("id must be a UUID") }),
      query: z.object({ limit: z.coerce.number().max(5, "limit must be at most 5") }),
      body: z.object({ size: z.object({ width: z.int("width must be a whole number") }) }),
    };
    const { error } = parseInput(
      operation,
      request({ params: { id: "7" }, query: { limit: "9" }, body: { size: { width: 1.5 } } }),
    );
    expect(error).toMatchObject({
      code: "invalid_request",
      message: "id must be a UUID; limit must be at most 5; width must be a whole number",
      details: {
        issues: [
          { path: "id", message: "id must be a UUID" },
          { path: "limit", message: "limit must be at most 5" },
          { path: "size.width", message: "width must be a whole number" },
        ],
      },
    });
  });

  it.each([undefined, null, [], "text", 5])(
    "is refused when the body is %j, and says that it must be an object",
    (body) => {
      const { error, input } = parseInput(enhancePrompt, request({ body }));
      expect(input).toBeUndefined();
      expect(error?.message).toMatch(/^The request body must be a JSON object/);
    },
  );
});

describe("what no request needs", () => {
  const { enhancePrompt } = createOperations();
  const nested = (levels: number) => JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`);

  it.each<[string, Record<string, unknown>, string, string]>([
    ["NUL in the body", { body: { prompt: "a\0b" } }, "prompt", "prompt must not contain NUL characters"],
    [
      "half of a surrogate pair deep in the body",
      { body: { prompt: "a", traits: [{ value: "\ud800" }] } },
      "traits.0.value",
      "traits.0.value must be valid Unicode, without halves of surrogate pairs",
    ],
    ["NUL in the query", { query: { limit: "\0" } }, "limit", "limit must not contain NUL characters"],
    ["NUL in the path", { params: { id: "\0" } }, "id", "id must not contain NUL characters"],
    [
      "NUL in the name of a field",
      { body: { "a\0": 1 } },
      "",
      "The request body has a field whose name must not contain NUL characters",
    ],
    [
      "a body of 10,000 levels",
      { body: { extra: nested(10_000) } },
      "extra.0.0.0.0.0.0.0.0.0",
      "extra.0.0.0.0.0.0.0.0.0 must not be nested deeper than 100 levels",
    ],
    [
      "a list of more entries than any request needs",
      { body: { ids: new Array(10_001).fill(1) } },
      "ids",
      "ids must have at most 10000 entries",
    ],
    [
      "more values than any request needs",
      { body: { a: new Array(7).fill(new Array(9_000).fill(null)) } },
      "a.6.5991",
      "a.6.5991 has more than 60000 values",
    ],
  ])("is refused by name: %s", (_case, parts, path, message) => {
    expect(parseInput(enhancePrompt, request(parts)).error).toMatchObject({
      code: "invalid_request",
      details: { issues: [{ path, message }] },
    });
  });

  it("is told for the first wrong entries only", () => {
    const { mintNft } = createOperations();
    const { error } = parseInput(mintNft, request({ body: { ids: new Array(10_000).fill("x") } }));
    expect(error?.details).toMatchObject({ issues: expect.toSatisfy((issues) => issues.length === 20) });
  });

  it("is nothing but that: other text of any kind, 100 levels and bytes are read", () => {
    const body = { prompt: "\u202e\ud83e\udd8a\u0001\t\n", deep: nested(99), bytes: Buffer.from([0]) };
    expect(parseInput(enhancePrompt, request({ body })).error).toBeUndefined();
  });
});

describe("the idempotency of a request", () => {
  const read = (parts: Record<string, unknown> = {}) =>
    readIdempotency(request({ headers: { "idempotency-key": "once" }, body: { a: 1 }, ...parts }));

  it("is absent without the header", () => {
    expect(read({ headers: {} })).toBeUndefined();
  });

  it("has the caller's key and a fingerprint of 32 bytes", () => {
    expect(read()).toEqual({ key: "once", fingerprintHex: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  it("has the same fingerprint for the same method, address and body, whatever the headers", () => {
    expect(read({ headers: { "idempotency-key": "once", "x-request-id": "7" } })).toEqual(read());
  });

  it.each([
    ["method", { method: "PUT" }],
    ["path", { url: "/y" }],
    ["query", { url: "/x?a=1" }],
    ["value", { body: { a: 2 } }],
    ["type of a value", { body: { a: "1" } }],
    ["field", { body: { a: 1, b: null } }],
    ["absence of a body", { body: undefined }],
    ["body made to look like another request", { url: "/", body: 'x\n{"a":1}' }],
  ])("has another fingerprint for another %s", (_case, parts) => {
    expect(read(parts)?.fingerprintHex).not.toBe(read()?.fingerprintHex);
  });

  it("takes keys of 1 to 255 characters and refuses others in words", () => {
    expect(read({ headers: { "idempotency-key": "k".repeat(255) } })?.key).toHaveLength(255);
    for (const bad of ["", "k".repeat(256)]) {
      expect(() => read({ headers: { "idempotency-key": bad } })).toThrow(
        "Idempotency-Key must have 1 to 255 characters",
      );
    }
  });
});

describe("the key of a request", () => {
  const read = (authorization?: string) => readBearerKey(request({ headers: { authorization } }));

  it.each([`Bearer ${key}`, `bearer ${key}`, `BEARER   ${key}  `])("is read from %j", (authorization) => {
    expect(read(authorization)).toBe(key);
  });

  it.each([
    ["nothing", undefined],
    ["an empty header", ""],
    ["the scheme alone", "Bearer"],
    ["the key alone", key],
    ["another scheme", `Basic ${key}`],
    ["two keys", `Bearer ${key} ${key}`],
    ["a mistyped key", `Bearer ${key.slice(0, -1)}2`],
    ["a foreign key", "Bearer sk-abcdef"],
  ])("is refused when there is %s", (_case, authorization) => {
    expect(() => read(authorization)).toThrow(UnauthorizedError);
  });
});
