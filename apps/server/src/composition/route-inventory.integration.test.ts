import { createOperations, type Operation } from "@mintwright/api-contract";
import { createDatabase, type TestDatabase } from "@mintwright/test-harness";
import type { RouteOptions } from "fastify";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { readConfig } from "../config/index.ts";
import { composeApi } from "./compose-api.ts";
import { composePlatform, type Platform } from "./compose-platform.ts";
import { listJobs } from "./compose-worker.ts";

const operations = Object.values(createOperations()) as unknown as Operation[];
const pages = [/^\/openapi\.json$/, /^\/docs(\/.*)?$/, /^\/guide(\/.*)?$/, /^\/dashboard(\/.*)?$/];

let database: TestDatabase;
let platform: Platform;
const routes: { method: string; url: string; operationId: string | undefined }[] = [];

function note(route: RouteOptions) {
  for (const method of [route.method].flat()) {
    routes.push({ method, url: route.url, operationId: route.config?.operationId });
  }
}

/** Says what is wrong with a route: everything served is a declared operation, a page or a method guard. */
function findFault({ method, url, operationId }: (typeof routes)[number]): string | undefined {
  if (pages.some((page) => page.test(url))) return undefined;
  const declared = operations.filter(({ path }) => path.replaceAll(/\{(\w+)\}/g, ":$1") === url);
  if (declared.length === 0) return `${method} ${url} is not declared in the contract`;
  if (!operationId) {
    const isGuard = !declared.some((operation) => operation.method === method);
    return isGuard ? undefined : `${method} ${url} is served outside the operation server`;
  }
  const operation = declared.find((candidate) => candidate.id === operationId);
  if (!operation) return `${method} ${url} claims to be ${operationId}`;
  const isComplete = operation.auth && operation.price && operation.response && operation.summary;
  return isComplete ? undefined : `${operationId} lacks auth, price, schema or documentation`;
}

beforeAll(async () => {
  database = await createDatabase(inject("databaseServerUrl"), inject("databaseTemplate"));
  const config = readConfig({ DATABASE_URL: database.url, LOG_LEVEL: "silent" });
  platform = await composePlatform(config, "api");
  const app = composeApi(config, platform);
  app.addHook("onRoute", note);
  await app.ready();
  await app.close();
});

afterAll(async () => {
  await platform?.stop();
  await database.drop();
});

