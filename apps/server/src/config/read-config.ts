import { existsSync, readFileSync } from "node:fs";
import { parseDocument } from "yaml";
import type { z } from "zod";
import { readChains, readPinning } from "./chain-schema.ts";
import {
  type Config,
  ConfigError,
  type EngineConfig,
  type EngineServerConfig,
  isChatEngine,
  nameServer,
  type OidcConfig,
  type StorageConfig,
} from "./config.ts";
import type { SecretReference } from "./environment-schema.ts";
import { environmentSchema } from "./environment-schema.ts";
import { type EngineInFile, fileSchema } from "./file-schema.ts";
import { readPayments } from "./payment-schema.ts";

const pairs = [
  ["CREDENTIALS_CERT_FILE", "CREDENTIALS_KEY_FILE"],
  ["TLS_CERT_FILE", "TLS_KEY_FILE"],
  ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"],
] as const;

type Environment = Record<string, string | undefined>;

/** Reads the environment and the configuration file. Throws one ConfigError that lists every problem. */
export function readConfig(environment: Environment): Config {
  const problems: string[] = [];
  const given = dropEmpty(environment);
  const values = check(environmentSchema, given, "", problems);
  const path = environment.MINTWRIGHT_CONFIG || undefined;
  const file = check(fileSchema, path ? readYaml(path, problems) : {}, path ?? "", problems);
  const engines: Record<string, EngineConfig> = { offline: { type: "offline" }, sketch: { type: "sketch" } };
  for (const [name, engine] of Object.entries(file?.engines ?? {})) {
    engines[name] = readEngine(engine, `${path}: engines.${name}`, environment, problems);
  }
  const { prompt_enhancer, general_assistant, news_writer, ...imageModels } = file?.models ?? {
    prompt_enhancer: [],
    general_assistant: [],
    news_writer: [],
  };
  const models = { prompt_enhancer, general_assistant, news_writer };
  for (const [model, names] of Object.entries(models)) {
    for (const name of names) checkEngine(model, name, isChatEngine, "generates text");
  }
  for (const [model, { engine }] of Object.entries(imageModels)) {
    checkEngine(model, engine, (config) => !isChatEngine(config), "generates images");
  }
  const secretOf = (reference: SecretReference | undefined, place: string) =>
    readSecret(reference, place, environment, problems);
  const chains = readChains(file?.chains ?? {}, `${path}: chains`, secretOf, problems);
  const pinning = readPinning(file?.pinning, `${path}: pinning`, secretOf);
  const payments = readPayments(file?.payments, `${path}: payments`, secretOf, problems);
  for (const [one, other] of pairs) {
    if (!given[one] !== !given[other]) problems.push(`${one} and ${other} must be set together, or neither`);
  }
  if (given.STORAGE_DIRECTORY && given.S3_BUCKET) {
    problems.push("STORAGE_DIRECTORY and S3_BUCKET: set only one of them");
  }
  for (const name of ["TLS_CERT_FILE", "TLS_KEY_FILE", "CREDENTIALS_CERT_FILE", "CREDENTIALS_KEY_FILE"]) {
    if (given[name]) readText(given[name], name, problems);
  }
  for (const name of ["SLITHER", "FORGE"]) {
    if (given[name] && !existsSync(given[name])) problems.push(`${name}: file ${given[name]} does not exist`);
  }
  if (given.DASHBOARD_SECRET && !given.PUBLIC_URL) {
    problems.push(
      "DASHBOARD_SECRET: also requires PUBLIC_URL, the URL at which browsers reach the dashboard",
    );
  }
  if (given.DASHBOARD_SECRET_PREVIOUS && !given.DASHBOARD_SECRET) {
    problems.push("DASHBOARD_SECRET_PREVIOUS: requires DASHBOARD_SECRET, the secret that replaces it");
  }
  if (given.DASHBOARD_SECRET_PREVIOUS && given.DASHBOARD_SECRET_PREVIOUS === given.DASHBOARD_SECRET) {
    problems.push("DASHBOARD_SECRET_PREVIOUS: must differ from DASHBOARD_SECRET");
  }
  const oidcNames = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"].filter((name) => given[name]);
  if (oidcNames.length > 0 && (oidcNames.length < 3 || !given.DASHBOARD_SECRET)) {
    problems.push(
      "OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET: set all of them, and DASHBOARD_SECRET, or none",
    );
  }
  if (payments && !given.DASHBOARD_SECRET) {
    problems.push(`${path}: payments: requires the dashboard; set DASHBOARD_SECRET and PUBLIC_URL`);
  }
  if (values?.DASHBOARD_SECRET && values.PUBLIC_URL && new URL(values.PUBLIC_URL).pathname !== "/") {
    problems.push(
      "PUBLIC_URL: must have no path when the dashboard is enabled; the dashboard is served at /dashboard",
    );
  }
  if (!values || !file || problems.length > 0) throw new ConfigError(problems);
  return {
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    host: values.HOST,
    port: values.PORT,
    metricsHost: values.METRICS_HOST,
    metricsPorts: { api: values.METRICS_PORT ?? 9464, worker: values.METRICS_PORT ?? 9465 },
    cell: values.MINTWRIGHT_CELL,
    logLevel: values.LOG_LEVEL,
    storage: toStorageConfig(values),
    publicUrl: values.PUBLIC_URL,
    dashboard:
      values.DASHBOARD_SECRET && values.PUBLIC_URL
        ? {
            secret: values.DASHBOARD_SECRET,
            previousSecret: values.DASHBOARD_SECRET_PREVIOUS,
            publicUrl: values.PUBLIC_URL,
            oidc: toOidcConfig(values),
          }
        : undefined,
    mail: { smtpUrl: values.SMTP_URL, from: values.MAIL_FROM },
    tls:
      values.TLS_CERT_FILE && values.TLS_KEY_FILE
        ? { certFile: values.TLS_CERT_FILE, keyFile: values.TLS_KEY_FILE }
        : undefined,
    trustedProxies: values.TRUSTED_PROXIES.split(",")
      .map((part) => part.trim())
      .filter(Boolean),
    corsOrigins: values.CORS_ORIGINS,
    slither: values.SLITHER,
    forge: values.FORGE,
    otlpEndpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    maxBodyBytes: values.MAX_BODY_BYTES,
    requestTimeoutInMs: values.REQUEST_TIMEOUT_MS,
    drainDelayInMs: values.DRAIN_DELAY_MS,
    shutdownTimeoutInMs: values.SHUTDOWN_TIMEOUT_MS,
    engines,
    models,
    assistant: file.assistant,
    news: file.news,
    imageModels: imageModels as Config["imageModels"],
    limits: file.limits,
    collections: file.collections,
    signIn: file.signIn,
    retention: file.retention,
    logs: file.logs,
    audit: file.audit,
    ...(file.images.contentCredentials && {
      contentCredentials: {
        certificate:
          values.CREDENTIALS_CERT_FILE && values.CREDENTIALS_KEY_FILE
            ? { certFile: values.CREDENTIALS_CERT_FILE, keyFile: values.CREDENTIALS_KEY_FILE }
            : undefined,
      },
    }),
    moderation: file.moderation,
    outboundAllow: file.outbound.allow,
    chains,
    minting: file.minting,
    pinning,
    payments,
  };

  function checkEngine(
    model: string,
    name: string,
    fits: (engine: EngineConfig) => boolean,
    job: string,
  ): void {
    const fitting = Object.keys(engines).filter((candidate) => fits(engines[candidate] as EngineConfig));
    if (!fitting.includes(name)) {
      problems.push(
        `${path}: models.${model}: there is no engine named ${name} that ${job}; engines are ${fitting.join(", ")}`,
      );
    }
  }
}

