import type { AccountLimits, ImageModelName, Limits } from "@mintwright/api-contract";
import type { ChainConfig, MintingConfig, PinningConfig } from "./chain-config.ts";

interface ServerConfig {
  baseUrl: string;
  timeoutInMs: number;
  maxConcurrent: number;
}

/** Engines that answer conversations. */
export type ChatEngineConfig =
  | { type: "offline" }
  | (ServerConfig & { type: "openai"; model: string; apiKey?: string | undefined; silenceInMs: number });

/** Engines that paint pictures. */
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

/** An engine as the operator describes it. */
export type EngineConfig = ChatEngineConfig | ImageEngineConfig;

/** A bucket or a directory. */
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

/** What the dashboard cannot do without. */
export interface DashboardConfig {
  /** Everything that the dashboard signs is signed with keys that are derived from it. */
  secret: string;
  /** The secret before, still accepted while a rotation is under way. */
  previousSecret?: string | undefined;
  /** Where browsers reach it, without a slash at its end. */
  publicUrl: string;
}

/** How credits are sold. Amounts are integers of the currency's smallest unit. */
export interface PaymentConfig {
  secretKey: string;
  webhookSecret: string;
  currency: string;
  packs: { credits: number; amount: number }[];
  /** Another address than Stripe's own, for tests. */
  apiUrl?: string | undefined;
}

/** Everything that a process is told from outside, checked. */
export interface Config {
  databaseUrl: string;
  databasePoolSize: number;
  host: string;
  port: number;
  /** Where metrics are served, without authentication: this machine alone unless set. */
  metricsHost: string;
  /** Apart by role, so that an API and a worker run on one machine without being told. */
  metricsPorts: { api: number; worker: number };
  cell: string;
  logLevel: string;
  tls?: { certFile: string; keyFile: string } | undefined;
  trustedProxies: string[];
  /** Origins whose pages may call the API from a browser; * for all, none for none. */
  corsOrigins: string[];
  otlpEndpoint?: string | undefined;
  maxBodyBytes: number;
  requestTimeoutInMs: number;
  shutdownTimeoutInMs: number;
  engines: Record<string, EngineConfig>;
  /** The chat engines that serve each model name, in the order in which they are asked. */
  models: { prompt_enhancer: string[]; general_assistant: string[]; news_writer: string[] };
  /** How the assistant uses its engines. */
  assistant: { temperature: number; maxTokens: number; contextTokens: number };
  /** The image engine that serves each model name, and the checkpoint it loads there. */
  imageModels: Record<ImageModelName, { engine: string; checkpoint?: string | undefined }>;
  /** Which feeds a worker gathers, if any. */
  news: { gather: boolean; feeds: { name: string; url: string }[]; minIntervalInSeconds: number };
  /** The executable of Slither; without it audits run with our own detectors and say so. */
  slither?: string | undefined;
  audit: {
    /** Slither is not run where its network cannot be cut off. */
    requireIsolation: boolean;
  };
  moderation: {
    blockedWords: string[];
    /** The rating, from 0 to 1, from which on the classifier refuses a picture; without it no picture is rated. */
    refusePicturesFrom?: number | undefined;
  };
  collections: {
    /** Images of one account that one engine may have under way, in all workers together. */
    imagesPerAccount: number;
    /** How long a collection waits for an engine that is down before what is left of it fails and is refunded. */
    enginePatienceInMs: number;
  };
  signIn: {
    /** Days after which a user who did not confirm the email is deleted. */
    deleteUnconfirmedAfterDays: number;
  };
  /** Where files are kept; every process of an installation must see the same. */
  storage: StorageConfig;
  /** How the API is reached from outside, without a slash at its end; without it, as the request came. */
  publicUrl?: string | undefined;
  /** The dashboard is served when its secret and the public URL are known. */
  dashboard?: DashboardConfig | undefined;
  /** Credits can be bought in the dashboard when this is set. */
  payments?: PaymentConfig | undefined;
  /** Without a server, letters are printed by the process that would send them. */
  mail: { smtpUrl?: string | undefined; from: string };
  /** Addresses of our own network (host:port) that callers may name nevertheless. */
  outboundAllow: string[];
  /** The chains on which the operator has a contract, by chain id. */
  chains: Record<number, ChainConfig>;
  minting: MintingConfig;
  pinning?: PinningConfig | undefined;
  limits: Limits & { account: AccountLimits };
}

/** The configuration cannot be used; each problem names the key and says what it should be. */
export class ConfigError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
    this.name = "ConfigError";
    this.problems = problems;
  }
}

/** Tells engines that answer conversations from those that paint. */
export function isChatEngine(engine: EngineConfig): engine is ChatEngineConfig {
  return engine.type === "offline" || engine.type === "openai";
}
