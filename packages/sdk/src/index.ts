export type { Answer, Call, CreditsMoved } from "./call.ts";
export type { Chains } from "./chains.ts";
export type { Chat, ChatAnswer, ChatQuestion, ChatStream } from "./chat.ts";
export type { CollectionEvent } from "./collection-events.ts";
export type { Collections, TokenPage, WaitOptions } from "./collections.ts";
export type {
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
  CreditsBalanceResponse,
  CustomContext,
  DeleteChatHistoryQuery,
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
  ListChatHistoryQuery,
  ListNewsQuery,
  ListTokensQuery,
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
} from "./contract.ts";
export type { ContractAudit, ContractQuestion, ContractSource, Contracts } from "./contracts.ts";
export type { Credits, PricedCalls } from "./credits.ts";
export type { Price } from "./dry-run.ts";
export * from "./errors.ts";
export type { History, HistoryPage } from "./history.ts";
export type { GeneratedImage, GeneratedImages, ImageOptions, Images } from "./images.ts";
export type { Listing } from "./listing.ts";
export { Mintwright } from "./mintwright.ts";
export type { News, NewsAlerts, NewsFilter } from "./news.ts";
export type { CallEvent, CallOptions, DryRunOptions, MintwrightOptions } from "./options.ts";
export type { Prompts } from "./prompts.ts";
export { verifyWebhook, type WebhookEvent, type WebhookHeaders, type Webhooks } from "./webhooks.ts";
