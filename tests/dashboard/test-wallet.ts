import type { Anvil } from "@mintwright/test-harness";
import type { Page } from "playwright-core";
import { createWalletClient, type Hex, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { foundry } from "viem/chains";

interface Transaction {
  to: Hex;
  data: Hex;
}

/** Gives a page a wallet as EIP-1193 describes it: a test signer signs, the chain answers the rest. */
export async function installWallet(page: Page, anvil: Anvil, privateKey: Hex): Promise<{ address: Hex }> {
  const account = privateKeyToAccount(privateKey);
  const signer = createWalletClient({ account, chain: foundry, transport: http(anvil.rpcUrl) });
  // As wallets are: somewhere else until the page asks them to change.
  let chainId = 1;
  const answers: Record<string, (params: unknown[]) => unknown> = {
    eth_requestAccounts: () => [account.address],
    eth_accounts: () => [account.address],
    eth_chainId: () => `0x${chainId.toString(16)}`,
    wallet_switchEthereumChain: ([wanted]) => {
      chainId = Number((wanted as { chainId: string }).chainId);
      return null;
    },
    eth_sendTransaction: ([transaction]) => {
      const { to, data } = transaction as Transaction;
      return signer.sendTransaction({ to, data });
    },
  };
  await page.exposeFunction("askTestWallet", (method: string, params: unknown[] = []) => {
    const answer = answers[method];
    return answer ? answer(params) : anvil.ask(method, ...params);
  });
  await page.addInitScript(
    "window.ethereum = { request: ({ method, params }) => window.askTestWallet(method, params) };",
  );
  return { address: account.address };
}
