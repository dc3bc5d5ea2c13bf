import { type Address, formatEther, numberToHex, pad } from "viem";
import {
  createObservation,
  isPausable,
  isRestricted,
  type Observation,
  observeAccess,
} from "./observation.ts";
import type { Instance, TestChain } from "./test-chain.ts";

/** Tries every function of an ERC-721 collection. */
export async function observeErc721(chain: TestChain, nft: Instance): Promise<Observation> {
  const { deployer } = chain;
  const [a, b] = chain.strangers as [`0x${string}`, `0x${string}`];
  const seen = createObservation();
  const hasUri = nft.abi.some(
    (entry) => entry.type === "function" && entry.name === "safeMint" && entry.inputs.length === 2,
  );
  const mintArgs = (to: string) => (hasUri ? [to, "own.json"] : [to]);
  if (!(await isRestricted(chain, nft, "safeMint", mintArgs(a))))
    seen.features.push("nobody or anybody can mint");
  const access = await observeAccess(
    chain,
    nft,
    (from) => nft.does("safeMint", mintArgs(a), { from }),
    "MINTER_ROLE",
  );
  for (let i = 0; i < 3; i++) await nft.does("safeMint", mintArgs(a));
  const uri: string = await nft.read("tokenURI", 0n);
  const baseUri = uri.replace(/(?:own\.json|0)$/, "");
  seen.note("uriStorage", hasUri && uri.endsWith("own.json"));
  seen.note(
    "burnable",
    await chain.isolated(
      async () => (await nft.does("burn", [0n], { from: a })) && !(await nft.does("ownerOf", [0n])),
    ),
  );
  const transfer = () => nft.does("transferFrom", [a, b, 1n], { from: a });
  const canTransfer = await chain.isolated(transfer);
  // ERC-5192 and ERC-4907 are announced with ERC-165.
  const announces = (id: string) => nft.read("supportsInterface", id);
  seen.note("soulbound", !canTransfer && (await nft.read("locked", 1n)) && (await announces("0xb45a3c0e")));
  seen.note(
    "rental",
    nft.has("setUser") && (await isRentable(chain, nft, a, b)) && (await announces("0xad092b5c")),
  );
  seen.note("batchMint", !nft.has("PRICE") && (await isRestricted(chain, nft, "mint", [a, 3n])));
  seen.note("pausable", await isPausable(chain, nft, () => nft.does("safeMint", mintArgs(a))));
  seen.note(
    "enumerable",
    nft.has("tokenOfOwnerByIndex") && (await nft.read("tokenOfOwnerByIndex", a, 2n)) === 2n,
  );
  seen.note(
    "votes",
    await chain.isolated(
      async () => (await nft.does("delegate", [a], { from: a })) && (await nft.read("getVotes", a)) === 3n,
    ),
  );
  await observeRoyalty(chain, nft, seen);
  if (nft.has("PRICE")) await observePublicMint(chain, nft, seen);
  if (nft.has("MAX_SUPPLY"))
    await observeMaxSupply(chain, nft, seen, () => nft.does("safeMint", mintArgs(a)));
  return {
    name: await nft.read("name"),
    symbol: await nft.read("symbol"),
    ...(baseUri && { baseUri }),
    ...(access && { access }),
    features: seen.features,
    settings: seen.settings,
    ...((await nft.read("balanceOf", deployer)) > 0n && { supply: "premint" }),
  };
}

type Seen = ReturnType<typeof createObservation>;

async function observeRoyalty(chain: TestChain, nft: Instance, seen: Seen): Promise<void> {
  if (!nft.has("royaltyInfo")) return;
  const [receiver, royalty]: [string, bigint] = await nft.read("royaltyInfo", 0n, 10_000n);
  const isKnown = await nft.read("supportsInterface", "0x2a55205a");
  seen.note("royalty", isKnown && receiver === chain.deployer && royalty > 0n);
  seen.settings.royalty = Number(royalty);
}

