import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Anvil,
  assertLedgerAddsUp,
  createDatabase,
  createTestAccount,
  type RunningProcess,
  startAnvil,
  startProcess,
  type TestDatabase,
} from "@mintwright/test-harness";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { readBlocks, readShellBlocks, runCopied } from "./copied-commands.ts";

// Inside the checkout, where its packages are found.
const folder = mkdtempSync(join(import.meta.dirname, ".collections-"));
const config = join(folder, "mintwright.yaml");
let anvil: Anvil;
let database: TestDatabase;
let environment: Record<string, string>;
let key: string;
let processes: RunningProcess[] = [];

beforeAll(async () => {
  // Blocks come by themselves, so that tokens get their confirmations.
  anvil = await startAnvil(["--block-time", "1"]);
  database = await createDatabase(inject("databaseServerUrl"), inject("databaseTemplate"));
  ({ key } = await createTestAccount(database.url, { credits: 300 }));
  environment = {
    DATABASE_URL: database.url,
    MINTWRIGHT_CONFIG: config,
    STORAGE_DIRECTORY: join(folder, "storage"),
    SIGNER_KEY: anvil.wallets[0]?.privateKey ?? "",
  };
}, 120_000);

afterAll(async () => {
  await stopProcesses();
  await anvil?.stop();
  await assertLedgerAddsUp(database.url);
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** Starts what an operator runs, with the chains as they are given. */
async function startProcesses(chains: string): Promise<RunningProcess> {
  await stopProcesses();
  writeFileSync(config, chains);
  processes = await Promise.all([startProcess("api", environment), startProcess("worker", environment)]);
  return processes[0] as RunningProcess;
}

async function stopProcesses(): Promise<void> {
  await Promise.all(processes.splice(0).map((running) => running.stop()));
}

const [chains = ""] = readBlocks("docs/guides/minting.md", "yaml");
const [deploy = "", ...mint] = readShellBlocks("docs/guides/minting.md");

/** Does what the guide says: the chain with the operator's node, then the contract. */
async function deployAsTold(options: string): Promise<string> {
  const own = chains.replace("http://127.0.0.1:8545", anvil.rpcUrl);
  expect(own).not.toBe(chains);
  writeFileSync(config, own);
  const output = await runCopied(`${deploy.trim()} ${options}`, environment);
  const { address } = JSON.parse(/^\{.*\}$/m.exec(output)?.[0] ?? "") as { address: string };
  return `${own}    contract: "${address}"\n`;
}

it("guides/collections.md works when it is copied", { timeout: 180_000 }, async () => {
  const withContract = await deployAsTold("--minter everybody");
  const api = await startProcesses(withContract.replace(/^ *signer: .*\n/m, ""));
  const [script = ""] = readBlocks("docs/guides/collections.md", "ts");
  writeFileSync(join(folder, "mint.ts"), script);
  const commands = readShellBlocks("docs/guides/collections.md").join("\n");
  const output = await runCopied(`cd ${folder}\n${commands}`, {
    KEY: key,
    BASE: api.baseUrl,
    RPC_URL: anvil.rpcUrl,
    WALLET_KEY: anvil.wallets[1]?.privateKey ?? "",
  });
  expect(output).toContain("event: image");
  expect(output).toContain('"status":"completed","progress":100,"amount":5,"made":5,"failed":0');
  expect(output).toContain('"attributes":[{"value":"crown","trait_type":"Hat"}]');
  expect(output).toContain('"status":"cancelled"');
  expect(output).toContain("minted 5 as ipfs://baf");
  expect(readFileSync(join(folder, "first.png")).toString("latin1", 1, 4)).toBe("PNG");
  expect(readFileSync(join(folder, "foxes.car")).length).toBeGreaterThan(1_000);
});

it("guides/minting.md works when it is copied", { timeout: 180_000 }, async () => {
  const api = await startProcesses(await deployAsTold(""));
  // The collection of the other guide.
  const [collection] = await database.query<{ id: string }>(
    "select collection_id as id from collection where state = 'completed'",
  );
  const commands = mint.join("\n");
  const output = await runCopied(`cd ${folder}\n${commands}`, {
    KEY: key,
    BASE: api.baseUrl,
    COLLECTION: collection?.id ?? "",
  });
  expect(output).toContain('"mint":{"state":"minted","tokenId":"1","problem":null}');
  expect(output).toMatch(/"transaction":\{"hash":"0x[0-9a-f]{64}","chainId":31337\}/);
});
