import { type Call, toCall } from "./call.ts";
import type { Chain, ChainsResponse, GetChainsQuery } from "./contract.ts";
import type { CallOptions } from "./options.ts";
import type { Transport } from "./transport.ts";

/** Chains. */
export interface Chains {
  /** Lists the chains on which NFTs can be minted; test networks only when asked for. */
  list(query?: GetChainsQuery, options?: CallOptions): Call<Chain[]>;
}

/** Creates the calls for chains. */
export function createChains(transport: Transport): Chains {
  return {
    list: (query, options) =>
      toCall(
        transport
          .json<ChainsResponse>("getChains", { query }, options)
          .then((answer) => ({ ...answer, data: answer.data.chains })),
      ),
  };
}
