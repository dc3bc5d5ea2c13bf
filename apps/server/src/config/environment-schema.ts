import { z } from "zod";

const port = z.coerce.number().int().min(0).max(65_535);
const milliseconds = z.coerce.number().int().min(100).max(3_600_000);

/** The environment variables that are read, with their defaults. */
export const environmentSchema = z.object({
  DATABASE_URL: z
    .string("is required, for example postgres://user:password@localhost:5432/mintwright")
    .regex(/^postgres(ql)?:\/\//, "must start with postgres://")
    .refine(URL.canParse, "is not a valid address; check host, port and special characters in the password"),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(500).default(8),
  HOST: z.string().min(1).default("0.0.0.0"),
  PORT: port.default(8080),
  METRICS_PORT: port.optional(),
  MINTWRIGHT_CONFIG: z.string().min(1).optional(),
  MINTWRIGHT_CELL: z
    .string()
    .regex(/^[a-z]{2}$/, "must be two lower-case letters")
    .default("aa"),
  STORAGE_DIRECTORY: z.string().min(1).default("./mintwright-storage"),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error", "silent"]).default("info"),
  TLS_CERT_FILE: z.string().min(1).optional(),
  TLS_KEY_FILE: z.string().min(1).optional(),
  SLITHER: z.string().min(1).optional(),
  TRUSTED_PROXIES: z.string().default(""),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url("must be a URL such as http://localhost:4318").optional(),
  MAX_BODY_BYTES: z.coerce.number().int().min(1024).default(1_048_576),
  REQUEST_TIMEOUT_MS: milliseconds.default(30_000),
  SHUTDOWN_TIMEOUT_MS: milliseconds.default(30_000),
});
