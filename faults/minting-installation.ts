import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Anvil,
  askMintwright,
  createTestAccount,
  findProgress,
  queueCollection,
  type RunningProcess,
  startAnvil,
  startInstantImageServer,
} from "@mintwright/test-harness";
import { expect, vi } from "vitest";
import { createFleet, type Fleet, writeEngineConfig } from "./fleet.ts";
import { query } from "./query.ts";
import { type RpcProxy, startRpcProxy } from "./rpc-proxy.ts";

const chainId = 31_337;

/** How far the service is with a token. */
export interface Minting {
  state: string;
  tokenId: string | null;
  problem: string | null;
}

/** A collection whose tokens an account can ask for. */
export interface Mintable {
  key: string;
  collectionId: string;
}

/** An installation that mints: a chain, a contract, an API that asks the node itself and workers behind a proxy. */
export interface MintingInstallation {
  anvil: Anvil;
  proxy: RpcProxy;
  fleet: Fleet;
  /** What a command needs beside the address of the database. */
  commandEnvironment: Record<string, string>;
  /** Kills the API as a power cut would, and starts another. */
  killApi(): Promise<void>;
  startApi(): Promise<void>;
  startWorker(): Promise<void>;
  /** Kills the worker as a power cut would. Its job starts again within 30 seconds, or sooner with `skipsSilence`. */
  killWorker(options?: { skipsSilence?: boolean }): Promise<void>;
  /** Queues a collection for each wallet and waits until its images are made. */
  createCollections(key: string, wallets: readonly string[], amount: number): Promise<Mintable[]>;
  createAccount(credits: number): Promise<string>;
  /** Asks the service to mint tokens, and how far it is with those that it was asked for. */
  mint(
    mintable: Mintable,
    ids: readonly number[],
  ): Promise<{ status: number; mints: Minting[]; body: string }>;
  untilMinted(mintable: Mintable, ids: readonly number[]): Promise<void>;
  /** The states of all tokens of a collection that were ever asked for, by their numbers. */
  listStates(mintable: Mintable): Promise<string[]>;
  /** The URIs of every token that the contract minted, in order. */
  listMintedUris(): Promise<string[]>;
  countSent(): Promise<number>;
  /** The transactions that minted at least one token. */
  countMinting(): Promise<number>;
  /** The nonces of the transactions that were signed for each failed token of a collection. */
  listFailedNonces(mintable: Mintable): Promise<number[][]>;
  countReverted(): Promise<number>;
  close(): Promise<void>;
}

