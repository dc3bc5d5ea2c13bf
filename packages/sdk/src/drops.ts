import { type Call, toCall } from "./call.ts";
import type { Drop, DropResponse, DropWallet, DropWalletResponse } from "./contract.ts";
import { unwrap } from "./dry-run.ts";
import type { CallOptions } from "./options.ts";
import type { Transport } from "./transport.ts";

/** Where a drop is deployed. */
export interface DropPlace {
  chainId: number;
  address: string;
}

/** Collections that wallets claim for themselves. */
export interface Drops {
  /** Gets the terms of a drop and how many tokens are claimed. */
  get(place: DropPlace, options?: CallOptions): Call<Drop>;
  /** Gets what a wallet has claimed, and the proof that `claim(count, proof)` takes. */
  wallet(place: DropPlace, wallet: string, options?: CallOptions): Call<DropWallet>;
}

export function createDrops(transport: Transport): Drops {
  const toParams = ({ chainId, address }: DropPlace) => ({ chainId: String(chainId), address });
  return {
    get: (place, options) =>
      toCall(transport.json<DropResponse>("getDrop", { params: toParams(place) }, options).then(unwrap)),
    wallet: (place, wallet, options) =>
      toCall(
        transport
          .json<DropWalletResponse>("getDropWallet", { params: { ...toParams(place), wallet } }, options)
          .then(unwrap),
      ),
  };
}
