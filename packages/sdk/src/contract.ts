// Written by `npm run sdk:contract` from packages/api-contract. A test fails if the two differ.

/** The operations that this client calls. */
export const calls = {
  enhancePrompt: { method: "POST", path: "/nft/enhancePrompt", isMetered: true },
  generateImage: { method: "POST", path: "/nft/generate-image", isMetered: true },
  generateMultipleImages: { method: "POST", path: "/nft/generate-multiple-images", isMetered: true },
  queueCollection: { method: "POST", path: "/nft/generate-nft-queue", isMetered: true },
  getProgress: { method: "GET", path: "/nft/progress/{collectionId}", isMetered: false },
  watchProgress: { method: "GET", path: "/nft/progress/{collectionId}/events", isMetered: false },
  listTokens: { method: "GET", path: "/nft/collections/{collectionId}/tokens", isMetered: false },
  listCollections: { method: "GET", path: "/nft/collections", isMetered: false },
  getToken: { method: "GET", path: "/nft/collections/{collectionId}/tokens/{number}", isMetered: false },
  regenerateToken: {
    method: "POST",
    path: "/nft/collections/{collectionId}/tokens/{number}/regenerate",
    isMetered: false,
  },
  changeCollection: { method: "PUT", path: "/nft/collections/{collectionId}", isMetered: false },
  cancelCollection: { method: "DELETE", path: "/nft/collections/{collectionId}", isMetered: false },
  mintNft: { method: "POST", path: "/nft/mint-nft", isMetered: false },
  getChains: { method: "GET", path: "/nft/get-chains", isMetered: false },
  getAbi: { method: "GET", path: "/nft/abi", isMetered: false },
  getDrop: { method: "GET", path: "/drops/{chainId}/{address}", isMetered: false },
  getDropWallet: { method: "GET", path: "/drops/{chainId}/{address}/wallets/{wallet}", isMetered: false },
  streamChat: { method: "POST", path: "/chat/stream", isMetered: true },
  auditProject: { method: "POST", path: "/audits/projects", isMetered: true },
  listChatHistory: { method: "GET", path: "/chat/chatHistory", isMetered: false },
  deleteChatHistory: { method: "DELETE", path: "/chat/chatHistory", isMetered: false },
  listNews: { method: "GET", path: "/news", isMetered: true },
  getNewsArticle: { method: "GET", path: "/news/{id}", isMetered: true },
  createNewsAlert: { method: "POST", path: "/news/alerts", isMetered: false },
  listNewsAlerts: { method: "GET", path: "/news/alerts", isMetered: false },
  deleteNewsAlert: { method: "DELETE", path: "/news/alerts/{id}", isMetered: false },
  getCreditsBalance: { method: "GET", path: "/credits/balance", isMetered: false },
  listLedgerRequests: { method: "GET", path: "/credits/ledger/requests", isMetered: false },
  createWebhookEndpoint: { method: "POST", path: "/webhooks/endpoints", isMetered: false },
  listWebhookEndpoints: { method: "GET", path: "/webhooks/endpoints", isMetered: false },
  changeWebhookEndpoint: { method: "PUT", path: "/webhooks/endpoints/{endpointId}", isMetered: false },
  deleteWebhookEndpoint: { method: "DELETE", path: "/webhooks/endpoints/{endpointId}", isMetered: false },
  getWebhookEndpointSecret: {
    method: "GET",
    path: "/webhooks/endpoints/{endpointId}/secret",
    isMetered: false,
  },
  rotateWebhookEndpointSecret: {
    method: "POST",
    path: "/webhooks/endpoints/{endpointId}/secret/rotate",
    isMetered: false,
  },
  testWebhookEndpoint: { method: "POST", path: "/webhooks/endpoints/{endpointId}/test", isMetered: false },
  listWebhookDeliveries: { method: "GET", path: "/webhooks/deliveries", isMetered: false },
  replayWebhookDelivery: { method: "POST", path: "/webhooks/deliveries/{id}/replay", isMetered: false },
  replayFailedWebhooks: { method: "POST", path: "/webhooks/deliveries/replay", isMetered: false },
  listLibrary: { method: "GET", path: "/library", isMetered: false },
  getLibraryItem: { method: "GET", path: "/library/{itemId}", isMetered: false },
  downloadLibraryItem: { method: "GET", path: "/library/{itemId}/file", isMetered: false },
  changeLibraryItem: { method: "PUT", path: "/library/{itemId}", isMetered: false },
  deleteLibraryItem: { method: "DELETE", path: "/library/{itemId}", isMetered: false },
  shareLibraryItem: { method: "POST", path: "/library/{itemId}/share", isMetered: false },
  revokeLibraryShare: { method: "DELETE", path: "/library/{itemId}/share", isMetered: false },
  recordDeployment: { method: "POST", path: "/library/deployments", isMetered: false },
} as const;

/** Headers beyond the standard ones. */
export const headerNames = {
  requestId: "x-request-id",
  idempotencyKey: "idempotency-key",
  idempotencyReplayed: "idempotency-replayed",
  creditsCharged: "x-credits-charged",
  creditsHeld: "x-credits-held",
  creditsRemaining: "x-credits-remaining",
  engine: "x-mintwright-engine",
  imageSeed: "x-image-seed",
  libraryItem: "x-library-item",
  libraryKeptUntil: "x-library-kept-until",
  fault: "x-mintwright-fault",
  sandbox: "x-mintwright-sandbox",
} as const;

