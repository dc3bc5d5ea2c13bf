import type { Address } from "viem";
import type { ContractKind } from "./plan.ts";

/** Tokens that requests name by their symbol, with their address on Ethereum mainnet. */
const knownTokens: Record<string, { address: Address; decimals: number }> = {
  USDC: { address: "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", decimals: 6 },
  USDT: { address: "0xdAC17F958D2ee523a2206206994597C13D831ec7", decimals: 6 },
  DAI: { address: "0x6B175474E89094C44Da98b954EedeAC495271d0F", decimals: 18 },
  WETH: { address: "0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2", decimals: 18 },
  WBTC: { address: "0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599", decimals: 8 },
  LINK: { address: "0x514910771AF9Ca656af840dff83E8264EcF986CA", decimals: 18 },
};

export const knownTokenWords = new RegExp(String.raw`\b(?:${Object.keys(knownTokens).join("|")})\b`, "gi");

/** Kinds that work with one token. */
export const kindsWithToken = new Set<ContractKind>([
  "vesting",
  "staking",
  "airdrop",
  "vault",
  "escrow",
  "faucet",
  "subscription",
  "flashLender",
  "nftStaking",
]);

export function findKnownToken(text: string): Address | undefined {
  const symbol = text.match(knownTokenWords)?.[0].toUpperCase();
  return symbol ? knownTokens[symbol]?.address : undefined;
}

/** The symbol and decimals of a known token's address. */
export function describeToken(address: string | undefined): { symbol: string; decimals: number } | undefined {
  const found = Object.entries(knownTokens).find(([, token]) => token.address === address);
  return found && { symbol: found[0], decimals: found[1].decimals };
}
