import { call } from "../api/call.ts";

/** A wallet provider (EIP-1193). */
export interface Wallet {
  request(call: { method: string; params?: unknown[] }): Promise<unknown>;
}

/** Signs in with Ethereum (EIP-4361): the wallet signs a message, no transaction is sent. */
export async function signInWithWallet(wallet: Wallet): Promise<void> {
  await call("POST /auth/siwe/verify", { body: await signMessage(wallet, "Sign in to Mintwright.") });
}

/** Links a wallet to the signed-in user. */
export async function linkWallet(wallet: Wallet): Promise<void> {
  const body = await signMessage(wallet, "Link this wallet to your Mintwright account.");
  await call("POST /auth/link-wallet", { body });
}

async function signMessage(wallet: Wallet, purpose: string): Promise<{ message: string; signature: string }> {
  const [address] = (await wallet.request({ method: "eth_requestAccounts" })) as string[];
  if (!address) throw new Error("Your wallet did not share an address. Unlock it and try again.");
  const chainId = Number((await wallet.request({ method: "eth_chainId" })) as string);
  const { nonce } = await call("POST /auth/siwe/nonce");
  const message = [
    `${window.location.host} wants you to sign in with your Ethereum account:`,
    address,
    "",
    `${purpose} This sends no transaction and costs nothing.`,
    "",
    `URI: ${window.location.origin}/dashboard`,
    "Version: 1",
    `Chain ID: ${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${new Date().toISOString()}`,
  ].join("\n");
  const bytes = new TextEncoder().encode(message);
  const hex = `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
  const signature = await wallet.request({ method: "personal_sign", params: [hex, address] });
  return { message, signature: String(signature) };
}
