import { z } from "zod";

const port = z.coerce.number().int().min(0).max(65_535);
const milliseconds = z.coerce.number().int().min(100).max(3_600_000);

const dashboardSecret = z
  .string()
  .min(32, "must have at least 32 random characters: openssl rand -base64 48");

const isOrigin = (text: string) => text === "*" || (URL.canParse(text) && new URL(text).origin === text);

const databaseUrl = z
  .string("is required, for example postgres://user:password@localhost:5432/mintwright")
  .regex(/^postgres(ql)?:\/\//, "must start with postgres://")
  .refine(
    URL.canParse,
    "is not a valid URL; check the host, the port and special characters in the password",
  );

export const environmentSchema = z.object({
  DATABASE_URL: databaseUrl,
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_READ_URL: databaseUrl.optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(500).default(8),
  HOST: z.string().min(1).default("0.0.0.0"),
  PORT: port.default(8080),
  METRICS_HOST: z.string().min(1).default("127.0.0.1"),
  METRICS_PORT: port.optional(),
  MINTWRIGHT_CONFIG: z.string().min(1).optional(),
  MINTWRIGHT_CELL: z
    .string()
    .regex(/^[a-z]{2}$/, "must be two lower-case letters")
    .default("aa"),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: "must be a URL such as https://api.example.com" })
    .refine((url) => !/[?#]/.test(url), "must have no query and no fragment")
    .transform((url) => url.replace(/(?<!\/)\/+$/, ""))
    .optional(),
  DASHBOARD_SECRET: dashboardSecret.optional(),
  DASHBOARD_SECRET_PREVIOUS: dashboardSecret.optional(),
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/, error: "must be a URL such as https://login.example.com" })
    .optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_NAME: z.string().min(1).max(40).default("single sign-on"),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "must be a URL such as smtps://user:password@mail.example.com" })
    .optional(),
  MAIL_FROM: z.string().min(3).default("Mintwright <mintwright@localhost>"),
  STORAGE_DIRECTORY: z.string().min(1).optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be the name of a bucket: 3 to 63 of a-z, 0-9, - and .")
    .optional(),
  S3_REGION: z.string().min(1).default("us-east-1"),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: "must be a URL such as https://minio.example.com:9000" })
    .optional(),
  S3_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*\/?$/, "must be folders such as mintwright/cell-aa")
    .transform((prefix) => prefix.replace(/\/?$/, "/"))
    .default(""),
  S3_PATH_STYLE: z.stringbool("must be true or false").optional(),
  AWS_ACCESS_KEY_ID: z.string().min(1).optional(),
  AWS_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
  CREDENTIALS_CERT_FILE: z.string().min(1).optional(),
  CREDENTIALS_KEY_FILE: z.string().min(1).optional(),
  TLS_CERT_FILE: z.string().min(1).optional(),
  TLS_KEY_FILE: z.string().min(1).optional(),
  SLITHER: z.string().min(1).optional(),
  FORGE: z.string().min(1).optional(),
  TRUSTED_PROXIES: z.string().default(""),
  CORS_ORIGINS: z
    .string()
    .default("")
    .transform((text) =>
      text
        .split(",")
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .refine(
      (origins) => origins.every(isOrigin),
      "must be * or origins without a path, separated by commas, such as https://app.example.com",
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url("must be a URL such as http://localhost:4318").optional(),
  MAX_BODY_BYTES: z.coerce.number().int().min(1024).default(1_048_576),
  REQUEST_TIMEOUT_MS: milliseconds.default(30_000),
  DRAIN_DELAY_MS: z.coerce.number().int().min(0).max(600_000).default(0),
  // As long as a call may take (holdDeadlineInMs). A process without calls ends at once.
  SHUTDOWN_TIMEOUT_MS: milliseconds.default(180_000),
});

/** Secrets are referenced by environment variable or file, so that mintwright.yaml contains none. */
export const secretSchema = z.union(
  [z.strictObject({ env: z.string().min(1) }), z.strictObject({ file: z.string().min(1) })],
  "must not contain the secret itself: use { env: NAME } or { file: PATH }",
);

export type SecretReference = z.infer<typeof secretSchema>;
