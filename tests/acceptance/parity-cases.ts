import { type Answer, type Call, callApi, type Server } from "./call-api.ts";
import { foxes, waitForImage, waitForState } from "./collection-calls.ts";
import { zipProject } from "./zip-project.ts";

/** What earlier cases found out, for later ones. */
export interface Memory {
  collectionId: string;
  image: string;
  thumbnail: string;
  seed: number;
  articleId: number;
  alertId: string;
  itemId: string;
  shared: string;
  endpointId: string;
}

/** One request that both compositions must answer alike. */
export interface Case {
  operation: string;
  name: string;
  path: string | ((memory: Memory) => string);
  call?: Call | ((memory: Memory) => Call);
  status: number;
  /** What later cases need from its answer. */
  learn?: (answer: Answer<unknown>, memory: Memory, target: Target) => Promise<void> | void;
}

/** A composition under test. */
export interface Target extends Server {
  /** The key that it needs, if any. */
  key?: string;
}

const unknownId = "00000000-0000-4000-8000-000000000000";
const image = { prompt: "a red fox", model: "velogen", width: 512, height: 512, seed: 7 };
const question = { model: "general_assistant", question: "What is gas?" };
const contract =
  "pragma solidity ^0.8.20; contract Bank { function close() public { selfdestruct(payable(msg.sender)); } }";
const deployment = {
  name: "Bank",
  chainId: 31_337,
  address: `0x${"a".repeat(40)}`,
  transactionHash: `0x${"b".repeat(64)}`,
  deployer: `0x${"c".repeat(40)}`,
};
/** All tokens have both values, which the rule forbids. */
const impossibleRule = {
  traits: ["Hat", "Eyes"].map((trait_type) => ({ trait_type, value: [{ value: "red", ratio: 100 }] })),
  rules: [{ if: { trait_type: "Hat", value: "red" }, never: { trait_type: "Eyes", value: "red" } }],
};
const json = { "content-type": "application/json" };

const get = (operation: string, path: Case["path"], name = "answers", status = 200, headers = {}): Case => ({
  operation,
  name,
  path,
  status,
  call: { headers },
});
const post = (
  operation: string,
  path: string,
  body: unknown,
  name = "answers",
  status = 200,
  headers: Record<string, string> = {},
): Case => ({ operation, name, path, status, call: { body, headers } });

const invalidBodies = (
  [
    ["enhancePrompt", "/nft/enhancePrompt"],
    ["generateImage", "/nft/generate-image"],
    ["generateMultipleImages", "/nft/generate-multiple-images"],
    ["queueCollection", "/nft/generate-nft-queue"],
    ["streamChat", "/chat/stream"],
    ["auditProject", "/audits/projects"],
    ["createChatCompletion", "/v1/chat/completions"],
    ["mintNft", "/nft/mint-nft"],
    ["recordDeployment", "/library/deployments"],
    ["createWebhookEndpoint", "/webhooks/endpoints"],
  ] as const
).flatMap(([operation, path]): Case[] => [
  post(operation, path, {}, "refuses an empty body", 400),
  {
    operation,
    name: "refuses what is not JSON",
    path,
    status: 400,
    call: { text: "{", headers: json, method: "POST" },
  },
  {
    operation,
    name: "refuses another content type",
    path,
    status: 415,
    call: { text: "x", headers: { "content-type": "text/csv" }, method: "POST" },
  },
]);

