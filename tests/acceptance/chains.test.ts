import { createTestAccount } from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callApi } from "./call-api.ts";
import { expectInvalid } from "./expect-error.ts";
import { type Installation, startInstallation } from "./installation.ts";

interface Chain {
  chainId: number;
  chainName: string;
  network: string;
  networkType: string;
  currency: string;
  canMint: boolean;
  contract: string | null;
}

let installation: Installation;
let key: string;

beforeAll(async () => {
  installation = await startInstallation();
  key = (await createTestAccount(installation.database.url)).key;
});

afterAll(() => installation?.stop());

async function listChains(query = ""): Promise<Chain[]> {
  const path = `/nft/get-chains${query}`;
  const answer = await callApi<{ chains: Chain[] }>(installation.api, path, { key });
  expect(answer.status).toBe(200);
  expect(Object.keys(answer.body)).toEqual(["chains"]);
  return answer.body.chains;
}

const find = (chains: Chain[], id: number) => chains.find(({ chainId }) => chainId === id);

it("lists chains with an integer id and texts for name, network and type, each id once [CHAIN-1]", async () => {
  const chains = await listChains("?testNet=true");
  for (const chain of chains) {
    expect(chain).toStrictEqual({
      chainId: expect.any(Number),
      chainName: expect.stringMatching(/\S/),
      network: expect.stringMatching(/^[a-z0-9-]+$/),
      networkType: expect.stringMatching(/^(Mainnet|Testnet)$/),
      currency: expect.stringMatching(/\S/),
      canMint: false,
      contract: null,
    });
    expect(Number.isSafeInteger(chain.chainId) && chain.chainId > 0).toBe(true);
  }
  expect(new Set(chains.map(({ chainId }) => chainId)).size).toBe(chains.length);
  expect(find(chains, 1)).toEqual({
    chainId: 1,
    chainName: "Ethereum",
    network: "ethereum",
    networkType: "Mainnet",
    currency: "ETH",
    canMint: false,
    contract: null,
  });
});

it("lists main networks only, unless asked otherwise [CHAIN-2]", async () => {
  const chains = await listChains();
  expect(await listChains("?testNet=false")).toEqual(chains);
  for (const id of [1, 10, 56, 137, 8453, 42161, 43114]) expect(find(chains, id), String(id)).toBeDefined();
  for (const id of [31337, 11155111, 80002, 84532]) expect(find(chains, id), String(id)).toBeUndefined();
  expect(chains.filter(({ networkType }) => networkType !== "Mainnet")).toEqual([]);
});

it("lists test networks beside the main ones with testNet=true, marked as such [CHAIN-3 CHAIN-4]", async () => {
  const mainnets = await listChains();
  const chains = await listChains("?testNet=true");
  expect(chains.filter(({ networkType }) => networkType === "Mainnet")).toEqual(mainnets);
  expect(find(chains, 11155111)).toMatchObject({ chainName: "Sepolia", networkType: "Testnet" });
  expect(find(chains, 31337)).toMatchObject({ networkType: "Testnet" });
});

it("lists no network as a main one whose name says that it is a test network", async () => {
  const suspicious = (await listChains()).filter(({ chainName, network }) =>
    /test ?net|sepolia|goerli|holesky|hoodi|devnet/i.test(`${chainName} ${network}`),
  );
  expect(suspicious).toEqual([]);
});

it("refuses a testNet that is no boolean with 400 [CHAIN-5]", async () => {
  for (const value of ["yes", "2", "t", "true,false"]) {
    const answer = await callApi(installation.api, `/nft/get-chains?testNet=${value}`, { key });
    expect(expectInvalid(answer, "testNet").message).toBe("testNet must be true or false");
  }
  const twice = await callApi(installation.api, "/nft/get-chains?testNet=true&testNet=true", { key });
  expectInvalid(twice, "testNet");
});

it("ignores query parameters that it does not know, and costs nothing [HTTP-19]", async () => {
  const answer = await callApi(installation.api, "/nft/get-chains?page=2", { key });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("x-credits-charged")).toBeNull();
});
