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
  /** Changes to another chain, as a user may between two clicks. */
  leaveChain(): void;
}

interface Transaction {
  data?: Hex;
  to?: Hex;
  value?: Hex;
}

/**
 * Puts a wallet into the pages that are opened from now on, as EIP-1193 describes it; the chain answers the rest. With a name it
 * announces itself (EIP-6963) instead of being injected.
 */
export async function addTestWallet(
  page: Page,
  anvil: Anvil,
  { owner = 0, isElsewhere = false, name }: { owner?: number; isElsewhere?: boolean; name?: string } = {},
): Promise<TestWallet> {
  const { address, privateKey } = anvil.wallets[owner] as Anvil["wallets"][number];
  const account = privateKeyToAccount(privateKey);
  const signer = createWalletClient({ account, chain: foundry, transport: http(anvil.rpcUrl) });
  const refusals: { method: string; code: number }[] = [];
  const wallet: TestWallet = {
    address,
    sent: 0,
    refuseNext: (method, code) => void refusals.push({ method, code }),
    leaveChain: () => {
      chainId = 1;
    },
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
      if (chainId !== anvil.chainId) throw new Error("sent on another chain");
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
      const { code = -32000, message, data } = error as { code?: number; message: string; data?: unknown };
      return { error: { code, message, data } };
    }
  });
  const provider = `{
    async request({ method, params }) {
      const { result, error } = await window.askTestWallet(method, params ?? []);
      if (error) throw Object.assign(new Error(error.message), { code: error.code, data: error.data });
      return result;
    },
    on() {},
    removeListener() {},
  }`;
  if (name) await announceWallet(page, name, provider);
  else await page.addInitScript(`window.ethereum = ${provider};`);
  return wallet;
}

/** Announces a wallet to the pages that are opened from now on. The provider is the source of an object. */
export async function announceWallet(page: Page, name: string, provider: string): Promise<void> {
  const id = name.toLowerCase().replaceAll(" ", "-");
  const info = {
    uuid: id,
    name,
    icon: "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>",
    rdns: `test.${id}`,
  };
  await page.addInitScript(`{
    const detail = Object.freeze({ info: ${JSON.stringify(info)}, provider: ${provider} });
    const announce = () => window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
    window.addEventListener("eip6963:requestProvider", announce);
    announce();
  }`);
}
