import { defaultLimits } from "@mintwright/api-contract";
import { z } from "zod";

const secretSchema = z.union(
  [z.strictObject({ env: z.string().min(1) }), z.strictObject({ file: z.string().min(1) })],
  "a secret is never written here: use { env: NAME } or { file: PATH }",
);

const openAiEngineSchema = z.strictObject({
  type: z.literal("openai"),
  baseUrl: z.url({ protocol: /^https?$/, error: "must be a URL such as http://localhost:8000/v1" }),
  model: z.string("is required: the model's name on that server").min(1),
  apiKey: secretSchema.optional(),
  timeoutInMs: z.int().min(100).max(170_000).default(60_000),
  maxConcurrent: z.int().min(1).max(10_000).default(64),
});

const engineSchema = z.discriminatedUnion(
  "type",
  [openAiEngineSchema, z.strictObject({ type: z.literal("offline") })],
  {
    error: "type must be openai or offline",
  },
);

/** The form of mintwright.yaml. */
export const fileSchema = z.strictObject({
  engines: z
    .record(
      z.string().regex(/^[a-z0-9-]+$/, "engine names have lower-case letters, digits and -"),
      engineSchema,
    )
    .default({}),
  models: z.strictObject({ prompt_enhancer: z.string().default("offline") }).prefault({}),
  limits: z
    .strictObject({ promptCharacters: z.int().min(1).max(100_000).default(defaultLimits.promptCharacters) })
    .prefault({}),
});

export type SecretReference = z.infer<typeof secretSchema>;
