import { z } from "zod";
import { defineRoute } from "./dashboard-route.ts";
import { weiSchema } from "./drops.ts";

const params = z.object({ collectionId: z.uuid("collectionId must be the id of a collection") });
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/, "Enter an address: 0x and 40 hexadecimal digits.");
const text = (name: string, max: number) =>
  z.string().trim().min(1, `Enter the ${name}.`).max(max, `The ${name} has at most ${max} characters.`);

const allowList = z.array(address).max(10_000, "An allow list has at most 10,000 wallets.");

const orderSchema = z.object({
  /** The wallet that deploys the Solidity contract, sets its terms and withdraws the proceeds. */
  owner: address,
  name: text("name", 100),
  symbol: text("symbol", 32),
  tokenName: text("token name", 200),
  description: text("description", 4_000),
  royaltyPercent: z
    .number()
    .min(0)
    .max(50, "The royalty is at most 50 percent.")
    .multipleOf(0.01, "The royalty has at most two decimals."),
  price: weiSchema,
  /** Null for the moment in which it is prepared. */
  startsAt: z.iso.datetime().nullable(),
  maxPerWallet: z
    .int("The limit per wallet is a whole number.")
    .min(1, "The limit per wallet is at least 1.")
    .max(10_000, "The limit per wallet is at most 10,000."),
  /** Empty for every wallet. */
  allowList,
});

export type DropOrder = z.infer<typeof orderSchema>;

const dropSchema = z.object({
  /** `prepared`: the terms are stored; `deploying`: the wallet has sent the transaction; `open`: the contract exists. */
  state: z.enum(["prepared", "deploying", "open"]),
  chainId: z.int(),
  currency: z.string(),
  owner: z.string(),
  name: z.string(),
  symbol: z.string(),
  tokenName: z.string(),
  description: z.string(),
  royaltyPercent: z.number(),
  supply: z.int(),
  baseUri: z.string(),
  hash: z.string().nullable(),
  address: z.string().nullable(),
  /** As the chain has them; as they were first while the chain's node is away. */
  terms: z.object({
    price: weiSchema,
    /** Null while the sale is closed. */
    startsAt: z.iso.datetime().nullable(),
    maxPerWallet: z.int(),
    /** Null for every wallet. */
    allowList: z
      .object({
        /** Null when the contract got its list from elsewhere: its proofs are not known. */
        wallets: z.int().nullable(),
      })
      .nullable(),
  }),
  /** From the chain; null before the contract exists and while the chain's node is away. */
  sale: z.object({ claimed: z.int(), proceeds: weiSchema }).nullable(),
});

export type OwnedDrop = z.infer<typeof dropSchema>;

/** Dashboard routes with which an owner sells a collection on a public claim page. */
export const dropRoutes = {
  getOwnDrop: defineRoute({
    method: "GET",
    path: "/collections/{collectionId}/drop",
    params,
    response: z.object({
      drop: dropSchema.nullable(),
      /** Why no claim page can be opened; null when one can. */
      obstacle: z.string().nullable(),
      /** The symbol of the chain's native currency. */
      currency: z.string(),
    }),
  }),
  /** Stores the terms and returns the transaction that deploys them, for the owner's wallet to sign. */
  prepareDrop: defineRoute({
    method: "POST",
    path: "/collections/{collectionId}/drop",
    occupies: "heavyOperations",
    params,
    body: orderSchema,
    response: z.object({ chainId: z.int(), data: z.string() }),
  }),
  reportDropDeployment: defineRoute({
    method: "POST",
    path: "/collections/{collectionId}/drop/deployment",
    params,
    body: z.object({
      hash: z.string().regex(/^0x[0-9a-f]{64}$/, "hash must be the hash of a transaction"),
    }),
    response: z.object({ isKept: z.boolean() }),
  }),
  /** Stores the proofs of another allow list and returns its Merkle root, for the owner's wallet to set in the contract. */
  storeDropAllowList: defineRoute({
    method: "POST",
    path: "/collections/{collectionId}/drop/allow-list",
    occupies: "heavyOperations",
    params,
    body: z.object({ allowList: allowList.min(1, "Enter at least one wallet.") }),
    response: z.object({ root: z.string() }),
  }),
} as const;
