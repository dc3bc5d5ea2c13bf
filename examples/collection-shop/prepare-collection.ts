import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Mintwright } from "@mintwright/sdk";
import { type Abi, createPublicClient, createWalletClient, type Hex, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";

const {
  MINTWRIGHT_URL = "http://localhost:3001",
  MINTWRIGHT_KEY,
  RPC_URL = "http://localhost:8545",
  // The first wallet of every anvil, known to everybody: never use it on a real network.
  SELLER_KEY = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80",
  SHOP_URL = "http://localhost:5173",
} = process.env;

const name = "Red Foxes";
const amount = 4;
const print = (line: string) => process.stdout.write(`${line}\n`);
const mintwright = new Mintwright({ baseUrl: MINTWRIGHT_URL, apiKey: MINTWRIGHT_KEY });
const seller = privateKeyToAccount(SELLER_KEY as Hex);
const chain = createPublicClient({ transport: http(RPC_URL) });
const wallet = createWalletClient({ account: seller, transport: http(RPC_URL) });
const chainId = await chain.getChainId();

// 1. The pictures, with traits that are spread in exact counts.
const { collectionId } = await mintwright.collections.create({
  prompt: "a red fox, portrait",
  model: "velogen",
  width: 512,
  height: 512,
  traits: [
    {
      trait_type: "Hat",
      value: [
        { value: "crown", ratio: 25 },
        { value: "beret", ratio: 75 },
      ],
    },
  ],
  amount,
  chainId,
  walletAddress: seller.address,
});
await mintwright.collections.wait(collectionId, {
  onEvent: (event) => event.type === "image" && print(`picture ${event.number} of ${amount}`),
});

// 2. What wallets and marketplaces read. Token 0 of the contract is picture 1.
const folder = fileURLToPath(new URL("public/", import.meta.url));
rmSync(folder, { recursive: true, force: true });
for (const part of ["pictures", "metadata"]) mkdirSync(`${folder}${part}`, { recursive: true });
const { tokens } = await mintwright.collections.mintMetadata({
  collectionId,
  name,
  description: "Painted by Mintwright",
  symbol: "FOX",
  ids: Array.from({ length: amount }, (_none, index) => index + 1),
});
const pictures: { name: string; picture: string; attributes: object[] }[] = [];
for await (const { number, image } of mintwright.collections.tokens(collectionId)) {
  const token = tokens.find(({ id }) => id === number);
  if (!image || !token) continue;
  const bytes = new Uint8Array(await (await fetch(image)).arrayBuffer());
  const picture = `pictures/${number - 1}.png`;
  writeFileSync(folder + picture, bytes);
  const { attributes } = token;
  const title = `${name} #${number}`;
  writeFileSync(
    `${folder}metadata/${number - 1}`,
    JSON.stringify({ name: title, image: token.image, attributes }),
  );
  pictures.push({ name: title, picture, attributes });
}

// 3. The contract: written and compiled by Mintwright, deployed by the seller.
const { contract, source } = await mintwright.contracts.generate({
  question: `an NFT called ${name} (FOX), max supply ${amount}, public mint, price 0.01 ether, base uri ${SHOP_URL}/metadata/`,
});
const hash = await wallet.deployContract({
  abi: contract.abi as Abi,
  bytecode: contract.bytecode as Hex,
  chain: null,
});
const { contractAddress: address } = await chain.waitForTransactionReceipt({ hash });
writeFileSync(`${folder}contract.sol`, source);
writeFileSync(
  `${folder}shop.json`,
  JSON.stringify({ name, address, abi: contract.abi, chainId, rpcUrl: RPC_URL, pictures }),
);
print(`${contract.name} is at ${address} on chain ${chainId}.`);
print(`${(await mintwright.credits.balance()).balance} credits are left. Now: npm run dev`);
