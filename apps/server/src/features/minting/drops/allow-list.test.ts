import { StandardMerkleTree } from "@openzeppelin/merkle-tree";
import { describe, expect, it } from "vitest";
import { runInTurns } from "../../../platform/turns.ts";
import { buildAllowList } from "./allow-list.ts";

const wallets = Array.from(
  { length: 37 },
  (_, index) => `0x${(index + 1).toString(16).padStart(40, "0")}` as const,
);

describe("an allow list", () => {
  it("has the root and the proofs of OpenZeppelin's standard tree", async () => {
    const standard = StandardMerkleTree.of(
      wallets.map((wallet) => [wallet]),
      ["address"],
    );
    const { root, wallets: allowed } = await runInTurns(buildAllowList(wallets));
    expect(root).toBe(standard.root);
    expect(allowed).toEqual(wallets.map((wallet) => ({ wallet, proof: standard.getProof([wallet]) })));
  });

  it("has each wallet once, however it is written", async () => {
    const checksummed = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
    const list = await runInTurns(buildAllowList([checksummed, checksummed.toLowerCase()]));
    expect(list.wallets).toEqual([{ wallet: checksummed.toLowerCase(), proof: [] }]);
  });
});
