import type { Transaction } from "kysely";
import { z } from "zod";
import type { MintingChain } from "../../engines/chain/index.ts";
import type { Schema } from "../../platform/database/schema.ts";
import type { Enqueue, JobKind } from "../../platform/queue/queue.ts";

/** A wallet of the service on one chain. */
export type Wallet = Pick<MintingChain, "chainId" | "signer">;

/**
 * Works on the outbox of one wallet until it is empty. Its key is the wallet, so that one worker at a time asks the node;
 * the nonces are protected by the wallet's row, not by this.
 */
export const mintingKind: JobKind<{ chainId: number; signer: string }> = {
  name: "mint-tokens",
  payload: z.object({ chainId: z.int(), signer: z.string() }),
  retryLimit: 1_000_000,
  maxRetryDelayInSeconds: 2,
  forgottenAfterInSeconds: 3_600,
  isExclusive: true,
};

/** Adds the job of a wallet unless it has one. */
export function enqueueMinting(
  transaction: Transaction<Schema>,
  enqueue: Enqueue,
  { chainId, signer }: Wallet,
  startAfterInSeconds = 0,
): Promise<void> {
  const options = { key: `${chainId}:${signer}`, startAfterInSeconds };
  return enqueue(transaction, mintingKind.name, [{ chainId, signer }], options);
}
