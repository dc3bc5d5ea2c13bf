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

/** What is minted: a token of the collection and the address of its metadata. */
export interface MintableToken {
  id: number;
  tokenURI: string;
}

/** A token on the chain. */
export interface MintedToken extends MintableToken {
  hash: string;
  /** The token's id in the contract. */
  tokenId: string;
}

/** Where tokens go and through which wallet. */
export interface MintPlace {
  wallet: EIP1193Provider;
  chainId: number;
  contract: string;
  abi: Abi;
  /** The wallet that will own the tokens. */
  to: string;
}

const lookEveryInMs = 1_000;

function connect({ wallet, contract, abi, to }: MintPlace) {
  const transport = custom(wallet);
  return {
    signer: createWalletClient({ transport }),
    // Through the wallet as well: the page talks to no node of its own.
    chain: createPublicClient({ transport, pollingInterval: lookEveryInMs }),
    callOf: (tokenURI: string) =>
      ({
        address: getAddress(contract),
        abi,
        functionName: "mint",
        args: [getAddress(to), tokenURI],
      }) as const,
  };
}

/** Connects the wallet, brings it to the chain, and asks what minting one token would cost. */
export async function prepareMint(
  place: MintPlace,
  [first]: readonly MintableToken[],
): Promise<{ account: Hex; gasEach: string; gasEachInWei: bigint }> {
  try {
    const { signer, chain, callOf } = connect(place);
    const [account] = await signer.requestAddresses();
    if (!account) throw new Error("The wallet shares no address. Unlock it and try again.");
    if ((await signer.getChainId()) !== place.chainId) await signer.switchChain({ id: place.chainId });
    const gas = await chain.estimateContractGas({ ...callOf(first?.tokenURI ?? ""), account });
    const gasEachInWei = gas * (await chain.getGasPrice());
    return { account, gasEach: formatEther(gasEachInWei), gasEachInWei };
  } catch (error) {
    throw explain(error);
  }
}

/** Mints tokens one after another; each is signed in the wallet, and told as soon as the chain has it. */
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
      if (receipt.status !== "success") throw new Error(`The transaction ${hash} was not carried out.`);
      const [minted] = parseEventLogs({ abi: place.abi, eventName: "NFTMinted", logs: receipt.logs });
      const { tokenId } = (minted as unknown as { args: { tokenId: bigint } } | undefined)?.args ?? {};
      onMinted({ ...token, hash, tokenId: String(tokenId ?? "") });
    }
  } catch (error) {
    throw explain(error);
  }
}

/** Writes how much several mints cost together. */
export function formatGas(gasEachInWei: bigint, tokens: number): string {
  return String(Number(Number(formatEther(gasEachInWei * BigInt(tokens))).toPrecision(3)));
}

function explain(error: unknown): Error {
  if (!(error instanceof BaseError)) return error as Error;
  if (error.walk((each) => each instanceof UserRejectedRequestError)) {
    return new Error("You declined in the wallet. Nothing was sent.");
  }
  const refusal = error.walk((each) => each instanceof ContractFunctionRevertedError);
  if (refusal instanceof ContractFunctionRevertedError) {
    const name = refusal.data?.errorName;
    return name === "AccessControlUnauthorizedAccount"
      ? new Error(
          "The contract lets only its minter mint, and your wallet is not it. Ask the operator to allow it.",
        )
      : new Error(`The contract refuses: ${name ?? refusal.shortMessage}.`);
  }
  return new Error(error.shortMessage);
}
