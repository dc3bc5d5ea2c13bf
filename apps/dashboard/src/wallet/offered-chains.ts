import type { Chain } from "viem";
import {
  arbitrum,
  arbitrumSepolia,
  avalanche,
  base,
  baseSepolia,
  bsc,
  gnosis,
  linea,
  mainnet,
  optimism,
  optimismSepolia,
  polygon,
  polygonAmoy,
  scroll,
  sepolia,
} from "viem/chains";

/** Chains offered in the form. Others can be selected in the wallet. */
export const offeredChains: readonly Chain[] = [
  ...[mainnet, base, arbitrum, optimism, polygon, bsc, avalanche, gnosis, linea, scroll],
  ...[sepolia, baseSepolia, arbitrumSepolia, optimismSepolia, polygonAmoy],
];
