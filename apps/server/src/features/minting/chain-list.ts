import type { Chain, ChainChecks } from "@mintwright/api-contract";
import { checksumAddress } from "viem";
import * as viemChains from "viem/chains";

function toNetworkName(exportName: string): string {
  return exportName === "mainnet"
    ? "ethereum"
    : exportName.replaceAll(/([a-z])([A-Z])/g, "$1-$2").toLowerCase();
}

type KnownChain = Omit<Chain, "canMint" | "contract">;

function listViemChains(): KnownChain[] {
  const chainById = new Map<number, KnownChain>();
  for (const [exportName, chain] of Object.entries(viemChains)) {
    if (typeof chain !== "object" || !("id" in chain) || chainById.has(chain.id)) continue;
    // viem marks local development chains by their address only.
    const isLocal = chain.rpcUrls.default.http.some((url) => url.includes("127.0.0.1"));
    const isTestnet = isLocal || ("testnet" in chain && chain.testnet === true);
    chainById.set(chain.id, {
      chainId: chain.id,
      chainName: chain.name,
      network: toNetworkName(exportName),
      networkType: isTestnet ? "Testnet" : "Mainnet",
    });
  }
  return [...chainById.values()].sort((a, b) => a.chainId - b.chainId);
}

const allChains = listViemChains();
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
