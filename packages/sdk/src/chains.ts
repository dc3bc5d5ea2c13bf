import { type Call, toCall } from "./call.ts";
import type { AbiResponse, Chain, ChainsResponse, GetChainsQuery } from "./contract.ts";
import type { CallOptions } from "./options.ts";
import type { Transport } from "./transport.ts";

/** Blockchains. */
export interface Chains {
  /** Lists the chains on which NFTs can be minted. Test networks are included only on request. */
  list(query?: GetChainsQuery, options?: CallOptions): Call<Chain[]>;
  /** Gets the ABI of the minting contract and where it is deployed. */
  mintingContract(options?: CallOptions): Call<AbiResponse>;
}

export function createChains(transport: Transport): Chains {
  return {
    list: (query, options) =>
      toCall(
        transport
          .json<ChainsResponse>("getChains", { query }, options)
          .then((answer) => ({ ...answer, data: answer.data.chains })),
      ),
    mintingContract: (options) => toCall(transport.json<AbiResponse>("getAbi", {}, options)),
  };
}
