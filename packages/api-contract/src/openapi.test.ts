import { describe, expect, it } from "vitest";
import { defaultLimits } from "./limits.ts";
import { createOpenApiDocument } from "./openapi.ts";
import { createOperations } from "./operations.ts";

type Described = Record<string, unknown> & { responses: Record<string, unknown> };

const document = createOpenApiDocument(createOperations(), "1.2.3");
const paths = document.paths as unknown as Record<string, Record<string, Described>>;
const described = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
  ),
);

function listReferences(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === "$ref" ? [String(inner)] : listReferences(inner),
  );
}

function findUndefined(value: unknown, place = "document"): string[] {
  if (value === undefined) return [place];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => findUndefined(inner, `${place}.${name}`));
}

describe("the OpenAPI document", () => {
  it("is of version 3.1, carries the version it was given and how to authenticate", () => {
    expect(document.openapi).toBe("3.1.0");
    expect(document.info).toMatchObject({ title: "Mintwright", version: "1.2.3" });
    expect(document.components?.securitySchemes?.apiKey).toMatchObject({ type: "http", scheme: "bearer" });
  });

  it("answers every operation with exactly these statuses", () => {
    const statuses = Object.fromEntries(
      described.map(([name, { responses }]) => [name, Object.keys(responses).join(" ")]),
    );
    const always = "200 400 408 414 431 500 503";
    expect(statuses).toEqual({
      "POST /nft/enhancePrompt": "200 400 401 402 403 408 409 413 414 415 422 429 431 500 502 503 504",
      "POST /nft/generate-image": "200 400 401 402 403 408 409 413 414 415 422 429 431 500 502 503 504",
      "POST /nft/generate-multiple-images":
        "200 400 401 402 403 408 409 413 414 415 422 429 431 500 502 503 504",
      "GET /nft/styles": "200 400 401 403 408 414 429 431 500 503",
      "GET /nft/abi": "200 400 401 403 408 414 429 431 500 503",
      "GET /nft/get-chains": "200 400 401 403 408 414 429 431 500 503",
      "POST /nft/generate-nft-queue": "200 400 401 402 403 408 409 413 414 415 422 429 431 500 503",
      "GET /nft/progress/{collectionId}": "200 400 401 403 404 408 414 429 431 500 503",
      "GET /nft/progress/{collectionId}/events": "200 400 401 403 404 408 414 429 431 500 503",
      "GET /nft/collections": "200 400 401 403 408 414 429 431 500 503",
      "GET /nft/collections/{collectionId}/tokens": "200 400 401 403 404 408 414 429 431 500 503",
      "GET /nft/collections/{collectionId}/tokens/{number}": "200 400 401 403 404 408 414 429 431 500 503",
      "POST /nft/collections/{collectionId}/tokens/{number}/regenerate":
        "200 400 401 402 403 404 408 409 413 414 415 429 431 500 503",
      "PUT /nft/collections/{collectionId}": "200 400 401 403 404 408 413 414 415 429 431 500 503",
      "DELETE /nft/collections/{collectionId}": "200 400 401 403 404 408 409 414 429 431 500 503",
      "POST /nft/mint-nft": "200 400 401 402 403 404 408 409 413 414 415 429 431 500 502 503",
      "GET /nft/collections/{collectionId}/export.car": "200 400 401 403 404 408 409 414 429 431 500 503",
      "GET /nft/collections/{collectionId}/provenance": "200 400 401 403 404 408 409 414 429 431 500 503",
      "GET /drops/{chainId}/{address}": "200 400 404 408 414 431 500 503",
      "GET /drops/{chainId}/{address}/wallets/{wallet}": "200 400 404 408 414 431 500 503",
      "GET /credits/balance": "200 400 401 403 408 414 429 431 500 503",
      "GET /credits/ledger": "200 400 401 403 408 414 429 431 500 503",
      "GET /credits/ledger/requests": "200 400 401 403 408 414 429 431 500 503",
      "GET /webhooks/secret": "200 400 401 403 408 414 429 431 500 503",
      "POST /webhooks/secret/rotate": "200 400 401 403 408 413 414 415 429 431 500 503",
      "GET /webhooks/deliveries": "200 400 401 403 408 414 429 431 500 503",
      "POST /webhooks/deliveries/replay": "200 400 401 403 408 413 414 415 429 431 500 503",
      "POST /webhooks/endpoints": "200 400 401 403 408 409 413 414 415 429 431 500 503",
      "GET /webhooks/endpoints": "200 400 401 403 408 414 429 431 500 503",
      "PUT /webhooks/endpoints/{endpointId}": "200 400 401 403 404 408 413 414 415 429 431 500 503",
      "DELETE /webhooks/endpoints/{endpointId}": "200 400 401 403 404 408 414 429 431 500 503",
      "GET /webhooks/endpoints/{endpointId}/secret": "200 400 401 403 404 408 414 429 431 500 503",
      "POST /webhooks/endpoints/{endpointId}/secret/rotate":
        "200 400 401 403 404 408 413 414 415 429 431 500 503",
      "POST /webhooks/endpoints/{endpointId}/test": "200 400 401 403 404 408 413 414 415 429 431 500 503",
      "POST /webhooks/deliveries/{id}/replay": "200 400 401 403 404 408 413 414 415 429 431 500 503",
      "GET /news": "200 304 400 401 402 403 408 409 414 422 429 431 500 503",
      "GET /news.rss": "200 304 400 401 402 403 408 409 414 422 429 431 500 503",
      "GET /news/{id}": "200 304 400 401 402 403 404 408 409 414 422 429 431 500 503",
      "GET /news/categories": "200 304 400 401 403 408 414 429 431 500 503",
      "GET /news/networks": "200 304 400 401 403 408 414 429 431 500 503",
      "GET /news/alerts": "200 400 401 403 408 414 429 431 500 503",
      "POST /news/alerts": "200 400 401 403 408 409 413 414 415 429 431 500 503",
      "DELETE /news/alerts/{id}": "200 400 401 403 404 408 414 429 431 500 503",
      "GET /library": "200 400 401 403 408 414 429 431 500 503",
      "GET /library/{itemId}": "200 400 401 403 404 408 414 429 431 500 503",
      "GET /library/{itemId}/file": "200 400 401 403 404 408 414 429 431 500 503",
      "GET /library/{itemId}/thumbnail": "200 400 401 403 404 408 414 429 431 500 503",
      "PUT /library/{itemId}": "200 400 401 403 404 408 413 414 415 429 431 500 503",
      "DELETE /library/{itemId}": "200 400 401 403 404 408 414 429 431 500 503",
      "POST /library/{itemId}/share": "200 400 401 403 404 408 414 429 431 500 503",
      "DELETE /library/{itemId}/share": "200 400 401 403 404 408 414 429 431 500 503",
      "POST /library/deployments": "200 400 401 403 404 408 409 413 414 415 429 431 500 503",
      "GET /library/export": "200 400 401 403 408 414 429 431 500 503",
      "GET /shared/{token}": "200 400 404 408 414 431 500 503",
      "GET /shared/{token}/file": "200 400 404 408 414 431 500 503",
      "GET /files/news/{name}": "200 304 400 404 408 414 416 431 500 503",
      "GET /news/tokens": "200 304 400 401 403 408 414 429 431 500 503",
      "GET /files/collections/{collectionId}/{name}": "200 304 400 404 408 414 416 431 500 503",
      "GET /thumbnails/collections/{collectionId}/{name}": "200 304 400 404 408 414 416 429 431 500 503",
      "POST /audits/projects": "200 400 401 402 403 408 409 413 414 415 422 429 431 500 502 503 504",
      "POST /chat/stream": "200 400 401 402 403 408 409 413 414 415 422 429 431 500 502 503 504",
      "GET /chat/glossary": "200 400 401 403 408 414 429 431 500 503",
      "POST /v1/chat/completions": "200 400 401 402 403 408 409 413 414 415 422 429 431 500 502 503 504",
      "GET /v1/models": "200 400 401 403 408 414 429 431 500 503",
      "GET /chat/context": "200 400 401 403 408 414 429 431 500 503",
      "PUT /chat/context": "200 400 401 403 408 413 414 415 429 431 500 503",
      "DELETE /chat/context": "200 400 401 403 408 414 429 431 500 503",
      "GET /chat/chatHistory": "200 400 401 403 408 414 429 431 500 503",
      "DELETE /chat/chatHistory": "200 400 401 403 408 414 429 431 500 503",
      "GET /chat/chatHistory/export": "200 400 401 403 408 414 429 431 500 503",
      "GET /chat/chatHistory/retention": "200 400 401 403 408 414 429 431 500 503",
      "PUT /chat/chatHistory/retention": "200 400 401 403 408 413 414 415 429 431 500 503",
      "GET /health/live": always,
      "GET /health/ready": always,
    });
  });

  it.each(described)("%s offers both error shapes and a JSON answer", (name, { responses }) => {
    const {
      200: success,
      304: _unchanged,
      ...errors
    } = responses as Record<string, { content: object; description: string }>;
    const answers: Record<string, string[]> = {
      "POST /nft/generate-image": ["application/json", "image/jpeg", "image/png", "image/webp"],
      "GET /news.rss": ["application/rss+xml", "application/json"],
      "GET /files/collections/{collectionId}/{name}": ["image/png"],
      "GET /thumbnails/collections/{collectionId}/{name}": ["image/webp"],
      "GET /files/news/{name}": ["image/webp"],
      "POST /audits/projects": ["application/json", "application/sarif+json"],
      "POST /chat/stream": ["application/json", "text/plain", "text/event-stream", "application/sarif+json"],
      "GET /chat/chatHistory/export": ["application/jsonl"],
      "GET /library/{itemId}/file": ["application/json", "image/jpeg", "image/png", "image/webp"],
      "GET /library/{itemId}/thumbnail": ["image/webp"],
      "GET /library/export": ["application/jsonl"],
      "GET /shared/{token}/file": ["application/json", "image/jpeg", "image/png", "image/webp"],
      "POST /v1/chat/completions": ["application/json", "text/event-stream"],
      "GET /nft/progress/{collectionId}/events": ["application/json", "text/event-stream"],
      "GET /nft/collections/{collectionId}/export.car": ["application/json", "application/vnd.ipld.car"],
    };
    expect(Object.keys(success?.content ?? {})).toEqual(answers[name] ?? ["application/json"]);
    expect(Object.keys(errors).length).toBeGreaterThan(0);
    for (const { content, description } of Object.values(errors)) {
      expect(Object.keys(content)).toEqual(["application/json", "application/problem+json"]);
      expect(description).toMatch(/^[a-z_]+(, [a-z_]+)*$/);
    }
  });

  it.each(described)("%s says its price and whether a key is needed", (name, operation) => {
    const isPublic = /^GET \/(health|files|thumbnails|shared|drops)\//.test(name);
    expect(operation.security).toEqual(isPublic ? [] : [{ apiKey: [] }]);
    const isMetered =
      (name.startsWith("POST") && !/\/webhooks\/|\/mint-nft|\/alerts|\/library/.test(name)) ||
      /^GET \/news(\.rss|\/\{id\})?$/.test(name);
    const price = isMetered ? /\d credits? (per (call|image|article|answer)|for each started 10)/ : /^free$/;
    expect(operation["x-price"]).toMatch(price);
    expect(operation.description).toContain(`Price: ${operation["x-price"]}.`);
  });

  it("offers Idempotency-Key and dry runs where a call costs credits, and nowhere else", () => {
    const parametersOf = (name: string) => {
      const [, operation] = described.find(([other]) => other === name) ?? [];
      const parameters = (operation?.parameters ?? []) as { name: string; in: string }[];
      return parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
    };
    expect(parametersOf("POST /nft/enhancePrompt").sort()).toEqual([
      "header Idempotency-Key",
      "header Prefer",
      "header X-Request-Id",
    ]);
    expect(parametersOf("GET /credits/ledger").sort()).toEqual([
      "header X-Request-Id",
      "query cursor",
      "query limit",
      "query requestId",
    ]);
  });

  it("describes testNet as the boolean that callers know", () => {
    const parameters = paths["/nft/get-chains"]?.get?.parameters as { name: string; schema: object }[];
    const schema = parameters.find(({ name }) => name === "testNet")?.schema;
    expect(schema).toMatchObject({ type: "boolean" });
    expect(schema).not.toHaveProperty("enum");
  });

  it("is the same every time, and JSON without loss", () => {
    const again = createOpenApiDocument(createOperations(), "1.2.3");
    expect(JSON.stringify(again)).toBe(JSON.stringify(document));
    expect(findUndefined(document)).toEqual([]);
    expect(JSON.stringify(document)).not.toMatch(/undefined|\[object|NaN/);
  });

  it("refers to no component that is missing", () => {
    const references = new Set(listReferences(document));
    const schemas = Object.keys(document.components?.schemas ?? {});
    expect(references.size).toBeGreaterThan(5);
    expect(
      [...references].filter((reference) => !schemas.includes(reference.split("/").at(-1) ?? "")),
    ).toEqual([]);
    expect(schemas).toEqual(
      expect.arrayContaining(["Error", "Problem", "DryRun", "EnhancePromptRequest", "EnhancePromptResponse"]),
    );
  });

  it("tells the limits that the operator chose", () => {
    const short = createOpenApiDocument(createOperations({ ...defaultLimits, promptCharacters: 77 }), "1");
    expect(JSON.stringify(short.components?.schemas?.EnhancePromptRequest)).toContain('"maxLength":77');
  });
});
