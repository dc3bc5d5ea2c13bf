import { z } from "zod";
import { defineOperation, free } from "./operation.ts";

const address = (name: string) =>
  z.string().regex(/^0x[0-9a-fA-F]{40}$/, `${name} must be 0x and 40 hexadecimal digits`);

/** An amount in the smallest unit of a chain's currency, as text: a JavaScript number would lose digits. */
export const weiSchema = z.string().regex(/^\d{1,39}$/, "an amount in wei must be a whole number, as text");

const params = z.object({
  chainId: z.coerce.number("chainId must be a whole number").int().min(1).max(Number.MAX_SAFE_INTEGER),
  address: address("address"),
});

const dropSchema = z
  .object({
    chainId: z.int(),
    chainName: z.string(),
    address: z.string(),
    name: z.string(),
    symbol: z.string(),
    description: z.string(),
    currency: z.string().meta({ description: "The symbol of the chain's native currency." }),
    supply: z.int().min(1),
    claimed: z.int().min(0).meta({ description: "Tokens that wallets have claimed, read from the chain." }),
    terms: z.object({
      price: weiSchema.meta({ description: "Of each token, in wei." }),
      startsAt: z.iso
        .datetime()
        .nullable()
        .meta({ description: "When wallets may claim; null while the owner keeps the sale closed." }),
      maxPerWallet: z.int().min(0),
      hasAllowList: z.boolean(),
    }),
    thumbnails: z.array(z.string()).meta({ description: "Of the first tokens." }),
  })
  .meta({ id: "Drop" });

export type Drop = z.infer<typeof dropSchema>;

const common = {
  tag: "Collections",
  auth: "none",
  price: free,
  errors: ["not_found", "engine_unavailable"],
} as const;

const answer = <Data extends z.ZodType>(id: string, data: Data) =>
  z.object({ status: z.literal(true), message: z.string(), data }).meta({ id });

/** Reads a drop: a collection that wallets claim for themselves. */
export const getDrop = defineOperation({
  ...common,
  id: "getDrop",
  method: "GET",
  path: "/drops/{chainId}/{address}",
  summary: "Get a drop",
  description:
    "A collection that wallets claim on its public page: price, limit, start and how many tokens are left, as the chain has them. Needs no key.",
  params,
  response: answer("DropResponse", dropSchema),
});

const dropWalletSchema = z
  .object({
    wallet: z.string(),
    claimed: z.int().min(0),
    isAllowed: z.boolean().meta({ description: "Whether the allow list, if there is one, has this wallet." }),
    proof: z.array(z.string()).meta({ description: "The Merkle proof that `claim(count, proof)` takes." }),
  })
  .meta({ id: "DropWallet" });

export type DropWallet = z.infer<typeof dropWalletSchema>;

/** Reads what one wallet may still claim. */
export const getDropWallet = defineOperation({
  ...common,
  id: "getDropWallet",
  method: "GET",
  path: "/drops/{chainId}/{address}/wallets/{wallet}",
  summary: "Get what a wallet may claim of a drop",
  description:
    "How many tokens the wallet has claimed, and its proof where the drop has an allow list. Needs no key.",
  params: params.extend({ wallet: address("wallet") }),
  response: answer("DropWalletResponse", dropWalletSchema),
});
