import type { Config } from "../config/index.ts";
import {
  addressOf,
  createDropReader,
  createEvmMintingChain,
  type DropReader,
  type MintingChain,
  readMintAccess,
  readMintTransaction,
} from "../engines/chain/index.ts";
import { createKuboPinning, createServicePinning, type Pinning } from "../engines/pinning/index.ts";
import type { DeployedContract } from "../features/minting/index.ts";

export function listContracts(config: Config): DeployedContract[] {
  return Object.entries(config.chains).flatMap(([id, { contract, rpcUrl, signerKey }]) => {
    const chainId = Number(id);
    if (!contract) return [];
    return {
      chainId,
      address: contract,
      minter: signerKey ? addressOf(signerKey) : null,
      readMintAccess: () => readMintAccess({ chainId, rpcUrl, contract }),
      readTransaction: (hash) => readMintTransaction({ chainId, rpcUrl, contract }, hash),
    };
  });
}

/** Builds a reader of drops for every chain that has a node. */
export function buildDropReaders({ chains }: Config): Map<number, DropReader> {
  return new Map(
    Object.entries(chains).map(([id, { rpcUrl }]) => [Number(id), createDropReader(Number(id), rpcUrl)]),
  );
}

export function buildPinning({ pinning }: Config): Pinning | undefined {
  if (!pinning) return undefined;
  return pinning.type === "kubo" ? createKuboPinning(pinning) : createServicePinning(pinning);
}

/** Builds one minting wallet for every chain that has both a Solidity contract and a signer. */
export function buildMintingChains({ chains, minting }: Config): Map<number, MintingChain> {
  return new Map(
    Object.entries(chains).flatMap(([id, { contract, signerKey, ...chain }]) =>
      contract && signerKey
        ? [
            [
              Number(id),
              createEvmMintingChain({
                ...chain,
                chainId: Number(id),
                contract,
                signerKey,
                maxGasPerMint: minting.maxGasPerMint,
                maxFeePerGas: BigInt(Math.round(minting.maxFeePerGasInGwei * 1e9)),
              }),
            ] as const,
          ]
        : [],
    ),
  );
}

export function listMintingChainIds({ chains }: Config): number[] {
  return Object.entries(chains).flatMap(([id, { contract, signerKey }]) =>
    contract && signerKey ? [Number(id)] : [],
  );
}
