import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { request as requestSecurely } from "node:https";
import { text } from "node:stream/consumers";
import {
  createTestAccount,
  createTestCertificate,
  runMintwright,
  type TestCertificate,
} from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Installation, startInstallation } from "./installation.ts";

let certificate: TestCertificate;
let certFile: string;
let keyFile: string;
let installation: Installation;

beforeAll(async () => {
  certificate = createTestCertificate();
  ({ certFile, keyFile } = certificate);
  installation = await startInstallation({ TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile });
});

afterAll(async () => {
  await installation?.stop();
  certificate.remove();
});

async function callSecurely(path: string, headers: Record<string, string>, body?: string) {
  const outgoing = requestSecurely(installation.api.baseUrl + path, {
    method: body === undefined ? "GET" : "POST",
    ca: readFileSync(certFile),
    headers,
  });
  outgoing.end(body);
  const [answer] = (await once(outgoing, "response")) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: JSON.parse(await text(answer)) };
}

it("serves over HTTPS with the operator's certificate [HTTP-18]", async () => {
  expect(installation.api.baseUrl).toMatch(/^https:\/\//);
  const { key } = await createTestAccount(installation.database.url);
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const answer = await callSecurely("/nft/enhancePrompt", headers, JSON.stringify({ prompt: "a fox" }));
  expect(answer.status).toBe(200);
  expect(answer.headers["x-credits-charged"]).toBe("0.5");
  expect(answer.body).toEqual({ enhancedPrompt: expect.stringContaining("a fox") });
  expect((await callSecurely("/credits/balance", {})).status).toBe(401);
});

it("answers headers above 16 KB with 431 in the error shape over HTTPS, too", async () => {
  const answer = await callSecurely("/health/live", { "x-padding": "x".repeat(16_384) });
  expect(answer.status).toBe(431);
  expect(answer.body).toMatchObject({ status: false, statusCode: 431, error: { code: "headers_too_large" } });
});

it("does not answer plain HTTP on that port", async () => {
  const outgoing = request(installation.api.baseUrl.replace("https:", "http:"));
  outgoing.end();
  await expect(once(outgoing, "response")).rejects.toThrow();
});

it("does not start with a certificate without its key, and says so", async () => {
  const environment = { DATABASE_URL: installation.database.url, PORT: "0", METRICS_PORT: "0" };
  const alone = await runMintwright(["api"], { ...environment, TLS_CERT_FILE: certFile });
  expect(alone.status).toBe(1);
  expect(alone.stderr).toContain("TLS_CERT_FILE and TLS_KEY_FILE must be set together, or neither");
});
