import { BaseError, parseAbi } from "viem";
import type { Wallet } from "../sign-in/wallet.ts";
import { formatMoment } from "../ui/format.ts";
import { type ExplainRevert, explainWalletError } from "../wallet/explain-wallet-error.ts";
import { openOnChain, type WalletOnChain } from "../wallet/open-on-chain.ts";

export const abi = parseAbi([
  "function claim(uint256 count, bytes32[] proof) payable returns (uint256 firstTokenId)",
  "function withdraw()",
  "struct Terms { uint128 price; uint64 startsAt; uint64 maxPerWallet; bytes32 allowList; }",
  "function terms() view returns (uint128 price, uint64 startsAt, uint64 maxPerWallet, bytes32 allowList)",
  "function setTerms(Terms newTerms)",
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
      "Only the wallet that owns the contract can do this. Select it in your wallet and try again.",
  };
  return texts[custom?.errorName ?? ""] ?? `The contract refuses the call${reason ? ` (${reason})` : ""}.`;
};

/** Runs work with a wallet and turns its errors into messages for the user. */
export async function explained<Answer>(work: () => Promise<Answer>): Promise<Answer> {
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
