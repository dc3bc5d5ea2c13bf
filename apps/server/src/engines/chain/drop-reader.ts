import { keccak256, TransactionNotFoundError, TransactionReceiptNotFoundError, zeroHash } from "viem";
import type { Hex } from "./chain.ts";
import { type DropTerms, dropAbi } from "./drop-contract.ts";
import { createRpcClient } from "./rpc-client.ts";

/** A drop as the chain has it. */
export interface DropState {
  claimed: number;
  /** In wei. */
  balance: bigint;
  /** `startsAt` is null while the owner keeps the drop closed. */
  terms: Omit<DropTerms, "startsAt"> & { startsAt: Date | null };
}

/** A transaction that should deploy a drop. */
export type DropTransaction =
  | { state: "mined"; codeHash: Hex; address: Hex | null }
  | { state: "waiting" }
  | { state: "unknown" };

/** Reads drops of one chain. */
export interface DropReader {
  readState(address: Hex): Promise<DropState>;
  /** How many tokens a wallet has claimed. */
  readClaims(address: Hex, wallet: Hex): Promise<number>;
  readDeployment(hash: Hex): Promise<DropTransaction>;
}

export function createDropReader(chainId: number, rpcUrl: string): DropReader {
  const { ask } = createRpcClient(chainId, rpcUrl);
  return {
    readState: (address) =>
      ask(async (client) => {
        const contract = { address, abi: dropAbi } as const;
        const [minted, terms, balance] = await Promise.all([
          client.readContract({ ...contract, functionName: "totalMinted" }),
          client.readContract({ ...contract, functionName: "terms" }),
          client.getBalance({ address }),
        ]);
        const [price, startsAt, maxPerWallet, allowList] = terms as [bigint, bigint, bigint, Hex];
        return {
          claimed: Number(minted),
          balance,
          terms: {
            price,
            startsAt: startsAt === 0n ? null : new Date(Number(startsAt) * 1000),
            maxPerWallet: Number(maxPerWallet),
            allowList: allowList === zeroHash ? null : allowList,
          },
        };
      }),

    readClaims: (address, wallet) =>
      ask(async (client) =>
        Number(
          await client.readContract({ address, abi: dropAbi, functionName: "claimedBy", args: [wallet] }),
        ),
      ),

    readDeployment: (hash) =>
      ask(async (client) => {
        try {
          const [{ input }, { status, contractAddress }] = await Promise.all([
            client.getTransaction({ hash }),
            client.getTransactionReceipt({ hash }),
          ]);
          const address = status === "success" ? (contractAddress ?? null) : null;
          return { state: "mined", codeHash: keccak256(input), address };
        } catch (error) {
          if (error instanceof TransactionNotFoundError) return { state: "unknown" };
          if (error instanceof TransactionReceiptNotFoundError) return { state: "waiting" };
          throw error;
        }
      }),
  };
}
