import { z } from "zod";
import { imageModelNames } from "./image-models.ts";
import { checkImage, imageShape, priceList, priceOf, prompt } from "./images.ts";
import type { Limits } from "./limits.ts";
import { defineOperation, free } from "./operation.ts";
import { checkTraits, previewTraits, warnOfUnusedValues } from "./trait-counts.ts";

/** The last three states are final. */
export const collectionStates = ["queued", "processing", "completed", "failed", "cancelled"] as const;

export type CollectionState = (typeof collectionStates)[number];

/** Checks that need to know which chains the server supports. */
export interface ChainChecks {
  isChain(chainId: number): boolean;
  isAddress(text: string): boolean;
}

/** Checks only the syntax, for code that reads the API contract but serves nothing. */
export const formChecks: ChainChecks = {
  isChain: (chainId) => chainId > 0,
  isAddress: (text) => /^0x[0-9a-fA-F]{40}$/.test(text),
};

const queueRequestSchema = (limits: Limits, checks: ChainChecks) => {
  const amountProblem = `amount must be a whole number from 1 to ${limits.collectionImages}`;
  return z
    .object({
      walletAddress: z
        .string("walletAddress is required and must be text")
        .refine(
          checks.isAddress,
          "walletAddress must be an EVM address; in mixed case its EIP-55 checksum must fit",
        ),
      prompt: prompt(limits),
      ...imageShape,
      chainId: z
        .int("chainId is required and must be a whole number")
        .refine(checks.isChain, "chainId must be one of those that GET /nft/get-chains?testNet=true lists"),
      amount: z.int(amountProblem).min(1, amountProblem).max(limits.collectionImages, amountProblem),
      webhookUrl: z
        .url({ protocol: /^https?$/, error: "webhookUrl must be an http or https URL" })
        .max(2_048)
        .optional(),
    })
    .superRefine((request, context) => {
      checkImage(request, context);
      checkTraits(request.traits, request.amount, context);
    })
    .meta({ id: "QueueRequest" });
};

export type QueueRequest = z.infer<ReturnType<typeof queueRequestSchema>>;

const collectionId = z.string().meta({ description: "The id that the queue request returned." });
const credits = z.number().min(0);

export const queueCollection = (limits: Limits, checks: ChainChecks) =>
  defineOperation({
    id: "queueCollection",
    method: "POST",
    path: "/nft/generate-nft-queue",
    tag: "Collections",
    summary: "Queue a collection of NFT images",
    description: [
      "Responds as soon as the job is accepted. The whole price is held, and each image is charged when it is generated. Credits for images that failed or were cancelled are released.",
      "`traits` are distributed over the collection in exact counts, which `Prefer: dry-run` returns; a trait that no token gets is a 400 error. The same request with the same `seed` gives the same collection.",
    ].join(" "),
    auth: "key",
    body: queueRequestSchema(limits, checks),
    response: z.object({ collectionId, status: z.enum(collectionStates) }).meta({ id: "QueueResponse" }),
    price: {
      kind: "metered",
      describe: `amount × ${priceList}`,
      of: ({ body }) => body.amount * priceOf(body),
    },
    preview: ({ body }) => previewTraits(body.traits, body.amount),
    warn: ({ body }) => warnOfUnusedValues(body.traits ?? [], body.amount),
    errors: ["content_refused", "webhook_url_refused", "account_limit_reached"],
  });

const params = z.object({ collectionId });

const missingSchema = z.object({
  number: z.int().min(1),
  code: z.string(),
  message: z.string(),
});

const progressSchema = z
  .object({
    collectionId,
    status: z.enum(collectionStates),
    progress: z.number().min(0).max(100).meta({ description: "Finished images, in percent." }),
    amount: z.int().min(1),
    made: z.int().min(0),
    failed: z.int().min(0),
    statusCode: z.int().optional(),
    message: z.string().optional(),
    data: z
      .object({ images: z.array(z.string()), generated: z.boolean() })
      .optional()
      .meta({ description: "Of a finished collection: the URL of every generated image." }),
    missing: z.array(missingSchema).optional().meta({
      description: "Of a finished collection: the images that failed. They are not charged.",
    }),
  })
  .meta({ id: "Progress" });

export type Progress = z.infer<typeof progressSchema>;

export const getProgress = defineOperation({
  id: "getProgress",
  method: "GET",
  path: "/nft/progress/{collectionId}",
  tag: "Collections",
  summary: "Get the progress of a collection",
  description:
    "`queued`, `processing`, then `completed`, `failed` (no image could be generated) or `cancelled`, which are final. A completed collection also has `statusCode`, `message` and `data`.",
  auth: "key",
  params,
  response: progressSchema,
  price: free,
  errors: ["not_found"],
});

