import { createOperations, errorStatusByCode, headerNames } from "@mintwright/api-contract";
import { createOpenApiDocument } from "@mintwright/api-contract/openapi";
import { compile, type JSONSchema } from "json-schema-to-typescript";

/** The operations that the client calls, and the types that each one needs. */
const used = {
  enhancePrompt: ["EnhancePromptRequest", "EnhancePromptResponse"],
  generateImage: ["GenerateImageRequest", "Trait"],
  generateMultipleImages: ["GenerateMultipleImagesRequest", "GenerateMultipleImagesResponse"],
  queueCollection: ["QueueRequest", "QueueResponse", "TraitRule", "TraitReference"],
  getProgress: ["Progress"],
  watchProgress: [],
  listTokens: ["TokensResponse", "Token"],
  listCollections: ["CollectionsResponse", "Collection"],
  getToken: ["TokenResponse"],
  regenerateToken: ["RegenerateRequest"],
  changeCollection: ["CollectionChange", "CollectionResponse"],
  cancelCollection: ["CancelResponse"],
  mintNft: ["MintNftRequest", "MintNftResponse", "MintToken", "MintTransaction", "Attribute"],
  getChains: ["ChainsResponse", "Chain"],
  getAbi: ["AbiResponse", "AbiEntry"],
  getDrop: ["DropResponse", "Drop"],
  getDropWallet: ["DropWalletResponse", "DropWallet"],
  streamChat: [
    "ChatRequest",
    "CustomContext",
    "TokenInformation",
    "ChatResponse",
    "GeneratedContract",
    "ContractRequirement",
    "AuditReport",
    "AuditFinding",
  ],
  auditProject: ["AuditProjectResponse"],
  listChatHistory: ["ChatHistoryResponse", "ChatHistoryRecord"],
  deleteChatHistory: ["ChatHistoryDeletion"],
  listNews: ["NewsResponse", "NewsArticle"],
  getNewsArticle: ["NewsArticleResponse"],
  createNewsAlert: ["NewsAlertRequest", "NewsAlertResponse", "NewsAlert"],
  listNewsAlerts: ["NewsAlertsResponse"],
  deleteNewsAlert: ["NewsAlertDeletedResponse"],
  getCreditsBalance: ["CreditsBalanceResponse"],
  listLedgerRequests: ["LedgerRequestsResponse", "LedgerRequest"],
  createWebhookEndpoint: ["WebhookEndpointRequest", "WebhookEndpointResponse", "WebhookEndpoint"],
  listWebhookEndpoints: ["WebhookEndpointsResponse"],
  changeWebhookEndpoint: ["WebhookEndpointChange"],
  deleteWebhookEndpoint: ["WebhookEndpointDeletedResponse"],
  getWebhookEndpointSecret: ["WebhookSecretResponse"],
  rotateWebhookEndpointSecret: [],
  testWebhookEndpoint: ["WebhookTestResponse", "WebhookDelivery", "WebhookAttempt"],
  listWebhookDeliveries: ["WebhookDeliveriesResponse"],
  replayWebhookDelivery: ["WebhookReplayResponse"],
  replayFailedWebhooks: ["WebhookReplayRequest", "WebhookReplaysResponse"],
  listLibrary: [
    "LibraryResponse",
    "LibraryItem",
    "LibraryImage",
    "LibraryContract",
    "LibraryAudit",
    "LibraryDeployment",
  ],
  getLibraryItem: ["LibraryItemResponse"],
  downloadLibraryItem: [],
  changeLibraryItem: ["LibraryItemChange"],
  deleteLibraryItem: ["LibraryItemDeletedResponse"],
  shareLibraryItem: [],
  revokeLibraryShare: [],
  recordDeployment: ["DeploymentRecord"],
} as const;

type Schema = JSONSchema & { properties?: Record<string, Schema>; items?: Schema };
interface Parameter {
  in: string;
  name: string;
  schema: Schema;
}

/** Writes the parts of the API contract that the client needs, as source without dependencies. */
export async function writeContractSource(): Promise<string> {
  const operations = createOperations();
  const written = JSON.stringify(createOpenApiDocument(operations, "0"), (_name, value) => simplify(value));
  const document = JSON.parse(written.replaceAll("#/components/schemas/", "#/definitions/"));
  const definitions: Record<string, Schema> = {};
  const calls: string[] = [];
  for (const [id, names] of Object.entries(used)) {
    const { method, path, price } = operations[id as keyof typeof used];
    calls.push(`  ${id}: { method: "${method}", path: "${path}", isMetered: ${price.kind === "metered"} },`);
    for (const name of [...names, "DryRun", "TraitCounts", "Error"])
      definitions[name] = document.components.schemas[name];
    const parameters: Parameter[] = document.paths[path][method.toLowerCase()].parameters ?? [];
    const query = parameters.filter((parameter) => parameter.in === "query");
    if (method !== "POST" && query.length > 0) {
      const properties = Object.fromEntries(query.map(({ name, schema }) => [name, schema]));
      definitions[`${id[0]?.toUpperCase()}${id.slice(1)}Query`] = { type: "object", properties };
    }
  }
  const types = await compile({ definitions, title: "Root" }, "Root", {
    additionalProperties: false,
    bannerComment: "",
    format: false,
    ignoreMinAndMaxItems: true,
    unreachableDefinitions: true,
  });
  return [
    "// Written by `npm run sdk:contract` from packages/api-contract. A test fails if the two differ.",
    "",
    "/** The operations that this client calls. */",
    `export const calls = {\n${calls.join("\n")}\n} as const;`,
    "",
    "/** Headers beyond the standard ones. */",
    `export const headerNames = ${JSON.stringify(headerNames, null, 2)} as const;`,
    "",
    "/** A stable error code, for programs. */",
    `export type ErrorCode = ${Object.keys(errorStatusByCode)
      .map((code) => JSON.stringify(code))
      .join(" | ")};`,
    "",
    tidy(types),
  ].join("\n");
}

/**
 * A reference keeps only its target. A list of known numbers becomes `number`, because programs read them from
 * variables.
 */
function simplify(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if ("$ref" in value) return { $ref: value.$ref };
  const { enum: choices, ...rest } = value as { enum?: unknown[] };
  return choices?.every((choice) => typeof choice === "number") ? rest : value;
}

/** Removes the generator's own comments and gives every type a sentence. */
function tidy(types: string): string {
  return types
    .replace(/export interface Root \{[^{}]*\}\n/, "")
    .replace(
      /( \*\n)? \* This interface was referenced by `Root`'s JSON-Schema\n \* via the `definition` "\w+"\.\n/g,
      "",
    )
    .replace(/^ \* @(min|max)Items \d+\n/gm, "")
    .replace(/^\/\*\*\n( \*\n)* \*\/\n/gm, "")
    .replace(/^code: \("malformed_json".*\)$/m, "code: ErrorCode")
    .replaceAll("export interface Error ", "export interface ErrorBody ")
    .replace(/^ \*\s*\n \*\/$/gm, " */")
    .replace(/(?<!\*\/\n)^export (interface|type) (\w+)/gm, (all, _kind, name: string) => {
      const words = name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
      return `/** The API's ${words}. */\n${all}`;
    });
}
