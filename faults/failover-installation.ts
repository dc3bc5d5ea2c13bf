import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Anvil,
  askMintwright,
  type ClusterTools,
  createTestAccount,
  findProgress,
  type PatroniCluster,
  type PatroniTimes,
  queueCollection,
  type RunningProcess,
  startAnvil,
  startInstantImageServer,
  startPatroniCluster,
  type TestAccount,
} from "@mintwright/test-harness";
import { expect, onTestFinished, vi } from "vitest";
import { createFleet, type Fleet, writeEngineConfig } from "./fleet.ts";

const chainId = 31_337;
const wallet = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

/** Two API processes and two workers on a cluster of two PostgreSQL nodes, with a chain and payments. */
export interface FailoverInstallation {
  cluster: PatroniCluster;
  fleet: Fleet;
  apis: RunningProcess[];
  workers: RunningProcess[];
  account: TestAccount;
  /** A collection whose images are made and whose tokens can be minted. */
  collectionId: string;
  /** The tokens of that collection. */
  tokens: number;
  mintEveryInMs: number;
  /** Signs the payment provider's events. */
  webhookSecret: string;
  /** The URIs of all tokens that were minted on the chain, with those that are there twice. */
  listMintedUris(): Promise<string[]>;
}

/** Starts the installation. It ends with the test. */
export async function startFailoverInstallation(
  tools: ClusterTools,
  {
    isSynchronous,
    times,
    tokens,
    mintEveryInMs,
  }: { isSynchronous: boolean; times: PatroniTimes; tokens: number; mintEveryInMs: number },
): Promise<FailoverInstallation> {
  const folder = mkdtempSync(join(tmpdir(), "mintwright-failover-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const anvil = await startAnvil();
  onTestFinished(() => anvil.stop());
  const imageServer = await startInstantImageServer();
  onTestFinished(() => imageServer.stop());
  const cluster = await startPatroniCluster(tools, { isSynchronous, times });
  onTestFinished(() => cluster.stop());
  const fleet = await createFleet({ serverUrl: cluster.url });
  onTestFinished(() => fleet.close());
  const signer = { file: join(folder, "signer") };
  writeFileSync(signer.file, anvil.wallets[0]?.privateKey ?? "");
  const webhookSecret = "whsec_of_the_failover_tests";
  const settingsWith = (contract?: string) => ({
    engines: {
      "image-server": { type: "sd-web", baseUrl: imageServer.baseUrl },
      model: { type: "openai", baseUrl: fleet.model.baseUrl, model: "scripted" },
    },
    models: { velogen: "image-server", prompt_enhancer: "model", general_assistant: "model" },
    chains: { [chainId]: { rpcUrl: anvil.rpcUrl, signer, confirmations: 0, ...(contract && { contract }) } },
    payments: {
      provider: "stripe",
      secretKey: { env: "STRIPE_SECRET_KEY" },
      webhookSecret: { env: "STRIPE_WEBHOOK_SECRET" },
      currency: "usd",
      pricePerCredit: 5,
      packs: [500],
    },
  });
  const environment = {
    STRIPE_SECRET_KEY: "sk_test_failover",
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    DASHBOARD_SECRET: "a secret of the tests that is long enough",
    PUBLIC_URL: "http://127.0.0.1:9",
  };
  const deploy = ["admin", "contract", "deploy", "--chain", String(chainId), "--name", "F", "--symbol", "F"];
  const { address: contract } = await askMintwright<{ address: string }>(deploy, {
    ...environment,
    DATABASE_URL: fleet.databaseUrl,
    MINTWRIGHT_CONFIG: writeEngineConfig(folder, fleet.model.baseUrl, {}, settingsWith()),
  });
  const start = (role: "api" | "worker") => fleet.start(role, {}, settingsWith(contract), environment);
  const apis = [await start("api"), await start("api")];
  const workers = [await start("worker"), await start("worker")];
  const account = await createTestAccount(fleet.databaseUrl, { credits: 1_000_000, rate: "none" });
  const { baseUrl } = apis[0] as RunningProcess;
  const collectionId = await queueCollection(baseUrl, account.key, {
    amount: tokens,
    chainId,
    walletAddress: wallet,
  });
  await vi.waitFor(
    async () =>
      expect(await findProgress(baseUrl, account.key, collectionId)).toMatchObject({ status: "completed" }),
    { timeout: 60_000, interval: 250 },
  );
  return {
    cluster,
    fleet,
    apis,
    workers,
    account,
    collectionId,
    tokens,
    mintEveryInMs,
    webhookSecret,
    listMintedUris: () => listMintedUris(anvil, contract),
  };
}

/** NFTMinted(address,uint256,string). */
const nftMintedTopic = "0xd35bb95e09c04b219e35047ce7b7b300e3384264ef84a40456943dbc0fc17c14";

async function listMintedUris(anvil: Anvil, contract: string): Promise<string[]> {
  const filter = { address: contract, topics: [nftMintedTopic], fromBlock: "0x0" };
  const logs = await anvil.ask<{ data: string }[]>("eth_getLogs", filter);
  return logs.map(({ data }) => {
    const bytes = Buffer.from(data.slice(2), "hex");
    return bytes.subarray(64, 64 + bytes.readUInt32BE(60)).toString();
  });
}
