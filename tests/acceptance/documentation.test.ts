import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callApi } from "./call-api.ts";
import { type Installation, startInstallation } from "./installation.ts";

interface Operation {
  operationId: string;
  summary: string;
  security: Record<string, string[]>[];
  "x-price": string;
  parameters?: { name: string; in: string; schema: object }[];
  requestBody?: { required: boolean; content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
}

interface OpenApi {
  openapi: string;
  info: { title: string; version: string };
  servers: { url: string }[];
  components: { securitySchemes: Record<string, object>; schemas: Record<string, object> };
  paths: Record<string, Record<string, Operation>>;
}

let installation: Installation;
let api: Installation["api"];
let document: OpenApi;
let operations: { path: string; method: string; operation: Operation }[];

beforeAll(async () => {
  installation = await startInstallation();
  api = installation.api;
  document = (await callApi<OpenApi>(api, "/openapi.json")).body;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
});

afterAll(() => installation?.stop());

function resolvePointer(reference: string): unknown {
  expect(reference).toMatch(/^#\//);
  const parts = reference.slice(2).split("/");
  return parts.reduce<unknown>(
    (node, part) => (node as Record<string, unknown>)?.[part.replaceAll("~1", "/").replaceAll("~0", "~")],
    document,
  );
}

function listReferences(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) =>
    name === "$ref" && typeof value === "string" ? [value] : listReferences(value),
  );
}

const isPublic = (path: string) => /^\/(health|files|thumbnails|shared|drops)\//.test(path);

describe("/openapi.json", () => {
  it("is OpenAPI 3.1 and states the version, which no path carries [HTTP-11]", async () => {
    const answer = await callApi(api, "/openapi.json");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({
      title: "Mintwright",
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
    expect(operations.length).toBeGreaterThanOrEqual(6);
    // Under /v1 stands the protocol of OpenAI, whose clients add these paths themselves.
    const ours = operations.filter(({ path }) => !path.startsWith("/v1/"));
    expect(operations.length - ours.length).toBe(2);
    for (const { path } of ours) expect(path).not.toMatch(/^\/(api\/)?v\d/);
  });

  it("gives every operation its id, summary, security, price and answers", () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, operation } of operations) {
      expect(operation.operationId, path).toMatch(/^[a-z]\w+$/);
      expect(operation.summary, path).toMatch(/\S/);
      expect(operation["x-price"], path).toMatch(/^(free|.*credits?.*)$/);
      expect(operation.security, path).toEqual(isPublic(path) ? [] : [{ apiKey: [] }]);
      const forms = Object.values(operation.responses["200"]?.content ?? {});
      expect(forms.length, path).toBeGreaterThan(0);
      for (const { schema } of forms) expect(schema, path).toBeTypeOf("object");
    }
    expect(document.components.securitySchemes.apiKey).toMatchObject({ type: "http", scheme: "bearer" });
  });

  it("describes every error in the one shape and as a problem", () => {
    for (const { path, operation } of operations) {
      const errors = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400);
      const statuses = errors.map(([status]) => status);
      expect(statuses, path).toEqual(expect.arrayContaining(["400", "500", "503"]));
      if (operation.security.length > 0)
        expect(statuses, path).toEqual(expect.arrayContaining(["401", "429"]));
      if (operation["x-price"] !== "free") {
        expect(statuses, path).toEqual(expect.arrayContaining(["402", "409"]));
        const hasKey = operation.parameters?.some(({ name }) => name === "Idempotency-Key");
        expect(statuses.includes("422") || !hasKey, path).toBe(true);
      }
      for (const [status, { description, content }] of errors) {
        expect(description, `${path} ${status}`).toMatch(/^[a-z_]+(, [a-z_]+)*$/);
        expect(Object.keys(content ?? {})).toEqual(["application/json", "application/problem+json"]);
      }
    }
  });

  it("refers only to parts that it has, and to nothing outside", () => {
    const references = [...new Set(listReferences(document))];
    expect(references.length).toBeGreaterThan(5);
    for (const reference of references) expect(resolvePointer(reference), reference).toBeTypeOf("object");
  });

  it("declares every path parameter and every body", () => {
    for (const { path, method, operation } of operations) {
      const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = operation.parameters?.filter((parameter) => parameter.in === "path") ?? [];
      expect(declared.map(({ name }) => name).sort(), path).toEqual(placeholders.sort());
      for (const { name, schema } of operation.parameters ?? []) expect(schema, name).toBeTypeOf("object");
      if (method === "get") expect(operation.requestBody, path).toBeUndefined();
    }
    const { requestBody } = document.paths["/nft/enhancePrompt"]?.post ?? {};
    expect(requestBody?.required).toBe(true);
    expect(requestBody?.content["application/json"]?.schema).toBeTypeOf("object");
  });

  it("lists paths that exist: none of them is answered with 404 or 405", async () => {
    for (const { path, method } of operations) {
      const answer = await callApi(api, path, { method: method.toUpperCase() });
      // A file or a claim page that nobody made is not found for any caller.
      const isFile = isPublic(path) && path.includes("{");
      expect(isFile ? [405] : [404, 405], `${method} ${path}`).not.toContain(answer.status);
    }
  });
});

describe("/docs", () => {
  it("is a page without scripts that names every operation, and no other host", async () => {
    const page = await callApi(api, "/docs");
    expect(page.status).toBe(200);
    expect(page.headers.get("content-type")).toMatch(/^text\/html/);
    expect(page.text).toContain("<title>Mintwright API</title>");
    expect(page.text).toContain("/openapi.json");
    expect(page.text).not.toContain("<script");
    const { paths } = JSON.parse((await callApi(api, "/openapi.json")).text) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const ids = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(ids.filter((id) => !page.text.includes(`<div id="${id}"`))).toEqual([]);
    expect(ids.length).toBeGreaterThan(30);
    for (const [, path] of page.text.matchAll(/(?:href|src)="(\/docs\/[\w.-]+)"/g))
      expect((await callApi(api, path as string)).status, path).toBe(200);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  it("offers an explorer whose scripts are ours", async () => {
    const page = await callApi(api, "/docs/explorer");
    expect(page.status).toBe(200);
    const hosts = [...page.text.matchAll(/(?:https?:)?\/\/[a-z0-9.-]+\.[a-z]{2,}/gi)].map(([host]) => host);
    expect(hosts).toEqual([]);
    const scripts = [...page.text.matchAll(/<script[^>]*\ssrc="([^"]+)"/g)].map(
      ([, source]) => source as string,
    );
    expect(scripts.length).toBeGreaterThanOrEqual(1);
    for (const source of scripts) {
      const url = new URL(source, `${api.baseUrl}/docs/explorer/`);
      expect(url.origin).toBe(new URL(api.baseUrl).origin);
      const script = await fetch(url);
      expect(script.status, source).toBe(200);
      expect(script.headers.get("content-type")).toMatch(/javascript/);
      expect((await script.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
    }
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toMatch(/https?:|\*/);
  });
});
