import {
  type Abi,
  BaseError,
  createPublicClient,
  createWalletClient,
  custom,
  type EIP1193Provider,
  getAddress,
  type Hex,
  toFunctionSelector,
} from "viem";
import type { Wallet } from "../sign-in/wallet.ts";
import { type ExplainRevert, explainWalletError } from "../wallet/explain-wallet-error.ts";
import { openOnChain } from "../wallet/open-on-chain.ts";

export interface MintableToken {
  id: number;
  tokenURI: string;
}

export interface MintPlace {
  wallet: EIP1193Provider;
  chainId: number;
  contract: string;
  abi: Abi;
  /** The wallet that will own the tokens. */
  to: string;
}

/** Tokens that one signature mints. A token costs about 120,000 gas, and Ethereum limits a transaction to 16.7 million. */
const maxBatchSize = 50;
const maxGasOfBatch = 12_000_000n;
/** How far back to look for tokens whose transaction this server was not told of. */
const blocksSearched = 2_000n;
const pollIntervalInMs = 1_000;
const batchMintInterface = toFunctionSelector("mintBatch(address,string[])");

function connect({ wallet, contract, abi, to }: MintPlace) {
  const transport = custom(wallet);
  const target = { address: getAddress(contract), abi } as const;
  return {
    target,
    signer: createWalletClient({ transport }),
    // Reads through the wallet too: the page has no RPC node.
    chain: createPublicClient({ transport, pollingInterval: pollIntervalInMs }),
    callOf: (tokens: readonly MintableToken[]) => {
      const uris = tokens.map(({ tokenURI }) => tokenURI);
      return uris.length === 1
        ? ({ ...target, functionName: "mint", args: [getAddress(to), uris[0]] } as const)
        : ({ ...target, functionName: "mintBatch", args: [getAddress(to), uris] } as const);
    },
  };
}

export interface PreparedMint {
  account: Hex;
  /** Tokens of one signature, in their order. */
  batches: MintableToken[][];
  gasInWei: bigint;
}

/** Connects the wallet, switches its chain, divides the tokens into batches and estimates their gas. */
export async function prepareMint(
  place: MintPlace,
  tokens: readonly MintableToken[],
  onFound: (hash: string, found: MintableToken[]) => Promise<void>,
): Promise<PreparedMint> {
  try {
    const { chain, target, callOf } = connect(place);
    const { account } = await openOnChain(place.wallet as Wallet, place.chainId);
    const minted = await findMinted(place, tokens);
    for (const [hash, found] of minted) await onFound(hash, found);
    const known = new Set([...minted.values()].flat().map(({ id }) => id));
    const open = tokens.filter(({ id }) => !known.has(id));
    const [first] = open;
    if (!first) return { account, batches: [], gasInWei: 0n };
    const gasOfOne = await chain.estimateContractGas({ ...callOf([first]), account });
    const hasBatches = await chain.readContract({
      ...target,
      functionName: "supportsInterface",
      args: [batchMintInterface],
    });
    const size = hasBatches === true ? Math.min(maxBatchSize, Number(maxGasOfBatch / gasOfOne)) : 1;
    const batches = Array.from({ length: Math.ceil(open.length / size) }, (_, index) =>
      open.slice(index * size, (index + 1) * size),
    );
    const [batch = []] = batches;
    const gasOfBatch =
      batch.length > 1 ? await chain.estimateContractGas({ ...callOf(batch), account }) : gasOfOne;
    const gas = (gasOfBatch * BigInt(open.length)) / BigInt(batch.length);
    return { account, batches, gasInWei: gas * (await chain.getGasPrice()) };
  } catch (error) {
    throw explain(error);
  }
}

/** Finds tokens that were minted lately, by the hashes of their transactions. */
async function findMinted(place: MintPlace, tokens: readonly MintableToken[]) {
  const { chain, target } = connect(place);
  const head = await chain.getBlockNumber();
  const events = await chain.getContractEvents({
    ...target,
    eventName: "NFTMinted",
    args: { to: getAddress(place.to) },
    fromBlock: head > blocksSearched ? head - blocksSearched : 0n,
  } as const);
  const hashByUri = new Map(
    events.map(({ args, transactionHash }) => [(args as { tokenURI?: string }).tokenURI, transactionHash]),
  );
  return Map.groupBy(
    tokens.filter(({ tokenURI }) => hashByUri.has(tokenURI)),
    ({ tokenURI }) => hashByUri.get(tokenURI) as string,
  );
}

/** Mints batch by batch; the wallet signs each. `onSent` runs as soon as a transaction has a hash. */
export async function mintBatches(
  place: MintPlace,
  { account, batches }: PreparedMint,
  {
    onSigning,
    onSent,
  }: { onSigning(ids: number[]): void; onSent(hash: string, batch: MintableToken[]): Promise<void> },
): Promise<void> {
  const { signer, chain, callOf } = connect(place);
  try {
    const { returnToChain } = await openOnChain(place.wallet as Wallet, place.chainId);
    for (const batch of batches) {
      onSigning(batch.map(({ id }) => id));
      await returnToChain();
      const hash = await signer.writeContract({ ...callOf(batch), account, chain: null });
      await onSent(hash, batch);
      const { status } = await chain.waitForTransactionReceipt({ hash });
      if (status !== "success") throw new Error(`Transaction ${hash} failed. None of its tokens was minted.`);
    }
  } catch (error) {
    throw explain(error);
  }
}

const explainRevert: ExplainRevert = (reason, custom) =>
  custom?.errorName === "AccessControlUnauthorizedAccount"
    ? "Your wallet is not allowed to mint with this contract. Ask the operator for the minter role."
    : `The contract reverted: ${custom?.errorName ?? reason}.`;

function explain(error: unknown): Error {
  return error instanceof BaseError ? new Error(explainWalletError(error, explainRevert)) : (error as Error);
}
