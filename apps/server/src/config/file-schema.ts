import {
  defaultAccountLimits,
  defaultLimits,
  type ImageModelName,
  imageModelNames,
} from "@mintwright/api-contract";
import { z } from "zod";
import { chainsSchema, mintingSchema, pinningSchema } from "./chain-schema.ts";
import { secretSchema } from "./environment-schema.ts";
import { newsSchema } from "./news-schema.ts";
import { paymentSchema } from "./payment-schema.ts";
import { retentionSchema } from "./retention-schema.ts";

const baseUrl = z.url({ protocol: /^https?$/, error: "must be a URL such as http://localhost:8000/v1" });
const maxConcurrent = z.int().min(1).max(10_000);

const serverShape = {
  /** Of the only server. */
  baseUrl: baseUrl.optional(),
  servers: z
    .array(
      z.strictObject({
        baseUrl,
        maxConcurrent: maxConcurrent.optional(),
        weight: z.number().positive().max(1_000_000).optional(),
      }),
    )
    .min(1)
    .max(1_000)
    .optional(),
  timeoutInMs: z.int().min(100).max(170_000).default(60_000),
  /** Of each server that has none of its own. */
  maxConcurrent: maxConcurrent.default(64),
};

const modelName = z.string("is required: the model's name on that server").min(1);
const file = z.string().min(1);

const engineSchema = z.discriminatedUnion(
  "type",
  [
    z.strictObject({ type: z.literal("offline") }),
    z.strictObject({ type: z.literal("sketch") }),
    z.strictObject({
      type: z.literal("openai"),
      ...serverShape,
      silenceInMs: z.int().min(100).max(170_000).default(30_000),
      streamTimeoutInMs: z.int().min(100).max(3_600_000).default(300_000),
      model: modelName,
      apiKey: secretSchema.optional(),
    }),
    z.strictObject({
      type: z.literal("openai-images"),
      ...serverShape,
      model: modelName,
      apiKey: secretSchema.optional(),
    }),
    z.strictObject({
      type: z.literal("sd-web"),
      ...serverShape,
      checkpoint: z.string().min(1).optional(),
      sampler: z.string().min(1).optional(),
      upscaler: z.string().min(1).optional(),
    }),
    z.strictObject({
      type: z.literal("comfyui"),
      ...serverShape,
      workflowFile: file,
      referenceWorkflowFile: file.optional(),
      apiKey: secretSchema.optional(),
    }),
  ],
  { error: "type must be openai, offline, sketch, openai-images, sd-web or comfyui" },
);

/** One engine name, or several of which each is the fallback of the one before it. */
const chatModelSchema = z
  .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
  .default("offline")
  .transform((value) => (typeof value === "string" ? [value] : value));

const imageModelSchema = z
  .union([
    z.string().min(1),
    z.strictObject({ engine: z.string().min(1), checkpoint: z.string().min(1).optional() }),
  ])
  .default("sketch")
  .transform((value) => (typeof value === "string" ? { engine: value } : value));

const imageModelShape = Object.fromEntries(imageModelNames.map((name) => [name, imageModelSchema])) as Record<
  ImageModelName,
  typeof imageModelSchema
>;

const count = z.int().min(0).max(1_000_000_000);

/** Default limits of an account; `mintwright admin account limits` overrides them. */
const accountLimitsSchema = z
  .strictObject({
    ratePerMinute: count.min(1).default(defaultAccountLimits.ratePerMinute),
    keys: count.default(defaultAccountLimits.keys),
    streams: count.default(defaultAccountLimits.streams),
    storedBytes: z.int().min(0).default(defaultAccountLimits.storedBytes),
    pages: count.default(defaultAccountLimits.pages),
    heavyOperations: count.default(defaultAccountLimits.heavyOperations),
  })
  .prefault({});

export const fileSchema = z.strictObject({
  engines: z
    .record(
      z.string().regex(/^[a-z0-9-]+$/, "engine names may contain lower-case letters, digits and -"),
      engineSchema,
    )
    .default({}),
  models: z
    .strictObject({
      prompt_enhancer: chatModelSchema,
      general_assistant: chatModelSchema,
      news_writer: chatModelSchema,
      ...imageModelShape,
    })
    .prefault({}),
  assistant: z
    .strictObject({
      temperature: z.number().min(0).max(2).default(0.7),
      maxTokens: z.int().min(16).max(1_000_000).default(1_024),
      contextTokens: z.int().min(512).max(10_000_000).default(8_192),
    })
    .prefault({}),
  limits: z
    .strictObject({
      promptCharacters: z.int().min(1).max(100_000).default(defaultLimits.promptCharacters),
      questionCharacters: z.int().min(1).max(10_000_000).default(defaultLimits.questionCharacters),
      // An indexed column: PostgreSQL rejects longer index entries.
      sdkUniqueIdCharacters: z.int().min(1).max(500).default(defaultLimits.sdkUniqueIdCharacters),
      promptsPerRequest: z.int().min(1).max(1_000).default(defaultLimits.promptsPerRequest),
      collectionImages: z.int().min(1).max(1_000_000).default(defaultLimits.collectionImages),
      account: accountLimitsSchema,
    })
    .prefault({}),
  collections: z
    .strictObject({
      imagesPerAccount: z.int().min(1).max(10_000).default(64),
      enginePatienceInMs: z.int().min(1_000).max(604_800_000).default(3_600_000),
    })
    .prefault({}),
  signIn: z.strictObject({ deleteUnconfirmedAfterDays: z.int().min(1).max(365).default(3) }).prefault({}),
  minting: mintingSchema,
  retention: retentionSchema,
  logs: z
    .strictObject({
      fullRatePerSecond: z.int().min(0).max(100_000).default(20),
      storesBodies: z.boolean().default(false),
    })
    .prefault({}),
  images: z.strictObject({ contentCredentials: z.boolean().default(true) }).prefault({}),
  moderation: z
    .strictObject({
      blockedWords: z.array(z.string().min(1)).default([]),
      refusePicturesFrom: z.number().gt(0).max(1).optional(),
    })
    .prefault({}),
  audit: z.strictObject({ requireIsolation: z.boolean().default(false) }).prefault({}),
  news: newsSchema,
  outbound: z.strictObject({ allow: z.array(z.string().min(1)).default([]) }).prefault({}),
  chains: chainsSchema,
  pinning: pinningSchema.optional(),
  payments: paymentSchema.optional(),
});

export type EngineInFile = z.infer<typeof engineSchema>;
