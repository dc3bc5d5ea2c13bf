import { once } from "node:events";
import { connect } from "node:net";
import { setImmediate as endOfTurn } from "node:timers/promises";
import { errorStatusByCode } from "@mintwright/api-contract";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AppError, ServiceUnavailableError } from "../platform/errors.ts";
import { createLogger } from "../platform/logging.ts";
import { isOpenAiPath, toErrorBody, toOpenAiErrorBody } from "./error-bodies.ts";
import { createErrorRenderer, toAppError } from "./render-error.ts";
import { InvalidRequestError, RateLimitedError, UnauthorizedError } from "./request-errors.ts";

const lines: string[] = [];
let thrown: unknown;
let app: FastifyInstance;

beforeEach(() => {
  lines.length = 0;
  app = Fastify({ genReqId: () => "request-1", bodyLimit: 1_024 });
  app.removeContentTypeParser("text/plain");
  app.setErrorHandler(createErrorRenderer(createLogger("info", { write: (line) => lines.push(line) })));
  app.get("/", async () => {
    throw thrown;
  });
  app.post("/", async () => "ok");
});

afterEach(() => app.close());

async function answer(error: unknown, accept?: string) {
  thrown = error;
  return app.inject({ url: "/", ...(accept && { headers: { accept } }) });
}

it("asks to try again while the database is away", async () => {
  const response = await answer(new Error("Connection terminated unexpectedly"));
  expect([response.statusCode, response.headers["retry-after"]]).toEqual([503, expect.any(String)]);
  expect(response.json()).toMatchObject({ message: expect.stringContaining("The database did not answer") });
});

describe("an error of ours", () => {
  it("is answered with its status, its code, its sentence and its details", async () => {
    const error = new AppError("insufficient_credits", "Add credits.", {
      details: { price: 0.5, balance: 0 },
    });
    const response = await answer(error);
    expect(response.statusCode).toBe(402);
    expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(response.json()).toEqual({
      status: false,
      statusCode: 402,
      message: "Add credits.",
      error: { code: "insufficient_credits", requestId: "request-1", details: { price: 0.5, balance: 0 } },
    });
    expect(lines).toEqual([]);
  });

  it("has no details unless there are some", () => {
    const body = toErrorBody(new AppError("not_found", "Nothing here."), "r");
    expect(body.error).toEqual({ code: "not_found", requestId: "r" });
  });

  it("says how to authenticate when there is no valid key", async () => {
    const response = await answer(new UnauthorizedError());
    expect(response.statusCode).toBe(401);
    expect(response.headers["www-authenticate"]).toBe("Bearer");
  });

  it("says when to try again", async () => {
    const response = await answer(new RateLimitedError(200, 17));
    expect(response.statusCode).toBe(429);
    expect(response.headers["retry-after"]).toBe("17");
    expect(response.headers["www-authenticate"]).toBeUndefined();
    expect(response.json().error.details).toEqual({
      limit: 200,
      windowInSeconds: 60,
      retryAfterInSeconds: 17,
    });
  });

  it("is logged with its cause and the request id when it is our fault", async () => {
    await answer(new ServiceUnavailableError("Not now.", { cause: new Error("socket closed") }));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: "error", requestId: "request-1", url: "/" });
    expect(lines[0]).toContain("socket closed");
  });
});

describe("application/problem+json", () => {
  it.each(["application/problem+json", "text/html, application/problem+json;q=0.9"])(
    "is answered to callers that accept %s",
    async (accept) => {
      const response = await answer(new RateLimitedError(5, 9), accept);
      expect(response.headers["content-type"]).toBe("application/problem+json; charset=utf-8");
      expect(response.headers["retry-after"]).toBe("9");
      expect(response.json()).toEqual({
        type: "urn:mintwright:error:rate_limited",
        title: "rate limited",
        status: 429,
        detail: "This key may send 5 requests per minute. Try again in 9 seconds.",
        instance: "urn:mintwright:request:request-1",
        code: "rate_limited",
        details: { limit: 5, windowInSeconds: 60, retryAfterInSeconds: 9 },
      });
    },
  );

  it("is not answered to others", async () => {
    const response = await answer(new UnauthorizedError(), "application/json");
    expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
  });
});

