import { z } from "zod";
import { imageModelNames } from "./image-models.ts";
import { checkPicture, pictureShape, priceList, priceOf, prompt } from "./images.ts";
import type { Limits } from "./limits.ts";
import { defineOperation, free } from "./operation.ts";
import { checkTraits, previewTraits, warnOfUnusedValues } from "./trait-counts.ts";

/** The states of a collection; the last three are final. */
export const collectionStates = ["queued", "processing", "completed", "failed", "cancelled"] as const;

export type CollectionState = (typeof collectionStates)[number];

/** What only a server that knows its chains can check. */
export interface ChainChecks {
  isChain(chainId: number): boolean;
  isAddress(text: string): boolean;
}

/** Checks the form alone, for those who read the contract and serve nothing. */
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
      ...pictureShape,
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
      checkPicture(request, context);
      checkTraits(request.traits, request.amount, context);
    })
    .meta({ id: "QueueRequest" });
};

export type QueueRequest = z.infer<ReturnType<typeof queueRequestSchema>>;

const collectionId = z.string().meta({ description: "As the queue request answered it." });
const credits = z.number().min(0);

/** Queues the images of a collection. */
export const queueCollection = (limits: Limits, checks: ChainChecks) =>
  defineOperation({
    id: "queueCollection",
    method: "POST",
    path: "/nft/generate-nft-queue",
    tag: "Collections",
    summary: "Queue a collection of NFT images",
    description: [
      "Answers as soon as the job is accepted. The whole price is held, and each image is charged when it is made: what could not be made, or was cancelled, is given back.",
      "`traits` are spread over the collection in exact counts, which `Prefer: dry-run` shows; a trait that no token gets is 400. The same request with the same `seed` gives the same collection.",
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
    progress: z.number().min(0).max(100).meta({ description: "Images that are finished, in percent." }),
    amount: z.int().min(1),
    made: z.int().min(0),
    failed: z.int().min(0),
    statusCode: z.int().optional(),
    message: z.string().optional(),
    data: z
      .object({ images: z.array(z.string()), generated: z.boolean() })
      .optional()
      .meta({ description: "Of a finished collection: the URL of every image that was made." }),
    missing: z.array(missingSchema).optional().meta({
      description: "Of a finished collection: the images that could not be made. They are refunded.",
    }),
  })
  .meta({ id: "Progress" });

export type Progress = z.infer<typeof progressSchema>;

/** Tells how far a collection is. */
export const getProgress = defineOperation({
  id: "getProgress",
  method: "GET",
  path: "/nft/progress/{collectionId}",
  tag: "Collections",
  summary: "Read the progress of a collection",
  description:
    "`queued`, `processing`, then `completed`, `failed` (no image could be made) or `cancelled`, which are final. A completed collection also has `statusCode`, `message` and `data`.",
  auth: "key",
  params,
  response: progressSchema,
  price: free,
  errors: ["not_found"],
});

/** Tells the progress of a collection while it happens. */
export const watchProgress = defineOperation({
  id: "watchProgress",
  method: "GET",
  path: "/nft/progress/{collectionId}/events",
  tag: "Collections",
  summary: "Watch a collection grow",
  description: [
    "Server-sent events until the collection has ended: `image` (its `number`, the URLs of the `image` and of its `thumbnail`) and `missing` (its `number` and `error`) for every image that is finished, those before you came included, and `progress` (as GET /nft/progress answers it, without the URLs).",
    "Their ids resume: send the last one as `Last-Event-ID` and nothing is missed or told twice.",
  ].join(" "),
  auth: "key",
  params,
  response: progressSchema,
  alsoAnswers: ["text/event-stream"],
  price: free,
  occupies: "streams",
  errors: ["not_found"],
});

/** How many entries a page has. */
export const limit = (most: number, normal: number) =>
  z.coerce
    .number("limit must be a whole number")
    .int("limit must be a whole number")
    .min(1, "limit must be at least 1")
    .max(most, `limit must be at most ${most}`)
    .default(normal);

/** Where a list goes on. */
export const cursor = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,200}$/, "cursor must be the nextCursor of an earlier answer")
  .optional();

/** A collection as lists show it. */
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

/** Lists the account's collections. */
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
    image: z.string().nullable().meta({ description: "The image's URL; null until it is made." }),
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

/** Lists the images of a collection. */
export const listTokens = defineOperation({
  id: "listTokens",
  method: "GET",
  path: "/nft/collections/{collectionId}/tokens",
  tag: "Collections",
  summary: "List the images of a collection",
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

/** Ends a collection before all its images are made. */
export const cancelCollection = defineOperation({
  id: "cancelCollection",
  method: "DELETE",
  path: "/nft/collections/{collectionId}",
  tag: "Collections",
  summary: "Cancel a collection",
  description:
    "What is made stays and is paid for; the rest is given back. No further image is started. Cancelling twice is the same as once.",
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
        refunded: credits.meta({ description: "Credits that this call gave back." }),
      }),
    })
    .meta({ id: "CancelResponse" }),
  price: free,
  errors: ["not_found", "collection_finished"],
});
