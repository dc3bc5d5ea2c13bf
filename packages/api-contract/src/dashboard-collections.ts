import { z } from "zod";
import { collectionFilters, collectionSchema, cursor, limit } from "./collections.ts";
import { enhancements } from "./image-models.ts";
import { traitSchema } from "./images.ts";
import { traitRuleSchema } from "./trait-schemas.ts";

const coveredSchema = collectionSchema.extend({
  /** Thumbnails of the first generated images, at most four. */
  covers: z.array(z.string()),
});

export type CoveredCollection = z.infer<typeof coveredSchema>;

const descriptionSchema = z.object({ name: z.string(), description: z.string(), symbol: z.string() });

const detailSchema = collectionSchema.extend({
  style: z.string().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  enhance: z.enum(enhancements).nullable(),
  traits: z.array(traitSchema),
  rules: z.array(traitRuleSchema),
  webhookUrl: z.string().nullable(),
  /** The newest metadata sent to mint-nft, if any. */
  descriptions: z.array(descriptionSchema),
  /** True if sending a token's metadata also mints it, with gas paid by the operator. */
  isMintedByService: z.boolean(),
  /** Credits for each token that the service mints. */
  mintPrice: z.number().min(0),
});

export type CollectionDetail = z.infer<typeof detailSchema>;

const walletMintSchema = z.object({
  id: z.int().min(1),
  tokenURI: z.string().min(1).max(500),
  hash: z.string(),
  /** The token's id in the Solidity contract; null until the transaction is mined. */
  tokenId: z.string().nullable(),
});

export type WalletMint = z.infer<typeof walletMintSchema>;

const collectionParams = z.object({ collectionId: z.uuid("collectionId must be the id of a collection") });
const deliveryParams = z.object({ deliveryId: z.uuid("deliveryId must be the id of a delivery") });

/** Dashboard routes for collections and webhooks that the public API does not have. */
export const dashboardCollectionRoutes = {
  listCollections: {
    method: "GET",
    path: "/collections",
    query: z.object({ limit: limit(100, 24), cursor, ...collectionFilters }),
    response: z.object({ collections: z.array(coveredSchema), nextCursor: z.string().nullable() }),
  },
  getCollection: {
    method: "GET",
    path: "/collections/{collectionId}",
    params: collectionParams,
    response: detailSchema,
  },
  listServiceMints: {
    method: "GET",
    path: "/collections/{collectionId}/service-mints",
    params: collectionParams,
    response: z.object({
      tokens: z.array(
        z.object({
          id: z.int().min(1),
          state: z.enum(["queued", "signed", "minted", "failed"]),
          problem: z.string().nullable(),
          hash: z.string().nullable(),
          tokenId: z.string().nullable(),
        }),
      ),
    }),
  },
  listWalletMints: {
    method: "GET",
    path: "/collections/{collectionId}/wallet-mints",
    params: collectionParams,
    response: z.object({ tokens: z.array(walletMintSchema) }),
  },
  addWalletMints: {
    method: "POST",
    path: "/collections/{collectionId}/wallet-mints",
    params: collectionParams,
    body: z.object({
      hash: z.string().regex(/^0x[0-9a-f]{64}$/, "hash must be the hash of a transaction"),
      tokens: z
        .array(walletMintSchema.pick({ id: true, tokenURI: true }))
        .min(1)
        .max(200),
    }),
    response: z.object({ isKept: z.boolean() }),
  },
  getDeliveryBody: {
    method: "GET",
    path: "/webhooks/deliveries/{deliveryId}/body",
    params: deliveryParams,
    response: z.object({ body: z.string() }),
  },
} as const;