/** Every case, in the order in which they run: each operation of the API is in it. */
export const cases: readonly Case[] = [
  get("getLiveness", "/health/live"),
  get("getReadiness", "/health/ready"),
  get("getCreditsBalance", "/credits/balance"),
  {
    ...get("getCreditsBalance", "/credits/balance", "knows no other method", 405),
    call: { method: "DELETE" },
  },
  post("enhancePrompt", "/nft/enhancePrompt", { prompt: "a fox" }),
  post("enhancePrompt", "/nft/enhancePrompt", { prompt: "a fox" }, "says its price", 200, {
    prefer: "dry-run",
  }),
  post("enhancePrompt", "/nft/enhancePrompt", { prompt: "an owl" }, "takes a key of retries", 200, {
    "idempotency-key": "parity",
  }),
  post("enhancePrompt", "/nft/enhancePrompt", { prompt: "an owl" }, "replays", 200, {
    "idempotency-key": "parity",
  }),
  post("enhancePrompt", "/nft/enhancePrompt", { prompt: "a cat" }, "refuses another body", 422, {
    "idempotency-key": "parity",
  }),
  post("generateImage", "/nft/generate-image", image),
  post("generateImage", "/nft/generate-image?encoding=base64", image, "answers base64"),
  post("generateImage", "/nft/generate-image", image, "answers an image", 200, { accept: "image/png" }),
  post("generateImage", "/nft/generate-image", { ...image, width: 9 }, "refuses a size", 400),
  post("generateImage", "/nft/generate-image", { ...image, model: "Dale3", steps: 5 }, "refuses steps", 400),
  post("generateImage", "/nft/generate-image", { ...image, width: 5 }, "describes a problem", 400, {
    accept: "application/problem+json",
  }),
  post("generateMultipleImages", "/nft/generate-multiple-images", {
    ...image,
    prompt: ["a fox", "an owl"],
  }),
  get("listStyles", "/nft/styles"),
  {
    ...post("queueCollection", "/nft/generate-nft-queue", { ...foxes, amount: 2, seed: 7 }),
    async learn({ body }, memory, target) {
      memory.collectionId = (body as { collectionId: string }).collectionId;
      await waitForState(target, target.key ?? "any", memory.collectionId, "completed", 60_000);
    },
  },
  post(
    "queueCollection",
    "/nft/generate-nft-queue",
    { ...foxes, chainId: 987_654_321 },
    "refuses an unknown chain",
    400,
  ),
  post("queueCollection", "/nft/generate-nft-queue", foxes, "says its price", 200, { prefer: "dry-run" }),
  get("getProgress", ({ collectionId }) => `/nft/progress/${collectionId}`),
  get("getProgress", `/nft/progress/${unknownId}`, "knows no such collection", 404),
  get(
    "watchProgress",
    ({ collectionId }) => `/nft/progress/${collectionId}/events`,
    "tells of an ended collection",
  ),
  get("watchProgress", `/nft/progress/${unknownId}/events`, "knows no such collection", 404),
  get("listCollections", "/nft/collections"),
  get("listCollections", "/nft/collections?limit=0", "refuses a limit", 400),
  get("listCollections", "/nft/collections?search=fox&status=completed&sort=name", "searches and sorts"),
  get("listCollections", "/nft/collections?sort=colour", "refuses an order", 400),
  {
    ...get("changeCollection", ({ collectionId }) => `/nft/collections/${collectionId}`),
    call: { method: "PUT", body: { name: "Harbour Foxes" } },
  },
  {
    ...get("changeCollection", `/nft/collections/${unknownId}`, "knows none", 404),
    call: { method: "PUT", body: { name: null } },
  },
  post(
    "queueCollection",
    "/nft/generate-nft-queue",
    { ...foxes, amount: 4, ...impossibleRule },
    "names an impossible rule",
    400,
  ),
  {
    ...get("getToken", ({ collectionId }) => `/nft/collections/${collectionId}/tokens/2`),
    learn({ body }, memory) {
      memory.seed = (body as { data: { seed: number } }).data.seed;
    },
  },
  get("getToken", ({ collectionId }) => `/nft/collections/${collectionId}/tokens/9`, "knows none", 404),
  {
    ...get(
      "regenerateToken",
      ({ collectionId }) => `/nft/collections/${collectionId}/tokens/2/regenerate`,
      "says its price",
    ),
    call: ({ seed }) => ({ body: { seed }, headers: { prefer: "dry-run" } }),
  },
  {
    ...get(
      "regenerateToken",
      ({ collectionId }) => `/nft/collections/${collectionId}/tokens/2/regenerate`,
      "orders a new image",
    ),
    call: ({ seed }) => ({ body: { seed } }),
    async learn(_answer, { collectionId }, target) {
      await waitForImage(target, target.key ?? "any", collectionId, 2);
    },
  },
  get("getDrop", `/drops/31337/0x${"1".repeat(40)}`, "knows none", 404),
  get("getDropWallet", `/drops/31337/0x${"1".repeat(40)}/wallets/0x${"2".repeat(40)}`, "knows none", 404),
  {
    ...get("listTokens", ({ collectionId }) => `/nft/collections/${collectionId}/tokens`),
    learn({ body }, memory) {
      const [token] = (body as { data: { tokens: { image: string; thumbnail: string }[] } }).data.tokens;
      memory.image = new URL(token?.image ?? "", "http://here").pathname;
      memory.thumbnail = memory.image.replace("/files/", "/thumbnails/").replace(/\.png$/, ".webp");
    },
  },
  get("getPicture", ({ image: path }) => path),
  get("getPicture", `/files/collections/${unknownId}/1-${"0".repeat(64)}.png`, "knows no such file", 404),
  get("getNewsPicture", `/files/news/1-${"0".repeat(64)}.webp`, "knows no such file", 404),
  get("getThumbnail", ({ thumbnail }) => thumbnail),
  get("getProvenance", ({ collectionId }) => `/nft/collections/${collectionId}/provenance`),
  get("exportCollection", ({ collectionId }) => `/nft/collections/${collectionId}/export.car`),
  {
    ...get("mintNft", "/nft/mint-nft"),
    call: ({ collectionId }) => ({
      body: { collectionId, name: "Foxes", description: "Red ones", symbol: "FOX", ids: [1, 2] },
    }),
  },
  {
    ...get("cancelCollection", ({ collectionId }) => `/nft/collections/${collectionId}`, "is too late", 409),
    call: { method: "DELETE" },
  },
  {
    ...get("cancelCollection", `/nft/collections/${unknownId}`, "knows none", 404),
    call: { method: "DELETE" },
  },
  get("getChains", "/nft/get-chains?testNet=true"),
  get("getChains", "/nft/get-chains?testNet=maybe", "refuses a guess", 400),
  get("getAbi", "/nft/abi"),
  post("streamChat", "/chat/stream", question),
  post("streamChat", "/chat/stream", { ...question, chatHistory: "on", sdkUniqueId: "p" }, "remembers"),
  post("streamChat", "/chat/stream", question, "streams text", 200, { accept: "text/plain" }),
  post("streamChat", "/chat/stream", question, "streams events", 200, { accept: "text/event-stream" }),
  post(
    "streamChat",
    "/chat/stream",
    { model: "smart_contract_generator", question: "A token named Fox, symbol FOX" },
    "generates",
  ),
  post("streamChat", "/chat/stream", { model: "smart_contract_auditor", question: contract }, "audits"),
  post("auditProject", "/audits/projects", { zip: zipProject({ "src/Bank.sol": contract }) }),
  post("auditProject", "/audits/projects", { zip: zipProject({ "a.txt": "" }) }, "finds no Solidity", 422),
  get("listGlossaryTerms", "/chat/glossary"),
  get("listModels", "/v1/models"),
  post("createChatCompletion", "/v1/chat/completions", {
    model: "general_assistant",
    messages: [{ role: "user", content: "What is gas?" }],
  }),
  {
    ...get("putSavedContext", "/chat/context", "saves"),
    call: { method: "PUT", body: { companyName: "Foxes" } },
  },
  get("getSavedContext", "/chat/context"),
  { ...get("deleteSavedContext", "/chat/context"), call: { method: "DELETE" } },
  get("listChatHistory", "/chat/chatHistory?sdkUniqueId=p"),
  get("listChatHistory", "/chat/chatHistory?limit=101", "refuses a limit", 400),
  get("exportChatHistory", "/chat/chatHistory/export?sdkUniqueId=p"),
  {
    ...get("putChatRetention", "/chat/chatHistory/retention", "is set"),
    call: { method: "PUT", body: { days: 30 } },
  },
  get("getChatRetention", "/chat/chatHistory/retention"),
  { ...get("deleteChatHistory", "/chat/chatHistory?sdkUniqueId=p"), call: { method: "DELETE" } },
  get("listLedgerEntries", "/credits/ledger?limit=5"),
  get("listLedgerRequests", "/credits/ledger/requests?limit=5"),
  get("listLedgerRequests", "/credits/ledger/requests?limit=0", "refuses a limit", 400),
  get("getWebhookSecret", "/webhooks/secret"),
  { ...get("rotateWebhookSecret", "/webhooks/secret/rotate"), call: { method: "POST" } },
  {
    ...get(
      "rotateWebhookSecret",
      "/webhooks/secret/rotate?overlapInHours=169",
      "refuses a long overlap",
      400,
    ),
    call: { method: "POST" },
  },
  get("listWebhookDeliveries", "/webhooks/deliveries"),
  {
    ...get("replayWebhookDelivery", `/webhooks/deliveries/${unknownId}/replay`, "knows none", 404),
    call: { method: "POST" },
  },
  post("replayFailedWebhooks", "/webhooks/deliveries/replay", { since: "2026-01-01T00:00:00Z" }),
  post("replayFailedWebhooks", "/webhooks/deliveries/replay", { since: "now" }, "refuses a time", 400),
  {
    ...post("createWebhookEndpoint", "/webhooks/endpoints", {
      url: "http://93.184.216.34/hook",
      events: ["collection.failed"],
    }),
    learn({ body }, memory) {
      memory.endpointId = (body as { data: { id: string } }).data.id;
    },
  },
  post(
    "createWebhookEndpoint",
    "/webhooks/endpoints",
    { url: "http://10.0.0.1/" },
    "refuses a private address",
    400,
  ),
  get("listWebhookEndpoints", "/webhooks/endpoints"),
  {
    ...get("changeWebhookEndpoint", ({ endpointId }) => `/webhooks/endpoints/${endpointId}`),
    call: { method: "PUT", body: { url: "http://93.184.216.34/hook", isEnabled: false } },
  },
  {
    ...get("changeWebhookEndpoint", `/webhooks/endpoints/${unknownId}`, "knows none", 404),
    call: { method: "PUT", body: { url: "http://93.184.216.34/hook" } },
  },
  get("getWebhookEndpointSecret", ({ endpointId }) => `/webhooks/endpoints/${endpointId}/secret`),
  {
    ...get(
      "rotateWebhookEndpointSecret",
      ({ endpointId }) => `/webhooks/endpoints/${endpointId}/secret/rotate`,
    ),
    call: { method: "POST" },
  },
  {
    // The endpoint is disabled: nothing is sent.
    ...get("testWebhookEndpoint", ({ endpointId }) => `/webhooks/endpoints/${endpointId}/test`),
    call: { method: "POST" },
  },
  {
    ...get("deleteWebhookEndpoint", ({ endpointId }) => `/webhooks/endpoints/${endpointId}`),
    call: { method: "DELETE" },
  },
  {
    ...get("deleteWebhookEndpoint", `/webhooks/endpoints/${unknownId}`, "knows none", 404),
    call: { method: "DELETE" },
  },
  {
    ...get("listNews", "/news?limit=3"),
    learn({ body }, memory) {
      memory.articleId = (body as { data: { id: number }[] }).data[0]?.id ?? 0;
    },
  },
  get("listNews", "/news?categoryId=[5,8]&searchQuery=a", "filters"),
  get("listNews", "/news?categoryId=1", "refuses an unknown category", 400),
  get("getNewsFeed", "/news.rss"),
  get("getNewsArticle", ({ articleId }) => `/news/${articleId}`),
  get("getNewsArticle", "/news/999999999", "knows none", 404),
  {
    // Nothing is sent there: no article comes in while this runs.
    ...post("createNewsAlert", "/news/alerts", { webhookUrl: "http://93.184.216.34/hook", categoryId: [5] }),
    learn({ body }, memory) {
      memory.alertId = (body as { data: { id: string } }).data.id;
    },
  },
  post(
    "createNewsAlert",
    "/news/alerts",
    { webhookUrl: "ftp://example.com" },
    "refuses another protocol",
    400,
  ),
  get("listNewsAlerts", "/news/alerts"),
  { ...get("deleteNewsAlert", ({ alertId }) => `/news/alerts/${alertId}`), call: { method: "DELETE" } },
  { ...get("deleteNewsAlert", `/news/alerts/${unknownId}`, "knows none", 404), call: { method: "DELETE" } },
  {
    ...post("generateImage", "/nft/generate-image", image, "stores", 200, { prefer: "store" }),
    learn({ headers }, memory) {
      memory.itemId = headers.get("x-library-item") ?? "";
    },
  },
  post(
    "streamChat",
    "/chat/stream",
    { model: "smart_contract_auditor", question: contract },
    "stores an audit",
    200,
    { prefer: "store" },
  ),
  post("recordDeployment", "/library/deployments", deployment),
  post("recordDeployment", "/library/deployments", { ...deployment, chainId: 0 }, "refuses a chain", 400),
  get("listLibrary", "/library?search=fox&kind=image"),
  get("listLibrary", "/library?kind=poem", "refuses an unknown kind", 400),
  get("getLibraryItem", ({ itemId }) => `/library/${itemId}`),
  get("getLibraryItem", `/library/${unknownId}`, "knows none", 404),
  get("downloadLibraryItem", ({ itemId }) => `/library/${itemId}/file`),
  get("getLibraryThumbnail", ({ itemId }) => `/library/${itemId}/thumbnail`),
  {
    ...get("changeLibraryItem", ({ itemId }) => `/library/${itemId}`),
    call: { method: "PUT", body: { isFavourite: true } },
  },
  {
    ...get("shareLibraryItem", ({ itemId }) => `/library/${itemId}/share`),
    call: { method: "POST" },
    learn({ body }, memory) {
      memory.shared = (body as { data: { shareUrl: string } }).data.shareUrl.split("/").at(-1) ?? "";
    },
  },
  get("getSharedItem", ({ shared }) => `/shared/${shared}`),
  get("downloadSharedItem", ({ shared }) => `/shared/${shared}/file`),
  {
    ...get("revokeLibraryShare", ({ itemId }) => `/library/${itemId}/share`),
    call: { method: "DELETE" },
  },
  get("getSharedItem", ({ shared }) => `/shared/${shared}`, "ends with its link", 404),
  get("exportLibrary", "/library/export"),
  { ...get("deleteLibraryItem", ({ itemId }) => `/library/${itemId}`), call: { method: "DELETE" } },
  { ...get("deleteLibraryItem", `/library/${unknownId}`, "knows none", 404), call: { method: "DELETE" } },
  get("listNewsCategories", "/news/categories"),
  get("listNewsNetworks", "/news/networks"),
  get("listNewsTokens", "/news/tokens"),
  ...invalidBodies,
];

/** Sends one case to a composition. */
export async function send(target: Target, { path, call = {}, learn }: Case, memory: Memory) {
  const where = typeof path === "function" ? path(memory) : path;
  const answer = await callApi(target, where, {
    ...(typeof call === "function" ? call(memory) : call),
    ...(target.key !== undefined && { key: target.key }),
  });
  await learn?.(answer, memory, target);
  return answer;
}
