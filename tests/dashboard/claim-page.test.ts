import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Anvil,
  findTool,
  type RunningProcess,
  startAnvil,
  startProcess,
} from "@mintwright/test-harness";
import type { Browser, Page } from "playwright-core";
import {
  type BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  type Hex,
  http,
  parseAbi,
  parseEther,
} from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBrowser } from "./browser.ts";
import { type DashboardInstallation, startDashboard } from "./dashboard-installation.ts";
import { inspectPage } from "./inspect-page.ts";
import { plantGallery } from "./planted-gallery.ts";
import { addTestWallet, announceWallet, type TestWallet } from "./test-wallet.ts";
import { signUpWithCredits, type Visitor } from "./visitor.ts";

const chromium = findTool({ variable: "CHROMIUM", purpose: "the dashboard in a real browser" });
const amount = 20;
const perWallet = 4;
const buyers = [1, 2, 3, 4, 5];
const stranger = 6;
const price = parseEther("0.01");
const startsInMs = 35_000;
const abi = parseAbi([
  "function totalMinted() view returns (uint256)",
  "function balanceOf(address) view returns (uint256)",
  "function tokenURI(uint256) view returns (string)",
  "function claim(uint256 count, bytes32[] proof) payable returns (uint256)",
  "error NotStarted(uint64 startsAt)",
  "error NotOnAllowList(address wallet)",
  "error WalletLimitReached(uint64 maxPerWallet)",
  "error WrongPayment(uint256 expected)",
]);

interface Answer<Data> {
  data: Data;
}

