import { call } from "../api/call.ts";

/** A wallet provider (EIP-1193). */
export interface Wallet {
  request(call: { method: string; params?: unknown[] }): Promise<unknown>;
}

/** Returns the wallet that the browser injects, if any. */
export function findWallet(): Wallet | undefined {
  return (window as { ethereum?: Wallet }).ethereum;
}

/** Signs in with Ethereum (EIP-4361): the wallet signs a message, no transaction is sent. */
export async function signInWithWallet(wallet: Wallet): Promise<void> {
  const [address] = (await wallet.request({ method: "eth_requestAccounts" })) as string[];
  if (!address) throw new Error("Your wallet did not share an address. Unlock it and try again.");
  const chainId = Number((await wallet.request({ method: "eth_chainId" })) as string);
  const { nonce } = await call("POST /auth/siwe/nonce");
  const message = [
    `${window.location.host} wants you to sign in with your Ethereum account:`,
    address,
    "",
    "Sign in to Mintwright. This sends no transaction and costs nothing.",
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
  await call("POST /auth/siwe/verify", { body: { message, signature: String(signature) } });
}
