import { describe, expect, it } from "vitest";
import { removeSecrets } from "./remove-secrets.ts";
import type { EndedRequest } from "./request-log.ts";
import { shortenBodies } from "./shorten-body.ts";

const request: EndedRequest = {
  accountId: "a",
  keyId: "k",
  requestId: "r",
  operation: "generateImage",
  model: "velogen",
  method: "POST",
  url: "/nft/generate-image",
  status: 200,
  errorCode: undefined,
  latencyInMs: 1,
  isEndless: false,
  charged: 0,
  held: 0,
  requestBody: undefined,
  response: undefined,
};
const shorten = (part: Partial<EndedRequest>) => shortenBodies({ ...request, ...part });
const hex = "4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318";
const phrase = "legal winner thank year wave sausage worth useful legal winner thank yellow";

describe("secrets", () => {
  it.each([
    [`my key is mw_live_aa${"x".repeat(36)}!`, "my key is [removed]!"],
    ["Authorization: Bearer abc.def-123456", "Authorization: Bearer [removed]"],
    [`sign with 0x${hex} please`, "sign with [removed] please"],
    [`sign with ${hex}`, "sign with [removed]"],
    [`restore ${phrase} quickly`, "restore [removed] quickly"],
    ["-----BEGIN EC PRIVATE KEY-----\nabc\n-----END EC PRIVATE KEY-----\nrest", "[removed]\nrest"],
    ["-----BEGIN PRIVATE KEY-----\nabc", "[removed]"],
    ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "[removed]"],
    ["sk-proj-abcdefghijklmnop", "[removed]"],
    ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "[removed]"],
    [
      "https://user:pass@example.com/a?token=abcdefgh&b=1",
      "https://[removed]@example.com/a?token=[removed]&b=1",
    ],
  ])("are removed from %j", (text, safe) => {
    expect(removeSecrets(text)).toBe(safe);
  });

  it.each([
    "a fox who mends clocks, in the year of the wave",
    "legal winner thank year wave sausage worth useful legal winner thank",
    "the token BTC",
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  ])("are not seen in %j", (text) => {
    expect(removeSecrets(text)).toBe(text);
  });

  it("are removed by the name of their field, at any depth, and hashes are kept", () => {
    const { requestBody, responseBody } = shorten({
      requestBody: {
        prompt: "a fox",
        nested: [{ apiKey: "abc", "X-Api-Key": "d", password: { any: 1 }, token: "BTC" }],
        accessToken: "0123456789abcdef",
        transactionHash: `0x${hex}`,
      },
      response: { contentType: "application/json; charset=utf-8", body: '{"data":{"secret":"s"},"seed":7}' },
    });
    expect(JSON.parse(requestBody ?? "")).toEqual({
      prompt: "a fox",
      nested: [{ apiKey: "[removed]", "X-Api-Key": "[removed]", password: "[removed]", token: "BTC" }],
      accessToken: "[removed]",
      transactionHash: `0x${hex}`,
    });
    expect(JSON.parse(responseBody ?? "")).toEqual({ data: { secret: "[removed]" }, seed: 7 });
  });

  it("are removed where a long text is cut", () => {
    const before = "x ".repeat(4_090);
    const { requestBody } = shorten({
      requestBody: { prompt: `${before}mw_live_aa${"x".repeat(36)} ${"y".repeat(9_000)}` },
    });
    expect(requestBody).not.toContain("mw_live");
  });
});

describe("bodies", () => {
  it("are shortened and say so", () => {
    const { requestBody, isShortened } = shorten({
      requestBody: { image: "A".repeat(100_000), list: Array(150).fill("b"), bytes: Array(150).fill(1) },
    });
    expect(isShortened).toBe(true);
    const { image, list, bytes } = JSON.parse(requestBody ?? "");
    expect(image).toMatch(/^A{8192}… \(100,000 characters\)$/);
    expect(list.slice(-2)).toEqual(["b", "… 50 more"]);
    expect(bytes).toBe("150 numbers");
    const long = shorten({ requestBody: Array(90).fill("B".repeat(5_000)) });
    expect(long).toMatchObject({ isShortened: true, requestBody: expect.stringMatching(/^\["B{5000}.*…$/) });
    expect(long.requestBody).toHaveLength(32_769);
  });

  it("of many texts cost no more than one", () => {
    const body = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, index) => [index, "the fox ".repeat(1_000)]),
    );
    const startedAt = performance.now();
    const { isShortened } = shorten({ requestBody: body });
    expect(performance.now() - startedAt).toBeLessThan(500);
    expect(isShortened).toBe(true);
  });

  it("of files and large answers are described", () => {
    const jpeg = shorten({ response: { contentType: "image/jpeg", body: Buffer.alloc(12_345) } });
    expect(jpeg).toMatchObject({ responseBody: "image/jpeg, 12,345 bytes", isShortened: true });
    const large = shorten({
      response: { contentType: "application/json", body: `"${"x".repeat(300_000)}"` },
    });
    expect(large.responseBody).toBe("application/json, 300,002 bytes");
  });

  it("keep the query without its secrets, and contain nothing that PostgreSQL cannot store", () => {
    const { query, requestBody } = shorten({
      url: "/news?token=BTC&access_token=abcdefgh",
      requestBody: { prompt: "a\0b\ud800" },
    });
    expect(query).toBe("?token=BTC&access_token=[removed]");
    expect(requestBody).toBe('{"prompt":"ab�"}');
  });

  it("are null without a body or for a stream", () => {
    expect(shorten({})).toEqual({ query: null, requestBody: null, responseBody: null, isShortened: false });
  });
});
