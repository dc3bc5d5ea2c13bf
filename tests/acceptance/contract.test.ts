import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Anvil,
  askMintwright,
  createTestAccount,
  runMintwright,
  startAnvil,
} from "@mintwright/test-harness";
import { type Abi, createPublicClient, createWalletClient, decodeEventLog, http, zeroAddress } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { foundry } from "viem/chains";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callApi } from "./call-api.ts";
import { type Installation, startInstallation } from "./installation.ts";

interface AbiEntry {
  type: string;
  name: string;
  inputs: { name: string; type: string }[];
  outputs?: { name: string; type: string }[];
}

interface AbiAnswer {
  abi: AbiEntry[];
  contracts: { chainId: number; address: `0x${string}`; mayMint: string; minter: string | null }[];
}

const folder = mkdtempSync(join(tmpdir(), "mintwright-contract-"));
const configFile = join(folder, "mintwright.yaml");
const databaseUrl = "postgres://localhost/unused";
let anvil: Anvil;
let environment: Record<string, string>;
let contract: `0x${string}`;
let installation: Installation;
let key: string;

const deployArgs = ["admin", "contract", "deploy", "--chain", "31337", "--name", "Foxes", "--symbol", "FOX"];

function configure(contractAddress?: string) {
  const contractLine = contractAddress ? `, contract: "${contractAddress}"` : "";
  const chain = `{ rpcUrl: "${anvil.rpcUrl}", signer: { env: SIGNER_KEY }${contractLine} }`;
  writeFileSync(configFile, `chains: { 31337: ${chain} }`);
}

beforeAll(async () => {
  anvil = await startAnvil();
  environment = { MINTWRIGHT_CONFIG: configFile, SIGNER_KEY: anvil.wallets[0]?.privateKey ?? "" };
  configure();
  const everybody = [...deployArgs, "--minter", "everybody", "--royalty-percent", "2.5"];
  const royalty = ["--royalty-receiver", anvil.wallets[2]?.address ?? ""];
  const deployed = await askMintwright<{ chainId: number; address: `0x${string}`; transactionHash: string }>(
    [...everybody, ...royalty],
    { DATABASE_URL: databaseUrl, ...environment },
  );
  contract = deployed.address;
  configure(contract);
  installation = await startInstallation(environment);
  key = (await createTestAccount(installation.database.url)).key;
});

afterAll(async () => {
  await installation?.stop();
  await anvil?.stop();
  rmSync(folder, { recursive: true });
});

async function getAbi() {
  const answer = await callApi<AbiAnswer>(installation.api, "/nft/abi", { key });
  expect(answer.status).toBe(200);
  return answer.body;
}

describe("GET /nft/abi", () => {
  it("takes no parameters and answers the interface as a list, free of charge [ABI-1]", async () => {
    const answer = await callApi<AbiAnswer>(installation.api, "/nft/abi?page=2", { key });
    expect(answer.status).toBe(200);
    expect(Array.isArray(answer.body.abi)).toBe(true);
    expect(answer.headers.get("x-credits-charged")).toBeNull();
    expect((await callApi(installation.api, "/nft/abi")).status).toBe(401);
  });

  it("says where only the service may mint, and that an unreachable chain was not asked [ABI-5]", async () => {
    const database = { DATABASE_URL: installation.database.url };
    const { stdout } = await runMintwright(deployArgs, { ...database, ...environment });
    const own = /0x[0-9a-fA-F]{40}\b/.exec(stdout)?.[0];
    const list = async (rpcUrl: string) => {
      const signer = "signer: { env: SIGNER_KEY }";
      writeFileSync(configFile, `chains: { 31337: { rpcUrl: "${rpcUrl}", ${signer}, contract: "${own}" } }`);
      const replica = await installation.startReplica();
      configure(contract);
      return (await callApi<AbiAnswer>(replica, "/nft/abi", { key })).body.contracts;
    };
    const known = { chainId: 31337, address: own, minter: anvil.wallets[0]?.address };
    expect(await list(anvil.rpcUrl)).toEqual([{ ...known, mayMint: "minters" }]);
    expect(await list("http://127.0.0.1:1")).toEqual([{ ...known, mayMint: "unknown" }]);
  });

  it("is named by the list of chains, where chains with a contract come first [CHAIN-6]", async () => {
    const { body } = await callApi<{
      chains: { chainId: number; canMint: boolean; contract: string | null }[];
    }>(installation.api, "/nft/get-chains?testNet=true", { key });
    expect(body.chains[0]).toMatchObject({ chainId: 31337, canMint: true, contract });
    expect(body.chains.filter(({ canMint }) => canMint)).toHaveLength(1);
    expect(body.chains[1]).toMatchObject({ chainId: 1, canMint: false, contract: null });
  });

  it("gives every function and event its type, name and named inputs, and functions outputs [ABI-2]", async () => {
    const { abi } = await getAbi();
    expect(abi.length).toBeGreaterThan(30);
    const parameters = (list: AbiEntry["inputs"] | undefined) =>
      expect(list?.every(({ name, type }) => typeof name === "string" && type !== "")).toBe(true);
    for (const entry of abi) {
      expect(["function", "event", "error"]).toContain(entry.type);
      expect(entry.name).toMatch(/^[A-Za-z_]\w*$/);
      parameters(entry.inputs);
      if (entry.type === "function") parameters(entry.outputs);
    }
  });

  it("has mint(address to, string tokenURI) and the event NFTMinted [ABI-3 ABI-4]", async () => {
    const { abi } = await getAbi();
    const mint = abi.find(({ type, name }) => type === "function" && name === "mint");
    expect(mint?.inputs.map(({ name, type }) => [name, type])).toEqual([
      ["to", "address"],
      ["tokenURI", "string"],
    ]);
    expect(abi.filter(({ type, name }) => type === "event" && name === "NFTMinted")).toHaveLength(1);
  });

  it("names the contract that the operator deployed, and a wallet mints there with the served interface", async () => {
    const { abi, contracts } = await getAbi();
    const minter = anvil.wallets[0]?.address;
    expect(contracts).toEqual([{ chainId: 31337, address: contract, mayMint: "everybody", minter }]);
    const account = privateKeyToAccount(anvil.wallets[1]?.privateKey ?? "0x");
    const options = { chain: foundry, transport: http(anvil.rpcUrl) };
    const wallet = createWalletClient({ account, ...options });
    const client = createPublicClient(options);
    const call = { address: contract, abi: abi as unknown as Abi };
    const hash = await wallet.writeContract({
      ...call,
      functionName: "mint",
      args: [account.address, "ipfs://x"],
    });
    const { logs, status } = await client.waitForTransactionReceipt({ hash });
    expect(status).toBe("success");
    const events = logs.map((log) => decodeEventLog({ abi: call.abi, data: log.data, topics: log.topics }));
    expect(events).toContainEqual({
      eventName: "NFTMinted",
      args: { to: account.address, tokenId: 1n, tokenURI: "ipfs://x" },
    });
    expect(await client.readContract({ ...call, functionName: "tokenURI", args: [1n] })).toBe("ipfs://x");
    expect(await client.readContract({ ...call, functionName: "royaltyInfo", args: [1n, 1_000n] })).toEqual([
      anvil.wallets[2]?.address,
      25n,
    ]);
  });
});

