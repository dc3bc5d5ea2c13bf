import { BaseError, getAddress, type Hex, parseAbi, parseEventLogs } from "viem";
import type { Wallet } from "../sign-in/wallet.ts";
import { formatMoment } from "../ui/format.ts";
import { type ExplainRevert, explainWalletError } from "../wallet/explain-wallet-error.ts";
import { openOnChain, type WalletOnChain } from "../wallet/open-on-chain.ts";

const abi = parseAbi([
  "function claim(uint256 count, bytes32[] proof) payable returns (uint256 firstTokenId)",
  "function withdraw()",
  "event NFTMinted(address indexed to, uint256 indexed tokenId, string tokenURI)",
  "error NothingToClaim()",
  "error NotStarted(uint64 startsAt)",
  "error NotOnAllowList(address wallet)",
  "error WalletLimitReached(uint64 maxPerWallet)",
  "error SoldOut(uint256 left)",
  "error WrongPayment(uint256 expected)",
  "error OwnableUnauthorizedAccount(address account)",
]);

const explainRevert: ExplainRevert = (reason, custom) => {
  const [first] = custom?.args ?? [];
  if (custom?.errorName === "NotStarted")
    return first
      ? `Claiming opens on ${formatMoment(new Date(Number(first) * 1000).toISOString())}. Nothing was sent.`
      : "The owner has closed the sale. Nothing was sent.";
  const texts: Record<string, string> = {
    NotOnAllowList: "This wallet is not on the allow list. Nothing was sent.",
    WalletLimitReached: `A wallet may claim at most ${first} tokens. Nothing was sent.`,
    SoldOut: `Only ${first} tokens are left. Nothing was sent.`,
    WrongPayment: "The price has changed. Reload the page and try again. Nothing was sent.",
    OwnableUnauthorizedAccount:
      "Only the wallet that owns the contract can withdraw. Select it and try again.",
  };
  return texts[custom?.errorName ?? ""] ?? `The contract refuses the call${reason ? ` (${reason})` : ""}.`;
};

async function explained<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    // Our own errors are written for the user already.
    if (!(error instanceof BaseError)) throw error;
    throw new Error(explainWalletError(error, explainRevert), { cause: error });
  }
}

export function connect(wallet: Wallet, chainId: number): Promise<WalletOnChain> {
  return explained(() => openOnChain(wallet, chainId));
}

/** Estimates the cost of deploying a drop, in wei. */
export function estimateDeployment({ chain, account }: WalletOnChain, data: string): Promise<bigint> {
  return explained(async () => {
    const [gas, price] = await Promise.all([
      chain.estimateGas({ account, data: data as Hex }),
      chain.getGasPrice(),
    ]);
    return gas * price;
  });
}

/** Asks the wallet to deploy a drop and returns the hash of the transaction. */
export function deployDrop({ signer, account }: WalletOnChain, data: string): Promise<string> {
  return explained(() => signer.sendTransaction({ account, data: data as Hex, chain: null }));
}

/** Claims tokens and returns their ids. The call is simulated first, so that a refused one costs nothing. */
export function claimTokens(
  { signer, chain, account }: WalletOnChain,
  {
    address,
    count,
    price,
    proof,
  }: { address: string; count: number; price: bigint; proof: readonly string[] },
): Promise<string[]> {
  return explained(async () => {
    const call = {
      address: getAddress(address),
      abi,
      functionName: "claim",
      args: [BigInt(count), proof as Hex[]],
      value: price * BigInt(count),
      account,
    } as const;
    await chain.simulateContract(call);
    const hash = await signer.writeContract({ ...call, chain: null });
    const { status, logs } = await chain.waitForTransactionReceipt({ hash });
    if (status !== "success") throw new Error(`Transaction ${hash} was reverted. No token was claimed.`);
    return parseEventLogs({ abi, logs, eventName: "NFTMinted" }).map(({ args }) => String(args.tokenId));
  });
}

/** Sends the proceeds of a drop to its owner. */
export function withdrawProceeds({ signer, chain, account }: WalletOnChain, address: string): Promise<void> {
  return explained(async () => {
    const call = { address: getAddress(address), abi, functionName: "withdraw", account } as const;
    await chain.simulateContract(call);
    const hash = await signer.writeContract({ ...call, chain: null });
    const { status } = await chain.waitForTransactionReceipt({ hash });
    if (status !== "success") throw new Error(`Transaction ${hash} was reverted. Nothing was withdrawn.`);
  });
}
