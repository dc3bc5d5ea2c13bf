import {
  type Abi,
  type Address,
  createPublicClient,
  createWalletClient,
  custom,
  defineChain,
  type EIP1193Provider,
  formatEther,
  http,
} from "viem";

/** What prepare-collection.ts left in public/. */
interface Shop {
  name: string;
  address: Address;
  abi: Abi;
  chainId: number;
  rpcUrl: string;
  items: { name: string; file: string; attributes: { trait_type: string; value: string }[] }[];
}

const find = <Kind extends HTMLElement>(id: string) => document.getElementById(id) as Kind;
const state = find("state");
const buy = find<HTMLButtonElement>("buy");

const shop: Shop = await (await fetch("/shop.json")).json();
const { abi, address } = shop;
const chain = defineChain({
  id: shop.chainId,
  name: `Chain ${shop.chainId}`,
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: [shop.rpcUrl] } },
});
const reader = createPublicClient({ chain, transport: http() });
const price = (await reader.readContract({ address, abi, functionName: "PRICE" })) as bigint;

/** A token that nobody bought has no owner, and the contract says so by an error. */
async function findOwner(tokenId: number): Promise<Address | undefined> {
  try {
    const args = [BigInt(tokenId)];
    return (await reader.readContract({ address, abi, functionName: "ownerOf", args })) as Address;
  } catch {
    return undefined;
  }
}

async function show(): Promise<void> {
  const owners = await Promise.all(shop.items.map((_item, tokenId) => findOwner(tokenId)));
  const figures = shop.items.map(({ name, file, attributes }, tokenId) => {
    const owner = owners[tokenId];
    const figure = document.createElement("figure");
    figure.className = owner ? "sold" : "";
    const image = Object.assign(new Image(), { src: `/${file}`, alt: name });
    const caption = document.createElement("figcaption");
    const title = document.createElement("span");
    title.textContent = attributes.map(({ value }) => value).join(", ") || name;
    const status = document.createElement("span");
    status.textContent = owner ? `sold to ${owner.slice(0, 6)}…` : "for sale";
    caption.append(title, status);
    figure.append(image, caption);
    return figure;
  });
  find("items").replaceChildren(...figures);
  const left = owners.filter((owner) => !owner).length;
  state.textContent = `${left} of ${owners.length} for sale`;
  buy.disabled = left === 0;
}

/** Has the visitor's wallet pay for the next token. */
async function buyNext(): Promise<void> {
  const { ethereum } = window as { ethereum?: EIP1193Provider };
  if (!ethereum) {
    state.textContent = "Install a wallet such as MetaMask, then load this page again.";
    return;
  }
  buy.disabled = true;
  try {
    const wallet = createWalletClient({ chain, transport: custom(ethereum) });
    const [account] = await wallet.requestAddresses();
    if (!account) throw new Error("The wallet shows no account.");
    if ((await wallet.getChainId()) !== chain.id) await wallet.switchChain({ id: chain.id });
    const args = [1n];
    // Tried first, so that a sold-out collection costs the visitor nothing.
    const { request } = await reader.simulateContract({
      account,
      address,
      abi,
      functionName: "mint",
      args,
      value: price,
    });
    const hash = await wallet.writeContract(request);
    state.textContent = "Waiting for the chain…";
    await reader.waitForTransactionReceipt({ hash });
    await show();
  } catch (error) {
    state.textContent = (error as { shortMessage?: string; message: string }).shortMessage ?? String(error);
    buy.disabled = false;
  }
}

document.title = shop.name;
find("name").textContent = shop.name;
buy.textContent = `Buy one for ${formatEther(price)} ETH`;
buy.addEventListener("click", () => void buyNext());
await show();