/** A stable error code, for programs. */
export type ErrorCode =
  | "malformed_json"
  | "malformed_request"
  | "invalid_request"
  | "content_refused"
  | "reference_image_refused"
  | "webhook_url_refused"
  | "unauthorized"
  | "insufficient_credits"
  | "key_limit_reached"
  | "forbidden"
  | "operation_not_allowed"
  | "not_found"
  | "method_not_allowed"
  | "request_timeout"
  | "idempotency_key_in_use"
  | "account_busy"
  | "collection_finished"
  | "collection_not_completed"
  | "collection_on_sale"
  | "token_already_minted"
  | "too_many_alerts"
  | "too_many_endpoints"
  | "account_limit_reached"
  | "body_too_large"
  | "uri_too_long"
  | "unsupported_media_type"
  | "range_not_satisfiable"
  | "idempotency_key_reused"
  | "request_not_covered"
  | "project_not_analysed"
  | "rate_limited"
  | "too_many_at_once"
  | "headers_too_large"
  | "internal_error"
  | "engine_failed"
  | "service_unavailable"
  | "engine_unavailable"
  | "engine_timeout";

/** The API's mint transaction. */
export type MintTransaction = {
  hash: string;
  chainId: number;
} | null;

/** The API's enhance prompt request. */
export interface EnhancePromptRequest {
  /**
   * What the image should show.
   */
  prompt: string;
}
/** The API's enhance prompt response. */
export interface EnhancePromptResponse {
  enhancedPrompt: string;
  /**
   * Warnings about a call that succeeded; also in the `Warning` header.
   */
  warnings?: string[];
}
/** The API's dry run. */
export interface DryRun {
  status: true;
  message: string;
  data: {
    operation: string;
    /**
     * Credits that the call would cost.
     */
    price: number;
    balance: number;
    isAffordable: boolean;
    currency: "credits";
    /**
     * The exact number of tokens for each value of each trait.
     */
    traits?: TraitCounts[];
  };
  /**
   * Warnings about a call that succeeded; also in the `Warning` header.
   */
  warnings?: string[];
}
/** The API's trait counts. */
export interface TraitCounts {
  trait_type: string;
  ratiosAre: "fractions" | "percentages" | "weights";
  counts: {
    value: string;
    count: number;
  }[];
  /**
   * Tokens that get no value of this trait.
   */
  without: number;
}
/** The API's error body. */
export interface ErrorBody {
  status: false;
  statusCode: number;
  /**
   * What is wrong and what to do next.
   */
  message: string;
  error: {
    code: ErrorCode;
    requestId: string;
    details?: unknown;
  };
}
/** The API's generate image request. */
export interface GenerateImageRequest {
  prompt: string;
  model: "velogen" | "nebula_forge_xl" | "VisionaryForge" | "Dale3";
  steps?: number;
  height: number;
  width: number;
  enhance?: "original" | "1x" | "2x";
  style?: string;
  traits?: Trait[];
  seed?: number;
  image?: string;
  isCharacterPreserve?: boolean;
}
/** The API's trait. */
export interface Trait {
  trait_type: string;
  value: {
    value: string;
    /**
     * Ratios of a trait that sum to 1 or less are fractions of the tokens, above 100 weights, otherwise percentages. Tokens left over by fractions or percentages get no value.
     */
    ratio: number;
  }[];
}
/** The API's generate multiple images request. */
export interface GenerateMultipleImagesRequest {
  prompt: string[];
  model: "velogen" | "nebula_forge_xl" | "VisionaryForge" | "Dale3";
  steps?: number;
  height: number;
  width: number;
  enhance?: "original" | "1x" | "2x";
  style?: string;
  traits?: Trait[];
  seed?: number;
  image?: string;
  isCharacterPreserve?: boolean;
}
/** The API's generate multiple images response. */
export interface GenerateMultipleImagesResponse {
  data: ((number[] | string) | null)[];
  errors?: {
    index: number;
    code: string;
    message: string;
  }[];
  /**
   * Warnings about a call that succeeded; also in the `Warning` header.
   */
  warnings?: string[];
}
/** The API's queue request. */
export interface QueueRequest {
  walletAddress: string;
  prompt: string;
  model: "velogen" | "nebula_forge_xl" | "VisionaryForge" | "Dale3";
  steps?: number;
  height: number;
  width: number;
  enhance?: "original" | "1x" | "2x";
  style?: string;
  traits?: Trait[];
  seed?: number;
  /**
   * What lists show; without it, the prompt.
   */
  name?: string;
  /**
   * Conditions between values of traits. The counts stay exact; a rule that does not allow them is a 400 error that names it.
   */
  rules?: TraitRule[];
  chainId: number;
  amount: number;
  webhookUrl?: string;
}
/** The API's trait rule. */
export interface TraitRule {
  if: TraitReference;
  never?: TraitReference;
  requires?: TraitReference;
}
/** The API's trait reference. */
export interface TraitReference {
  trait_type: string;
  value: string;
}
/** The API's queue response. */
export interface QueueResponse {
  /**
   * The id that the queue request returned.
   */
  collectionId: string;
  status: "queued" | "processing" | "completed" | "failed" | "cancelled";
  /**
   * Warnings about a call that succeeded; also in the `Warning` header.
   */
  warnings?: string[];
}
/** The API's progress. */
export interface Progress {
  /**
   * The id that the queue request returned.
   */
  collectionId: string;
  status: "queued" | "processing" | "completed" | "failed" | "cancelled";
  /**
   * Finished images, in percent.
   */
  progress: number;
  amount: number;
  made: number;
  failed: number;
  statusCode?: number;
  message?: string;
  /**
   * Of a finished collection: the URL of every generated image.
   */
  data?: {
    images: string[];
    generated: boolean;
  };
  /**
   * Of a finished collection: the images that failed. They are not charged.
   */
  missing?: {
    number: number;
    code: string;
    message: string;
  }[];
  /**
   * Warnings about a call that succeeded; also in the `Warning` header.
   */
  warnings?: string[];
}
/** The API's tokens response. */
export interface TokensResponse {
  status: true;
  message: string;
  data: {
    tokens: Token[];
    nextCursor: string | null;
  };
  /**
   * Warnings about a call that succeeded; also in the `Warning` header.
   */
  warnings?: string[];
}
/** The API's token. */
export interface Token {
  number: number;
  state: "waiting" | "made" | "failed" | "cancelled";
  seed: number;
  attributes: {
    trait_type: string;
    value: string;
  }[];
  /**
   * The image's URL; null until it is generated.
   */
  image: string | null;
  thumbnail: string | null;
  sha256: string | null;
  width: number | null;
  height: number | null;
  engine: string | null;
  warnings: string[];
  error: {
    code: string;
    message: string;
  } | null;
  /**
   * A new image that was ordered for the token; null when there is none.
   */
  regeneration: {
    state: "queued" | "failed";
    problem: string | null;
  } | null;
}
/** The API's list tokens query. */
export interface ListTokensQuery {
  limit?: number;
  cursor?: string;
}
/** The API's collections response. */
export interface CollectionsResponse {
  status: true;
  message: string;
  data: {
    collections: Collection[];
    nextCursor: string | null;
  };
  /**
   * Warnings about a call that succeeded; also in the `Warning` header.
   */
  warnings?: string[];
}
/** The API's collection. */
export interface Collection {
  /**
   * The id that the queue request returned.
   */
  collectionId: string;
  name: string | null;
  status: "queued" | "processing" | "completed" | "failed" | "cancelled";
  amount: number;
  made: number;
  failed: number;
  prompt: string;
  model: "velogen" | "nebula_forge_xl" | "VisionaryForge" | "Dale3";
  chainId: number;
  walletAddress: string;
  seed: number;
  priceEach: number;
  createdAt: string;
  finishedAt: string | null;
}
/** The API's list collections query. */
export interface ListCollectionsQuery {
  limit?: number;
  cursor?: string;
  /**
   * Words of the name or the prompt.
   */
  search?: string;
  status?: "queued" | "processing" | "completed" | "failed" | "cancelled";
  sort?: "newest" | "oldest" | "name" | "largest";
}
/** The API's token response. */
export interface TokenResponse {
  status: true;
  message: string;
  data: Token;
  /**
   * Warnings about a call that succeeded; also in the `Warning` header.
   */
  warnings?: string[];
}
/** The API's regenerate request. */
export interface RegenerateRequest {
  /**
   * The token's current seed.
   */
  seed: number;
}
/** The API's collection change. */
export interface CollectionChange {
  name: string | null;
}
/** The API's collection response. */
export interface CollectionResponse {
  status: true;
  message: string;
  data: Collection;
  /**
   * Warnings about a call that succeeded; also in the `Warning` header.
   */
  warnings?: string[];
}
/** The API's cancel response. */
export interface CancelResponse {
  status: true;
  message: string;
  data: {
    /**
     * The id that the queue request returned.
     */
    collectionId: string;
    status: "cancelled";
    made: number;
    /**
     * Credits that this call released.
     */
    refunded: number;
  };
  /**
   * Warnings about a call that succeeded; also in the `Warning` header.
   */
  warnings?: string[];
}
/** The API's mint nft request. */
export interface MintNftRequest {
  collectionId: string;
  name: string;
  description: string;
  symbol: string;
  ids: (number | string)[];
}
/** The API's mint nft response. */
export interface MintNftResponse {
  name: string;
  description: string;
  /**
   * `ipfs://` and the content id of the image.
   */
  image: string;
  attributes: Attribute[];
  collectionId: string;
  transaction: MintTransaction;
  symbol: string;
  tokens: MintToken[];
  /**
   * The state of the operator's pinning; null if none is configured.
   */
  pinning: {
    state: "queued" | "pinning" | "pinned" | "failed";
    /**
     * The content id of the pinned folder, once known.
     */
    root: string | null;
  } | null;
  /**
   * Warnings about a call that succeeded; also in the `Warning` header.
   */
  warnings?: string[];
}
/** The API's attribute. */
export interface Attribute {
  trait_type: string;
  value: string;
}
/** The API's mint token. */
export interface MintToken {
  id: number;
  /**
   * The token's title, with its number in place of `{id}`.
   */
  name: string;
  /**
   * What `mint(to, tokenURI)` takes.
   */
  tokenURI: string;
  image: string;
  attributes: Attribute[];
  transaction: MintTransaction;
  /**
   * The state of the service's mint; null if the caller mints.
   */
  mint: {
    state: "queued" | "signed" | "minted" | "failed";
    /**
     * The token's id in the contract, once minted.
     */
    tokenId: string | null;
    problem: string | null;
  } | null;
}
/** The API's chains response. */
export interface ChainsResponse {
  chains: Chain[];
  /**
   * Warnings about a call that succeeded; also in the `Warning` header.
   */
  warnings?: string[];
}
/** The API's chain. */
export interface Chain {
  chainId: number;
  chainName: string;
  network: string;
  networkType: "Mainnet" | "Testnet";
  /**
   * The symbol of the native currency, in which gas is paid.
   */
  currency: string;
  /**
   * Whether the operator has deployed the minting contract on this chain.
   */
  canMint: boolean;
  /**
   * Address of that contract. `GET /nft/abi` says who can mint with it.
   */
  contract: string | null;
}
/** The API's get chains query. */
export interface GetChainsQuery {
  /**
   * Include test networks.
   */
  testNet?: boolean;
}
/** The API's abi response. */
export interface AbiResponse {
  abi: AbiEntry[];
  contracts: {
    chainId: number;
    address: string;
    /**
     * Who can call `mint`: everyone, or only accounts with MINTER_ROLE; unknown while the chain's node is unreachable.
     */
    mayMint: "everybody" | "minters" | "unknown";
    /**
     * The service's account, if it mints with this contract.
     */
    minter: string | null;
  }[];
  /**
   * Warnings about a call that succeeded; also in the `Warning` header.
   */
  warnings?: string[];
}
/** The API's abi entry. */
export interface AbiEntry {
  type: "function" | "event" | "error";
  name: string;
  inputs: {
    name: string;
    type: string;
    [k: string]: unknown;
  }[];
  outputs?: {
    name: string;
    type: string;
    [k: string]: unknown;
  }[];
  [k: string]: unknown;
}
/** The API's drop response. */
export interface DropResponse {
  status: true;
  message: string;
  data: Drop;
}
/** The API's drop. */
export interface Drop {
  chainId: number;
  chainName: string;
  address: string;
  name: string;
  symbol: string;
  description: string;
  /**
   * The symbol of the chain's native currency.
   */
  currency: string;
  supply: number;
  /**
   * Tokens that wallets have claimed, read from the chain.
   */
  claimed: number;
  terms: {
    /**
     * Of each token, in wei.
     */
    price: string;
    /**
     * When wallets may claim; null while the owner keeps the sale closed.
     */
    startsAt: string | null;
    maxPerWallet: number;
    hasAllowList: boolean;
  };
  /**
   * Of the first tokens.
   */
  thumbnails: string[];
}
/** The API's drop wallet response. */
export interface DropWalletResponse {
  status: true;
  message: string;
  data: DropWallet;
}
/** The API's drop wallet. */
export interface DropWallet {
  wallet: string;
  claimed: number;
  /**
   * Whether the allow list, if there is one, has this wallet.
   */
  isAllowed: boolean;
  /**
   * The Merkle proof that `claim(count, proof)` takes.
   */
  proof: string[];
}
/** The API's chat request. */
export interface ChatRequest {
  model: "smart_contract_generator" | "general_assistant" | "smart_contract_auditor";
  /**
   * Your question. For the auditor it includes the contract's code.
   */
  question: string;
  /**
   * on: this question and its answer are saved, and earlier ones are part of the prompt.
   */
  chatHistory?: "on" | "off";
  /**
   * Separates conversations. Requests of the key without an id share one.
   */
  sdkUniqueId?: string;
  useCustomContext?: boolean;
  contextInjection?: CustomContext;
  /**
   * true: the answer is streamed as raw text.
   */
  stream?: boolean;
}
/** The API's custom context. */
export interface CustomContext {
  companyName?: string;
  companyDescription?: string;
  companyWebsiteUrl?: string;
  whitePaperUrl?: string;
  /**
   * The role of the assistant.
   */
  purpose?: string;
  /**
   * True if the project has a token.
   */
  cryptoToken?: boolean;
  tokenInformation?: TokenInformation;
  socialMediaUrls?: {
    name: string;
    url: string;
  }[];
  /**
   * True: the assistant answers only about the project and its field, and declines everything else.
   */
  limitation?: boolean;
  aiTone?: "DEFAULT_TONE" | "CUSTOM_TONE" | "PRE_SET_TONE";
  /**
   * Used with aiTone PRE_SET_TONE.
   */
  selectedTone?:
    | "PROFESSIONAL"
    | "FRIENDLY"
    | "INFORMATIVE"
    | "FORMAL"
    | "CONVERSATIONAL"
    | "AUTHORITATIVE"
    | "PLAYFUL"
    | "INSPIRATIONAL"
    | "CONCISE"
    | "EMPATHETIC"
    | "ACADEMIC"
    | "NEUTRAL"
    | "SARCASTIC_MEME_STYLE";
  /**
   * Used with aiTone CUSTOM_TONE: describe the style in your own words.
   */
  customTone?: string;
}
/** The API's token information. */
export interface TokenInformation {
  tokenName?: string;
  tokenSymbol?: string;
  tokenAddress?: string;
  /**
   * The contract's source code, or a URL of it.
   */
  tokenSourceCode?: string;
  tokenAuditUrl?: string;
  explorerUrl?: string;
  trackerAUrl?: string;
  trackerBUrl?: string;
  /**
   * ETHEREUM, BSC, ARBITRUM, BASE, BLAST, AVALANCHE, POLYGON, SCROLL, OPTIMISM, LINEA, ZKSYNC, POLYGON_ZKEVM, GNOSIS, FANTOM, MOONRIVER, MOONBEAM, BOBA, METIS, LISK, AURORA, SEI, IMMUTABLE_ZK, GRAVITY, TAIKO, CRONOS, FRAXTAL, ABSTRACT, WORLD_CHAIN, MANTLE, MODE, CELO, BERACHAIN; other values are ignored.
   */
  blockchain?: string[];
}
/** The API's chat response. */
export interface ChatResponse {
  status: true | "success";
  message: string;
  data: {
    /**
     * The question, repeated by the contract generator.
     */
    user?: string;
    /**
     * The answer.
     */
    bot: string;
    contract?: GeneratedContract;
    report?: AuditReport;
    [k: string]: unknown;
  };
  /**
   * Warnings about a call that succeeded; also in the `Warning` header.
   */
  warnings?: string[];
}
/** The API's generated contract. */
export interface GeneratedContract {
  name: string;
  compiler: string;
  optimizer: {
    enabled: boolean;
    runs: number;
  };
  evmVersion?: string;
  abi: unknown[];
  /**
   * Creation bytecode, as sent in the deployment transaction.
   */
  bytecode: string;
  /**
   * Size of the deployed code. The maximum on a chain is 24576.
   */
  runtimeBytes?: number;
  /**
   * Every compiled file, by import path.
   */
  sources: {
    [k: string]: {
      content: string;
      [k: string]: unknown;
    };
  };
  warnings: string[];
  features: string[];
  /**
   * Each requirement found in the request, and whether the contract meets it.
   */
  coverage?: ContractRequirement[];
  [k: string]: unknown;
}
/** The API's contract requirement. */
export interface ContractRequirement {
  /**
   * Words of the request; for an assumption, what was assumed.
   */
  requirement: string;
  status: "included" | "not_included" | "assumed";
  /**
   * The function, constant or parent contract that meets it, and its line.
   */
  location?: {
    name: string;
    line: number;
  };
  note?: string;
  [k: string]: unknown;
}
/** The API's audit report. */
export interface AuditReport {
  verdict: string;
  notAnalysed: {
    what: string;
    reason: string;
  }[];
  analysed: {
    files: string[];
    functions: number;
    /**
     * Null if nothing compiled.
     */
    compiler: string | null;
    [k: string]: unknown;
  };
  counts: {
    [k: string]: number;
  };
  findings: AuditFinding[];
  compilerWarnings: string[];
  proofs?: {
    /**
     * Findings of classes whose exploits can be built.
     */
    tried: number;
    proven: number;
    /**
     * Why proofs were not run, or not for all of these findings.
     */
    notRun: string | null;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
/** The API's audit finding. */
export interface AuditFinding {
  id: string;
  rule: string;
  title: string;
  severity: "high" | "medium" | "low" | "info";
  confidence: "high" | "medium" | "low";
  category: string;
  /**
   * Number in the SWC registry, such as `SWC-107`.
   */
  swc: string | null;
  file: string;
  lines: number[];
  quote: string;
  /**
   * The affected code, such as `Vault.withdraw`.
   */
  subject: string;
  explanation: string;
  recommendation: string;
  engines: string[];
  /**
   * Present if the finding is proven: the exploit ran in forge's EVM and the test passed.
   */
  proof?: {
    /**
     * A test for Foundry, complete in one file.
     */
    test: string;
    /**
     * What the test shows.
     */
    explanation: string;
    [k: string]: unknown;
  };
  [k: string]: unknown;
}
/** The API's audit project response. */
export interface AuditProjectResponse {
  status: true;
  message: string;
  data: {
    /**
     * The report as Markdown.
     */
    bot: string;
    report: AuditReport;
  };
  /**
   * Warnings about a call that succeeded; also in the `Warning` header.
   */
  warnings?: string[];
}
/** The API's chat history response. */
export interface ChatHistoryResponse {
  status: true;
  message: string;
  data: {
    rows: ChatHistoryRecord[];
    count: number;
  };
  /**
   * Warnings about a call that succeeded; also in the `Warning` header.
   */
  warnings?: string[];
}
/** The API's chat history record. */
export interface ChatHistoryRecord {
  id: string;
  question: string;
  bot: string;
  createdAt: string;
  sdkUniqueId: string | null;
  model: string;
}
/** The API's list chat history query. */
export interface ListChatHistoryQuery {
  limit?: number;
  offset?: number;
  sortBy?: "createdAt";
  /**
   * desc: newest first.
   */
  sortOrder?: "desc" | "asc" | "DESC" | "ASC";
  sdkUniqueId?: string;
}
/** The API's chat history deletion. */
export interface ChatHistoryDeletion {
  status: true;
  message: string;
  data: {
    deleted: number;
  };
  /**
   * Warnings about a call that succeeded; also in the `Warning` header.
   */
  warnings?: string[];
}
/** The API's delete chat history query. */
export interface DeleteChatHistoryQuery {
  sdkUniqueId?: string;
}
/** The API's news response. */
export interface NewsResponse {
  statusCode: 200;
  message: string;
  data: NewsArticle[];
  total: number;
  isTotalEstimated: boolean;
  limit: number;
  offset: number;
  nextCursor: string | null;
  /**
   * Warnings about a call that succeeded; also in the `Warning` header.
   */
  warnings?: string[];
}
/** The API's news article. */
export interface NewsArticle {
  id: number;
  title: string;
  description: string;
  categoryId: number;
  /**
   * The network. If it has two ids, the canonical one.
   */
  subCategoryId: number;
  /**
   * Null for general news.
   */
  tokenId: number | null;
  /**
   * The URL of the original article.
   */
  url: string;
  createdAt: string;
  imageUrl: string;
  pubDate: string;
  isPublished: boolean;
  /**
   * True if a model rewrote title and description; false for a short extract.
   */
  generated: boolean;
  /**
   * Every outlet that reported the story, the first one first.
   */
  sources: {
    name: string;
    url: string;
    publishedAt: string;
  }[];
  /**
   * How the story sounds to those who hold, use or build what it is about, judged by its words. No advice.
   */
  sentiment: {
    label: "positive" | "neutral" | "negative";
    /**
     * How likely the label is right.
     */
    confidence: number;
  };
  /**
   * How widely the story was reported: medium from two outlets on, high from four on. The operator can give outlets more or less weight.
   */
  importance: "low" | "medium" | "high";
}
/** The API's list news query. */
export interface ListNewsQuery {
  /**
   * Any of these ids (/news/categories). Write `5`, `5,8`, `[5,8]` or repeat the parameter.
   */
  categoryId?: number[];
  /**
   * Any of these ids (/news/networks). Write `5`, `5,8`, `[5,8]` or repeat the parameter.
   */
  subCategoryId?: number[];
  /**
   * Any of these ids (/news/tokens). Write `5`, `5,8`, `[5,8]` or repeat the parameter.
   */
  tokenId?: number[];
  /**
   * Every word must occur in title or description. Case and inflection are ignored (`stablecoins` finds "stablecoin"), and a word of 3 or more characters also matches as a prefix (`bit` finds "bitcoin"); write `ai*` for shorter prefixes. "Quoted text" is matched as a phrase.
   */
  searchQuery?: string;
  /**
   * Published on or after this date (midnight UTC) or time.
   */
  fetchAfter?: string;
  limit?: number;
  offset?: number;
  /**
   * The `nextCursor` of an earlier response. Costs the same on every page.
   */
  cursor?: string;
  sortBy?: "createdAt";
  sortOrder?: "desc" | "asc";
}
/** The API's news article response. */
export interface NewsArticleResponse {
  statusCode: 200;
  message: string;
  data: NewsArticle;
  /**
   * Warnings about a call that succeeded; also in the `Warning` header.
   */
  warnings?: string[];
}
/** The API's news alert request. */
export interface NewsAlertRequest {
  /**
   * Any of these ids (/news/categories). Write `5`, `5,8`, `[5,8]` or repeat the parameter.
   */
  categoryId?: number[];
  /**
   * Any of these ids (/news/networks). Write `5`, `5,8`, `[5,8]` or repeat the parameter.
   */
  subCategoryId?: number[];
  /**
   * Any of these ids (/news/tokens). Write `5`, `5,8`, `[5,8]` or repeat the parameter.
   */
  tokenId?: number[];
  /**
   * Every word must occur in title or description. Case and inflection are ignored (`stablecoins` finds "stablecoin"), and a word of 3 or more characters also matches as a prefix (`bit` finds "bitcoin"); write `ai*` for shorter prefixes. "Quoted text" is matched as a phrase.
   */
  searchQuery?: string;
  webhookUrl: string;
}
/** The API's news alert response. */
export interface NewsAlertResponse {
  status: true;
  message: string;
  data: NewsAlert;
  /**
   * Warnings about a call that succeeded; also in the `Warning` header.
   */
  warnings?: string[];
}
/** The API's news alert. */
export interface NewsAlert {
  id: string;
  /**
   * Any of these; null for all.
   */
  categoryId: number[] | null;
  /**
   * Any of these; null for all.
   */
  subCategoryId: number[] | null;
  /**
   * Any of these; null for all.
   */
  tokenId: number[] | null;
  searchQuery: string | null;
  webhookUrl: string;
  createdAt: string;
}
/** The API's news alerts response. */
export interface NewsAlertsResponse {
  status: true;
  message: string;
  data: NewsAlert[];
  /**
   * Warnings about a call that succeeded; also in the `Warning` header.
   */
  warnings?: string[];
}
/** The API's news alert deleted response. */
export interface NewsAlertDeletedResponse {
  status: true;
  message: string;
  data: {
    id: string;
  };
  /**
   * Warnings about a call that succeeded; also in the `Warning` header.
   */
  warnings?: string[];
}
/** The API's credits balance response. */
export interface CreditsBalanceResponse {
  status: true;
  message: string;
  data: {
    balance: number;
    held: number;
    spent: number;
    granted: number;
    currency: "credits";
    rate: {
      /**
       * Requests per minute: the lower of the key's and the account's limit; null if there is none.
       */
      limit: number | null;
      remaining: number | null;
    };
  };
  /**
   * Warnings about a call that succeeded; also in the `Warning` header.
   */
  warnings?: string[];
}
/** The API's ledger requests response. */
export interface LedgerRequestsResponse {
  status: true;
  message: string;
  data: {
    requests: LedgerRequest[];
    nextCursor: string | null;
    /**
     * Months, such as 2026-01, with entries that belong on this page but are archived outside the database. Balances include them; ask the operator for the entries.
     */
    archivedMonths?: string[];
  };
  /**
   * Warnings about a call that succeeded; also in the `Warning` header.
   */
  warnings?: string[];
}
/** The API's ledger request. */
export interface LedgerRequest {
  /**
   * The id of its first entry.
   */
  id: string;
  /**
   * `grant` and `reclaim` are not part of a request and have one entry.
   */
  kind: "request" | "grant" | "reclaim";
  requestId: string | null;
  operation: string | null;
  keyId: string | null;
  note: string | null;
  /**
   * Credits that the request has cost so far.
   */
  charged: number;
  /**
   * Credits that the request still holds.
   */
  held: number;
  /**
   * Held credits that went back to the balance.
   */
  released: number;
  /**
   * How much all entries together change the balance.
   */
  change: number;
  /**
   * The balance after this row: the balance of the next row plus `change`. Null if the list is filtered.
   */
  balance: number | null;
  createdAt: string;
  /**
   * The time of its newest entry.
   */
  updatedAt: string;
  entryCount: number;
  /**
   * Newest first, at most 20. `GET /credits/ledger?requestId=…` lists all.
   */
  entries: {
    id: string;
    kind: "grant" | "hold" | "capture" | "release" | "reclaim";
    /**
     * Credits that this entry moves.
     */
    amount: number;
    operation: string | null;
    requestId: string | null;
    keyId: string | null;
    note: string | null;
    createdAt: string;
    /**
     * The balance after this entry, without later requests.
     */
    balance: number | null;
  }[];
}
/** The API's list ledger requests query. */
export interface ListLedgerRequestsQuery {
  limit?: number;
  cursor?: string;
  /**
   * Only the entries of this request: what it held, captured and released.
   */
  requestId?: string;
}
/** The API's webhook endpoint request. */
export interface WebhookEndpointRequest {
  url: string;
  /**
   * A name for people.
   */
  description?: string;
  /**
   * The types of events to send; null for all, also those of later versions.
   */
  events?:
    | (
        | "collection.completed"
        | "collection.failed"
        | "collection.cancelled"
        | "news.article"
        | "credits.alert"
      )[]
    | null;
}
/** The API's webhook endpoint response. */
export interface WebhookEndpointResponse {
  status: true;
  message: string;
  data: WebhookEndpoint;
  /**
   * Warnings about a call that succeeded; also in the `Warning` header.
   */
  warnings?: string[];
}
/** The API's webhook endpoint. */
export interface WebhookEndpoint {
  id: string;
  url: string;
  description: string;
  events: string[] | null;
  isEnabled: boolean;
  /**
   * When the receiver answered 410 Gone. Nothing is sent to it until it is enabled again.
   */
  goneAt: string | null;
  previousSecretValidUntil: string | null;
  createdAt: string;
}
/** The API's webhook endpoints response. */
export interface WebhookEndpointsResponse {
  status: true;
  message: string;
  data: WebhookEndpoint[];
  /**
   * Warnings about a call that succeeded; also in the `Warning` header.
   */
  warnings?: string[];
}
/** The API's webhook endpoint change. */
export interface WebhookEndpointChange {
  url: string;
  /**
   * A name for people.
   */
  description?: string;
  /**
   * The types of events to send; null for all, also those of later versions.
   */
  events?:
    | (
        | "collection.completed"
        | "collection.failed"
        | "collection.cancelled"
        | "news.article"
        | "credits.alert"
      )[]
    | null;
  isEnabled?: boolean;
}
/** The API's webhook endpoint deleted response. */
export interface WebhookEndpointDeletedResponse {
  status: true;
  message: string;
  data: {
    id: string;
  };
  /**
   * Warnings about a call that succeeded; also in the `Warning` header.
   */
  warnings?: string[];
}
/** The API's webhook secret response. */
export interface WebhookSecretResponse {
  status: true;
  message: string;
  data: {
    secret: string;
    /**
     * The time until which the previous secret also signs; null if there is none.
     */
    previousSecretValidUntil: string | null;
  };
  /**
   * Warnings about a call that succeeded; also in the `Warning` header.
   */
  warnings?: string[];
}
/** The API's webhook test response. */
export interface WebhookTestResponse {
  status: true;
  message: string;
  data: WebhookDelivery;
  /**
   * Warnings about a call that succeeded; also in the `Warning` header.
   */
  warnings?: string[];
}
/** The API's webhook delivery. */
export interface WebhookDelivery {
  /**
   * The same for every attempt, and equal to the header `webhook-id`.
   */
  id: string;
  /**
   * The endpoint that it is for; null for the `webhookUrl` of a request.
   */
  endpointId: string | null;
  url: string;
  type: string;
  state: "pending" | "delivered" | "failed" | "stopped";
  createdAt: string;
  nextAttemptAt: string | null;
  /**
   * Newest first, at most twenty.
   */
  attempts: WebhookAttempt[];
}
/** The API's webhook attempt. */
export interface WebhookAttempt {
  attempt: number;
  endedAt: string;
  elapsedInMs: number;
  /**
   * The receiver's HTTP status; null without a response.
   */
  status: number | null;
  /**
   * Why the attempt failed; null if it succeeded.
   */
  error: string | null;
  /**
   * The first 1,000 characters of the receiver's response; null if it has no text.
   */
  response: string | null;
}
/** The API's webhook deliveries response. */
export interface WebhookDeliveriesResponse {
  status: true;
  message: string;
  data: {
    deliveries: WebhookDelivery[];
    nextCursor: string | null;
  };
  /**
   * Warnings about a call that succeeded; also in the `Warning` header.
   */
  warnings?: string[];
}
/** The API's list webhook deliveries query. */
export interface ListWebhookDeliveriesQuery {
  limit?: number;
  cursor?: string;
  state?: "pending" | "delivered" | "failed" | "stopped";
  /**
   * Only deliveries to this endpoint.
   */
  endpointId?: string;
}
/** The API's webhook replay response. */
export interface WebhookReplayResponse {
  status: true;
  message: string;
  data: WebhookDelivery;
  /**
   * Warnings about a call that succeeded; also in the `Warning` header.
   */
  warnings?: string[];
}
/** The API's webhook replay request. */
export interface WebhookReplayRequest {
  since: string;
  endpointId?: string;
}
/** The API's webhook replays response. */
export interface WebhookReplaysResponse {
  status: true;
  message: string;
  data: {
    replayed: number;
    hasMore: boolean;
  };
  /**
   * Warnings about a call that succeeded; also in the `Warning` header.
   */
  warnings?: string[];
}
/** The API's library response. */
export interface LibraryResponse {
  status: true;
  message: string;
  data: {
    items: LibraryItem[];
    nextCursor: string | null;
  };
  /**
   * Warnings about a call that succeeded; also in the `Warning` header.
   */
  warnings?: string[];
}
/** The API's library item. */
export interface LibraryItem {
  id: string;
  kind: "image" | "contract" | "audit" | "deployment";
  title: string;
  /**
   * The beginning of the request's text.
   */
  prompt: string | null;
  model: string | null;
  createdAt: string;
  /**
   * When the item is deleted; null: when its owner deletes it.
   */
  keptUntil: string | null;
  /**
   * Of the file. Null for a deployment, which has no file.
   */
  contentType: string | null;
  /**
   * What the item takes of the account's storage.
   */
  bytes: number;
  image: LibraryImage | null;
  contract: LibraryContract | null;
  audit: LibraryAudit | null;
  deployment: LibraryDeployment | null;
  keyId: string | null;
  keyName: string | null;
  requestId: string | null;
  /**
   * Credits that were charged for it.
   */
  price: number;
  isFavourite: boolean;
  /**
   * Anyone with this link can read the item.
   */
  shareUrl: string | null;
}
/** The API's library image. */
export interface LibraryImage {
  width: number;
  height: number;
  seed: number;
  engine: string;
  style: string | null;
  enhance: string | null;
  steps: number | null;
  attributes: {
    trait_type: string;
    value: string;
  }[];
}
/** The API's library contract. */
export interface LibraryContract {
  name: string;
  compiler: string;
  runtimeBytes: number | null;
  /**
   * The `sdkUniqueId` of the request.
   */
  sessionId: string | null;
}
/** The API's library audit. */
export interface LibraryAudit {
  contracts: string[];
  verdict: string;
  /**
   * Findings by severity.
   */
  counts: {
    [k: string]: number;
  };
  /**
   * true: a zipped project was audited.
   */
  isProject?: boolean;
}
/** The API's library deployment. */
export interface LibraryDeployment {
  name: string;
  chainId: number;
  address: string;
  transactionHash: string;
  deployer: string;
  /**
   * The library item with the contract's source, if it is in the library.
   */
  contractItemId: string | null;
}
/** The API's list library query. */
export interface ListLibraryQuery {
  /**
   * Text that title or prompt contain. Case is ignored.
   */
  search?: string;
  kind?: "image" | "contract" | "audit" | "deployment";
  keyId?: string;
  model?: string;
  from?: string;
  /**
   * Including this day, in UTC.
   */
  to?: string;
  /**
   * true: favourites only.
   */
  favourite?: "true" | "false";
  limit?: number;
  cursor?: string;
}
/** The API's library item response. */
export interface LibraryItemResponse {
  status: true;
  message: string;
  data: LibraryItem;
  /**
   * Warnings about a call that succeeded; also in the `Warning` header.
   */
  warnings?: string[];
}
/** The API's library item change. */
export interface LibraryItemChange {
  isFavourite: boolean;
}
/** The API's library item deleted response. */
export interface LibraryItemDeletedResponse {
  status: true;
  message: string;
  data: {
    id: string;
  };
  /**
   * Warnings about a call that succeeded; also in the `Warning` header.
   */
  warnings?: string[];
}
/** The API's deployment record. */
export interface DeploymentRecord {
  name: string;
  chainId: number;
  address: string;
  transactionHash: string;
  deployer: string;
  /**
   * The library item with the contract's source.
   */
  contractItemId?: string;
}