describe.skipIf(!chromium)("a claim page", { timeout: 300_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "mintwright-claims-"));
  let anvil: Anvil;
  let installation: DashboardInstallation;
  let worker: RunningProcess | undefined;
  let browser: Browser;
  let owner: Visitor;
  let ownerWallet: TestWallet;
  let collectionId: string;
  let claimUrl: string;
  let contract: Hex;
  let startsAt: number;

  beforeAll(async () => {
    anvil = await startAnvil();
    const { chainId, rpcUrl } = anvil;
    const config = join(folder, "mintwright.yaml");
    writeFileSync(config, JSON.stringify({ chains: { [chainId]: { rpcUrl } } }));
    mkdirSync(join(folder, "storage"));
    const settings = { MINTWRIGHT_CONFIG: config, STORAGE_DIRECTORY: join(folder, "storage") };
    installation = await startDashboard({ settings });
    worker = await startProcess("worker", { DATABASE_URL: installation.database.url, ...settings });
    browser = await startBrowser(chromium as string);
    owner = await signUpWithCredits(installation, browser, { credits: 100 });
    ownerWallet = await addTestWallet(owner.page, anvil);
  }, 240_000);

  afterAll(async () => {
    await browser?.close();
    await worker?.stop();
    await installation?.stop();
    await anvil?.stop();
    rmSync(folder, { recursive: true });
  });

  /** Plants a completed collection like a small one that is really generated. */
  async function plantCollection(): Promise<string> {
    const place = { chainId: anvil.chainId, walletAddress: anvil.wallets[0]?.address };
    const size = { width: 512, height: 512 };
    const request = { prompt: "a harbour fox", model: "velogen", amount: 4, ...size, ...place };
    await owner.open("/collections");
    const { collectionId: like } = await callApi<{ collectionId: string }>(
      "/nft/generate-nft-queue",
      request,
    );
    const states = () =>
      installation.database.query("select state from collection where collection_id = $1", [like]);
    await expect.poll(states, { timeout: 60_000 }).toEqual([{ state: "completed" }]);
    return plantGallery(installation.database, { like, amount });
  }

  function callApi<Body>(path: string, body: object): Promise<Body & { error?: { code: string } }> {
    return owner.page.evaluate(
      `fetch(${JSON.stringify(`/dashboard/api/operations${path}`)}, {
        method: "POST", headers: { "content-type": "application/json" }, body: ${JSON.stringify(JSON.stringify(body))},
      }).then((answer) => answer.json())`,
    );
  }

  const openDrop = async () => {
    await owner.open(`/collections/${collectionId}`);
    await owner.page.getByRole("tab", { name: "Claim page" }).click();
  };

  /** Opens the claim page as somebody without an account. */
  async function visit(walletIndex: number, { hasTwoWallets = false, isElsewhere = false } = {}) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    if (hasTwoWallets)
      await announceWallet(page, "Owl Wallet", "{ request: () => Promise.reject(new Error('not chosen')) }");
    const name = hasTwoWallets ? { name: "Fox Wallet" } : {};
    const wallet = await addTestWallet(page, anvil, { owner: walletIndex, isElsewhere, ...name });
    await page.goto(claimUrl);
    await page.getByRole("heading", { name: "Harbour Foxes" }).waitFor();
    return { page, wallet };
  }

  const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();
  const chain = () => createPublicClient({ transport: http(anvil.rpcUrl) });
  const addressOf = (index: number) => anvil.wallets[index]?.address as Hex;

  /** Says with which error the chain itself refuses a claim. */
  async function findRefusal(
    wallet: number,
    count: number,
    { proofOf = wallet, each = price } = {},
  ): Promise<string | undefined> {
    const answer = await fetch(
      `${installation.url}/drops/${anvil.chainId}/${contract}/wallets/${addressOf(proofOf)}`,
    );
    const { data } = (await answer.json()) as Answer<{ proof: Hex[] }>;
    const call = {
      address: contract,
      abi,
      functionName: "claim",
      args: [BigInt(count), data.proof],
    } as const;
    try {
      await chain().simulateContract({ ...call, value: each * BigInt(count), account: addressOf(wallet) });
      return undefined;
    } catch (error) {
      const refusal = (error as BaseError).walk((cause) => cause instanceof ContractFunctionRevertedError);
      return (refusal as ContractFunctionRevertedError).data?.errorName;
    }
  }

  it("is opened by the owner, whose wallet deploys the contract", async () => {
    const { page } = owner;
    collectionId = await plantCollection();
    await openDrop();
    await page.getByLabel("Collection name").fill("Harbour Foxes");
    await page.getByLabel("Symbol").fill("FOX");
    await page.getByLabel("Token name").fill("Harbour Fox #{id}");
    await page.getByLabel("Description").fill("Twenty foxes of the harbour.");
    await page.getByLabel("Price (ETH)").fill("0.01");
    await page.getByLabel("Limit per wallet").fill(String(perWallet));
    await page.getByLabel("Allow list").fill("0x12");
    await page.getByText("0x12 is not a wallet address.").first().waitFor();
    await page.getByLabel("Allow list").fill(buyers.map(addressOf).join("\n"));
    await page.getByText("5 wallets may claim.").waitFor();
    await owner.inspect("claim-page-form");
    startsAt = Date.now() + startsInMs;
    const local = new Date(startsAt - new Date(startsAt).getTimezoneOffset() * 60_000);
    await page.getByRole("main").getByLabel("Start").fill(local.toISOString().slice(0, 19));
    await owner.press("Connect wallet");
    await press(page, /^Open claim page · gas ≈ [\d.]+ ETH$/);
    await page.getByRole("link", { name: "View claim page" }).waitFor();
    claimUrl = (await page.getByRole("link", { name: "View claim page" }).getAttribute("href")) ?? "";
    contract = claimUrl.split("/").at(-1) as Hex;
    expect(await chain().getCode({ address: contract })).toMatch(/^0x6/);
    const kept = await installation.database.query(
      "select address, price, max_per_wallet from collection_drop where collection_id = $1",
      [collectionId],
    );
    expect(kept).toEqual([{ address: contract, price: String(price), max_per_wallet: perWallet }]);
  });

  it("refuses a claim before the start, and a wallet that is not on the allow list", async () => {
    const { page } = await visit(stranger);
    await page.getByText(/^Claiming opens on /).waitFor();
    expect(await findRefusal(1, 1)).toBe("NotStarted");
    await press(page, "Connect wallet");
    await page.getByText("This wallet is not on the allow list.").waitFor();
    expect(await page.getByRole("button", { name: /^Claim \d/ }).count()).toBe(0);
    await inspectPage(page, "claim-page-before-start");
    await page.getByText(/^Claiming opens on /).waitFor({ state: "detached" });
    // A chain without transactions has no new blocks, and calls see the time of the last one.
    await anvil.ask("evm_mine");
    await expect
      .poll(() => findRefusal(stranger, 1, { proofOf: 1 }), { timeout: 20_000 })
      .toBe("NotOnAllowList");
    expect(await page.getByRole("button", { name: /^Claim \d/ }).count()).toBe(0);
    await page.context().close();
  });

  it("is closed, changed and opened again by the owner, on the chain", async () => {
    const { page } = owner;
    const dialog = page.getByRole("dialog");
    const changeTerms = async (name: string, terms: { price: string; limit: number; wallets: number[] }) => {
      await owner.press(name);
      await dialog.getByLabel("Price (ETH)").fill(terms.price);
      await dialog.getByLabel("Limit per wallet").fill(String(terms.limit));
      await dialog.getByLabel("Start").fill("");
      await dialog.getByLabel("Who may claim").selectOption({ label: "Wallets on a new list" });
      expect(await dialog.getByRole("button", { name }).isDisabled()).toBe(true);
      await dialog.getByLabel("Allow list").fill(terms.wallets.map(addressOf).join("\n"));
      if (name === "Open sale") await inspectPage(page, "claim-page-terms", { isWhole: false });
      await dialog.getByRole("button", { name }).click();
      await dialog.waitFor({ state: "detached" });
    };
    const otherPage = await page.context().newPage();
    await addTestWallet(otherPage, anvil, { owner: stranger });
    await otherPage.goto(`${installation.url}/dashboard/collections/${collectionId}`);
    await otherPage.getByRole("tab", { name: "Claim page" }).click();
    await press(otherPage, "Close sale");
    await otherPage.getByText(/^Only the wallet that owns the contract can do this\./).waitFor();
    await otherPage.close();

    const visitor = await visit(stranger);
    await openDrop();
    ownerWallet.refuseNext("eth_sendTransaction", 4001);
    await owner.press("Close sale");
    await page.getByText("You rejected the request in your wallet. Nothing was sent.").waitFor();
    expect(await findRefusal(1, 1)).toBeUndefined();
    ownerWallet.leaveChain();
    await owner.press("Close sale");
    await page.getByText("Closed", { exact: true }).waitFor();
    await visitor.page.getByText("The owner has closed the sale.").waitFor();
    expect(await findRefusal(1, 1)).toBe("NotStarted");

    await changeTerms("Open sale", { price: "0.02", limit: 1, wallets: [1, stranger] });
    await page.getByText("0.02 ETH", { exact: true }).waitFor();
    await page.getByText("2 wallets", { exact: true }).waitFor();
    await visitor.page.getByText("0.02 ETH", { exact: true }).waitFor();
    const doubled = { each: price * 2n };
    await expect.poll(() => findRefusal(stranger, 1, doubled), { timeout: 20_000 }).toBeUndefined();
    expect(await findRefusal(stranger, 1)).toBe("WrongPayment");
    expect(await findRefusal(stranger, 2, doubled)).toBe("WalletLimitReached");
    expect(await findRefusal(2, 1, doubled)).toBe("NotOnAllowList");
    await visitor.page.context().close();

    await changeTerms("Change terms", { price: "0.01", limit: perWallet, wallets: buyers });
    await page.getByText("5 wallets", { exact: true }).waitFor();
    await expect.poll(() => findRefusal(2, perWallet), { timeout: 20_000 }).toBeUndefined();
    expect(await findRefusal(stranger, 1)).toBe("NotOnAllowList");
  });

  it("sells 20 tokens to 5 wallets and holds their limits", async () => {
    for (const buyer of buyers) {
      const hasTwoWallets = buyer === buyers.at(-1);
      const isElsewhere = buyer === 2;
      const { page, wallet } = await visit(buyer, { hasTwoWallets, isElsewhere });
      if (isElsewhere) {
        wallet.refuseNext("wallet_switchEthereumChain", 4001);
        await press(page, "Connect wallet");
        await page.getByText("You rejected the request in your wallet. Nothing was sent.").waitFor();
        wallet.refuseNext("wallet_switchEthereumChain", 4902);
        await press(page, "Connect wallet");
        await page.getByText(/^Your wallet does not know this chain\./).waitFor();
      }
      await press(page, "Connect wallet");
      if (hasTwoWallets) {
        await page.getByRole("heading", { name: "Select a wallet" }).waitFor();
        expect(await page.getByRole("dialog").getByRole("button").allTextContents()).toEqual([
          "Owl Wallet",
          "Fox Wallet",
        ]);
        await inspectPage(page, "wallet-dialog", { isWhole: false });
        await press(page, "Fox Wallet");
      }
      await page.getByText("You have claimed 0 of 4 tokens.").waitFor();
      const count = page.getByLabel("Number of tokens");
      await count.fill(String(perWallet + 1));
      await page.getByText("Enter a number from 1 to 4.").waitFor();
      expect(await page.getByRole("button", { name: /^Claim 5 tokens/ }).isDisabled()).toBe(true);
      if (buyer === 1) {
        await count.fill("1");
        await press(page, "Claim 1 token · 0.01 ETH");
        await page.getByText("Claimed #1.").waitFor();
        await page.getByText("You have claimed 1 of 4 tokens.").waitFor();
        await inspectPage(page, "claim-page");
      }
      const rest = buyer === 1 ? perWallet - 1 : perWallet;
      await count.fill(String(rest));
      if (isElsewhere) {
        wallet.refuseNext("eth_sendTransaction", 4001);
        await press(page, /^Claim \d/);
        await page.getByText("You rejected the request in your wallet. Nothing was sent.").waitFor();
        expect(wallet.sent).toBe(0);
        wallet.leaveChain();
      }
      await press(page, `Claim ${rest} tokens · 0.0${rest} ETH`);
      await page.getByText(/^Claimed #\d+, /).waitFor();
      await page.getByText("This wallet has claimed its limit of 4 tokens.").waitFor();
      if (buyer === 1) expect(await findRefusal(buyer, 1)).toBe("WalletLimitReached");
      if (buyer === buyers.at(-1)) await page.getByText("Sold out.").waitFor();
      await page.context().close();
    }
    const read = { address: contract, abi } as const;
    expect(await chain().readContract({ ...read, functionName: "totalMinted" })).toBe(BigInt(amount));
    for (const buyer of buyers)
      expect(
        await chain().readContract({ ...read, functionName: "balanceOf", args: [addressOf(buyer)] }),
      ).toBe(BigInt(perWallet));
    const uri = await chain().readContract({ ...read, functionName: "tokenURI", args: [20n] });
    expect(uri).toMatch(/^ipfs:\/\/bafy[a-z2-7]+\/20\.json$/);
  });

  it("gives the owner the proceeds, and nothing is minted elsewhere", async () => {
    await openDrop();
    await owner.page.getByText("20 of 20").waitFor();
    const before = await chain().getBalance({ address: addressOf(0) });
    await owner.inspect("claim-page-owner");
    await owner.press("Withdraw 0.2 ETH");
    await owner.page.getByRole("button", { name: "Withdraw 0 ETH" }).waitFor();
    const gained = (await chain().getBalance({ address: addressOf(0) })) - before;
    expect(gained).toBeGreaterThan(parseEther("0.199"));
    expect(await chain().getBalance({ address: contract })).toBe(0n);
    const words = { name: "Fox", description: "A fox.", symbol: "FOX" };
    const minted = await callApi("/nft/mint-nft", { collectionId, ids: [1], ...words });
    expect(minted.error?.code).toBe("collection_on_sale");
    const page = await fetch(claimUrl);
    expect(page.headers.get("x-robots-tag")).toBe("noindex, nofollow");
    expect(owner.problems.filter((problem) => !problem.includes("409"))).toEqual([]);
  });

  it("does not exist for another contract", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(claimUrl.replace(contract, `0x${"1".repeat(40)}`));
    await page.getByText("There is no claim page at this address. Check the link.").waitFor();
    await context.close();
  });
});
