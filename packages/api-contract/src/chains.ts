import { z } from "zod";
import { defineOperation, free } from "./operation.ts";

/** A boolean query parameter in the spellings that common clients use: `true`, `True` (Python), `1`. */
const booleanParameter = (name: string) =>
  z
    .string(`${name} must be true or false, given once`)
    .toLowerCase()
    .pipe(z.enum(["true", "false", "1", "0"], `${name} must be true or false`))
    .transform((text) => text === "true" || text === "1")
    .meta({ override: ({ jsonSchema }) => void Object.assign(jsonSchema, { type: "boolean" }) });

const chainSchema = z
  .object({
    chainId: z.int().positive(),
    chainName: z.string(),
    network: z.string(),
    networkType: z.enum(["Mainnet", "Testnet"]),
    currency: z.string().meta({ description: "The symbol of the native currency, in which gas is paid." }),
    canMint: z
      .boolean()
      .meta({ description: "Whether the operator has deployed the minting contract on this chain." }),
    contract: z
      .string()
      .nullable()
      .meta({ description: "Address of that contract. `GET /nft/abi` says who can mint with it." }),
  })
  .meta({ id: "Chain" });

export type Chain = z.infer<typeof chainSchema>;

export const getChains = defineOperation({
  id: "getChains",
  method: "GET",
  path: "/nft/get-chains",
  tag: "Images and NFTs",
  summary: "List the chains on which NFTs can be minted",
  description:
    "Mainnet chains only, unless `testNet=true` also includes test networks. Chains with a minting contract come first; a collection can be queued for any of them.",
  auth: "key",
  query: z.object({
    testNet: booleanParameter("testNet").default(false).meta({ description: "Include test networks." }),
  }),
  response: z.object({ chains: z.array(chainSchema) }).meta({ id: "ChainsResponse" }),
  price: free,
  errors: [],
});
