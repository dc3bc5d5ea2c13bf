import { createTestAccount } from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callApi, enhancePrompt, getLedgerPage } from "./call-api.ts";
import { expectError, expectInvalid } from "./expect-error.ts";
import { type Installation, startInstallation } from "./installation.ts";
import { sendRaw } from "./raw-http.ts";

let installation: Installation;
let api: Installation["api"];
let key: string;

beforeAll(async () => {
  installation = await startInstallation();
  api = installation.api;
  key = (await createTestAccount(installation.database.url, { credits: 1, rate: 100_000 })).key;
});

afterAll(() => installation?.stop());

describe("an error [ERR-1]", () => {
  it("has the one shape for an unknown path [ERR-12]", async () => {
    const answer = await callApi(api, "/nft/no-such-thing?key=value", { key });
    expect(expectError(answer, 404, "not_found").message).toBe(
      "There is no route GET /nft/no-such-thing. See /docs for the API reference.",
    );
    expectError(await callApi(api, "/", {}), 404, "not_found");
    expectError(await callApi(api, "/nft/no-such-thing", { body: {} }), 404, "not_found");
  });

  it("is 404 for /chat, whatever the method and the key [ERR-13]", async () => {
    expectError(await callApi(api, "/chat", { key }), 404, "not_found");
    expectError(await callApi(api, "/chat", { key, body: { question: "hello" } }), 404, "not_found");
    expectError(await callApi(api, "/chat", { body: { question: "hello" } }), 404, "not_found");
  });

  it("is 405 with the allowed methods where the path exists for others", async () => {
    for (const method of ["GET", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      const answer = await callApi(api, "/nft/enhancePrompt", { key, method });
      expectError(answer, 405, "method_not_allowed");
      expect(answer.headers.get("allow"), method).toBe("POST");
    }
    for (const path of ["/nft/get-chains", "/credits/balance", "/credits/ledger", "/health/ready"]) {
      const answer = await callApi(api, path, { key, body: {} });
      expectError(answer, 405, "method_not_allowed");
      expect(answer.headers.get("allow"), path).toBe("GET");
    }
  });

  it("is 400 in the one shape for an address that cannot be decoded", async () => {
    expectError(await callApi(api, "/nft/%zz", { key }), 400, "malformed_request");
  });

  it("is 400 in the one shape for what is not HTTP", async () => {
    const answer = await sendRaw(api.baseUrl, "this is not HTTP\r\n\r\n");
    if (!answer) throw new Error("the connection was closed without an answer");
    expectError(answer, 400, "malformed_request");
  });

  it("names the field that is missing or wrong and says what it should be [ERR-2 ERR-3 ERR-6 ERR-7]", async () => {
    const send = (body: unknown) => callApi(api, "/nft/enhancePrompt", { key, body });
    expect(expectInvalid(await send({}), "prompt").message).toBe("prompt is required and must be text");
    expect(expectInvalid(await send({ prompt: 7 }), "prompt").message).toBe(
      "prompt is required and must be text",
    );
    expect(expectInvalid(await send({ prompt: " \n" }), "prompt").message).toBe(
      "prompt is required and must not be empty",
    );
    expect(expectInvalid(await send({ prompt: "x".repeat(4_001) }), "prompt").message).toBe(
      "prompt must be at most 4000 characters",
    );
    for (const body of [null, [], "text", 7]) {
      expect(expectInvalid(await send(body), "").message).toMatch(/^The request body must be a JSON object/);
    }
  });

  it("is 400 for an invalid query parameter, which the message names [ERR-8]", async () => {
    for (const limit of ["ten", "0", "101", "1.5"]) {
      const answer = await callApi(api, `/credits/ledger?limit=${limit}`, { key });
      expect(expectInvalid(answer, "limit").message).toMatch(/^limit must be /);
    }
  });

  it("comes without a data field, and as nothing but JSON [ERR-5]", async () => {
    for (const answer of [
      await callApi(api, "/credits/balance"),
      await callApi(api, "/nope"),
      await callApi(api, "/nft/enhancePrompt", { key, body: {} }),
    ]) {
      expect(Object.keys(answer.body as object)).toEqual(["status", "statusCode", "message", "error"]);
    }
  });
});

describe("Accept: application/problem+json", () => {
  it("turns every error into an RFC 9457 problem with the same status [ERR-4]", async () => {
    const headers = { accept: "application/json;q=0.5, application/problem+json" };
    const cases = [
      [await callApi(api, "/nope", { headers }), 404, "not_found"],
      [await callApi(api, "/credits/balance", { headers }), 401, "unauthorized"],
      [await callApi(api, "/credits/balance", { headers, body: {} }), 405, "method_not_allowed"],
      [await callApi(api, "/nft/enhancePrompt", { headers, key, body: {} }), 400, "invalid_request"],
    ] as const;
    for (const [answer, status, code] of cases) {
      expect(answer.status).toBe(status);
      expect(answer.headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
      expect(answer.body).toStrictEqual({
        type: `urn:mintwright:error:${code}`,
        title: code.replaceAll("_", " "),
        status,
        detail: expect.stringContaining(" "),
        instance: `urn:mintwright:request:${answer.headers.get("x-request-id")}`,
        code,
        ...(status === 400 && { details: { issues: [{ path: "prompt", message: expect.any(String) }] } }),
      });
    }
  });

  it("does not change an answer that is no error", async () => {
    const headers = { accept: "application/problem+json" };
    const answer = await callApi(api, "/credits/balance", { key, headers });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  });
});

describe("X-Request-Id", () => {
  const generated = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

  it("is on every answer, generated when the caller sends none [HTTP-1]", async () => {
    const answers = [
      await enhancePrompt(api, key),
      await callApi(api, "/credits/balance", { key }),
      await callApi(api, "/nft/get-chains"),
      await callApi(api, "/nope"),
      await callApi(api, "/health/live"),
      await callApi(api, "/openapi.json"),
      await callApi(api, "/docs/"),
    ];
    const ids = answers.map(({ headers }) => headers.get("x-request-id"));
    for (const id of ids) expect(id).toMatch(generated);
    expect(new Set(ids).size).toBe(answers.length);
  });

  it("keeps a sane id of the caller, in the answer, the error and the ledger", async () => {
    const id = `order:2041/try=1+a.b_${"x".repeat(107)}`;
    expect(id).toHaveLength(128);
    const headers = { "x-request-id": id };
    expect((await enhancePrompt(api, key, { headers })).headers.get("x-request-id")).toBe(id);
    const { entries } = await getLedgerPage(api, key);
    expect(entries.filter(({ requestId }) => requestId === id).map(({ kind }) => kind)).toEqual([
      "capture",
      "hold",
    ]);
    expect(expectError(await callApi(api, "/nope", { headers }), 404, "not_found").error.requestId).toBe(id);
  });

  it("replaces an id that is empty, too long, or of other characters [HTTP-2]", async () => {
    const sane = await callApi(api, "/health/live", { headers: { "x-request-id": "sane-1" } });
    expect(sane.headers.get("x-request-id")).toBe("sane-1");
    for (const id of ["", "x".repeat(129), "two words", "<script>", 'a"b', "a,b", "caf\u00e9", "a\\b"]) {
      const answer = await callApi(api, "/health/live", { headers: { "x-request-id": id } });
      expect(answer.headers.get("x-request-id"), id).toMatch(generated);
    }
  });
});
