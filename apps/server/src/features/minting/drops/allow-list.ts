import { SimpleMerkleTree } from "@openzeppelin/merkle-tree";
import { keccak256, padHex } from "viem";
import type { Hex } from "../../../engines/chain/index.ts";
import type { Steps } from "../../../platform/turns.ts";

export interface AllowedWallet {
  /** In lower case. */
  wallet: string;
  proof: string[];
}

export interface AllowList {
  /** The Merkle root, as MintwrightDrop expects it. */
  root: Hex;
  wallets: AllowedWallet[];
}

/**
 * Computes the Merkle tree of an allow list: the tree that StandardMerkleTree builds from [address]. Its leaves are hashed
 * here, because ten thousand of them take seconds and must yield.
 */
export function* buildAllowList(addresses: readonly string[]): Steps<AllowList> {
  const wallets = [...new Set(addresses.map((address) => address.toLowerCase()))];
  const leaves: Hex[] = [];
  for (const wallet of wallets) {
    leaves.push(keccak256(keccak256(padHex(wallet as Hex, { size: 32 }))));
    yield;
  }
  const tree = SimpleMerkleTree.of(leaves);
  const allowed: AllowedWallet[] = [];
  for (const [index, wallet] of wallets.entries()) {
    allowed.push({ wallet, proof: tree.getProof(index) });
    yield;
  }
  return { root: tree.root as Hex, wallets: allowed };
}