function toOidcConfig(values: z.infer<typeof environmentSchema>): OidcConfig | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values;
  if (!issuer || !clientId || !clientSecret) return undefined;
  const discoveryUrl = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  return { discoveryUrl, clientId, clientSecret, name: values.OIDC_NAME };
}

function toStorageConfig(values: z.infer<typeof environmentSchema>): StorageConfig {
  const {
    S3_BUCKET: bucket,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  } = values;
  if (!bucket) return { type: "directory", directory: values.STORAGE_DIRECTORY ?? "./mintwright-storage" };
  return {
    type: "s3",
    bucket,
    region: values.S3_REGION,
    endpoint: values.S3_ENDPOINT,
    prefix: values.S3_PREFIX,
    // Self-hosted S3 servers rarely have a host name per bucket.
    usesPathStyle: values.S3_PATH_STYLE ?? values.S3_ENDPOINT !== undefined,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
  };
}

function readEngine(
  engine: EngineInFile,
  place: string,
  environment: Environment,
  problems: string[],
): EngineConfig {
  if (engine.type === "offline" || engine.type === "sketch") return engine;
  const servers = readServers(engine, place, problems);
  const { baseUrl: _baseUrl, maxConcurrent: _maxConcurrent, ...given } = engine;
  if (given.type === "sd-web") return { ...given, servers };
  const apiKey = readSecret(given.apiKey, `${place}.apiKey`, environment, problems);
  if (given.type !== "comfyui") return { ...given, servers, apiKey };
  const { workflowFile, referenceWorkflowFile, ...rest } = given;
  return {
    ...rest,
    servers,
    workflow: readJson(workflowFile, `${place}.workflowFile`, problems),
    ...(referenceWorkflowFile && {
      referenceWorkflow: readJson(referenceWorkflowFile, `${place}.referenceWorkflowFile`, problems),
    }),
    apiKey,
  };
}

