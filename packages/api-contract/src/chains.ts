import { z } from "zod";
import { defineOperation, free } from "./operation.ts";

function asBoolean({ jsonSchema }: { jsonSchema: { type?: unknown; enum?: unknown } }) {
  jsonSchema.type = "boolean";
  delete jsonSchema.enum;
}

const chainSchema = z
  .object({
    chainId: z.int().positive(),
    chainName: z.string(),
    network: z.string(),
    networkType: z.enum(["Mainnet", "Testnet"]),
  })
  .meta({ id: "Chain" });

export type Chain = z.infer<typeof chainSchema>;

/** Lists the chains on which NFTs can be minted. */
export const getChains = defineOperation({
  id: "getChains",
  method: "GET",
  path: "/nft/get-chains",
  tag: "Images and NFTs",
  summary: "List the chains on which NFTs can be minted",
  description: "Mainnet chains only, unless `testNet=true` asks for test networks as well.",
  auth: "key",
  query: z.object({
    testNet: z
      .enum(["true", "false"], "testNet must be true or false")
      .optional()
      .transform((value) => value === "true")
      .meta({ description: "Include test networks.", override: asBoolean }),
  }),
  response: z.object({ chains: z.array(chainSchema) }).meta({ id: "ChainsResponse" }),
  price: free,
  errors: [],
});
