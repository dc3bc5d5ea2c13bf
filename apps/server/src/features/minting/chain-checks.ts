import type { ChainChecks } from "@mintwright/api-contract";
import { checksumAddress } from "viem";
import { listChains } from "./chain-list.ts";

const chainIds = new Set(listChains({ withTestNetworks: true }).map(({ chainId }) => chainId));

/** What the contract asks of a server that knows its chains. */
export const chainChecks: ChainChecks = {
  isChain: (chainId) => chainIds.has(chainId),
  isAddress(text) {
    if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return false;
    const digits = text.slice(2);
    const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
    return isOneCase || checksumAddress(text as `0x${string}`) === text;
  },
};
