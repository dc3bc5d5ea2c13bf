import {
  BaseError,
  encodeFunctionData,
  type Hash,
  isAddressEqual,
  keccak256,
  numberToHex,
  type PublicClient,
  TransactionReceiptNotFoundError,
  zeroAddress,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { getContractError } from "viem/utils";
import type { FeeQuote, Hex, MintCall, MintEvent, MintingChain, TransactionTerms } from "./chain.ts";
import { ContractRefusedError, readDetails, readRefusal, SignerNotAllowedError } from "./chain-errors.ts";
import { collectionAbi } from "./collection-contract.ts";
import { parseMinted, readMinted } from "./minted-events.ts";
import { readOffersBatches } from "./read-offers-batches.ts";
import { createRpcClient } from "./rpc-client.ts";
import { judgeRefusal } from "./send-refusals.ts";

/** Nodes limit how many blocks one log query may cover. */
const blocksPerLogRead = 2_000n;
/** Ethereum's limit of one transaction (EIP-7825). */
const maxGasOfBatch = 16_777_216n;

export interface EvmMintingChainOptions {
  chainId: number;
  rpcUrl: string;
  contract: Hex;
  signerKey: Hex;
  confirmations: number;
  stuckAfterInMs: number;
  maxGasPerMint: number;
  maxFeePerGas: bigint;
}

export function createEvmMintingChain(options: EvmMintingChainOptions): MintingChain {
  const { chainId, contract, confirmations, stuckAfterInMs, maxFeePerGas } = options;
  const maxGas = BigInt(options.maxGasPerMint);
  const account = privateKeyToAccount(options.signerKey);
  const rpc = createRpcClient(chainId, options.rpcUrl);
  const signer = account.address;

  let batchesOffered: boolean | undefined;
  const encodeMint = (calls: readonly MintCall[]) => {
    const uris = calls.map(({ tokenUri }) => tokenUri);
    const to = calls[0]?.to;
    return uris.length === 1
      ? encodeFunctionData({ abi: collectionAbi, functionName: "mint", args: [to, uris[0]] })
      : encodeFunctionData({ abi: collectionAbi, functionName: "mintBatch", args: [to, uris] });
  };
  const limitGas = (tokens: number) => {
    if (tokens === 1) return maxGas;
    const ofBatch = maxGas * BigInt(tokens);
    return ofBatch < maxGasOfBatch ? ofBatch : maxGasOfBatch;
  };

  async function sign(
    call: { to: Hex; data?: Hex },
    { nonce, gas, fees: { maxFeePerGas, maxPriorityFeePerGas } }: TransactionTerms,
  ) {
    const prices =
      maxPriorityFeePerGas === null
        ? ({ type: "legacy", gasPrice: maxFeePerGas } as const)
        : ({ type: "eip1559", maxFeePerGas, maxPriorityFeePerGas } as const);
    const raw = await account.signTransaction({ chainId, ...call, nonce, gas, ...prices });
    return { raw, hash: keccak256(raw) };
  }

  /** Explains a reverted estimate. Checks whether the signer lacks the minter role. */
  async function explainRefusal(client: PublicClient, error: unknown): Promise<unknown> {
    const refusal = readRefusal(
      getContractError(error as BaseError, { abi: collectionAbi, args: [], functionName: "mint" }),
    );
    if (!refusal) return error;
    // Verified on the contract: a receiver could revert with the same error to make the service retry its token forever.
    if (refusal === "AccessControlUnauthorizedAccount" && !(await canMint(client)))
      return new SignerNotAllowedError(chainId, refusal);
    return new ContractRefusedError(chainId, refusal, maxGas);
  }

  async function canMint(client: PublicClient): Promise<boolean> {
    const read = (functionName: string, args: unknown[]) =>
      client.readContract({ address: contract, abi: collectionAbi, functionName, args });
    const role = await read("MINTER_ROLE", []);
    return Boolean((await read("hasRole", [role, signer])) || (await read("hasRole", [role, zeroAddress])));
  }

  async function readMints(
    client: PublicClient,
    range: { fromBlock: bigint; toBlock: bigint; args?: { to: Hex } },
  ): Promise<MintEvent[]> {
    const events = await client.getContractEvents({
      address: contract,
      abi: collectionAbi,
      eventName: "NFTMinted",
      ...range,
    });
    return events.map(({ args, transactionHash: hash, blockNumber }) => ({
      hash,
      blockNumber,
      ...readMinted(args),
    }));
  }

  return {
    chainId,
    contract,
    signer,
    confirmations,
    stuckAfterInMs,
    maxFeePerGas,
    async offersBatches() {
      batchesOffered ??= await rpc.ask((client) => readOffersBatches(client, contract));
      return batchesOffered ?? false;
    },
    estimateGas(calls) {
      return rpc.ask(async (client) => {
        const limit = limitGas(calls.length);
        // Called directly because viem omits `gas`. The limit also bounds the work that a receiver's code can cause on
        // the node.
        const params = { from: signer, to: contract, data: encodeMint(calls), gas: numberToHex(limit) };
        try {
          const gas = BigInt(await client.request({ method: "eth_estimateGas", params: [params] }));
          // The contract's state may change until the transaction is mined. Unused gas is not paid.
          const withReserve = (gas * 12n) / 10n;
          return withReserve < limit ? withReserve : limit;
        } catch (error) {
          throw await explainRefusal(client, error);
        }
      });
    },
    estimateSelfTransferGas: () =>
      rpc.ask(async (client) => {
        const gas = await client.estimateGas({ account: signer, to: signer });
        return (gas * 12n) / 10n;
      }),
    quoteFees() {
      return rpc.ask(async (client): Promise<FeeQuote> => {
        const { baseFeePerGas, number: blockNumber } = await client.getBlock({ blockTag: "latest" });
        const atMost = (fee: bigint, ceiling: bigint) => (fee < ceiling ? fee : ceiling);
        if (baseFeePerGas === null) {
          const gasPrice = await client.getGasPrice();
          const fees = { maxFeePerGas: atMost(gasPrice, maxFeePerGas), maxPriorityFeePerGas: null };
          return { fees, lowestFeePerGas: gasPrice, blockNumber };
        }
        const tip = await client.estimateMaxPriorityFeePerGas();
        const offered = atMost(baseFeePerGas * 2n + tip, maxFeePerGas);
        const fees = { maxFeePerGas: offered, maxPriorityFeePerGas: atMost(tip, offered) };
        return { fees, lowestFeePerGas: baseFeePerGas, blockNumber };
      });
    },
    sign: (calls, terms) => sign({ to: contract, data: encodeMint(calls) }, terms),
    signSelfTransfer: (terms) => sign({ to: signer }, terms),
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
          return { blockNumber: receipt.blockNumber, minted: parseMinted(receipt.logs, contract) };
        } catch (error) {
          if (error instanceof TransactionReceiptNotFoundError) return undefined;
          throw error;
        }
      });
    },
    findMintedToken({ to, tokenUri }, fromBlock, toBlock) {
      return rpc.ask(async (client) => {
        for (let first = fromBlock; first <= toBlock; first += blocksPerLogRead) {
          const last = first + blocksPerLogRead - 1n;
          const range = { args: { to }, fromBlock: first, toBlock: last < toBlock ? last : toBlock };
          for (const { hash, blockNumber, tokenId, ...minted } of await readMints(client, range)) {
            if (isAddressEqual(minted.to, to) && minted.tokenUri === tokenUri)
              return { hash, blockNumber, tokenId };
          }
        }
        return undefined;
      });
    },
    listMints: (fromBlock, toBlock) => rpc.ask((client) => readMints(client, { fromBlock, toBlock })),
    findOwnNonce: (hash) =>
      rpc.ask(async (client) => {
        const { from, nonce } = await client.getTransaction({ hash });
        return isAddressEqual(from, signer) ? nonce : undefined;
      }),
    getBlockNumber: () => rpc.ask((client) => client.getBlockNumber()),
    countTransactions: (upToBlock) =>
      rpc.ask((client) =>
        client.getTransactionCount({
          address: signer,
          ...(upToBlock === undefined ? { blockTag: "latest" } : { blockNumber: upToBlock }),
        }),
      ),
    countPendingTransactions: () =>
      rpc.ask((client) => client.getTransactionCount({ address: signer, blockTag: "pending" })),
  };
}
