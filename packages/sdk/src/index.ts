export type { Answer, Call, CreditsMoved, StoredResults } from "./call.ts";
export type { Chains } from "./chains.ts";
export type { Chat, ChatAnswer, ChatQuestion, ChatStream } from "./chat.ts";
export type { CollectionEvent } from "./collection-events.ts";
export type { CollectionPage, Collections, TokenPage, TokenSeed, WaitOptions } from "./collections.ts";
export type {
  AbiEntry,
  AbiResponse,
  Attribute,
  AuditFinding,
  AuditReport,
  CancelResponse,
  Chain,
  ChatHistoryDeletion,
  ChatHistoryRecord,
  ChatHistoryResponse,
  ChatRequest,
  ChatResponse,
  Collection,
  CollectionsResponse,
  ContractRequirement,
  CreditsBalanceResponse,
  CustomContext,
  DeleteChatHistoryQuery,
  DeploymentRecord,
  Drop,
  DropWallet,
  DryRun,
  EnhancePromptRequest,
  EnhancePromptResponse,
  ErrorBody,
  ErrorCode,
  GeneratedContract,
  GenerateImageRequest,
  GenerateMultipleImagesRequest,
  GenerateMultipleImagesResponse,
  GetChainsQuery,
  LedgerRequest,
  LedgerRequestsResponse,
  LibraryAudit,
  LibraryContract,
  LibraryDeployment,
  LibraryImage,
  LibraryItem,
  LibraryResponse,
  ListChatHistoryQuery,
  ListCollectionsQuery,
  ListLedgerRequestsQuery,
  ListLibraryQuery,
  ListNewsQuery,
  ListTokensQuery,
  ListWebhookDeliveriesQuery,
  MintNftRequest,
  MintNftResponse,
  MintToken,
  MintTransaction,
  NewsAlert,
  NewsAlertRequest,
  NewsArticle,
  NewsResponse,
  Progress,
  QueueRequest,
  QueueResponse,
  Token,
  TokenInformation,
  TokensResponse,
  Trait,
  TraitCounts,
  TraitReference,
  TraitRule,
  WebhookAttempt,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookEndpointRequest,
  WebhookReplayRequest,
  WebhookSecretResponse,
} from "./contract.ts";
export type {
  ContractAudit,
  ContractQuestion,
  ContractSource,
  Contracts,
  ZippedProject,
} from "./contracts.ts";
export type { Credits, LedgerPage, PricedCalls } from "./credits.ts";
export type { DropPlace, Drops } from "./drops.ts";
export type { Price } from "./dry-run.ts";
export * from "./errors.ts";
export type { History, HistoryPage } from "./history.ts";
export type { GeneratedImage, GeneratedImages, ImageOptions, Images } from "./images.ts";
export type { Library, LibraryFile, LibraryPage } from "./library.ts";
export type { Listing } from "./listing.ts";
export { type MintCall, toMintCalls } from "./mint-calls.ts";
export { Mintwright } from "./mintwright.ts";
export type { News, NewsAlerts, NewsFilter } from "./news.ts";
export type { CallEvent, CallOptions, DryRunOptions, MintwrightOptions } from "./options.ts";
export type { Prompts } from "./prompts.ts";
export type { EndpointSecret, WebhookDeliveries, WebhookEndpoints } from "./webhook-endpoints.ts";
export { verifyWebhook, type WebhookEvent, type WebhookHeaders, type Webhooks } from "./webhooks.ts";
