import { createTestAccount } from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callApi, enhancePrompt, getCredits } from "./call-api.ts";
import { expectError, expectInvalid } from "./expect-error.ts";
import { type Installation, startInstallation } from "./installation.ts";
import { sendRaw } from "./raw-http.ts";

const path = "/nft/enhancePrompt";
const maxBodyBytes = 1_048_576;

let installation: Installation;
let api: Installation["api"];
let key: string;

beforeAll(async () => {
  installation = await startInstallation();
  api = installation.api;
  key = (await createTestAccount(installation.database.url, { credits: 100, rate: 100_000 })).key;
});

afterAll(() => installation?.stop());

it("ignores body fields that no document names [HTTP-3]", async () => {
  const body = { prompt: "a fox", model: "velogen", nested: { deep: [1, 2] }, "": null };
  const answer = await callApi(api, path, { key, body });
  expect(answer.status).toBe(200);
  const { warnings, ...said } = answer.body as { warnings: string[] };
  expect(said).toEqual((await enhancePrompt(api, key, { prompt: "a fox" })).body);
  expect(warnings).toHaveLength(3);
});

it("refuses a body of any other content type with 415 [HTTP-4]", async () => {
  const json = JSON.stringify({ prompt: "a fox" });
  for (const type of [
    "text/plain",
    "application/x-www-form-urlencoded",
    "text/json",
    "multipart/form-data",
  ]) {
    const answer = await callApi(api, path, { key, text: json, headers: { "content-type": type } });
    const { message } = expectError(answer, 415, "unsupported_media_type");
    expect(message).toContain("Content-Type: application/json");
  }
});

it("accepts JSON with a charset and in any case of its type", async () => {
  for (const type of ["application/json; charset=utf-8", "Application/JSON"]) {
    const text = JSON.stringify({ prompt: "a fox" });
    expect((await callApi(api, path, { key, text, headers: { "content-type": type } })).status).toBe(200);
  }
});

it("refuses malformed JSON with 400 [HTTP-5]", async () => {
  const headers = { "content-type": "application/json" };
  for (const text of ["{", '{"prompt":"a fox"', "{'prompt':'a fox'}", "undefined", '{"prompt":"a\nfox"}']) {
    expectError(await callApi(api, path, { key, text, headers }), 400, "malformed_json");
  }
});

it("refuses an empty body with 400 and says to send one", async () => {
  const headers = { "content-type": "application/json" };
  const declared = await callApi(api, path, { key, text: "", method: "POST", headers });
  expect(expectError(declared, 400, "malformed_json").message).toBe("The body is empty. Send a JSON object.");
  expectInvalid(await callApi(api, path, { key, method: "POST" }), "");
});

it("refuses a body above 1 MB with 413, whether its length is declared or not [HTTP-6]", async () => {
  const head = [
    `POST ${path} HTTP/1.1`,
    "host: localhost",
    `authorization: Bearer ${key}`,
    "content-type: application/json",
    "connection: close",
  ].join("\r\n");
  const declared = await sendRaw(api.baseUrl, `${head}\r\ncontent-length: ${maxBodyBytes + 1}\r\n\r\n`);
  if (!declared) throw new Error("no answer to a body declared too large");
  expectError(declared, 413, "body_too_large");

  const chunk = `${(maxBodyBytes + 1).toString(16)}\r\n${"x".repeat(maxBodyBytes + 1)}\r\n`;
  const streamed = await sendRaw(api.baseUrl, `${head}\r\ntransfer-encoding: chunked\r\n\r\n${chunk}`);
  if (!streamed) throw new Error("no answer to a body that grew too large");
  expectError(streamed, 413, "body_too_large");
});

it("reads a body of exactly 1 MB", async () => {
  const empty = JSON.stringify({ prompt: "a fox", padding: "" });
  const padding = "x".repeat(maxBodyBytes - Buffer.byteLength(empty));
  expect((await callApi(api, path, { key, body: { prompt: "a fox", padding } })).status).toBe(200);
});

it("never charges for a request that it refuses to read or to accept [PAY-6]", async () => {
  const before = await getCredits(api, key);
  const json = { "content-type": "application/json" };
  await callApi(api, path, { key, text: "{", headers: json });
  await callApi(api, path, { key, text: "prompt", headers: { "content-type": "text/plain" } });
  await callApi(api, path, { key, body: { prompt: "" } });
  await callApi(api, path, { key, body: { prompt: ["a fox"] } });
  const after = await getCredits(api, key);
  expect(after).toEqual(before);
  expect(after.held).toBe(0);
});