/** Starts the installation; `minting` are its settings of that name, `server` another database server than the lane's. */
export async function startMintingInstallation(
  minting?: object,
  server?: { serverUrl: string },
): Promise<MintingInstallation> {
  const folder = mkdtempSync(join(tmpdir(), "mintwright-minting-"));
  const [anvil, imageServer] = [await startAnvil(), await startInstantImageServer()];
  const proxy = await startRpcProxy(anvil.rpcUrl);
  const fleet = await createFleet(server);
  const signer = { file: join(folder, "signer") };
  writeFileSync(signer.file, anvil.wallets[0]?.privateKey ?? "");
  const settingsWith = (rpcUrl: string, contract?: string) => ({
    engines: { "image-server": { type: "sd-web", baseUrl: imageServer.baseUrl } },
    models: { velogen: "image-server" },
    chains: { [chainId]: { rpcUrl, signer, confirmations: 0, ...(contract && { contract }) } },
    ...(minting && { minting }),
  });
  const deploy = ["admin", "contract", "deploy", "--chain", String(chainId), "--name", "F", "--symbol", "F"];
  const { address: contract } = await askMintwright<{ address: string }>(deploy, {
    DATABASE_URL: fleet.databaseUrl,
    MINTWRIGHT_CONFIG: writeEngineConfig(folder, fleet.model.baseUrl, {}, settingsWith(anvil.rpcUrl)),
  });
  // The API asks the node itself: only workers are stopped at the proxy.
  const startApi = () => fleet.start("api", {}, settingsWith(anvil.rpcUrl, contract));
  let api = await startApi();
  let worker: RunningProcess | undefined;

  async function mint({ key, collectionId }: Mintable, ids: readonly number[]) {
    const response = await fetch(`${api.baseUrl}/nft/mint-nft`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ collectionId, ids, name: "Foxes", description: "Foxes.", symbol: "FOX" }),
    });
    const body = await response.text();
    const { tokens = [] } = JSON.parse(body) as { tokens?: { mint: Minting }[] };
    return { status: response.status, mints: tokens.map((token) => token.mint), body };
  }

  const listMintLogs = () =>
    anvil.ask<{ data: string; transactionHash: string }[]>("eth_getLogs", {
      address: contract,
      topics: [nftMintedTopic],
      fromBlock: "0x0",
    });

  return {
    anvil,
    proxy,
    fleet,
    mint,
    commandEnvironment: {
      MINTWRIGHT_CONFIG: writeEngineConfig(
        folder,
        fleet.model.baseUrl,
        {},
        settingsWith(anvil.rpcUrl, contract),
      ),
      STORAGE_DIRECTORY: fleet.storageDirectory,
    },
    killApi: () => api.kill(),
    async startApi() {
      api = await startApi();
    },
    async startWorker() {
      worker = await fleet.start("worker", {}, settingsWith(proxy.url, contract));
    },
    async killWorker({ skipsSilence = true } = {}) {
      await worker?.kill();
      if (skipsSilence)
        await query(
          fleet.databaseUrl,
          "update pgboss.job set heartbeat_on = now() - interval '1 minute' where name = 'mint-tokens' and state = 'active'",
        );
    },
    async createAccount(credits) {
      return (await createTestAccount(fleet.databaseUrl, { credits, rate: "none" })).key;
    },
    async createCollections(key, wallets, amount) {
      const mintables = await Promise.all(
        wallets.map(async (walletAddress) => ({
          key,
          collectionId: await queueCollection(api.baseUrl, key, { amount, chainId, walletAddress }),
        })),
      );
      await vi.waitFor(
        async () => {
          for (const { collectionId } of mintables)
            expect(await findProgress(api.baseUrl, key, collectionId)).toMatchObject({ status: "completed" });
        },
        { timeout: 60_000, interval: 250 },
      );
      return mintables;
    },
    async untilMinted(mintable, ids) {
      await vi.waitFor(
        async () => {
          const { status, mints, body } = await mint(mintable, ids);
          expect(status, body).toBe(200);
          expect(mints.map(({ state }) => state)).toEqual(ids.map(() => "minted"));
        },
        { timeout: 45_000, interval: 250 },
      );
    },
    async listStates({ collectionId }) {
      const rows = await query<{ state: string }>(
        fleet.databaseUrl,
        "select state from token_mint where collection_id = $1 order by number",
        [collectionId],
      );
      return rows.map(({ state }) => state);
    },
    listMintedUris: async () => (await listMintLogs()).map(({ data }) => readAbiText(data)),
    countMinting: async () =>
      new Set((await listMintLogs()).map(({ transactionHash }) => transactionHash)).size,
    async listFailedNonces({ collectionId }) {
      const rows = await query<{ nonces: number[] }>(
        fleet.databaseUrl,
        `select json_agg(distinct t.nonce) as nonces from mint_transaction t
         join token_mint m using (account_id, collection_id, number)
         where m.collection_id = $1 and m.state = 'failed' group by m.number order by m.number`,
        [collectionId],
      );
      return rows.map(({ nonces }) => nonces);
    },
    countSent: async () =>
      Number(await anvil.ask<string>("eth_getTransactionCount", anvil.wallets[0]?.address, "latest")),
    async countReverted() {
      let reverted = 0;
      const head = Number(await anvil.ask<string>("eth_blockNumber"));
      for (let block = 1; block <= head; block++) {
        const number = `0x${block.toString(16)}`;
        const receipts = await anvil.ask<{ status: string }[]>("eth_getBlockReceipts", number);
        reverted += receipts.filter(({ status }) => status === "0x0").length;
      }
      return reverted;
    },
    async close() {
      await fleet.close();
      await imageServer.stop();
      await proxy.stop();
      await anvil.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** NFTMinted(address,uint256,string). */
const nftMintedTopic = "0xd35bb95e09c04b219e35047ce7b7b300e3384264ef84a40456943dbc0fc17c14";

/** Reads the one text that the data of an event holds: its offset, its length, its bytes. */
function readAbiText(data: string): string {
  const bytes = Buffer.from(data.slice(2), "hex");
  return bytes.subarray(64, 64 + bytes.readUInt32BE(60)).toString();
}
