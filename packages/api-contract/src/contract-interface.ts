import { z } from "zod";
import { defineOperation, free } from "./operation.ts";

const parameterSchema = z.looseObject({ name: z.string(), type: z.string() });

const abiEntrySchema = z
  .looseObject({
    type: z.enum(["function", "event", "error"]),
    name: z.string(),
    inputs: z.array(parameterSchema),
    outputs: z.array(parameterSchema).optional(),
  })
  .meta({ id: "AbiEntry" });

/** Returns the interface of the minting contract. */
export const getAbi = defineOperation({
  id: "getAbi",
  method: "GET",
  path: "/nft/abi",
  tag: "Images and NFTs",
  summary: "Get the interface of the minting contract",
  description:
    "`mint(to, tokenURI)` takes the wallet of the queue request and a `tokenURI` of `POST /nft/mint-nft`. `contracts` lists where the operator has deployed it.",
  auth: "key",
  response: z
    .object({
      abi: z.array(abiEntrySchema),
      contracts: z.array(
        z.object({
          chainId: z.int().positive(),
          address: z.string(),
          mayMint: z.enum(["everybody", "minters", "unknown"]).meta({
            description:
              "Who may call `mint`: everybody, or accounts with MINTER_ROLE only; unknown while the chain's node cannot be asked.",
          }),
          minter: z
            .string()
            .nullable()
            .meta({ description: "The service's own account, when it mints with this contract." }),
        }),
      ),
    })
    .meta({ id: "AbiResponse" }),
  price: free,
  errors: [],
});