/** Streams the progress of a collection. */
export const watchProgress = defineOperation({
  id: "watchProgress",
  method: "GET",
  path: "/nft/progress/{collectionId}/events",
  tag: "Collections",
  summary: "Stream the progress of a collection",
  description: [
    "Server-sent events until the collection is final: `image` (`number` and the URLs of `image` and `thumbnail`) and `missing` (`number` and `error`) for every finished image, including those finished before you connected, and `progress` (the response of GET /nft/progress without the URLs).",
    "To resume, send the last event id as `Last-Event-ID`: no event is lost or repeated.",
  ].join(" "),
  auth: "key",
  params,
  response: progressSchema,
  alsoAnswers: ["text/event-stream"],
  price: free,
  occupies: "streams",
  errors: ["not_found"],
});

/** The page size of a list. */
export const limit = (most: number, normal: number) =>
  z.coerce
    .number("limit must be a whole number")
    .int("limit must be a whole number")
    .min(1, "limit must be at least 1")
    .max(most, `limit must be at most ${most}`)
    .default(normal);

/** The position at which the next page of a list starts. */
export const cursor = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,200}$/, "cursor must be the nextCursor of an earlier answer")
  .optional();

/** A collection as it appears in lists. */
export const collectionSchema = z
  .object({
    collectionId,
    status: z.enum(collectionStates),
    amount: z.int().min(1),
    made: z.int().min(0),
    failed: z.int().min(0),
    prompt: z.string(),
    model: z.enum(imageModelNames),
    chainId: z.int(),
    walletAddress: z.string(),
    seed: z.int(),
    priceEach: credits,
    createdAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: "Collection" });

export type CollectionSummary = z.infer<typeof collectionSchema>;

export const listCollections = defineOperation({
  id: "listCollections",
  method: "GET",
  path: "/nft/collections",
  tag: "Collections",
  summary: "List the account's collections",
  description: "Newest first. `nextCursor` continues the list.",
  auth: "key",
  query: z.object({ limit: limit(100, 20), cursor }),
  response: z
    .object({
      status: z.literal(true),
      message: z.string(),
      data: z.object({ collections: z.array(collectionSchema), nextCursor: z.string().nullable() }),
    })
    .meta({ id: "CollectionsResponse" }),
  price: free,
  errors: [],
});

const tokenSchema = z
  .object({
    number: z.int().min(1),
    state: z.enum(["waiting", "made", "failed", "cancelled"]),
    seed: z.int(),
    attributes: z.array(z.object({ trait_type: z.string(), value: z.string() })),
    image: z.string().nullable().meta({ description: "The image's URL; null until it is generated." }),
    thumbnail: z.string().nullable(),
    sha256: z.string().nullable(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    engine: z.string().nullable(),
    warnings: z.array(z.string()),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
  })
  .meta({ id: "Token" });

export type Token = z.infer<typeof tokenSchema>;

export const listTokens = defineOperation({
  id: "listTokens",
  method: "GET",
  path: "/nft/collections/{collectionId}/tokens",
  tag: "Collections",
  summary: "List the tokens of a collection",
  description:
    "In the order of their numbers, each with its seed and traits. `nextCursor` continues the list.",
  auth: "key",
  params,
  query: z.object({ limit: limit(1_000, 100), cursor }),
  response: z
    .object({
      status: z.literal(true),
      message: z.string(),
      data: z.object({ tokens: z.array(tokenSchema), nextCursor: z.string().nullable() }),
    })
    .meta({ id: "TokensResponse" }),
  price: free,
  errors: ["not_found"],
});

/** Stops a collection before all its images are generated. */
export const cancelCollection = defineOperation({
  id: "cancelCollection",
  method: "DELETE",
  path: "/nft/collections/{collectionId}",
  tag: "Collections",
  summary: "Cancel a collection",
  description:
    "Generated images are kept and charged; the rest of the hold is released. No further image is started. Cancelling again has no effect.",
  auth: "key",
  params,
  response: z
    .object({
      status: z.literal(true),
      message: z.string(),
      data: z.object({
        collectionId,
        status: z.literal("cancelled"),
        made: z.int().min(0),
        refunded: credits.meta({ description: "Credits that this call released." }),
      }),
    })
    .meta({ id: "CancelResponse" }),
  price: free,
  errors: ["not_found", "collection_finished"],
});