function readServers(
  { baseUrl, servers, maxConcurrent }: Extract<EngineInFile, { maxConcurrent: number }>,
  place: string,
  problems: string[],
): EngineServerConfig[] {
  if (baseUrl !== undefined && servers)
    problems.push(`${place}: set baseUrl for one server or servers for several, not both`);
  if (baseUrl === undefined && !servers)
    problems.push(`${place}.baseUrl: must be a URL such as http://localhost:8000/v1`);
  const listed = (servers ?? (baseUrl === undefined ? [] : [{ baseUrl }])).map((server) => {
    const limit = server.maxConcurrent ?? maxConcurrent;
    return { baseUrl: server.baseUrl, maxConcurrent: limit, weight: server.weight ?? limit };
  });
  const names = listed.map((server) => nameServer(server.baseUrl));
  if (new Set(names).size < names.length) problems.push(`${place}.servers: every server must be listed once`);
  return listed;
}

function readJson(path: string, place: string, problems: string[]): unknown {
  const text = readText(path, place, problems);
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch (error) {
    problems.push(`${place}: ${path} is not JSON (${(error as Error).message})`);
    return undefined;
  }
}

function dropEmpty(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
}

function check<Output>(
  schema: z.ZodType<Output>,
  value: unknown,
  place: string,
  problems: string[],
): Output | undefined {
  if (value === undefined) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const prefix = place && `${place}: `;
  for (const issue of result.error.issues) {
    const path = issue.path.join(".");
    const message =
      issue.code === "unrecognized_keys"
        ? `unknown key ${issue.keys.join(", ")}; check the spelling`
        : issue.message;
    problems.push(`${prefix}${path || "the file"}: ${message}`);
  }
  return undefined;
}

function readText(path: string, place: string, problems: string[]): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    problems.push(`${place}: cannot read ${path} (${(error as NodeJS.ErrnoException).code})`);
    return undefined;
  }
}

function readYaml(path: string, problems: string[]): unknown {
  const text = readText(path, "MINTWRIGHT_CONFIG", problems);
  if (text === undefined) return undefined;
  const document = parseDocument(text);
  if (document.errors.length > 0) {
    problems.push(...document.errors.map((error) => `${path}: ${error.message.split("\n")[0]}`));
    return undefined;
  }
  return document.toJS() ?? {};
}

function readSecret(
  reference: SecretReference | undefined,
  place: string,
  environment: Environment,
  problems: string[],
): string | undefined {
  if (!reference) return undefined;
  if ("env" in reference) {
    const value = environment[reference.env];
    if (!value) problems.push(`${place}: the environment variable ${reference.env} is not set`);
    return value;
  }
  const value = readText(reference.file, place, problems)?.trim();
  if (value === "") problems.push(`${place}: ${reference.file} is empty`);
  return value;
}
