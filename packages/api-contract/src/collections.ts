import { z } from "zod";
import { imageModelNames } from "./image-models.ts";
import { checkImage, imageShape, priceList, priceOf, prompt } from "./images.ts";
import type { Limits } from "./limits.ts";
import { collectionOrders, collectionStates } from "./list-values.ts";
import { defineOperation, free } from "./operation.ts";
import { checkTraits, previewTraits, warnOfUnusedValues } from "./trait-counts.ts";
import { checkTraitRules } from "./trait-rules.ts";
import { traitRuleSchema } from "./trait-schemas.ts";

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

const collectionName = z
  .string("name must be text")
  .trim()
  .min(1, "name must not be empty")
  .max(120, "name must be at most 120 characters");

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
      name: collectionName.optional().meta({ description: "What lists show; without it, the prompt." }),
      rules: z
        .array(traitRuleSchema, "rules must be a list")
        .max(50, "rules must be at most 50")
        .optional()
        .meta({
          description:
            "Conditions between values of traits. The counts stay exact; a rule that does not allow them is a 400 error that names it.",
        }),
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
      checkTraitRules(request, context);
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
    modelOf: ({ body }) => body.model,
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
  .regex(/^[A-Za-z0-9_-]{1,400}$/, "cursor must be the nextCursor of an earlier answer")
  .optional();

/** A collection as it appears in lists. */
export const collectionSchema = z
  .object({
    collectionId,
    name: z.string().nullable(),
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

/** Which collections a list has, and in which order. */
export const collectionFilters = {
  search: z
    .string()
    .trim()
    .max(200, "search must be at most 200 characters")
    .optional()
    .meta({ description: "Words of the name or the prompt." }),
  status: z.enum(collectionStates, "status must be a state of a collection").optional(),
  sort: z.enum(collectionOrders, "sort must be newest, oldest, name or largest").default("newest"),
};

export const listCollections = defineOperation({
  id: "listCollections",
  method: "GET",
  path: "/nft/collections",
  tag: "Collections",
  summary: "List the account's collections",
  description:
    "Newest first, unless `sort` says otherwise. `nextCursor` continues the list with the same search, status and sort.",
  auth: "key",
  query: z.object({ limit: limit(100, 20), cursor, ...collectionFilters }),
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
    regeneration: z
      .object({ state: z.enum(["queued", "failed"]), problem: z.string().nullable() })
      .nullable()
      .meta({ description: "A new image that was ordered for the token; null when there is none." }),
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

const tokenParams = params.extend({
  number: z.coerce
    .number("number must be a whole number")
    .int("number must be a whole number")
    .min(1, "number must be at least 1")
    .max(2 ** 31 - 1),
});

const tokenAnswer = z
  .object({ status: z.literal(true), message: z.string(), data: tokenSchema })
  .meta({ id: "TokenResponse" });

export const getToken = defineOperation({
  id: "getToken",
  method: "GET",
  path: "/nft/collections/{collectionId}/tokens/{number}",
  tag: "Collections",
  summary: "Get a token of a collection",
  description: "With its image, seed and traits, and with the new image that was ordered for it, if any.",
  auth: "key",
  params: tokenParams,
  response: tokenAnswer,
  price: free,
  errors: ["not_found"],
});

/** Orders a new image for one token of a completed collection. */
export const regenerateToken = defineOperation({
  id: "regenerateToken",
  method: "POST",
  path: "/nft/collections/{collectionId}/tokens/{number}/regenerate",
  tag: "Collections",
  summary: "Generate the image of a token again",
  description: [
    "With another seed and the same traits, at the price of one image of the collection. The credits are held, and charged when the new image replaces the old one; until then the token keeps its image. If the generation fails, the credits are released and nothing changes.",
    "`seed` names the image that is to be replaced. If the token has another one by now, the call changes and costs nothing: sending it again is safe.",
    "Refused once a token of the collection is minted or its claim page is open. Metadata that was added before is deleted, because it names the old image.",
  ].join(" "),
  auth: "key",
  params: tokenParams,
  body: z
    .object({
      seed: z
        .int("seed is required and must be the seed of the token")
        .min(0)
        .meta({ description: "The token's current seed." }),
    })
    .meta({ id: "RegenerateRequest" }),
  response: tokenAnswer,
  price: { kind: "quoted", describe: `the price of one image of the collection: ${priceList}` },
  errors: ["not_found", "collection_not_completed", "collection_on_sale", "token_already_minted"],
});

export const changeCollection = defineOperation({
  id: "changeCollection",
  method: "PUT",
  path: "/nft/collections/{collectionId}",
  tag: "Collections",
  summary: "Rename a collection",
  description: "Without a name (null), lists show the prompt.",
  auth: "key",
  params,
  body: z.object({ name: collectionName.nullable() }).meta({ id: "CollectionChange" }),
  response: z
    .object({ status: z.literal(true), message: z.string(), data: collectionSchema })
    .meta({ id: "CollectionResponse" }),
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