describe("an error that nobody expected", () => {
  it("is answered with 500 and none of its text, which goes to the log", async () => {
    const response = await answer(new Error("password of the database is hunter2"));
    expect(response.statusCode).toBe(500);
    expect(response.json().error).toEqual({ code: "internal_error", requestId: "request-1" });
    expect(response.body).not.toContain("hunter2");
    expect(lines.join()).toContain("hunter2");
  });

  it.each([
    [
      "a connection that was reset",
      Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET", syscall: "read" }),
    ],
    ["a connection that ended", new Error("Connection terminated unexpectedly")],
    ["a pool without a free connection", new Error("timeout exceeded when trying to connect")],
    ["a server that stops", Object.assign(new Error("terminating connection"), { code: "57P01" })],
  ])("says that the outcome is unknown after %s to the database", async (_case, error) => {
    const response = await answer(error);
    expect(response.statusCode).toBe(503);
    expect(response.headers["retry-after"]).toBe("2");
    expect(response.json().message).toMatch(
      /^The database did not answer\. The request may have been completed/,
    );
  });

  it.each([
    ["a database error", Object.assign(new Error("duplicate"), { code: "23505" })],
    ["an error of status 500", Object.assign(new Error("x"), { statusCode: 500 })],
    ["an aborted signal", new DOMException("left", "AbortError")],
    ["text", "text"],
    ["null", null],
    ["undefined", undefined],
  ])("becomes internal_error when it is %s", (_case, error) => {
    const translated = toAppError(error);
    expect(translated.code).toBe("internal_error");
    expect(translated.message).toMatch(/^Something went wrong on our side/);
    expect(translated.cause).toBe(error);
  });
});

describe("an error on a route for clients of OpenAI", () => {
  it.each([
    [new UnauthorizedError(), 401, "authentication_error"],
    [new AppError("insufficient_credits", "Add credits."), 402, "insufficient_quota"],
    [new RateLimitedError(200, 3), 429, "rate_limit_exceeded"],
    [new ServiceUnavailableError("Later."), 503, "server_error"],
    [new AppError("not_found", "Nothing here."), 404, "invalid_request_error"],
  ])("has their shape and ours at once: %s", async (error, status, type) => {
    app.get("/v1/models", async () => {
      throw error;
    });
    const response = await app.inject({ url: "/v1/models" });
    expect(response.statusCode).toBe(status);
    const { message, code } = error;
    expect(response.json()).toMatchObject({
      status: false,
      statusCode: status,
      message,
      error: { message, type, param: null, code, requestId: "request-1" },
    });
  });

  it("names the field that is wrong", () => {
    const error = new InvalidRequestError([{ path: "messages.0.content", message: "content must be text" }]);
    expect(toOpenAiErrorBody(error, "r").error).toMatchObject({
      param: "messages.0.content",
      message: "content must be text",
      type: "invalid_request_error",
    });
  });

  it.each([
    ["/v1", true],
    ["/v1/", true],
    ["/v1?x", true],
    ["/v1/chat/completions", true],
    ["/v10/models", false],
    ["/chat/stream?path=/v1/", false],
  ])("is recognised by its path: %s %s", (url, isTheirs) => {
    expect(isOpenAiPath(url)).toBe(isTheirs);
  });
});

describe("an error of the framework", () => {
  it.each([
    ["broken JSON", { "content-type": "application/json" }, "{", "malformed_json"],
    ["an empty body", { "content-type": "application/json" }, "", "malformed_json"],
    [
      "a body that is too large",
      { "content-type": "application/json" },
      `"${"x".repeat(2_000)}"`,
      "body_too_large",
    ],
    ["another content type", { "content-type": "text/plain" }, "text", "unsupported_media_type"],
    ["an unreadable content type", { "content-type": "???" }, "text", "unsupported_media_type"],
    ["__proto__ in JSON", { "content-type": "application/json" }, '{"__proto__":{"a":1}}', "malformed_json"],
  ])("becomes ours: %s", async (_case, headers, payload, code) => {
    const response = await app.inject({ method: "POST", url: "/", headers, payload });
    expect(response.json()).toMatchObject({ status: false, error: { code, requestId: "request-1" } });
    expect(response.statusCode).toBe(errorStatusByCode[code as keyof typeof errorStatusByCode]);
    expect(response.body).not.toContain("FST_");
  });

  it("of a kind that we do not know is malformed_request, without the framework's text", () => {
    const error = toAppError(
      Object.assign(new Error("inner words"), { code: "FST_ERR_NEW", statusCode: 418 }),
    );
    expect(error.code).toBe("malformed_request");
    expect(error.message).not.toContain("inner words");
  });
});

it("does not log as our failure that a caller left before its answer", async () => {
  const failed = Promise.withResolvers<void>();
  app.get("/slow", async (_request, reply) => {
    caller.destroy();
    await once(reply.raw, "close");
    failed.resolve();
    throw new DOMException("The caller disconnected before the answer.", "AbortError");
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const caller = connect((app.server.address() as { port: number }).port, "127.0.0.1");
  caller.write("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
  await failed.promise;
  await endOfTurn();
  await endOfTurn();
  expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});