it("serves exactly the operations of the contract, each with auth, price and schema", () => {
  const served = routes
    .filter(
      ({ method, operationId, url }) => operationId && method !== "HEAD" && !/^\/(dashboard|guide)/.test(url),
    )
    .map(({ operationId }) => operations.find(({ id }) => id === operationId))
    .map((operation) =>
      [operation?.method, operation?.path, operation?.auth, operation?.price.kind].join(" "),
    )
    .sort();
  expect(served).toEqual([
    "DELETE /chat/chatHistory key free",
    "DELETE /chat/context key free",
    "DELETE /library/{itemId} key free",
    "DELETE /library/{itemId}/share key free",
    "DELETE /news/alerts/{id} key free",
    "DELETE /nft/collections/{collectionId} key free",
    "DELETE /webhooks/endpoints/{endpointId} key free",
    "GET /chat/chatHistory key free",
    "GET /chat/chatHistory/export key free",
    "GET /chat/chatHistory/retention key free",
    "GET /chat/context key free",
    "GET /chat/glossary key free",
    "GET /credits/balance key free",
    "GET /credits/ledger key free",
    "GET /credits/ledger/requests key free",
    "GET /drops/{chainId}/{address} none free",
    "GET /drops/{chainId}/{address}/wallets/{wallet} none free",
    "GET /files/collections/{collectionId}/{name} none free",
    "GET /files/news/{name} none free",
    "GET /health/live none free",
    "GET /health/ready none free",
    "GET /library key free",
    "GET /library/export key free",
    "GET /library/{itemId} key free",
    "GET /library/{itemId}/file key free",
    "GET /library/{itemId}/thumbnail key free",
    "GET /news key metered",
    "GET /news.rss key metered",
    "GET /news/alerts key free",
    "GET /news/categories key free",
    "GET /news/networks key free",
    "GET /news/tokens key free",
    "GET /news/{id} key metered",
    "GET /nft/abi key free",
    "GET /nft/collections key free",
    "GET /nft/collections/{collectionId}/export.car key free",
    "GET /nft/collections/{collectionId}/provenance key free",
    "GET /nft/collections/{collectionId}/tokens key free",
    "GET /nft/collections/{collectionId}/tokens/{number} key free",
    "GET /nft/get-chains key free",
    "GET /nft/progress/{collectionId} key free",
    "GET /nft/progress/{collectionId}/events key free",
    "GET /nft/styles key free",
    "GET /shared/{token} none free",
    "GET /shared/{token}/file none free",
    "GET /thumbnails/collections/{collectionId}/{name} none free",
    "GET /v1/models key free",
    "GET /webhooks/deliveries key free",
    "GET /webhooks/endpoints key free",
    "GET /webhooks/endpoints/{endpointId}/secret key free",
    "GET /webhooks/secret key free",
    "POST /audits/projects key metered",
    "POST /chat/stream key metered",
    "POST /library/deployments key free",
    "POST /library/{itemId}/share key free",
    "POST /news/alerts key free",
    "POST /nft/collections/{collectionId}/tokens/{number}/regenerate key quoted",
    "POST /nft/enhancePrompt key metered",
    "POST /nft/generate-image key metered",
    "POST /nft/generate-multiple-images key metered",
    "POST /nft/generate-nft-queue key metered",
    "POST /nft/mint-nft key quoted",
    "POST /v1/chat/completions key metered",
    "POST /webhooks/deliveries/replay key free",
    "POST /webhooks/deliveries/{id}/replay key free",
    "POST /webhooks/endpoints key free",
    "POST /webhooks/endpoints/{endpointId}/secret/rotate key free",
    "POST /webhooks/endpoints/{endpointId}/test key free",
    "POST /webhooks/secret/rotate key free",
    "PUT /chat/chatHistory/retention key free",
    "PUT /chat/context key free",
    "PUT /library/{itemId} key free",
    "PUT /nft/collections/{collectionId} key free",
    "PUT /webhooks/endpoints/{endpointId} key free",
  ]);
  expect(served).toHaveLength(operations.length);
});

it("has no route that is undeclared", () => {
  expect(routes.length).toBeGreaterThan(operations.length);
  expect(routes.map(findFault).filter(Boolean)).toEqual([]);
});

it("would notice a route without a declaration", () => {
  expect(findFault({ method: "GET", url: "/secret", operationId: undefined })).toMatch(/not declared/);
  expect(findFault({ method: "POST", url: "/nft/enhancePrompt", operationId: undefined })).toMatch(/outside/);
  expect(findFault({ method: "POST", url: "/nft/enhancePrompt", operationId: "getChains" })).toMatch(
    /claims/,
  );
});

it("runs exactly these jobs, each of a name of its own", () => {
  expect(
    listJobs(readConfig({ DATABASE_URL: database.url }), platform.database, platform.store)
      .map(({ name }) => name)
      .sort(),
  ).toEqual([
    "check-ledger",
    "collect-owed-credits",
    "create-day-partitions",
    "create-month-partitions",
    "delete-abandoned-places",
    "delete-expired-admissions",
    "delete-expired-library-items",
    "delete-expired-sign-ins",
    "delete-files",
    "delete-old-audit-entries",
    "delete-old-chat-history",
    "delete-old-collections",
    "delete-old-figures",
    "delete-old-news",
    "delete-old-news-keys",
    "delete-old-webhooks",
    "delete-orphan-answers",
    "delete-orphan-library-files",
    "delete-stray-files",
    "delete-unused-project-sites",
    "drop-old-request-logs",
    "drop-old-usage",
    "mark-cancelled-images",
    "plan-collection",
    "plan-ruled-collection",
    "seal-ledger-months",
  ]);
});
