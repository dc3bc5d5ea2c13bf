export { type LedgerEntry, type LedgerRequest, shownLedgerEntries } from "./account-credits.ts";
export type { Chain } from "./chains.ts";
export type { ChatResponse } from "./chat.ts";
export { type ChatCompletionResponse, ignoredCompletionParameters } from "./chat-completions.ts";
export type { ChatHistoryRecord } from "./chat-history.ts";
export { type ChatModelName, chatModelNames, chatModels } from "./chat-models.ts";
export type {
  ChainChecks,
  CollectionSummary,
  Progress,
  QueueRequest,
  Token,
} from "./collections.ts";
export type { PresetTone } from "./context-values.ts";
export type { AuditFinding, AuditReport, GeneratedContract } from "./contract-answers.ts";
export { type Centicredits, fromCredits, toCredits } from "./credits.ts";
export {
  type CustomContext,
  customContextSchema,
  lacksTone,
  listContextWarnings,
  missingTone,
} from "./custom-context.ts";
export type { Drop, DropWallet } from "./drops.ts";
export type { DryRun } from "./dry-run.ts";
export {
  type ErrorBody,
  type ErrorCode,
  errorStatusByCode,
  type OpenAiErrorBody,
  type Problem,
} from "./errors.ts";
export { exposedHeaderNames, headerNames } from "./headers.ts";
export { imageUrls, newsImageUrl } from "./image-files.ts";
export {
  type Enhancement,
  enhancements,
  type ImageModel,
  type ImageModelName,
  imageModelNames,
  imageModels,
  listCommonSizes,
} from "./image-models.ts";
export { type ImagePlan, planImage } from "./image-plan.ts";
export type { Trait } from "./images.ts";
export type { LibraryItem, SharedItem } from "./library.ts";
export {
  type AccountLimits,
  defaultAccountLimits,
  defaultLimits,
  type Limits,
  projectLimits,
  protocolLimits,
} from "./limits.ts";
export {
  type CollectionOrder,
  type CollectionState,
  collectionOrders,
  collectionStates,
  type LibraryKind,
  libraryKinds,
  type WebhookEventType,
  webhookEvents,
  webhookStates,
} from "./list-values.ts";
export type { MintToken, PinningState } from "./mint-metadata.ts";
export type { NewsArticle, NewsFilter, NewsQuery } from "./news.ts";
export { maxNewsAlerts, type NewsAlert, type NewsAlertFilter } from "./news-alerts.ts";
export {
  type NewsNetwork,
  newsCategories,
  newsNetworks,
  newsTokens,
  otherNetworkId,
  toCanonicalNetworkId,
} from "./news-reference.ts";
export type { DryRunPreview, OccupiedPlace, Operation, OperationInput } from "./operation.ts";
export { createOperations, type Operations } from "./operations.ts";
export {
  createSandboxOperations,
  type FaultOrder,
  type FaultOrderInput,
  type HandledRequest,
  type SandboxOperations,
} from "./sandbox.ts";
export {
  type Fault,
  type FaultInput,
  faultSchema,
  readFaultHeader,
  writeFaultHeader,
} from "./sandbox-faults.ts";
export { countTraits } from "./trait-counts.ts";
export { countTraitQuotas, readRatios } from "./trait-quotas.ts";
export { arrangeTraits, findRuleProblem, type TraitArrangement } from "./trait-rules.ts";
export type { TraitRule } from "./trait-schemas.ts";
export {
  maxWebhookEndpoints,
  type NewWebhookEndpoint,
  type WebhookEndpoint,
  type WebhookEndpointChange,
} from "./webhook-endpoints.ts";
export type { WebhookDelivery } from "./webhooks.ts";
