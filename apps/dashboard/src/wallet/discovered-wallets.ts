import { type Connector, createConfig, http } from "@wagmi/core";
import { mainnet } from "viem/chains";
import type { Wallet } from "../sign-in/wallet.ts";

/** A wallet that the user can choose. */
export interface KnownWallet {
  id: string;
  name: string;
  /** A data: URL. */
  icon: string | undefined;
  open(): Promise<Wallet>;
}

/** Extensions usually answer at once; slow ones get this long. */
const patienceInMs = 100;

// Discovery only (EIP-6963): the page sends nothing itself, so the chain and its transport are never used.
const discovery = createConfig({
  chains: [mainnet],
  transports: { [mainnet.id]: http() },
  multiInjectedProviderDiscovery: true,
  storage: null,
});

/** Lists the wallets that announce themselves, or the one that the browser injects without. */
export async function listWallets(): Promise<KnownWallet[]> {
  if (discovery.connectors.length === 0) await new Promise((resolve) => setTimeout(resolve, patienceInMs));
  if (discovery.connectors.length > 0) return discovery.connectors.map(toWallet);
  const injected = (window as { ethereum?: Wallet }).ethereum;
  return injected
    ? [{ id: "injected", name: "Browser wallet", icon: undefined, open: async () => injected }]
    : [];
}

function toWallet(connector: Connector): KnownWallet {
  const { id, name, icon } = connector;
  return { id, name, icon, open: async () => (await connector.getProvider()) as Wallet };
}
