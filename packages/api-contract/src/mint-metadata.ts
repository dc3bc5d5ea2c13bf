import { z } from "zod";
import { type Centicredits, toCredits } from "./credits.ts";
import { defineOperation, free } from "./operation.ts";

const attributeSchema = z.object({ trait_type: z.string(), value: z.string() }).meta({ id: "Attribute" });

const transactionSchema = z
  .object({ hash: z.string(), chainId: z.int().positive() })
  .nullable()
  .meta({ id: "MintTransaction" });

const pinningSchema = z
  .object({
    state: z.enum(["queued", "pinning", "pinned", "failed"]),
    root: z.string().nullable().meta({ description: "The content id of the pinned folder, once known." }),
  })
  .nullable();

export type PinningState = z.infer<typeof pinningSchema>;

const tokenSchema = z
  .object({
    id: z.int().min(1),
    name: z.string().meta({ description: "The token's title, with its number in place of `{id}`." }),
    tokenURI: z.string().meta({ description: "What `mint(to, tokenURI)` takes." }),
    image: z.string(),
    attributes: z.array(attributeSchema),
    transaction: transactionSchema,
    mint: z
      .object({
        state: z.enum(["queued", "signed", "minted", "failed"]),
        tokenId: z.string().nullable().meta({ description: "The token's id in the contract, once minted." }),
        problem: z.string().nullable(),
      })
      .nullable()
      .meta({ description: "The state of the service's mint; null if the caller mints." }),
  })
  .meta({ id: "MintToken" });

export type MintToken = z.infer<typeof tokenSchema>;

const text = (name: string, maxCharacters: number) =>
  z
    .string(`${name} is required and must be text`)
    .regex(/\S/, `${name} is required and must not be empty`)
    .max(maxCharacters, `${name} must be at most ${maxCharacters} characters`);

const idMessage = "an id must be a whole number from 1, as a number or as text";

/** A number, or the same number as text. */
const idSchema = z
  .union([z.int(), z.string().regex(/^\d{1,9}$/)], idMessage)
  .transform(Number)
  .refine((id) => id >= 1, idMessage);

const idsSchema = z
  .array(idSchema, "ids is required and must be a list of ids")
  .min(1, "ids needs at least one id")
  .superRefine((ids, context) => {
    const seen = new Set<number>();
    for (const id of ids) {
      if (seen.has(id)) return context.addIssue({ code: "custom", message: `id ${id} is given twice` });
      seen.add(id);
    }
  });

const collectionId = text("collectionId", 64);

/** Stores metadata for tokens of a completed collection. If the service mints, each new token costs `mintPrice`. */
export const mintNft = (mintPrice: Centicredits) =>
  defineOperation({
    id: "mintNft",
    method: "POST",
    path: "/nft/mint-nft",
    tag: "Images and NFTs",
    summary: "Get the metadata of tokens for minting",
    description: [
      "`{id}` in `name` and `description` is replaced with the token's number: `Fox #{id}` names Fox #1 to Fox #10000 in one call.",
      "`name`, `description`, `image` and `attributes` of the response describe the first id, `tokens` all of them. Pass a token's `tokenURI` to `mint(to, tokenURI)`.",
      "`transaction` is null until the transaction is signed, and on chains where the service does not mint; repeat the call to see its state.",
      "Requesting a token whose mint failed tries again, up to the operator's limit.",
    ].join(" "),
    auth: "key",
    body: z
      .object({
        collectionId,
        name: text("name", 200),
        description: text("description", 4_000),
        symbol: text("symbol", 32),
        ids: idsSchema,
      })
      .meta({ id: "MintNftRequest" }),
    response: z
      .object({
        name: z.string(),
        description: z.string(),
        image: z.string().meta({ description: "`ipfs://` and the content id of the image." }),
        attributes: z.array(attributeSchema),
        collectionId: z.string(),
        transaction: transactionSchema,
        symbol: z.string(),
        tokens: z.array(tokenSchema),
        pinning: pinningSchema.meta({
          description: "The state of the operator's pinning; null if none is configured.",
        }),
      })
      .meta({ id: "MintNftResponse" }),
    price: {
      kind: "quoted",
      describe:
        mintPrice === 0
          ? "free"
          : `${toCredits(mintPrice)} credits for each token that the service mints: held when it is accepted, charged when it is minted, released when it fails; free where the caller mints, and for tokens that were requested before`,
    },
    occupies: "heavyOperations",
    errors: [
      "not_found",
      "collection_not_completed",
      "collection_on_sale",
      "token_already_minted",
      "engine_failed",
      "engine_unavailable",
    ],
  });

const collectionParams = z.object({ collectionId: z.string().max(64) });

export const exportCollection = defineOperation({
  id: "exportCollection",
  method: "GET",
  path: "/nft/collections/{collectionId}/export.car",
  tag: "Images and NFTs",
  summary: "Export a collection as a CAR file",
  description:
    "A file that any IPFS node can import (`ipfs dag import`). One folder has every image, all metadata sent to mint-nft, the metadata of the collection's drop, and the provenance record.",
  auth: "key",
  params: collectionParams,
  response: z.unknown(),
  alsoAnswers: ["application/vnd.ipld.car"],
  price: free,
  occupies: "heavyOperations",
  errors: ["not_found", "collection_not_completed"],
});

/** Gets the provenance of a collection: how its images were generated. */
export const getProvenance = defineOperation({
  id: "getProvenance",
  method: "GET",
  path: "/nft/collections/{collectionId}/provenance",
  tag: "Images and NFTs",
  summary: "Get the provenance record of a collection",
  description:
    "The SHA-256 of every image in order, and `hash`: the SHA-256 of their concatenation. With model, engine, seeds and prompt.",
  auth: "key",
  params: collectionParams,
  response: z
    .object({
      collectionId: z.string(),
      hash: z.string(),
      prompt: z.string(),
      style: z.string().nullable(),
      model: z.string(),
      seed: z.int(),
      createdAt: z.iso.datetime(),
      images: z.array(
        z.object({
          id: z.int(),
          sha256: z.string(),
          image: z.string(),
          seed: z.int(),
          engine: z.string().nullable(),
        }),
      ),
    })
    .meta({ id: "ProvenanceRecord" }),
  price: free,
  occupies: "heavyOperations",
  errors: ["not_found", "collection_not_completed"],
});
