import type { AccountLimits, ImageModelName, Limits } from "@mintwright/api-contract";
import type { ChainConfig, MintingConfig, PinningConfig } from "./chain-config.ts";
import type { RetentionConfig } from "./retention-schema.ts";

/** One address of an engine. */
export interface EngineServerConfig {
  baseUrl: string;
  /** Its part of the calls, relative to the other servers of the engine. */
  weight: number;
  /** Calls at once of all processes together. */
  maxConcurrent: number;
}

interface ServerConfig {
  servers: EngineServerConfig[];
  timeoutInMs: number;
}

export type ChatEngineConfig =
  | { type: "offline" }
  | (ServerConfig & {
      type: "openai";
      model: string;
      apiKey?: string | undefined;
      silenceInMs: number;
      /** From the question to the end of a streamed answer. */
      streamTimeoutInMs: number;
    });

export type ImageEngineConfig =
  | { type: "sketch" }
  | (ServerConfig & { type: "openai-images"; model: string; apiKey?: string | undefined })
  | (ServerConfig & {
      type: "sd-web";
      checkpoint?: string | undefined;
      sampler?: string | undefined;
      upscaler?: string | undefined;
    })
  | (ServerConfig & {
      type: "comfyui";
      workflow: unknown;
      referenceWorkflow?: unknown;
      apiKey?: string | undefined;
    });

export type EngineConfig = ChatEngineConfig | ImageEngineConfig;

export type StorageConfig =
  | { type: "directory"; directory: string }
  | {
      type: "s3";
      bucket: string;
      region: string;
      endpoint?: string | undefined;
      prefix: string;
      usesPathStyle: boolean;
      credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
    };

export interface DashboardConfig {
  /** Root secret: every key that signs something for the dashboard is derived from it. */
  secret: string;
  /** The previous secret, accepted during a rotation. */
  previousSecret?: string | undefined;
  /** Public base URL, without a trailing slash. */
  publicUrl: string;
  /** Sign-in with an identity provider. */
  oidc?: OidcConfig | undefined;
}

/** An OpenID Connect provider. */
export interface OidcConfig {
  /** Where the provider describes itself: `/.well-known/openid-configuration` below the issuer. */
  discoveryUrl: string;
  clientId: string;
  clientSecret: string;
  /** What the button on the sign-in page calls it. */
  name: string;
}

/** How credits are sold. Amounts are integers in the currency's smallest unit. */
export interface PaymentConfig {
  secretKey: string;
  webhookSecret: string;
  currency: string;
  packs: { credits: number; amount: number }[];
  /** Name and address on receipts, one line each. */
  seller: string[];
  /** Replaces Stripe's own URL in tests. */
  apiUrl?: string | undefined;
}

export interface Config {
  databaseUrl: string;
  /** PostgreSQL itself when `databaseUrl` is a pooler: for migrations and for wake signals. */
  databaseDirectUrl?: string | undefined;
  /** A replica for reads that may be a second old, and for pages of the ledger. */
  databaseReadUrl?: string | undefined;
  databasePoolSize: number;
  host: string;
  port: number;
  /** Address of the metrics server, which needs no authentication: loopback by default. */
  metricsHost: string;
  /** One port per role, so that an API and a worker can share a machine without configuration. */
  metricsPorts: { api: number; worker: number };
  cell: string;
  logLevel: string;
  tls?: { certFile: string; keyFile: string } | undefined;
  trustedProxies: string[];
  /** Origins allowed to call the API from a browser; * allows all, an empty list none. */
  corsOrigins: string[];
  otlpEndpoint?: string | undefined;
  maxBodyBytes: number;
  requestTimeoutInMs: number;
  /** How long an API process keeps serving after SIGTERM while it is not ready. */
  drainDelayInMs: number;
  shutdownTimeoutInMs: number;
  engines: Record<string, EngineConfig>;
  /** Names of the chat engines of each model; each is the fallback of the one before it. */
  models: { prompt_enhancer: string[]; general_assistant: string[]; news_writer: string[] };
  assistant: { temperature: number; maxTokens: number; contextTokens: number };
  imageModels: Record<ImageModelName, { engine: string; checkpoint?: string | undefined }>;
  news: {
    gather: boolean;
    feeds: { name: string; url: string; weight: number }[];
    minIntervalInSeconds: number;
    freeArticlesPerDay: number;
  };
  /** Path of the Slither executable. Without it, audits use the built-in detectors only and say so. */
  slither?: string | undefined;
  /** Path of Foundry's forge. Without it, no tests of contracts and no proofs of findings are run, and answers say so. */
  forge?: string | undefined;
  audit: {
    /** Disables Slither where it cannot be isolated from the network. */
    requireIsolation: boolean;
  };
  /** C2PA credentials of images; undefined when they are turned off. */
  contentCredentials?: {
    /** The operator's certificate; without it, one is generated. */
    certificate?: { certFile: string; keyFile: string } | undefined;
  };
  moderation: {
    blockedWords: string[];
    /** Rating from 0 to 1 at which the classifier refuses an image; without it, images are not rated. */
    refusePicturesFrom?: number | undefined;
  };
  collections: {
    /** Images of one account that one engine may generate at once, across all workers. */
    imagesPerAccount: number;
    /** How long a collection waits for an engine that is down. Then its remaining images fail and are refunded. */
    enginePatienceInMs: number;
  };
  signIn: {
    /** Days after which a user with an unconfirmed email address is deleted. */
    deleteUnconfirmedAfterDays: number;
  };
  /** How long data is kept. */
  retention: RetentionConfig;
  logs: {
    /** Requests a second of one account in one process that are all logged; above it, a part of the successful ones. */
    fullRatePerSecond: number;
    /** Whether owners can switch on that the bodies of their requests are stored. */
    storesBodies: boolean;
  };
  /** Every process of an installation must use the same storage. */
  storage: StorageConfig;
  /** Public base URL without a trailing slash; by default derived from each request. */
  publicUrl?: string | undefined;
  /** Set when both the dashboard secret and the public URL are configured. */
  dashboard?: DashboardConfig | undefined;
  /** Set when credits can be bought in the dashboard. */
  payments?: PaymentConfig | undefined;
  /** Without an SMTP URL, emails are printed to stderr. */
  mail: { smtpUrl?: string | undefined; from: string };
  /** Private addresses (host:port) that callers may use in URLs, such as a webhook receiver in the same network. */
  outboundAllow: string[];
  chains: Record<number, ChainConfig>;
  minting: MintingConfig;
  pinning?: PinningConfig | undefined;
  limits: Limits & { account: AccountLimits };
}

/** The configuration is invalid. Each problem names a key and what it must be. */
export class ConfigError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`The configuration is invalid:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
    this.name = "ConfigError";
    this.problems = problems;
  }
}

export function isChatEngine(engine: EngineConfig): engine is ChatEngineConfig {
  return engine.type === "offline" || engine.type === "openai";
}

/** Names a server by its address without protocol and credentials: the same server in every engine and process. */
export function nameServer(baseUrl: string): string {
  const { host, pathname } = new URL(baseUrl);
  return `${host}${pathname}`.replace(/\/$/, "");
}
