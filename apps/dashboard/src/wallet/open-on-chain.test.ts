import { createWalletClient, custom } from "viem";
import { sepolia } from "viem/chains";
import { describe, expect, it } from "vitest";
import { openOnChain, selectChain } from "./open-on-chain.ts";

/** A wallet that knows some chains and answers 4902 for others. */
function createWallet({ knows, code = 4902 }: { knows: number[]; code?: number }) {
  const asked: string[] = [];
  let chainId = 1;
  const request = async ({ method, params = [] }: { method: string; params?: unknown[] }) => {
    asked.push(method);
    const [first] = params as [{ chainId: string }];
    if (method === "eth_chainId") return `0x${chainId.toString(16)}`;
    if (method === "eth_requestAccounts") return [`0x${"1".repeat(40)}`];
    if (method === "wallet_addEthereumChain") knows.push(Number(first.chainId));
    if (method === "wallet_switchEthereumChain") {
      if (!knows.includes(Number(first.chainId))) throw Object.assign(new Error("unknown chain"), { code });
      chainId = Number(first.chainId);
    }
    return null;
  };
  return { asked, request };
}

describe("switching the chain of a wallet", () => {
  it("adds a chain that the wallet does not know, then switches", async () => {
    const wallet = createWallet({ knows: [1] });
    const { account, signer } = await openOnChain(wallet, sepolia.id);
    expect(account).toBe(`0x${"1".repeat(40)}`);
    expect(await signer.getChainId()).toBe(sepolia.id);
    expect(wallet.asked.filter((method) => method.startsWith("wallet_"))).toEqual([
      "wallet_switchEthereumChain",
      "wallet_addEthereumChain",
      "wallet_switchEthereumChain",
    ]);
  });

  it("returns to the chain that the user left meanwhile", async () => {
    const wallet = createWallet({ knows: [1, sepolia.id] });
    const { signer, returnToChain } = await openOnChain(wallet, sepolia.id);
    await signer.switchChain({ id: 1 });
    await returnToChain();
    expect(await signer.getChainId()).toBe(sepolia.id);
  });

  it("adds nothing when the user rejects it, or when the chain is not public", async () => {
    const rejecting = createWallet({ knows: [1], code: 4001 });
    const signer = createWalletClient({ transport: custom(rejecting) });
    await expect(selectChain(signer, sepolia.id)).rejects.toThrow();
    const elsewhere = createWallet({ knows: [1] });
    await expect(openOnChain(elsewhere, 31_337)).rejects.toThrow();
    expect([...rejecting.asked, ...elsewhere.asked]).not.toContain("wallet_addEthereumChain");
  });
});
