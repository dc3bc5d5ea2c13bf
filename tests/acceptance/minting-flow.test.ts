import { type Anvil, askMintwright, createTestAccount, startAnvil } from "@mintwright/test-harness";
import { type Abi, createPublicClient, createWalletClient, http, parseEventLogs } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { foundry } from "viem/chains";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callApi, getCredits } from "./call-api.ts";
import { listTokens, queueAccepted, waitForState } from "./collection-calls.ts";
import { type HeliaNode, startHelia } from "./helia-node.ts";
import { type Installation, startInstallation } from "./installation.ts";
import { type ImageSetup, measureImage, writeImageSetup } from "./scripted-image-server.ts";

type Hex = `0x${string}`;

const amount = 12;
const traits = [
  {
    trait_type: "Hat",
    value: [
      { value: "crown", ratio: 25 },
      { value: "cap", ratio: 75 },
    ],
  },
  {
    trait_type: "Mood",
    value: ["calm", "bold", "shy", "wild"].map((value) => ({ value, ratio: 25 })),
  },
];
const words = {
  name: "Harbour Fox #{id}",
  description: "Number {id} of the twelve foxes of the harbour.",
  symbol: "FOX",
};

const setups: ImageSetup[] = [];
let anvil: Anvil;
let helia: HeliaNode;
let contract: Hex;
let installation: Installation;

function writeSetup(chain: object): ImageSetup["environment"] {
  const setup = writeImageSetup({ chains: { [anvil.chainId]: { rpcUrl: anvil.rpcUrl, ...chain } } });
  setups.push(setup);
  return setup.environment;
}

beforeAll(async () => {
  anvil = await startAnvil();
  helia = startHelia();
  const deployer = {
    ...writeSetup({ signer: { env: "SIGNER" } }),
    SIGNER: anvil.wallets[0]?.privateKey ?? "",
  };
  const deployed = await askMintwright<{ address: Hex }>(
    [
      ...["admin", "contract", "deploy", "--chain", String(anvil.chainId)],
      ...["--name", "Harbour Foxes", "--symbol", words.symbol, "--minter", "everybody"],
    ],
    { DATABASE_URL: "postgres://nobody@127.0.0.1:9/none", ...deployer },
  );
  contract = deployed.address;
  // No signer: the service could not send a transaction if it wanted to.
  installation = await startInstallation(writeSetup({ contract }));
  await installation.startWorker();
}, 120_000);

afterAll(async () => {
  await installation?.stop();
  await helia?.stop();
  await anvil?.stop();
  for (const setup of setups) setup.remove();
});

interface Described {
  image: string;
  transaction: unknown;
  tokens: { id: number; tokenURI: string; image: string; attributes: unknown[]; transaction: unknown }[];
}

describe("the whole flow", () => {
  it("[MINT-16 MINT-18 MINT-19 PROG-4] queue, poll, describe and mint: what the chain says leads to the bytes served", {
    timeout: 180_000,
  }, async () => {
    const { api, database } = installation;
    const wallet = anvil.wallets[1] as Anvil["wallets"][number];
    const { key } = await createTestAccount(database.url, { credits: 20 });
    const request = { amount, traits, walletAddress: wallet.address, chainId: anvil.chainId, seed: 5 };
    const collectionId = await queueAccepted(api, key, request);
    const done = await waitForState(api, key, collectionId, "completed", 90_000);
    expect(await getCredits(api, key)).toEqual({ balance: 8, held: 0, spent: 12, granted: 20 });

    const ids = Array.from({ length: amount }, (_, index) => index + 1);
    const { status, body: described } = await callApi<Described>(api, "/nft/mint-nft", {
      key,
      body: { collectionId, ...words, ids },
    });
    expect(status).toBe(200);
    expect(described.tokens.map(({ id }) => id)).toEqual(ids);
    expect(described).toMatchObject({ transaction: null, image: described.tokens[0]?.image });

    const published = await callApi<{ abi: Abi; contracts: { chainId: number; address: Hex }[] }>(
      api,
      "/nft/abi",
      { key },
    );
    expect(published.body.contracts).toEqual([
      { chainId: anvil.chainId, address: contract, mayMint: "everybody", minter: null },
    ]);
    const { abi } = published.body;
    const chain = { chain: foundry, transport: http(anvil.rpcUrl) };
    const reader = createPublicClient(chain);
    const owner = createWalletClient({ account: privateKeyToAccount(wallet.privateKey), ...chain });
    expect(await reader.getTransactionCount({ address: wallet.address })).toBe(0);

    const served = await callServed(done.data?.images ?? []);
    const exported = await fetch(`${api.baseUrl}/nft/collections/${collectionId}/export.car`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(exported.headers.get("content-type")).toContain("application/vnd.ipld.car");
    await helia.importCar(new Uint8Array(await exported.arrayBuffer()));
    const listed = await listTokens(api, key, collectionId);

    for (const { id, tokenURI, transaction } of described.tokens) {
      expect(transaction).toBeNull();
      const hash = await owner.writeContract({
        address: contract,
        abi,
        functionName: "mint",
        args: [wallet.address, tokenURI],
      });
      const receipt = await reader.waitForTransactionReceipt({ hash });
      const [minted] = parseEventLogs({ abi, logs: receipt.logs, eventName: "NFTMinted" });
      const { tokenId } = (minted as unknown as { args: { tokenId: bigint } }).args;
      const ask = (functionName: string) =>
        reader.readContract({ address: contract, abi, functionName, args: [tokenId] });
      expect(await ask("ownerOf")).toBe(wallet.address);
      const onChain = (await ask("tokenURI")) as string;
      expect(onChain).toBe(tokenURI);
      const metadata = JSON.parse((await helia.read(onChain)).toString()) as { image: string };
      expect(metadata).toMatchObject({
        name: `Harbour Fox #${id}`,
        description: `Number ${id} of the twelve foxes of the harbour.`,
        attributes: listed[id - 1]?.attributes,
      });
      const bytes = served[id - 1] as Buffer;
      expect(metadata.image).toBe(await helia.nameOf(bytes));
      expect((await helia.read(metadata.image)).equals(bytes)).toBe(true);
    }
    expect(await reader.getTransactionCount({ address: wallet.address })).toBe(amount);
  });
});

/** Loads images as a browser does: without a key. */
async function callServed(urls: string[]): Promise<Buffer[]> {
  return Promise.all(
    urls.map(async (url) => {
      const response = await fetch(url);
      expect(response.headers.get("content-type")).toBe("image/png");
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(measureImage(bytes)).toEqual({ format: "png", width: 512, height: 512 });
      return bytes;
    }),
  );
}