describe("mintwright admin contract deploy", () => {
  const run = (args: string[], more: Record<string, string> = {}) =>
    runMintwright(args, { DATABASE_URL: installation.database.url, ...environment, ...more });

  it("lets only the signer mint unless told otherwise, and says what to do with the address", async () => {
    const { stdout, status } = await run(deployArgs);
    expect(status).toBe(0);
    const address = /0x[0-9a-fA-F]{40}\b/.exec(stdout)?.[0] as `0x${string}`;
    expect(stdout).toContain(`contract: "${address}"`);
    const { abi } = await getAbi();
    const client = createPublicClient({ chain: foundry, transport: http(anvil.rpcUrl) });
    const call = { address, abi: abi as unknown as Abi };
    const role = await client.readContract({ ...call, functionName: "MINTER_ROLE" });
    const mayMint = (account: string) =>
      client.readContract({ ...call, functionName: "hasRole", args: [role, account] });
    expect(await mayMint(anvil.wallets[0]?.address ?? "")).toBe(true);
    expect(await mayMint(zeroAddress)).toBe(false);
  });

  it("refuses while the service mints with that signer", async () => {
    const { database } = installation;
    const signer = anvil.wallets[0]?.address ?? "";
    await database.query(
      `with queued as (
        insert into collection (account_id, collection_id, key_id, amount, price_each, hold_id, request, model, seed, chain_id,
          wallet_address)
        select account_id, gen_random_uuid(), account_id, 1, 1, account_id, '{}', 'velogen', 1, 31337, $1 from account
        returning account_id, collection_id
      )
      insert into token_mint (account_id, collection_id, number, chain_id, contract, signer, to_address, token_uri)
      select account_id, collection_id, 1, 31337, $2, $1, $1, 'ipfs://x' from queued`,
      [signer, contract],
    );
    const { stderr, status } = await run(deployArgs);
    await database.query("delete from collection");
    expect(status).toBe(1);
    expect(stderr).toContain("The signer of chain 31337 is minting 1 tokens. Wait until they are minted");
  });

  it("says what is missing for a chain without a signer", async () => {
    const { stderr, status } = await run([
      "admin",
      "contract",
      "deploy",
      "--chain",
      "5",
      "--name",
      "A",
      "--symbol",
      "A",
    ]);
    expect(status).toBe(1);
    expect(stderr).toContain(
      "Chain 5 has no signer. Add chains: { 5: { rpcUrl: …, signer: { env: NAME } } }",
    );
  });

  it("refuses a node of another chain, and never shows the node's address or the key", async () => {
    const secret = `${anvil.rpcUrl}/?key=hunter2`;
    writeFileSync(configFile, `chains: { 1: { rpcUrl: "${secret}", signer: { env: SIGNER_KEY } } }`);
    const { stderr, status } = await run(deployArgs.map((arg) => (arg === "31337" ? "1" : arg)));
    expect(status).toBe(1);
    expect(stderr).toContain("The RPC node of chain 1 serves chain 31337 instead");
    const unreachable = "http://127.0.0.1:1/v2/hunter2";
    writeFileSync(configFile, `chains: { 1: { rpcUrl: "${unreachable}", signer: { env: SIGNER_KEY } } }`);
    const failed = await run(deployArgs.map((arg) => (arg === "31337" ? "1" : arg)));
    expect(failed.stderr).toContain("The RPC node of chain 1 cannot be reached");
    const shown = await run(["config", "check"]);
    expect(shown.stdout).toContain('signerKey: "***"');
    const key = environment.SIGNER_KEY?.slice(2) ?? "";
    for (const text of [stderr, failed.stderr, shown.stdout]) {
      expect(text).not.toContain("hunter2");
      expect(text).not.toContain(key);
    }
    configure(contract);
  });
});
