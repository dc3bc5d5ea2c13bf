import { z } from "zod";
import { collectionSchema, cursor, limit } from "./collections.ts";
import { enhancements } from "./image-models.ts";
import { traitSchema } from "./images.ts";

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
  webhookUrl: z.string().nullable(),
  /** The newest metadata sent to mint-nft, if any. */
  descriptions: z.array(descriptionSchema),
  /** True if sending a token's metadata also mints it, with gas paid by the operator. */
  isMintedByService: z.boolean(),
  /** Credits for each token that the service mints. */
  mintPrice: z.number().min(0),
});

export type CollectionDetail = z.infer<typeof detailSchema>;

const collectionParams = z.object({ collectionId: z.uuid("collectionId must be the id of a collection") });
const deliveryParams = z.object({ deliveryId: z.uuid("deliveryId must be the id of a delivery") });

/** Dashboard routes for collections and webhooks that the public API does not have. */
export const dashboardCollectionRoutes = {
  listCollections: {
    method: "GET",
    path: "/collections",
    query: z.object({ limit: limit(100, 24), cursor }),
    response: z.object({ collections: z.array(coveredSchema), nextCursor: z.string().nullable() }),
  },
  getCollection: {
    method: "GET",
    path: "/collections/{collectionId}",
    params: collectionParams,
    response: detailSchema,
  },
  getDeliveryBody: {
    method: "GET",
    path: "/webhooks/deliveries/{deliveryId}/body",
    params: deliveryParams,
    response: z.object({ body: z.string() }),
  },
} as const;
