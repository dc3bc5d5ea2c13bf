import {
  BaseError,
  encodeFunctionData,
  type Hash,
  keccak256,
  parseEventLogs,
  TransactionReceiptNotFoundError,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { Fees, Hex, MintCall, MintingChain, SendOutcome } from "./chain.ts";
import { readDetails } from "./chain-errors.ts";
import { collectionAbi } from "./collection-contract.ts";
import { createRpcClient } from "./rpc-client.ts";

/** What is needed to mint on a chain. */
export interface EvmMintingChainOptions {
  chainId: number;
  rpcUrl: string;
  contract: Hex;
  signerKey: Hex;
  confirmations: number;
  stuckAfterInMs: number;
}

/** Mints on a chain of the Ethereum kind. */
export function createEvmMintingChain(options: EvmMintingChainOptions): MintingChain {
  const { chainId, contract, confirmations, stuckAfterInMs } = options;
  const account = privateKeyToAccount(options.signerKey);
  const rpc = createRpcClient(chainId, options.rpcUrl);
  const signer = account.address;

  return {
    chainId,
    contract,
    signer,
    confirmations,
    stuckAfterInMs,
    estimateGas({ to, tokenUri }) {
      return rpc.ask(async (client) => {
        const gas = await client.estimateContractGas({
          address: contract,
          abi: collectionAbi,
          functionName: "mint",
          args: [to, tokenUri],
          account: signer,
        });
        // The contract's state may have moved until the block: what is not used is not paid.
        return (gas * 12n) / 10n;
      });
    },
    suggestFees() {
      return rpc.ask(async (client): Promise<Fees> => {
        const { baseFeePerGas } = await client.getBlock({ blockTag: "latest" });
        if (baseFeePerGas === null)
          return { maxFeePerGas: await client.getGasPrice(), maxPriorityFeePerGas: null };
        const maxPriorityFeePerGas = await client.estimateMaxPriorityFeePerGas();
        return { maxFeePerGas: baseFeePerGas * 2n + maxPriorityFeePerGas, maxPriorityFeePerGas };
      });
    },
    async sign({ to, tokenUri }: MintCall, { nonce, gas, fees }) {
      const data = encodeFunctionData({ abi: collectionAbi, functionName: "mint", args: [to, tokenUri] });
      const call = { chainId, to: contract, data, nonce, gas };
      const raw = await account.signTransaction(
        fees.maxPriorityFeePerGas === null
          ? { ...call, type: "legacy", gasPrice: fees.maxFeePerGas }
          : {
              ...call,
              type: "eip1559",
              maxFeePerGas: fees.maxFeePerGas,
              maxPriorityFeePerGas: fees.maxPriorityFeePerGas,
            },
      );
      return { raw, hash: keccak256(raw) };
    },
    send(raw) {
      return rpc.ask(async (client) => {
        try {
          await client.request({ method: "eth_sendRawTransaction", params: [raw] });
          return { kind: "accepted" };
        } catch (error) {
          const outcome = error instanceof BaseError ? judgeRefusal(readDetails(error)) : undefined;
          if (!outcome) throw error;
          return outcome;
        }
      });
    },
    findReceipt(hash: Hash) {
      return rpc.ask(async (client) => {
        try {
          const receipt = await client.getTransactionReceipt({ hash });
          const [minted] = parseEventLogs({
            abi: collectionAbi,
            eventName: "NFTMinted",
            logs: receipt.logs.filter(({ address }) => address.toLowerCase() === contract.toLowerCase()),
          });
          const tokenId = (minted?.args as { tokenId?: bigint } | undefined)?.tokenId;
          return { blockNumber: receipt.blockNumber, tokenId };
        } catch (error) {
          if (error instanceof TransactionReceiptNotFoundError) return undefined;
          throw error;
        }
      });
    },
    getBlockNumber: () => rpc.ask((client) => client.getBlockNumber()),
    countTransactions: (upToBlock) =>
      rpc.ask((client) =>
        client.getTransactionCount({
          address: signer,
          ...(upToBlock === undefined ? { blockTag: "latest" } : { blockNumber: upToBlock }),
        }),
      ),
  };
}

/** Reads why a node did not take a transaction; every client has words of its own. Undefined: it is the node that failed. */
function judgeRefusal(details: string): SendOutcome | undefined {
  if (/already known|already imported|known transaction|already exists|already in/i.test(details)) {
    return { kind: "accepted" };
  }
  if (/nonce (is )?too low|nonce.{0,20}(used|lower)/i.test(details)) return { kind: "nonce_used" };
  if (/underpriced|replacement|fee too low|gas price below|less than block base fee|fee cap/i.test(details))
    return { kind: "underpriced" };
  if (/insufficient funds|exceeds|gas|invalid|reject|pool|queue|limit/i.test(details))
    return { kind: "refused", reason: details };
  return undefined;
}
