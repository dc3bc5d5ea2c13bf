import { once } from "node:events";
import { createTestAccount } from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callApi } from "./call-api.ts";
import { expectError } from "./expect-error.ts";
import { type Installation, startInstallation } from "./installation.ts";
import { openSocket, readUntilClosed, sendRaw } from "./raw-http.ts";

const patienceInMs = 5_000;

let installation: Installation;
let api: Installation["api"];
let key: string;

beforeAll(async () => {
  installation = await startInstallation({ REQUEST_TIMEOUT_MS: "1000", MAX_BODY_BYTES: "2048" });
  api = installation.api;
  key = (await createTestAccount(installation.database.url)).key;
});

afterAll(() => installation?.stop());

it("answers headers above 16 KB with 431 in the error shape", async () => {
  const head = (bytes: number) =>
    `GET /health/live HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nx-padding: ${"x".repeat(bytes)}\r\n\r\n`;
  const refused = await sendRaw(api.baseUrl, head(16_384));
  if (!refused) throw new Error("the connection was closed without an answer");
  expectError(refused, 431, "headers_too_large");
  expect((await sendRaw(api.baseUrl, head(15_000)))?.status).toBe(200);
});

it("takes the largest body from MAX_BODY_BYTES", async () => {
  const send = (prompt: string) => callApi(api, "/nft/enhancePrompt", { key, body: { prompt } });
  expect((await send("x".repeat(2_000))).status).toBe(200);
  expectError(await send("x".repeat(2_100)), 413, "body_too_large");
});

it("refuses requests that could be read in two ways", async () => {
  const head = `POST /nft/enhancePrompt HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\n`;
  const lengths = "content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n";
  const smuggled = await sendRaw(api.baseUrl, `${head}content-type: application/json\r\n${lengths}`);
  if (!smuggled) throw new Error("the connection was closed without an answer");
  expectError(smuggled, 400, "malformed_request");
});

describe("a client that is slower than REQUEST_TIMEOUT_MS", () => {
  async function expectPromptEnd(bytes: string) {
    const socket = await openSocket(api.baseUrl);
    socket.write(bytes);
    const startedAt = performance.now();
    const impatience = setTimeout(() => socket.destroy(), patienceInMs);
    const answer = await readUntilClosed(socket);
    clearTimeout(impatience);
    expect(performance.now() - startedAt).toBeLessThan(patienceInMs);
    if (!answer) throw new Error("the connection was closed without an answer");
    expectError(answer, 408, "request_timeout");
  }

  it("is answered with 408 and cut off when its headers do not come to an end", () =>
    expectPromptEnd("GET /health/live HTTP/1.1\r\nhost: localhost\r\nx-slow: "));

  it("is answered with 408 and cut off when its body does not come to an end", () => {
    const head = `POST /nft/enhancePrompt HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${key}\r\n`;
    return expectPromptEnd(`${head}content-type: application/json\r\ncontent-length: 20\r\n\r\n{"prompt"`);
  });
});

it("keeps a connection open between requests, beyond the request timeout", async () => {
  const socket = await openSocket(api.baseUrl);
  const request = "GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n";
  for (const pauseInMs of [0, 1_500]) {
    await new Promise((resolve) => setTimeout(resolve, pauseInMs));
    socket.write(request);
    const [chunk] = await once(socket, "data");
    expect(String(chunk)).toMatch(/^HTTP\/1\.1 200 /);
  }
  socket.destroy();
});
