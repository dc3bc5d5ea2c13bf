import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Anvil,
  askMintwright,
  findTool,
  type RunningProcess,
  startAnvil,
  startProcess,
} from "@mintwright/test-harness";
import type { Browser, Page } from "playwright-core";
import { createPublicClient, type Hex, http, parseAbi } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBrowser } from "./browser.ts";
import { type DashboardInstallation, startDashboard } from "./dashboard-installation.ts";
import { plantGallery } from "./planted-gallery.ts";
import { addTestWallet, type TestWallet } from "./test-wallet.ts";
import { signUpWithCredits, type Visitor } from "./visitor.ts";

const chromium = findTool({ variable: "CHROMIUM", purpose: "the dashboard in a real browser" });
/** Enough for three batches; `npm run test:batch-mint` mints 500. */
const amount = Number(process.env.BATCH_MINT_TOKENS ?? 120);
const maxSignatures = Math.ceil(amount / 50);
const patiently = { timeout: 60_000 };
const abi = parseAbi([
  "function totalMinted() view returns (uint256)",
  "function balanceOf(address) view returns (uint256)",
  "event NFTMinted(address indexed to, uint256 indexed tokenId, string tokenURI)",
]);

describe.skipIf(!chromium)(`a collection of ${amount} tokens`, { timeout: 300_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "mintwright-batches-"));
  let anvil: Anvil;
  let contract: Hex;
  let installation: DashboardInstallation;
  let worker: RunningProcess | undefined;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  let wallet: TestWallet;
  let collectionId: string;

  const writeConfig = (name: string, config: object) => {
    const path = join(folder, name);
    writeFileSync(path, JSON.stringify(config));
    return { MINTWRIGHT_CONFIG: path };
  };

  beforeAll(async () => {
    anvil = await startAnvil();
    const { chainId, rpcUrl, wallets } = anvil;
    ({ address: contract } = await askMintwright<{ address: Hex }>(
      ["admin", "contract", "deploy", "--chain", String(chainId), "--name", "F", "--symbol", "F"].concat(
        "--minter",
        "everybody",
      ),
      {
        ...writeConfig("deploy.yaml", { chains: { [chainId]: { rpcUrl, signer: { env: "SIGNER" } } } }),
        DATABASE_URL: "postgres://nobody@127.0.0.1:9/none",
        SIGNER: wallets[0]?.privateKey ?? "",
      },
    ));
    mkdirSync(join(folder, "storage"));
    const settings = {
      ...writeConfig("mintwright.yaml", { chains: { [chainId]: { rpcUrl, contract } } }),
      STORAGE_DIRECTORY: join(folder, "storage"),
    };
    installation = await startDashboard({ settings });
    worker = await startProcess("worker", { DATABASE_URL: installation.database.url, ...settings });
    browser = await startBrowser(chromium as string);
    visitor = await signUpWithCredits(installation, browser, { credits: 100 });
    page = visitor.page;
    wallet = await addTestWallet(page, anvil, { owner: 1 });
  }, 240_000);

  /** Plants a completed collection like a small one that is really generated. */
  async function plantCollection(walletAddress: string): Promise<string> {
    const { database } = installation;
    const size = { width: 512, height: 512 };
    const place = { chainId: anvil.chainId, walletAddress };
    const request = { prompt: "a harbour fox", model: "velogen", amount: 3, ...size, ...place };
    await visitor.open("/collections");
    const { collectionId: like } = await page.evaluate<{ collectionId: string }>(
      `fetch("/dashboard/api/operations/nft/generate-nft-queue", {
        method: "POST", headers: { "content-type": "application/json" }, body: ${JSON.stringify(JSON.stringify(request))},
      }).then((answer) => answer.json())`,
    );
    const states = () => database.query("select state from collection where collection_id = $1", [like]);
    await expect.poll(states, patiently).toEqual([{ state: "completed" }]);
    return plantGallery(database, { like, amount });
  }

  afterAll(async () => {
    await browser?.close();
    await worker?.stop();
    await installation?.stop();
    await anvil?.stop();
    rmSync(folder, { recursive: true });
  });

  const openMint = async () => {
    await visitor.open(`/collections/${collectionId}`);
    await page.getByRole("tab", { name: "Mint" }).click();
  };
  const describeTokens = async () => {
    await page.getByLabel("Token name").fill("Harbour Fox #{id}");
    await page.getByLabel("Symbol").fill("FOX");
    await page.getByLabel("Description").fill("Foxes of the harbour.");
    await visitor.press(`Add metadata to ${amount} tokens`);
    await page.getByText(`Metadata added to ${amount} tokens.`).waitFor();
  };
  const mintButton = () => page.getByRole("button", { name: /^Mint \d+ tokens? · gas ≈ [\d.]+ ETH$/ });

  it(`is minted with at most ${maxSignatures} signatures, also when one is rejected and the page is closed in between`, async () => {
    const chain = createPublicClient({ transport: http(anvil.rpcUrl) });
    collectionId = await plantCollection(wallet.address);
    await openMint();
    await describeTokens();
    await visitor.press("Connect wallet");
    await mintButton().waitFor();
    await page.getByText(`Your wallet asks you to confirm ${maxSignatures} times.`).waitFor();
    await visitor.inspect("collection-mint-batches");
    wallet.refuseNext("eth_sendTransaction", 4001);
    await mintButton().click();
    await page.getByText("You rejected the request in your wallet.").waitFor();
    expect(wallet.sent).toBe(0);

    await visitor.press("Connect wallet");
    await mintButton().click();
    const listKept = () =>
      installation.database.query("select from wallet_mint where collection_id = $1", [collectionId]);
    await expect.poll(async () => (await listKept()).length, patiently).toBeGreaterThanOrEqual(50);
    // Another page knows what was minted before, though this browser kept nothing.
    await page.evaluate("localStorage.clear()");
    await openMint();
    await page.getByText("Minted as token 50", { exact: true }).waitFor();
    await describeTokens();
    await visitor.press("Connect wallet");
    await mintButton().click();
    await page.getByText("All tokens are minted.").waitFor(patiently);

    expect(wallet.sent).toBeLessThanOrEqual(maxSignatures);
    const read = { address: contract, abi } as const;
    expect(await chain.readContract({ ...read, functionName: "totalMinted" })).toBe(BigInt(amount));
    expect(await chain.readContract({ ...read, functionName: "balanceOf", args: [wallet.address] })).toBe(
      BigInt(amount),
    );
    const events = await chain.getContractEvents({ ...read, eventName: "NFTMinted", fromBlock: 0n });
    expect(new Set(events.map(({ args }) => args.tokenURI)).size).toBe(amount);
    const hashes = new Set(events.map(({ transactionHash }) => transactionHash));
    let gas = 0n;
    for (const hash of hashes) {
      const { gasUsed } = await chain.getTransactionReceipt({ hash });
      expect(gasUsed).toBeLessThan(16_777_216n);
      gas += gasUsed;
    }
    process.stderr.write(
      `${amount} tokens minted with ${wallet.sent} signatures, ${gas / BigInt(amount)} gas per token\n`,
    );
    await visitor.inspect("collection-minted");
    expect(visitor.problems).toEqual([]);
  });
});
