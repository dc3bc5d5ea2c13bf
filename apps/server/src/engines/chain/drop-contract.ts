import { readFileSync } from "node:fs";
import { type Abi, encodeDeployData, keccak256, zeroHash } from "viem";
import { packageFolder } from "../../platform/package-folder.ts";
import type { Hex } from "./chain.ts";

const { abi, bytecode }: { abi: Abi; bytecode: Hex } = JSON.parse(
  readFileSync(new URL("artifacts/mintwright-drop.json", packageFolder), "utf8"),
);

export const dropAbi = abi;

/** On what terms wallets may claim tokens. */
export interface DropTerms {
  /** Of each token, in wei. */
  price: bigint;
  startsAt: Date;
  maxPerWallet: number;
  /** The Merkle root of the wallets that may claim; null for every wallet. */
  allowList: Hex | null;
}

export interface DropDeployment {
  name: string;
  symbol: string;
  owner: Hex;
  baseUri: string;
  supply: number;
  royaltyBasisPoints: number;
  terms: DropTerms;
}

/** Encodes the transaction that deploys a drop. */
export function encodeDropDeployment({
  name,
  symbol,
  owner,
  baseUri,
  supply,
  royaltyBasisPoints,
  terms: { price, startsAt, maxPerWallet, allowList },
}: DropDeployment): { data: Hex; codeHash: Hex } {
  const terms = {
    price,
    startsAt: BigInt(Math.floor(startsAt.getTime() / 1000)),
    maxPerWallet: BigInt(maxPerWallet),
    allowList: allowList ?? zeroHash,
  };
  const args = [name, symbol, owner, baseUri, BigInt(supply), BigInt(royaltyBasisPoints), terms];
  const data = encodeDeployData({ abi, bytecode, args });
  return { data, codeHash: keccak256(data) };
}
