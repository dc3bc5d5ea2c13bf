import { type Call, toCall } from "./call.ts";
import type { Chain, ChainsResponse, GetChainsQuery } from "./contract.ts";
import type { CallOptions } from "./options.ts";
import type { Transport } from "./transport.ts";

/** Blockchains. */
export interface Chains {
  /** Lists the chains on which NFTs can be minted. Test networks are included only on request. */
  list(query?: GetChainsQuery, options?: CallOptions): Call<Chain[]>;
}

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
