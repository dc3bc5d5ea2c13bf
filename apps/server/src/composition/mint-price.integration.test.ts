import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Anvil, startAnvil } from "@mintwright/test-harness";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../config/index.ts";
import { deployContract } from "../engines/chain/index.ts";
import { createKeyedAccount, plantCollection } from "../features/__fixtures__/index.ts";
import { getAccountCredits } from "../features/credits/index.ts";
import { type ClonedDatabase, cloneDatabase } from "../platform/__fixtures__/cloned-database.ts";
import { composeApi } from "./compose-api.ts";
import { composePlatform, type Platform } from "./compose-platform.ts";

const folder = mkdtempSync(join(tmpdir(), "mintwright-mint-price-"));
let anvil: Anvil;
let clone: ClonedDatabase;
let platform: Platform;
let app: FastifyInstance;

beforeAll(async () => {
  [anvil, clone] = await Promise.all([startAnvil(), cloneDatabase()]);
  const [wallet] = anvil.wallets as [Anvil["wallets"][number]];
  const { address: contract } = await deployContract(
    { chainId: 31_337, rpcUrl: anvil.rpcUrl, signerKey: wallet.privateKey },
    {
      name: "Foxes",
      symbol: "FOX",
      admin: wallet.address,
      minter: wallet.address,
      royaltyReceiver: undefined,
      royaltyBasisPoints: 0,
    },
  );
  const chain = { rpcUrl: anvil.rpcUrl, contract, signer: { env: "SIGNER" } };
  const file = join(folder, "mintwright.yaml");
  writeFileSync(file, JSON.stringify({ chains: { 31337: chain }, minting: { priceInCredits: 0.5 } }));
  const config = readConfig({
    DATABASE_URL: clone.url,
    LOG_LEVEL: "silent",
    STORAGE_DIRECTORY: folder,
    MINTWRIGHT_CONFIG: file,
    SIGNER: wallet.privateKey,
  });
  platform = await composePlatform(config, "api");
  app = composeApi(config, platform);
});

afterAll(async () => {
  await app?.close();
  await platform?.stop();
  await clone.close();
  await anvil.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function createOwner({ amount = 100, chainId = 31_337 } = {}) {
  const { accountId, key } = await createKeyedAccount(clone.database, { amount });
  const { collectionId } = await plantCollection(clone.database, platform.store, {
    accountId,
    amount: 4,
    chainId,
  });
  return {
    mint: (ids: number[], headers: Record<string, string> = {}) =>
      app.inject({
        method: "POST",
        url: "/nft/mint-nft",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
        payload: { collectionId, ids, name: "Foxes", description: "Foxes.", symbol: "FOX" },
      }),
    getCredits: () => getAccountCredits(clone.database, accountId),
    countMints: async () =>
      (await clone.query("select 1 from token_mint where account_id = $1", [accountId])).length,
  };
}

const dryRun = { prefer: "dry-run" };

describe("the price of minting by the service", () => {
  it("is told by a dry run, which mints nothing", async () => {
    const { mint, getCredits, countMints } = await createOwner();
    const response = await mint([1, 2, 3], dryRun);
    expect(response.headers["preference-applied"]).toBe("dry-run");
    expect(response.json()).toMatchObject({
      data: { operation: "mintNft", price: 1.5, balance: 1, isAffordable: false },
    });
    expect(await countMints()).toBe(0);
    expect(await getCredits()).toMatchObject({ balance: 100, held: 0 });
  });

  it("is held when tokens are accepted, once, and is in the headers", async () => {
    const { mint, getCredits } = await createOwner();
    const first = await mint([1, 2]);
    expect(first.statusCode).toBe(200);
    expect(first.headers).toMatchObject({
      "x-credits-held": "1",
      "x-credits-charged": "0",
      "x-credits-remaining": "0",
    });
    expect(first.json().tokens[0].transaction).toMatchObject({ chainId: 31_337 });
    expect(await getCredits()).toEqual({ granted: 100, balance: 0, held: 100, spent: 0 });
    const again = await mint([1, 2]);
    expect(again.statusCode).toBe(200);
    expect(again.headers["x-credits-held"]).toBeUndefined();
    expect((await mint([1, 2], dryRun)).json().data).toMatchObject({ price: 0, isAffordable: true });
    expect(await getCredits()).toMatchObject({ balance: 0, held: 100 });
  });

  it("is 402 when the account cannot pay, and queues nothing", async () => {
    const { mint, getCredits, countMints } = await createOwner();
    const response = await mint([1, 2, 3]);
    expect(response.statusCode).toBe(402);
    expect(response.json().error).toMatchObject({ code: "insufficient_credits", details: { price: 1.5 } });
    expect(await countMints()).toBe(0);
    expect(await getCredits()).toMatchObject({ balance: 100, held: 0 });
  });

  it("is nothing on a chain where the caller mints", async () => {
    const { mint } = await createOwner({ amount: 1, chainId: 1 });
    expect((await mint([1], dryRun)).json().data).toMatchObject({ price: 0 });
    const response = await mint([1]);
    expect(response.statusCode).toBe(200);
    expect(response.headers["x-credits-held"]).toBeUndefined();
  });

  it("is in the API's documentation", async () => {
    const document = (await app.inject({ url: "/openapi.json" })).json();
    expect(document.paths["/nft/mint-nft"].post["x-price"]).toContain(
      "0.5 credits for each token that the service mints",
    );
  });
});
