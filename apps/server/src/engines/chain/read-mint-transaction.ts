import { TransactionNotFoundError, TransactionReceiptNotFoundError } from "viem";
import type { Hex, MintReceipt } from "./chain.ts";
import { parseMinted } from "./minted-events.ts";
import { createRpcClient } from "./rpc-client.ts";

/** A transaction of any wallet. A mined one that was reverted has minted nothing. */
export type MintTransaction =
  | { state: "mined"; minted: MintReceipt["minted"] }
  | { state: "waiting" }
  | { state: "unknown" };

/** Reads from the chain what a transaction minted. */
export function readMintTransaction(
  { chainId, rpcUrl, contract }: { chainId: number; rpcUrl: string; contract: Hex },
  hash: Hex,
): Promise<MintTransaction> {
  return createRpcClient(chainId, rpcUrl).ask(async (client) => {
    try {
      const { logs } = await client.getTransactionReceipt({ hash });
      return { state: "mined", minted: parseMinted(logs, contract) };
    } catch (error) {
      if (!(error instanceof TransactionReceiptNotFoundError)) throw error;
    }
    try {
      await client.getTransaction({ hash });
      return { state: "waiting" };
    } catch (error) {
      if (error instanceof TransactionNotFoundError) return { state: "unknown" };
      throw error;
    }
  });
}
