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

/** Returns the ABI of the Solidity contract that mints. */
export const getAbi = defineOperation({
  id: "getAbi",
  method: "GET",
  path: "/nft/abi",
  tag: "Images and NFTs",
  summary: "Get the ABI of the minting contract",
  description:
    "Call `mint(to, tokenURI)` with the wallet of the queue request and a `tokenURI` of `POST /nft/mint-nft`. `contracts` lists the operator's deployments.",
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
              "Who can call `mint`: everyone, or only accounts with MINTER_ROLE; unknown while the chain's node is unreachable.",
          }),
          minter: z
            .string()
            .nullable()
            .meta({ description: "The service's account, if it mints with this contract." }),
        }),
      ),
    })
    .meta({ id: "AbiResponse" }),
  price: free,
  errors: [],
});