async function observePublicMint(chain: TestChain, nft: Instance, seen: Seen): Promise<void> {
  if (!nft.has("mint")) return;
  const buyer = await chain.createAccount();
  const price: bigint = await nft.read("PRICE");
  const mint = (quantity: bigint, value = price * quantity) =>
    nft.does("mint", [quantity], { from: buyer, value });
  const isPriced = !(await mint(1n, price + 1n)) && (price === 0n || !(await mint(1n, price - 1n)));
  seen.note("publicMint", isPriced && (await chain.isolated(() => mint(1n))));
  seen.settings.price = formatEther(price);
  if (price > 0n) {
    const isPaid = await chain.isolated(async () => {
      await mint(1n);
      return (await isRestricted(chain, nft, "withdraw")) && (await nft.does("withdraw"));
    });
    if (!isPaid) seen.features.push("nobody can take the money out");
  }
  if (nft.has("MAX_PER_WALLET")) {
    const limit: bigint = await nft.read("MAX_PER_WALLET");
    seen.note("maxPerWallet", await chain.isolated(async () => (await mint(limit)) && !(await mint(1n))));
    seen.settings.maxPerWallet = Number(limit);
  }
}

/** Sets the token counter close to the maximum, because minting ten thousand is slow, and mints the last token. */
async function observeMaxSupply(
  chain: TestChain,
  nft: Instance,
  seen: Seen,
  mint: () => Promise<boolean>,
): Promise<void> {
  const limit: bigint = await nft.read("MAX_SUPPLY");
  const isLimited = await chain.isolated(async () => {
    for (let slot = 0; slot < 30; slot++) {
      const index = pad(numberToHex(slot));
      const value = await chain.client.getStorageAt({ address: nft.address, slot: index });
      if (BigInt(value ?? 0) !== 3n) continue;
      await chain.client.setStorageAt({ address: nft.address, index, value: pad(numberToHex(limit - 1n)) });
      return (await mint()) && !(await mint());
    }
    return false;
  });
  seen.note("maxSupply", isLimited);
  seen.settings.maxSupply = Number(limit);
}

/** Tries every function of an ERC-1155 collection. */
export async function observeErc1155(chain: TestChain, items: Instance): Promise<Observation> {
  const [a] = chain.strangers as [`0x${string}`];
  const seen = createObservation();
  if (!(await isRestricted(chain, items, "mint", [a, 1n, 10n, "0x"])))
    seen.features.push("nobody or anybody can mint");
  const access = await observeAccess(
    chain,
    items,
    (from) => items.does("mint", [a, 1n, 1n, "0x"], { from }),
    "MINTER_ROLE",
  );
  const baseUri: string = await items.read("uri", 1n);
  await items.does("mint", [a, 1n, 10n, "0x"]);
  seen.note("burnable", await chain.isolated(() => items.does("burn", [a, 1n, 4n], { from: a })));
  seen.note("pausable", await isPausable(chain, items, () => items.does("mint", [a, 1n, 1n, "0x"])));
  seen.note("supplyTracking", items.has("totalSupply") && (await items.read("totalSupply", 1n)) === 10n);
  seen.note("updatableUri", await isRestricted(chain, items, "setURI", ["ipfs://new/{id}"]));
  await observeRoyalty(chain, items, seen);
  return {
    name: await items.read("name"),
    ...(baseUri && { baseUri }),
    ...(access && { access }),
    features: seen.features,
    settings: seen.settings,
  };
}

/** The owner alone gives a token's use to somebody, it ends in time, and a transfer ends it too. */
async function isRentable(
  chain: TestChain,
  nft: Instance,
  owner: Address,
  renter: Address,
): Promise<boolean> {
  return chain.isolated(async () => {
    const expires = (await chain.now()) + 1_000n;
    if (await nft.does("setUser", [1n, renter, expires], { from: renter })) return false;
    if (!(await nft.does("setUser", [1n, renter, expires], { from: owner }))) return false;
    const isUser = async () => (await nft.read("userOf", 1n)) === renter;
    if (!(await isUser())) return false;
    const endsWithTransfer = await chain.isolated(async () => {
      await nft.does("transferFrom", [owner, renter, 1n], { from: owner });
      return !(await isUser());
    });
    await chain.advance(1_001);
    return endsWithTransfer && !(await isUser());
  });
}
