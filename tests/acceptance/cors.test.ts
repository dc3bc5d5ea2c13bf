import { createTestAccount } from "@mintwright/test-harness";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Installation, startInstallation } from "./installation.ts";

const allowed = "https://app.example.com";
let installation: Installation;
let closedApi: string;
let key = "";

beforeAll(async () => {
  installation = await startInstallation();
  closedApi = installation.api.baseUrl;
  ({ key } = await createTestAccount(installation.database.url));
});

afterAll(() => installation.stop());

const ask = (url: string, origin: string, more: Record<string, string> = {}) =>
  fetch(url, {
    method: "OPTIONS",
    headers: {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,content-type,idempotency-key",
      ...more,
    },
  });

const readCors = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith("access-control-")));

describe("a page of another origin", () => {
  it("cannot call an API that names no origins", async () => {
    const answer = await ask(`${closedApi}/nft/enhancePrompt`, allowed);
    expect([answer.status, readCors(answer)]).toEqual([405, {}]);
    const called = await fetch(`${closedApi}/credits/balance`, { headers: { origin: allowed } });
    expect(readCors(called)).toEqual({});
  });

  it("can call when its origin is named, and read what an answer costs, also of a refusal and of a stream", async () => {
    const { baseUrl } = await installation.startReplica({ CORS_ORIGINS: `${allowed},http://localhost:5173` });
    const asked = await ask(`${baseUrl}/nft/enhancePrompt`, allowed);
    expect(asked.status).toBe(204);
    expect(readCors(asked)).toMatchObject({
      "access-control-allow-origin": allowed,
      "access-control-allow-methods": expect.stringContaining("POST"),
      "access-control-allow-headers": "authorization,content-type,idempotency-key",
    });
    const headers = { origin: allowed, authorization: `Bearer ${key}`, "content-type": "application/json" };
    const made = await fetch(`${baseUrl}/nft/enhancePrompt`, {
      method: "POST",
      headers,
      body: JSON.stringify({ prompt: "a fox" }),
    });
    expect([made.status, made.headers.get("x-credits-charged")]).toEqual([200, "0.5"]);
    const exposed = String(made.headers.get("access-control-expose-headers"));
    for (const name of ["x-credits-charged", "x-request-id", "x-ratelimit-remaining", "retry-after"])
      expect(exposed).toContain(name);
    expect(made.headers.get("vary")).toContain("Origin");
    // Cookies are never let through.
    expect(readCors(made)).not.toHaveProperty("access-control-allow-credentials");
    const refused = await fetch(`${baseUrl}/credits/balance`, { headers: { origin: allowed } });
    expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([401, allowed]);
    const streamed = await fetch(`${baseUrl}/chat/stream`, {
      method: "POST",
      headers: { ...headers, accept: "text/event-stream" },
      body: JSON.stringify({ question: "What is a wallet?", model: "general_assistant" }),
    });
    expect(streamed.headers.get("content-type")).toContain("text/event-stream");
    expect(streamed.headers.get("access-control-allow-origin")).toBe(allowed);
    await streamed.text();
  });

  it("cannot when another origin is named, nor call the dashboard", async () => {
    const { baseUrl } = await installation.startReplica({
      CORS_ORIGINS: allowed,
      PUBLIC_URL: "https://api.example.com",
      DASHBOARD_SECRET: "a secret of the tests that is long enough",
    });
    const foreign = await ask(`${baseUrl}/nft/enhancePrompt`, "https://evil.test");
    expect([foreign.status, readCors(foreign)]).toEqual([405, {}]);
    for (const path of ["/dashboard/api/keys", "/dashboard/api/operations/nft/enhancePrompt", "/dashboard"]) {
      const answer = await ask(`${baseUrl}${path}`, allowed);
      expect([path, answer.status, readCors(answer)]).toEqual([path, 404, {}]);
    }
    const session = await fetch(`${baseUrl}/dashboard/api/session`, { headers: { origin: allowed } });
    expect([session.status, readCors(session)]).toEqual([401, {}]);
    const plain = await fetch(`${baseUrl}/nft/enhancePrompt`, { method: "OPTIONS" });
    expect([plain.status, plain.headers.get("allow")]).toEqual([405, "POST"]);
  });
});
