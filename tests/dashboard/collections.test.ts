import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
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
import { inspectPage } from "./inspect-page.ts";
import { measureScrolling } from "./longest-task.ts";
import { plantGallery } from "./planted-gallery.ts";
import { addTestWallet } from "./test-wallet.ts";
import { signUpWithCredits, type Visitor } from "./visitor.ts";

const chromium = findTool({ variable: "CHROMIUM", purpose: "the dashboard in a real browser" });
const credits = 500;
/** A machine that does much at once is slow, not wrong. */
const patiently = { timeout: 30_000 };
const tokens = Number(process.env.GALLERY_TOKENS ?? 10_000);

/** Records every count that the page shows. Reading the page from the test can miss counts. */
const watchCount = `(() => {
  const count = document.querySelector("[data-testid=made]");
  window.seenCounts = [count.textContent];
  new MutationObserver(() => window.seenCounts.push(count.textContent)).observe(count, {
    characterData: true,
    childList: true,
    subtree: true,
  });
})()`;

describe.skipIf(!chromium)("collections in the dashboard", { timeout: 240_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "mintwright-gallery-"));
  const received: { id: string; body: string }[] = [];
  const receiver = createServer(async (request, response) => {
    received.push({ id: String(request.headers["webhook-id"]), body: await text(request) });
    response.writeHead(isReceiverUp ? 204 : 500).end();
  });
  let isReceiverUp = false;
  let receiverUrl = "";
  let anvil: Anvil;
  let contract: Hex;
  let wallet: { address: Hex };
  let settings: Record<string, string>;
  let installation: DashboardInstallation;
  let worker: RunningProcess | undefined;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  let foxes = "";

  const writeConfig = (name: string, config: object) => {
    const path = join(folder, name);
    // JSON is YAML.
    writeFileSync(path, JSON.stringify(config));
    return { MINTWRIGHT_CONFIG: path };
  };

  beforeAll(async () => {
    anvil = await startAnvil();
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    const place = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    receiverUrl = `http://${place}/hook`;
    const { chainId, rpcUrl, wallets } = anvil;
    const deployed = await askMintwright<{ address: Hex }>(
      [
        ...["admin", "contract", "deploy", "--chain", String(chainId), "--name", "Harbour Foxes"],
        ...["--symbol", "FOX", "--minter", "everybody"],
      ],
      {
        ...writeConfig("deploy.yaml", { chains: { [chainId]: { rpcUrl, signer: { env: "SIGNER" } } } }),
        DATABASE_URL: "postgres://nobody@127.0.0.1:9/none",
        SIGNER: wallets[0]?.privateKey ?? "",
      },
    );
    contract = deployed.address;
    mkdirSync(join(folder, "storage"));
    settings = {
      ...writeConfig("mintwright.yaml", {
        chains: { [chainId]: { rpcUrl, contract } },
        outbound: { allow: [place] },
      }),
      STORAGE_DIRECTORY: join(folder, "storage"),
    };
    installation = await startDashboard({ settings });
    browser = await startBrowser(chromium as string);
    visitor = await signUpWithCredits(installation, browser, { credits });
    page = visitor.page;
    page.setDefaultTimeout(30_000);
    wallet = await addTestWallet(page, anvil, { owner: 1, isElsewhere: true });
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await worker?.stop();
    await installation?.stop();
    await anvil?.stop();
    receiver.closeAllConnections();
    receiver.close();
    rmSync(folder, { recursive: true });
  });

  const startWorker = async () => {
    worker = await startProcess("worker", { DATABASE_URL: installation.database.url, ...settings });
  };
  const readCount = async () => Number((await page.getByTestId("made").textContent())?.replaceAll(",", ""));
  const readBalance = async () => {
    // The page shows dots until the balance is loaded.
    const balance = page.getByTestId("balance").filter({ hasText: /\d/ });
    return Number((await balance.textContent())?.replaceAll(",", ""));
  };
  const openTab = (name: string) => page.getByRole("tab", { name }).click();
  const pageCollectionId = () => /collections\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? "";

  async function addTrait(name: string, values: [value: string, percent: string][]) {
    const trait = page.getByRole("group").nth(await page.getByRole("group").count());
    await visitor.press("Add trait");
    await trait.getByLabel("Trait", { exact: true }).fill(name);
    for (const [index, [value, percent]] of values.entries()) {
      if (index >= 2) await trait.getByRole("button", { name: "Add value" }).click();
      await trait.getByLabel(new RegExp(`^Value ${index + 1} of`)).fill(value);
      await trait.getByLabel(new RegExp(`^Ratio of value ${index + 1} of`)).fill(percent);
    }
    return trait;
  }

  const findTokens = (...values: string[]) =>
    installation.database.query(
      "select number from collection_image where collection_id = $1 and traits @> all ($2::jsonb[])",
      [foxes, values.map((value) => JSON.stringify([{ value }]))],
    );

  it("begins with nothing, and leads to the first", async () => {
    await visitor.open("/collections");
    await page.getByText("No collections yet").waitFor();
    await visitor.inspect("collections-empty");
    await visitor.open("/webhooks");
    await page.getByText("No deliveries yet").waitFor();
    await visitor.inspect("webhooks-empty");
    await visitor.open("/collections");
    await page.getByRole("link", { name: "Create your first collection" }).click();
    await page.getByRole("heading", { name: "New collection" }).waitFor();
  });

  it("counts traits exactly while they are written, shows the price and a sample, and fills while it is looked at", async () => {
    await page.getByLabel("Prompt", { exact: true }).fill("a harbour fox in a knitted scarf");
    await page.getByLabel("Style").fill("watercolour");
    const hat = await addTrait("Hat", [
      ["crown", "25"],
      ["cap", "50"],
    ]);
    await addTrait("Mood", [
      ["calm", "25"],
      ["bold", "25"],
      ["shy", "50"],
    ]);
    const counts = () => hat.getByTestId("count").allTextContents();
    expect(await counts()).toEqual(["3", "6"]);
    await page.getByLabel("Number of tokens").fill("1000");
    expect(await counts()).toEqual(["250", "500"]);
    await page.getByLabel("Number of tokens").fill("12");
    expect(await counts()).toEqual(["3", "6"]);
    await visitor.press("Add rule");
    const chooseRule = async (first: string, kind: string, second: string) => {
      await page.getByLabel("First value of rule 1").selectOption({ label: first });
      await page.getByLabel("Kind of rule 1").selectOption(kind);
      await page.getByLabel("Second value of rule 1").selectOption({ label: second });
    };
    await chooseRule("Hat: cap", "requires", "Mood: bold");
    await page
      .getByText('This rule is impossible: 6 tokens have Hat "cap", but only 3 have Mood "bold".')
      .waitFor();
    await visitor.inspect("collection-impossible-rule");
    await chooseRule("Hat: crown", "never", "Mood: shy");
    await visitor.press("Use connected wallet");
    await page.getByLabel("Webhook URL").fill(receiverUrl);
    await page.getByRole("button", { name: "Generate sample · 1 credit" }).click();
    await page.getByAltText("Sample of the collection").waitFor();
    await page.getByRole("button", { name: "Create 12 tokens · 12 credits" }).waitFor();
    await visitor.inspect("collection-wizard");

    await visitor.press("Create 12 tokens · 12 credits");
    await page.getByRole("heading", { name: "a harbour fox in a knitted scarf" }).waitFor();
    foxes = pageCollectionId();
    expect(await readCount()).toBe(0);
    await page.evaluate(watchCount);
    await startWorker();
    await expect.poll(readCount, { timeout: 120_000 }).toBe(12);
    const seen = (await page.evaluate<string[]>("window.seenCounts")).map(Number);
    process.stderr.write(`the page counted ${seen.join(", ")}\n`);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.length).toBeGreaterThanOrEqual(3);
    await page.getByText("Complete", { exact: true }).waitFor();
    await expect
      .poll(
        () =>
          page.evaluate(
            "[...document.querySelectorAll('[data-state=made] img')].filter((image) => image.naturalWidth > 0).length",
          ),
        patiently,
      )
      .toBe(12);
    await expect.poll(readBalance, patiently).toBe(credits - 13);
    expect(await findTokens("crown", "shy")).toEqual([]);
  });

  it("tells how rare each value and each token is, filters, and is walked with keys", async () => {
    const readRow = async (trait: string, value: string) =>
      page.locator(`tr[data-trait="${trait}"][data-value="${value}"] td`).first().textContent();
    await inspectPage(page, "collection-full", { isWhole: false });
    await openTab("Rarity");
    expect(await readRow("Hat", "crown")).toBe("3");
    expect(await readRow("Hat", "cap")).toBe("6");
    expect(await readRow("Hat", "")).toBe("3");
    expect(await readRow("Mood", "shy")).toBe("6");
    await visitor.inspect("collection-rarity");
    await visitor.press("crown");
    expect(await page.getByTestId("shown").textContent()).toBe("3");
    await openTab("Rarity");
    await visitor.press("calm");
    // Which tokens get both values is drawn: none, some or all three.
    const both = await findTokens("crown", "calm");
    expect(await page.getByTestId("shown").textContent()).toBe(String(both.length));
    await visitor.press("Remove filter Mood: calm");
    await visitor.press("Remove filter Hat: crown");
    expect(await page.getByTestId("shown").textContent()).toBe("12");
    await page.getByLabel("Sort by").selectOption("rarity");
    expect(await page.locator("[data-number]").first().textContent()).toContain("rank 1");
    await page.getByLabel("Sort by").selectOption("number");

    await page.locator('[data-number="1"]').focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("End");
    await expect.poll(() => page.evaluate("document.activeElement.dataset.number"), patiently).toBe("12");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Token #12").waitFor();
    await page.keyboard.press("ArrowLeft");
    await dialog.getByText("Token #11").waitFor();
    await dialog.getByText("SHA-256").waitFor();
    await inspectPage(page, "collection-token", { isWhole: false });
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });

  it("gets one image again for its price, and is renamed and found", async () => {
    const before = await readBalance();
    await page.locator('[data-number="2"]').click();
    const dialog = page.getByRole("dialog");
    const image = dialog.getByAltText("Token 2");
    const old = await image.getAttribute("src");
    await visitor.press("Generate again · 1 credit");
    await expect.poll(() => image.getAttribute("src"), patiently).not.toBe(old);
    await dialog.getByRole("button", { name: "Generate again · 1 credit" }).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(readBalance, patiently).toBe(before - 1);

    await visitor.press("Rename");
    await page.getByRole("textbox", { name: "Name" }).fill("Harbour Foxes");
    await visitor.inspect("collection-rename");
    await visitor.press("Save name");
    await page.getByRole("heading", { name: "Harbour Foxes" }).waitFor();
    await visitor.open("/collections?words=lighthouse");
    await page.getByText("No collection matches").waitFor();
    await page.getByLabel("Search collections").fill("harbour foxes");
    await visitor.press("Search");
    await page.getByRole("link", { name: /Harbour Foxes/ }).waitFor();
    await page.getByLabel("Status").selectOption("failed");
    await page.getByText("No collection matches").waitFor();
    await visitor.inspect("collections-none-found");
    await visitor.press("Clear filters");
    await page.getByLabel("Sort by").selectOption("name");
    await page.waitForURL(/sort=name/);
    await page.getByRole("link", { name: /Harbour Foxes/ }).click();
    await page.getByRole("heading", { name: "Harbour Foxes" }).waitFor();
  });

  it("is described, downloaded, and minted from the browser's wallet", async () => {
    await openTab("Mint");
    await page.getByLabel("Token name").fill("Harbour Fox #{id}");
    await page.getByLabel("Symbol").fill("FOX");
    await page.getByLabel("Description").fill("Foxes of the harbour.");
    await page.getByLabel("Tokens", { exact: true }).fill("1-3");
    await visitor.press("Add metadata to 3 tokens");
    await page.getByText("Metadata added to 3 tokens.").waitFor();
    // The same words give the same addresses to every user.
    const words = { name: "Harbour Fox #{id}", symbol: "FOX", description: "Foxes of the harbour." };
    const request = JSON.stringify({ ...words, collectionId: foxes, ids: [1, 2, 3] });
    const described = await page.evaluate<{ tokens: { tokenURI: string }[] }>(
      `fetch("/dashboard/api/operations/nft/mint-nft", {
        method: "POST", headers: { "content-type": "application/json" }, body: ${JSON.stringify(request)},
      }).then((answer) => answer.json())`,
    );

    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download CAR" }).click();
    const download = await downloading;
    const file = join(folder, "foxes.car");
    await download.saveAs(file);
    expect(download.suggestedFilename()).toBe(`${foxes}.car`);
    const car = readFileSync(file);
    expect(car.subarray(0, 24).includes("roots")).toBe(true);
    expect(car.includes("Harbour Fox #3")).toBe(true);

    await visitor.press("Connect wallet");
    const mint = page.getByRole("button", { name: /^Mint 3 tokens · gas ≈ 0\.\d+ ETH$/ });
    await mint.waitFor();
    await visitor.inspect("collection-mint");
    await mint.click();
    await page.getByText("All tokens are minted.").waitFor();
    const chain = createPublicClient({ transport: http(anvil.rpcUrl) });
    const abi = parseAbi([
      "function ownerOf(uint256) view returns (address)",
      "function tokenURI(uint256) view returns (string)",
      "function totalMinted() view returns (uint256)",
    ]);
    const read = { address: contract, abi };
    expect(await chain.readContract({ ...read, functionName: "totalMinted" })).toBe(3n);
    for (const [index, { tokenURI }] of described.tokens.entries()) {
      const args = [BigInt(index + 1)] as const;
      expect(await chain.readContract({ ...read, functionName: "ownerOf", args })).toBe(wallet.address);
      expect(await chain.readContract({ ...read, functionName: "tokenURI", args })).toBe(tokenURI);
    }
    // Who comes back does not mint them twice.
    await page.reload();
    await openTab("Mint");
    await page.getByText("Minted as token 3").waitFor();
    await page.getByLabel("Tokens", { exact: true }).fill("1-3");
    await visitor.press("Add metadata to 3 tokens");
    await page.getByText("All tokens are minted.").waitFor();
  });

  it("shows webhooks with their attempts and bodies, and sends one again", async () => {
    await visitor.open("/webhooks");
    const row = page.locator("[data-delivery]").first();
    await row.getByText("collection.completed").waitFor();
    await row.getByText("last response 500").waitFor();
    await row.getByRole("button", { name: "Details" }).click();
    await row.getByText(`"collectionId": "${foxes}"`).waitFor();
    await visitor.inspect("webhooks");
    isReceiverUp = true;
    await row.getByRole("button", { name: "Replay" }).click();
    await row.getByText("delivered", { exact: true }).waitFor();
    await row.getByText("204").first().waitFor();
    expect(received.length).toBeGreaterThanOrEqual(2);
    expect(new Set(received.map(({ id }) => id)).size).toBe(1);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    await visitor.press("Show secret");
    const first = await page.getByText(/^whsec_/).textContent();
    await visitor.press("Rotate secret");
    await page.getByText("Rotate the signing secret?").waitFor();
    await visitor.inspect("webhooks-rotate");
    await visitor.press("Rotate secret");
    await page.getByText("The previous secret is valid until").waitFor();
    expect(await page.getByText(/^whsec_/).textContent()).not.toBe(first);
    await visitor.inspect("webhooks-rotated");
  });

  it("is cancelled midway with the rest given back, and shows hostile words as words", async () => {
    const hostile = (name: string) =>
      `${name} <img src=x onerror="window.wasHacked=1"><script>window.wasHacked=1</script>`;
    await visitor.open("/collections/new");
    await page.getByLabel("Prompt", { exact: true }).fill(hostile("a lighthouse"));
    await page.getByLabel("Number of tokens").fill("300");
    await addTrait('"><svg onload=wasHacked=1>', [
      ["<b onmouseover=alert(1)>lamp</b>", "50"],
      ["javascript:window.wasHacked=1", "50"],
    ]);
    await visitor.press("Use connected wallet");
    const before = await readBalance();
    await visitor.press("Create 300 tokens · 300 credits");
    await page.getByRole("heading", { name: hostile("a lighthouse") }).waitFor();
    await expect.poll(readCount, patiently).toBeGreaterThanOrEqual(3);
    await inspectPage(page, "collection-filling", { isWhole: false });
    await visitor.press("Cancel collection");
    await page.getByText("credits are refunded").waitFor();
    await visitor.press("Cancel and refund");
    const said = await page.getByText(/You keep the \d+ images that were generated/).textContent();
    const [, made, refunded] =
      /^You keep the (\d+) images .* (\d+) credits were refunded/.exec(said ?? "") ?? [];
    expect(Number(made)).toBeGreaterThanOrEqual(3);
    expect(Number(refunded)).toBeGreaterThan(0);
    expect(Number(made) + Number(refunded)).toBe(300);
    await visitor.press("Done");
    await page.getByText("Cancelled", { exact: true }).first().waitFor();
    await expect.poll(readBalance, patiently).toBe(before - Number(made));
    await page.locator('[data-number="1"]').click();
    await page.getByRole("dialog").getByText('"><svg onload=wasHacked=1>').waitFor();
    await page.keyboard.press("Escape");

    await visitor.open(`/collections/${foxes}`);
    await openTab("Mint");
    await page.getByLabel("Token name").fill(hostile("Foxes"));
    await page.getByLabel("Description").fill(hostile("Foxes"));
    await page.getByLabel("Symbol").fill("<u>FOX</u>");
    await visitor.press("Add metadata to 12 tokens");
    await page.getByText("Metadata added to 12 tokens.").waitFor();
    await visitor.open("/collections");
    await page.getByText(hostile("a lighthouse")).waitFor();
    await visitor.inspect("collections");
    expect(await page.evaluate("window.wasHacked")).toBeUndefined();
  });

  it("says what is wrong with a collection that cannot be shown", async () => {
    await visitor.open("/collections/00000000-0000-4000-8000-000000000000");
    await page.getByRole("button", { name: "Copy request ID" }).waitFor();
    await visitor.inspect("collection-error");
  });

  it(`scrolls through ${tokens} tokens with few of them in the page`, async () => {
    const planted = await plantGallery(installation.database, { like: foxes, amount: tokens });
    await visitor.open(`/collections/${planted}`);
    await page.getByText("rank").first().waitFor();
    await inspectPage(page, "collection-10000", { isWhole: false });
    await page.locator('[data-number="1"]').focus();
    await page.keyboard.press("End");
    await expect
      .poll(() => page.evaluate("document.activeElement.dataset.number"), patiently)
      .toBe(String(tokens));
    expect(await page.locator("[data-number]").count()).toBeLessThan(120);
    const load = await measureScrolling(page, { stepInPixels: 4_000, pauseInMs: 16 });
    process.stderr.write(`while scrolling: ${JSON.stringify(load)}\n`);
    // At least seven in a row, each row at least 150 pixels high.
    expect(load.scrolledInPixels).toBeGreaterThan((tokens / 7 - 10) * 150);
    // Its own work, because other tests keep the machine busy; npm run bench:gallery goes by the clock.
    expect(load.mostWorkInMs).toBeLessThan(100);
    expect(visitor.problems.filter((problem) => !/ 404 /.test(problem))).toEqual([]);
  });
});
