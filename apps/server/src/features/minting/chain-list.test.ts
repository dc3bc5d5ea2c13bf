import { createOperations } from "@mintwright/api-contract";
import * as viemChains from "viem/chains";
import { describe, expect, it } from "vitest";
import { listChains } from "./chain-list.ts";

const all = listChains({ withTestNetworks: true });
const mainnets = listChains({ withTestNetworks: false });
const byId = new Map(all.map((chain) => [chain.chainId, chain]));

describe("the list of chains", () => {
  it("has every chain that viem knows, each id once, in order", () => {
    const ids = all.map(({ chainId }) => chainId);
    const known = Object.values(viemChains).flatMap((chain) =>
      typeof chain === "object" && "id" in chain ? chain.id : [],
    );
    expect(ids.length).toBeGreaterThan(500);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual([...new Set(known)].sort((a, b) => a - b));
  });

  it("has the names and types of viem; `vitest -u` writes a new copy", async () => {
    await expect(`${JSON.stringify(listViemChains(), null, 2)}\n`).toMatchFileSnapshot("chains.json");
  });

  it("has exactly the mainnets unless test networks are asked for", () => {
    expect(mainnets.length).toBeGreaterThan(200);
    expect(mainnets).toEqual(all.filter(({ networkType }) => networkType === "Mainnet"));
    expect(all.length).toBeGreaterThan(mainnets.length);
  });

  it("gives every network a short name of its own", () => {
    const networks = all.map(({ network }) => network);
    expect(new Set(networks).size).toBe(networks.length);
    expect(networks.filter((network) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(network))).toEqual([]);
  });

  it("is what the contract says", () => {
    expect(createOperations().getChains.response.safeParse({ chains: all }).error).toBeUndefined();
  });
});

describe("known chains", () => {
  it.each([
    [1, "Ethereum", "ethereum", "Mainnet", "ETH"],
    [10, "OP Mainnet", "optimism", "Mainnet", "ETH"],
    [56, "BNB Smart Chain", "bsc", "Mainnet", "BNB"],
    [137, "Polygon", "polygon", "Mainnet", "POL"],
    [8453, "Base", "base", "Mainnet", "ETH"],
    [42161, "Arbitrum One", "arbitrum", "Mainnet", "ETH"],
    [43114, "Avalanche", "avalanche", "Mainnet", "AVAX"],
    [80002, "Polygon Amoy", "polygon-amoy", "Testnet", "POL"],
    [84532, "Base Sepolia", "base-sepolia", "Testnet", "ETH"],
    [11155111, "Sepolia", "sepolia", "Testnet", "ETH"],
  ])("%d is %s", (chainId, chainName, network, networkType, currency) => {
    expect(byId.get(chainId)).toEqual({
      chainId,
      chainName,
      network,
      networkType,
      currency,
      canMint: false,
      contract: null,
    });
  });

  it.each([1_337, 31_337])("%d, which runs on the developer's machine, is a test network", (chainId) => {
    expect(byId.get(chainId)?.networkType).toBe("Testnet");
  });

  it("never call a chain a mainnet that is reached at the own machine", () => {
    const isLocal = (url: string) => /127\.0\.0\.1|localhost|0\.0\.0\.0/.test(url);
    const local = Object.values(viemChains).flatMap((chain) =>
      typeof chain === "object" && "rpcUrls" in chain && chain.rpcUrls.default.http.some(isLocal)
        ? [chain.name]
        : [],
    );
    expect(local.length).toBeGreaterThan(3);
    expect(mainnets.filter(({ chainName }) => local.includes(chainName as (typeof local)[number]))).toEqual(
      [],
    );
  });

  it("never call a chain a mainnet whose name says that it is a test network", () => {
    const named = mainnets.filter(({ chainName }) =>
      /testnet|devnet|sepolia|holesky|goerli|hoodi/i.test(chainName),
    );
    expect(named).toEqual([]);
  });
});

/** Each chain once, by id. */
function listViemChains() {
  const chainById = new Map<number, object>();
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
      currency: chain.nativeCurrency.symbol,
    });
  }
  return [...chainById].sort(([one], [other]) => one - other).map(([, chain]) => chain);
}

function toNetworkName(exportName: string): string {
  return exportName === "mainnet"
    ? "ethereum"
    : exportName.replaceAll(/([a-z])([A-Z])/g, "$1-$2").toLowerCase();
}
