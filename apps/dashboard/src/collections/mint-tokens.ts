import {
  type Abi,
  BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  createWalletClient,
  custom,
  type EIP1193Provider,
  formatEther,
  getAddress,
  type Hex,
  parseEventLogs,
  UserRejectedRequestError,
} from "viem";

export interface MintableToken {
  id: number;
  tokenURI: string;
}

export interface MintedToken extends MintableToken {
  hash: string;
  /** The token's ID in the Solidity contract. */
  tokenId: string;
}

export interface MintPlace {
  wallet: EIP1193Provider;
  chainId: number;
  contract: string;
  abi: Abi;
  /** The wallet that will own the tokens. */
  to: string;
}

const pollIntervalInMs = 1_000;

function connect({ wallet, contract, abi, to }: MintPlace) {
  const transport = custom(wallet);
  return {
    signer: createWalletClient({ transport }),
    // Reads through the wallet too: the page has no RPC node.
    chain: createPublicClient({ transport, pollingInterval: pollIntervalInMs }),
    callOf: (tokenURI: string) =>
      ({
        address: getAddress(contract),
        abi,
        functionName: "mint",
        args: [getAddress(to), tokenURI],
      }) as const,
  };
}

/** Connects the wallet, switches its chain and estimates the gas of one mint. */
export async function prepareMint(
  place: MintPlace,
  [first]: readonly MintableToken[],
): Promise<{ account: Hex; gasEach: string; gasEachInWei: bigint }> {
  try {
    const { signer, chain, callOf } = connect(place);
    const [account] = await signer.requestAddresses();
    if (!account) throw new Error("Your wallet did not share an address. Unlock it and try again.");
    if ((await signer.getChainId()) !== place.chainId) await signer.switchChain({ id: place.chainId });
    const gas = await chain.estimateContractGas({ ...callOf(first?.tokenURI ?? ""), account });
    const gasEachInWei = gas * (await chain.getGasPrice());
    return { account, gasEach: formatEther(gasEachInWei), gasEachInWei };
  } catch (error) {
    throw explain(error);
  }
}

/** Mints tokens one by one; the wallet signs each, and `onMinted` runs after its receipt. */
export async function mintTokens(
  place: MintPlace,
  account: Hex,
  tokens: readonly MintableToken[],
  { onSigning, onMinted }: { onSigning(id: number): void; onMinted(token: MintedToken): void },
): Promise<void> {
  const { signer, chain, callOf } = connect(place);
  try {
    for (const token of tokens) {
      onSigning(token.id);
      const hash = await signer.writeContract({ ...callOf(token.tokenURI), account, chain: null });
      const receipt = await chain.waitForTransactionReceipt({ hash });
      if (receipt.status !== "success") throw new Error(`Transaction ${hash} failed.`);
      const [minted] = parseEventLogs({ abi: place.abi, eventName: "NFTMinted", logs: receipt.logs });
      const { tokenId } = (minted as unknown as { args: { tokenId: bigint } } | undefined)?.args ?? {};
      onMinted({ ...token, hash, tokenId: String(tokenId ?? "") });
    }
  } catch (error) {
    throw explain(error);
  }
}

export function formatGas(gasEachInWei: bigint, tokens: number): string {
  return String(Number(Number(formatEther(gasEachInWei * BigInt(tokens))).toPrecision(3)));
}

function explain(error: unknown): Error {
  if (!(error instanceof BaseError)) return error as Error;
  if (error.walk((each) => each instanceof UserRejectedRequestError)) {
    return new Error("You rejected the request in your wallet. Nothing was sent.");
  }
  const refusal = error.walk((each) => each instanceof ContractFunctionRevertedError);
  if (refusal instanceof ContractFunctionRevertedError) {
    const name = refusal.data?.errorName;
    return name === "AccessControlUnauthorizedAccount"
      ? new Error(
          "Your wallet is not allowed to mint with this contract. Ask the operator for the minter role.",
        )
      : new Error(`The contract reverted: ${name ?? refusal.shortMessage}.`);
  }
  return new Error(error.shortMessage);
}
