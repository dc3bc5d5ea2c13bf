import type { Chain, ChainChecks } from "@mintwright/api-contract";
import { checksumAddress } from "viem";
import knownChains from "./chains.json" with { type: "json" };

type KnownChain = Omit<Chain, "canMint" | "contract">;

// A copy of what `viem/chains` exports: loading its 800 modules takes some 0.2 s of every start.
const allChains = knownChains as KnownChain[];
const chainIds = new Set(allChains.map(({ chainId }) => chainId));
const mainnets = allChains.filter(({ networkType }) => networkType === "Mainnet");

/** Lists the chains for which a collection can be queued; those with a minting contract first. */
export function listChains({
  withTestNetworks,
  contracts = [],
}: {
  withTestNetworks: boolean;
  contracts?: readonly { chainId: number; address: string }[];
}): Chain[] {
  const addressById = new Map(contracts.map(({ chainId, address }) => [chainId, address]));
  const chains = (withTestNetworks ? allChains : mainnets).map((chain) => {
    const contract = addressById.get(chain.chainId) ?? null;
    return { ...chain, canMint: contract !== null, contract };
  });
  return chains.sort((one, other) => Number(other.canMint) - Number(one.canMint));
}

/** The symbol of a chain's native currency; ETH for a chain that is not listed. */
export function findCurrency(chainId: number): string {
  return allChains.find((chain) => chain.chainId === chainId)?.currency ?? "ETH";
}

export function findChainName(chainId: number): string {
  return allChains.find((chain) => chain.chainId === chainId)?.chainName ?? `Chain ${chainId}`;
}

/** The checks of chains and addresses that the API contract leaves to the server. */
export const chainChecks: ChainChecks = {
  isChain: (chainId) => chainIds.has(chainId),
  isAddress(text) {
    if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return false;
    const digits = text.slice(2);
    const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
    return isOneCase || checksumAddress(text as `0x${string}`) === text;
  },
};
