import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Anvil,
  askMintwright,
  createTestAccount,
  type RunningProcess,
  startAnvil,
  type TestAccount,
} from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { findProgress, queueCollection } from "./collection-call.ts";
import { createFleet, type Fleet, writeEngineConfig } from "./fleet.ts";
import { type InstantImageServer, startInstantImageServer } from "./instant-image-server.ts";
import { query } from "./query.ts";
import { report } from "./report.ts";
import { type RpcProxy, startRpcProxy } from "./rpc-proxy.ts";

/** Every question of a worker at which it can die, and whether the node has heard it then. */
const steps = [
  ["eth_estimateGas", "before"],
  ["eth_getTransactionCount", "before"],
  ["eth_sendRawTransaction", "before"],
  ["eth_sendRawTransaction", "after"],
  ["eth_getTransactionReceipt", "before"],
] as const;
const amount = 2 * steps.length;
const chainId = 31_337;
/** Transfer(address,address,uint256). */
const transferTopic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

const folder = mkdtempSync(join(tmpdir(), "mintwright-minting-"));
let anvil: Anvil;
let proxy: RpcProxy;
let painter: InstantImageServer;
let fleet: Fleet;
let api: RunningProcess;
let contract: string;
let account: TestAccount;
let collectionId: string;

function settingsWith(rpcUrl: string): Record<string, unknown> {
  const signer = { file: join(folder, "signer") };
  return {
    engines: { painter: { type: "sd-web", baseUrl: painter.baseUrl } },
    models: { velogen: "painter" },
    chains: { [chainId]: { rpcUrl, signer, confirmations: 0, ...(contract && { contract }) } },
  };
}

beforeAll(async () => {
  [anvil, painter] = [await startAnvil(), await startInstantImageServer()];
  proxy = await startRpcProxy(anvil.rpcUrl);
  writeFileSync(join(folder, "signer"), anvil.wallets[0]?.privateKey ?? "");
  fleet = await createFleet();
  const deploy = ["admin", "contract", "deploy", "--chain", String(chainId), "--name", "F", "--symbol", "F"];
  const deployed = await askMintwright<{ address: string }>(deploy, {
    DATABASE_URL: fleet.databaseUrl,
    MINTWRIGHT_CONFIG: writeEngineConfig(folder, fleet.model.baseUrl, {}, settingsWith(anvil.rpcUrl)),
  });
  contract = deployed.address;
  // Its questions go to the node itself: only the worker is stopped.
  api = await fleet.start("api", {}, settingsWith(anvil.rpcUrl));
  account = await createTestAccount(fleet.databaseUrl, { credits: amount, rate: "none" });
  collectionId = await queueCollection(api.baseUrl, account.key, { amount, chainId });
}, 120_000);

afterAll(async () => {
  await fleet?.close();
  await painter?.stop();
  await proxy?.stop();
  await anvil?.stop();
  rmSync(folder, { recursive: true });
});

interface Minting {
  state: string;
  tokenId: string | null;
}

/** Asks the service to mint tokens, and how far it is with those that it was asked for. */
async function mint(ids: number[]): Promise<Minting[]> {
  const response = await fetch(`${api.baseUrl}/nft/mint-nft`, {
    method: "POST",
    headers: { authorization: `Bearer ${account.key}`, "content-type": "application/json" },
    body: JSON.stringify({ collectionId, ids, name: "Foxes", description: "Foxes.", symbol: "FOX" }),
  });
  const body = await response.text();
  expect(response.status, body).toBe(200);
  return (JSON.parse(body) as { tokens: { mint: Minting }[] }).tokens.map((token) => token.mint);
}

const untilMinted = (ids: number[]) =>
  vi.waitFor(
    async () => expect((await mint(ids)).map(({ state }) => state)).toEqual(ids.map(() => "minted")),
    { timeout: 30_000, interval: 250 },
  );

it("mints every token once though its worker is killed at every step", { timeout: 240_000 }, async () => {
  let worker = await fleet.start("worker", {}, settingsWith(proxy.url));
  await vi.waitFor(
    async () =>
      expect(await findProgress(api.baseUrl, account.key, collectionId)).toMatchObject({
        status: "completed",
      }),
    { timeout: 30_000 },
  );
  for (const [index, [method, moment]] of steps.entries()) {
    // The first of them is signed by the API, the second by the worker.
    const ids = [2 * index + 1, 2 * index + 2];
    const reached = proxy.holdAt(method, moment);
    await mint(ids);
    await reached;
    await worker.kill();
    // As if the 30 seconds had passed after which another worker may use the signer.
    await query(fleet.databaseUrl, "update mint_signer set leased_until = now()");
    worker = await fleet.start("worker", {}, settingsWith(proxy.url));
    await untilMinted(ids);
  }
  const ids = Array.from({ length: amount }, (_, index) => index + 1);
  const minted = await mint(ids);
  expect(new Set(minted.map(({ tokenId }) => tokenId)).size).toBe(amount);
  const transfers = await anvil.ask<unknown[]>("eth_getLogs", {
    address: contract,
    topics: [transferTopic],
    fromBlock: "0x0",
  });
  expect(transfers).toHaveLength(amount);
  // One for the contract and one for each token: nothing was sent that was not needed.
  const sent = await anvil.ask<string>("eth_getTransactionCount", anvil.wallets[0]?.address, "latest");
  expect(Number(sent)).toBe(1 + amount);
  report(
    `minting worker killed at ${steps.length} steps: ${transfers.length} tokens on the chain, each once`,
  );
});
