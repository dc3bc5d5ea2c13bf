import type { Anvil } from "@mintwright/test-harness";
import type { Page } from "playwright-core";
import { createWalletClient, type Hex, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { foundry } from "viem/chains";

/** A wallet in the browser that signs with a key of the test. */
export interface TestWallet {
  address: Hex;
  /** What it was asked to send. */
  sent: number;
  /** Refuses the next call of a method with a code, as a person or a wallet does. */
  refuseNext(method: string, code: number): void;
}

interface Transaction {
  data?: Hex;
  to?: Hex;
  value?: Hex;
}

/** Puts a wallet into the pages that are opened from now on, as EIP-1193 describes it; the chain answers the rest. */
export async function addTestWallet(
  page: Page,
  anvil: Anvil,
  { owner = 0, isElsewhere = false }: { owner?: number; isElsewhere?: boolean } = {},
): Promise<TestWallet> {
  const { address, privateKey } = anvil.wallets[owner] as Anvil["wallets"][number];
  const account = privateKeyToAccount(privateKey);
  const signer = createWalletClient({ account, chain: foundry, transport: http(anvil.rpcUrl) });
  const refusals: { method: string; code: number }[] = [];
  const wallet: TestWallet = {
    address,
    sent: 0,
    refuseNext: (method, code) => void refusals.push({ method, code }),
  };
  // Some wallets are on another chain until the page asks them to change.
  let chainId = isElsewhere ? 1 : anvil.chainId;
  const answers: Record<string, (params: unknown[]) => unknown> = {
    eth_requestAccounts: () => [address],
    eth_accounts: () => [address],
    eth_chainId: () => `0x${chainId.toString(16)}`,
    wallet_switchEthereumChain: ([wanted]) => {
      chainId = Number((wanted as { chainId: string }).chainId);
      return null;
    },
    eth_sendTransaction: ([transaction]) => {
      wallet.sent++;
      const { data, to, value } = transaction as Transaction;
      return signer.sendTransaction({ data, to, value: BigInt(value ?? 0) } as never);
    },
  };
  async function answer(method: string, params: unknown[]): Promise<unknown> {
    const refused = refusals.findIndex((refusal) => refusal.method === method);
    const [refusal] = refused === -1 ? [] : refusals.splice(refused, 1);
    if (refusal) throw Object.assign(new Error(`refused: ${method}`), { code: refusal.code });
    return answers[method] ? answers[method](params) : anvil.ask(method, ...params);
  }
  await page.exposeFunction("askTestWallet", async (method: string, params: unknown[]) => {
    try {
      return { result: await answer(method, params) };
    } catch (error) {
      const { code = -32000, message } = error as { code?: number; message: string };
      return { error: { code, message } };
    }
  });
  await page.addInitScript(`window.ethereum = {
    async request({ method, params }) {
      const { result, error } = await window.askTestWallet(method, params ?? []);
      if (error) throw Object.assign(new Error(error.message), { code: error.code });
      return result;
    },
    on() {},
    removeListener() {},
  };`);
  return wallet;
}
