import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, open, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Anvil, findTool, startAnvil } from "@mintwright/test-harness";
import Ajv from "ajv-draft-04";
import addFormats from "ajv-formats";
import { strFromU8, unzipSync } from "fflate";
import type { Browser, Page } from "playwright-core";
import { createPublicClient, erc20Abi, type Hex, http } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBrowser } from "./browser.ts";
import { type DashboardInstallation, startDashboard } from "./dashboard-installation.ts";
import { addTestWallet, type TestWallet } from "./test-wallet.ts";
import { signUpWithCredits, type Visitor } from "./visitor.ts";

const require = createRequire(import.meta.url);
const chromium = findTool({ variable: "CHROMIUM", purpose: "contracts in a real browser" });
const slither = findTool({ variable: "SLITHER", purpose: "audits with Slither in the dashboard" });

const vault = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import "./lib/Purse.sol";

contract Vault is Purse {
    address owner = msg.sender;

    function withdraw() external {
        (bool sent, ) = msg.sender.call{value: balances[msg.sender]}("");
        require(sent);
        balances[msg.sender] = 0;
    }

    function close() external {
        require(tx.origin == owner);
        selfdestruct(payable(msg.sender));
    }
}
`;
const purse = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

contract Purse {
    mapping(address => uint256) public balances;

    function deposit() external payable {
        balances[msg.sender] += msg.value;
    }
}
`;

describe.skipIf(!chromium)("contracts in the dashboard", { timeout: 300_000 }, () => {
  let installation: DashboardInstallation;
  let anvil: Anvil;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  let wallet: TestWallet;

  beforeAll(async () => {
    anvil = await startAnvil();
    installation = await startDashboard({ settings: slither ? { SLITHER: slither } : {} });
    browser = await startBrowser(chromium as string);
    visitor = await signUpWithCredits(installation, browser, { credits: 60 });
    page = visitor.page;
    wallet = await addTestWallet(page, anvil);
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await installation?.stop();
    await anvil?.stop();
  });

  const balance = () => page.getByTestId("balance").textContent();
  const see = (text: string | RegExp) => page.getByText(text).first().waitFor();

  /** Presses something that saves a file, and reads the file. */
  async function save(press: () => Promise<unknown>): Promise<{ name: string; bytes: Buffer }> {
    const [download] = await Promise.all([page.waitForEvent("download"), press()]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  }

  const saveContract = (kind: string) =>
    save(async () => {
      await visitor.press("Download");
      await page.getByRole("menuitem", { name: new RegExp(`^${kind}`) }).click();
    });

  /** Holds the answer back until it is let go, to look at what is shown meanwhile. */
  async function holdAnswers(): Promise<() => Promise<void>> {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const handled: Promise<void>[] = [];
    await page.route("**/operations/chat/stream", (route) => {
      // Asking for the price goes through.
      const isDryRun = route.request().headers().prefer !== undefined;
      handled.push(isDryRun ? route.continue() : held.then(() => route.continue()));
    });
    return async () => {
      letGo();
      await Promise.all(handled);
      await page.unroute("**/operations/chat/stream");
    };
  }

  it("[GEN-1] makes a contract that compiles, changes it, and hands out every file of it", async () => {
    await visitor.open("/playground/contract");
    await see("Your contract appears here");
    await page.getByRole("button", { name: "Generate · 2 credits" }).waitFor();
    await visitor.inspect("contract-empty");
    await page.getByRole("button", { name: /^A token called Moon Coin/ }).click();
    const letGo = await holdAnswers();
    await visitor.press("Generate · 2 credits");
    await see("Generating and compiling");
    await visitor.inspect("contract-loading");
    await letGo();
    await page.getByRole("heading", { name: "MoonCoin", exact: true }).waitFor();
    await see(/^solc 0\.8\./);
    await see(/of 24 kB/);
    expect(await page.getByRole("list", { name: "Detected features" }).textContent()).toContain("burnable");
    expect(await page.getByRole("region", { name: "Coverage" }).textContent()).toMatch(
      /Included.*burnableERC20Burnable, line \d+/,
    );
    await page.locator(".cm-line", { hasText: "contract MoonCoin is" }).first().waitFor();

    await page.getByLabel("What should change?").fill("Now make it pausable");
    await visitor.press("Update contract · 2 credits");
    await page.getByRole("list", { name: "Detected features" }).getByText("pausable").waitFor();
    expect(await balance()).toBe("56");
    await page.getByRole("navigation", { name: "Files" }).getByText("@openzeppelin/contracts").click();
    await visitor.inspect("contract");
    await page.reload();
    await page.getByRole("list", { name: "Detected features" }).getByText("pausable").waitFor();
    expect(await page.getByRole("list", { name: "Conversation" }).getByRole("listitem").count()).toBe(2);

    const solidity = await saveContract("Solidity file");
    expect(solidity.name).toBe("MoonCoin.sol");
    expect(solidity.bytes.toString()).toContain("ERC20Pausable");
    const abi = JSON.parse((await saveContract("ABI")).bytes.toString());
    expect(abi).toContainEqual(expect.objectContaining({ type: "function", name: "unpause" }));
    const input = await saveContract("Standard JSON input");
    const zip = unzipSync((await saveContract("All files")).bytes);
    expect(strFromU8(zip["sources/MoonCoin.sol"] as Uint8Array)).toBe(solidity.bytes.toString());
    expect(Object.keys(zip)).toContain("sources/@openzeppelin/contracts/token/ERC20/ERC20.sol");
    expect(await compile(input.bytes.toString(), "MoonCoin")).toBe(
      strFromU8(zip["MoonCoin.bytecode.txt"] as Uint8Array),
    );
  });

  it("deploys it with the visitor's own wallet, and says in plain words what the wallet refuses", async () => {
    await visitor.press("Deploy");
    wallet.refuseNext("eth_requestAccounts", 4001);
    await visitor.press("Connect wallet");
    await see("You rejected the request in your wallet. Nothing was sent.");
    await visitor.press("Connect wallet");
    await see(wallet.address);
    await see(/Estimated gas: [\d,]+/);
    // A wallet that does not know the chain is asked to add it.
    wallet.refuseNext("wallet_switchEthereumChain", 4902);
    wallet.refuseNext("wallet_addEthereumChain", 4200);
    await page.getByLabel("Chain").selectOption({ label: "Sepolia" });
    await see("Your wallet does not support this request. Try another wallet.");
    wallet.refuseNext("eth_sendTransaction", 4001);
    await page.getByRole("button", { name: "Deploy from wallet" }).click();
    await see("You rejected the request in your wallet. Nothing was sent.");
    expect(wallet.sent).toBe(0);
    await visitor.inspect("contract-deploy");
    await page.getByRole("button", { name: "Deploy from wallet" }).click();
    await see(/^Deployed on Chain 31337 in block/);
    await visitor.inspect("contract-deployed");
    await Promise.all([page.getByText("Copied").waitFor(), visitor.press("Copy address")]);
    const address = (await page.evaluate("navigator.clipboard.readText()")) as Hex;
    const chain = createPublicClient({ transport: http(anvil.rpcUrl) });
    const read = { address, abi: erc20Abi } as const;
    expect(await chain.readContract({ ...read, functionName: "name" })).toBe("Moon Coin");
    expect(await chain.readContract({ ...read, functionName: "balanceOf", args: [wallet.address] })).toBe(
      10n ** 24n,
    );
    expect(wallet.sent).toBe(1);
    await visitor.press("Done");
    // The address comes from the library, not from the page.
    await page.reload();
    await page.getByRole("heading", { name: "Deployments" }).waitFor();
    await see(address);
  });

  it("reads and calls the deployed contract, and offers its source for verification", async () => {
    await page
      .getByRole("link", { name: /^0x[0-9a-fA-F]{40}/ })
      .first()
      .click();
    await page.getByRole("heading", { name: "Functions" }).waitFor();
    const file = await save(() => visitor.press("Download standard JSON"));
    expect(file.name).toBe("MoonCoin.standard-input.json");
    expect(JSON.parse(file.bytes.toString()).language).toBe("Solidity");
    await see("MoonCoin.sol:MoonCoin");
    await visitor.press("Connect wallet");
    const openFunction = (name: string) =>
      page.locator("details").filter({ has: page.getByText(name, { exact: true }) });
    const balanceOf = openFunction("balanceOf");
    await balanceOf.getByText("balanceOf", { exact: true }).click();
    await balanceOf.getByLabel("account (address)").fill("0x12");
    await balanceOf.getByText("Invalid address or checksum. Copy the address again.").waitFor();
    await balanceOf.getByLabel("account (address)").fill(wallet.address);
    await balanceOf.getByRole("button", { name: "Read" }).click();
    await balanceOf.getByText(String(10n ** 24n)).waitFor();
    const pause = openFunction("pause");
    await pause.getByText("pause", { exact: true }).click();
    await pause.getByRole("button", { name: "Send transaction" }).click();
    await pause.getByText(/^Confirmed in block \d+\.$/).waitFor();
    await pause.getByRole("button", { name: "Send transaction" }).click();
    await pause.getByText(/EnforcedPause/).waitFor();
    await visitor.inspect("deployment-functions");
    await page.goBack();
  });

  it("carries a contract from the generator to the auditor", async () => {
    await visitor.press("Audit contract");
    await page.waitForURL(/\/playground\/audit\?item=draft$/);
    await page.locator(".cm-line", { hasText: "contract MoonCoin is" }).first().waitFor();
    await visitor.press("Audit · 1 credit");
    const verdict = await page.getByTestId("verdict").textContent();
    expect(verdict).toMatch(/^Analysed 1 contract|Not analysed/);
    expect(verdict).not.toMatch(/\bis safe\b(?<!does not prove that the code is safe)/);
    expect(await page.getByLabel("File name").inputValue()).toBe("MoonCoin.sol");
  });

  it("[AUD-9] finds what is wrong with dropped files, beside their lines, and writes SARIF", async () => {
    await page.getByRole("button", { name: "Remove MoonCoin.sol" }).click();
    await visitor.inspect("audit-empty");
    await dropFiles({ "src/Vault.sol": vault, "src/lib/Purse.sol": purse, "notes.txt": "not Solidity" });
    await page.locator(".cm-line", { hasText: "contract Vault" }).waitFor();
    const letGo = await holdAnswers();
    await visitor.press("Audit · 1 credit");
    await see("Compiling and analyzing");
    await visitor.inspect("audit-loading");
    const before = await balance();
    await letGo();
    await page.getByRole("list", { name: "Findings" }).waitFor();
    const findings = page.getByRole("list", { name: "Findings" }).getByRole("button");
    const reentrancy = findings
      .filter({ hasText: "Reentrancy: Ether is sent before the balance is updated" })
      .first();
    await reentrancy.click();
    await see("Impact");
    await see("Suggested fix");
    const shown = page.locator(".cm-line-shown");
    expect((await shown.allTextContents()).join("\n")).toContain("msg.sender.call{value");
    await findings.filter({ hasText: "Authorization through tx.origin" }).first().click();
    expect((await shown.allTextContents()).join("\n")).toContain("tx.origin == owner");
    await visitor.inspect("audit");

    // The mark in the gutter leads to the finding.
    const line = vault.split("\n").findIndex((text) => text.includes(".call{value")) + 1;
    const lineBox = await page.locator(".cm-line", { hasText: ".call{value" }).boundingBox();
    const gutterBox = await page.locator(".cm-marks").boundingBox();
    await page.mouse.click((gutterBox?.x ?? 0) + 5, (lineBox?.y ?? 0) + 8);
    await page.locator('li:has(button[aria-expanded="true"])', { hasText: `Vault.sol:${line}` }).waitFor();

    const all = await findings.count();
    const high = page.getByRole("button", { name: /^\d+ ?high$/ });
    const highCount = Number.parseInt((await high.textContent()) ?? "", 10);
    expect(highCount).toBeGreaterThan(0);
    await high.click();
    expect(await findings.count()).toBe(all - highCount);
    await high.click();

    const { name, bytes } = await save(() => visitor.press("Download SARIF"));
    expect(name).toBe("audit.sarif");
    const sarif = JSON.parse(bytes.toString());
    expect(findSarifErrors(sarif)).toEqual([]);
    expect(sarif.runs[0].results).toHaveLength(all);
    expect(
      sarif.runs[0].results.map(({ locations: [at] }: SarifResult) => at?.physicalLocation),
    ).toContainEqual({
      artifactLocation: { uri: "src/Vault.sol" },
      region: { startLine: line },
    });
    const pdf = await save(() => visitor.press("Download PDF"));
    expect(pdf.name).toBe("audit.pdf");
    expect(pdf.bytes.subarray(0, 5).toString()).toBe("%PDF-");
    await visitor.press("Share report");
    await page.getByText("Anyone with it can read this report.").first().waitFor();
    const report = await save(() => visitor.press("Download report"));
    expect(report.bytes.toString()).toContain("src/Vault.sol");
    expect(Number(before) - Number(await balance())).toBe(1);

    await page.locator(".cm-content").click();
    await page.keyboard.type("// ");
    await see("The code has changed since this audit.");
  });

  /** Drops files onto the code, as a hand does it. */
  async function dropFiles(files: Record<string, string>): Promise<void> {
    const data = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      for (const [path, text] of Object.entries(${JSON.stringify(files)})) {
        const file = new File([text], path.split("/").at(-1));
        Object.defineProperty(file, "webkitRelativePath", { value: path });
        transfer.items.add(file);
      }
      return transfer;
    })()`);
    await page.getByRole("region", { name: "Code" }).dispatchEvent("drop", { dataTransfer: data });
  }

  it("shows hostile source as what it is, and runs nothing of it", async () => {
    const hostile = [
      "// SPDX-License-Identifier: MIT",
      "pragma solidity ^0.8.20;",
      '// <img src=x onerror="window.robbed = 1"><script>window.robbed = 1</script>',
      "// \u202e\u2066 if (isOwner) \u2069\u2066 hidden \u202a\u2068\u200b",
      `// ${"long ".repeat(6_000)}`,
      "contract Odd {",
      "    address owner = msg.sender;",
      '    string public text = "</textarea><svg onload=alert(1)>```";',
      "    function robbed_script() external { require(tx.origin == owner); }",
      "}",
    ].join("\n");
    await visitor.press("Clear");
    await page
      .getByLabel("Solidity files")
      .setInputFiles([
        { name: "<img src=x onerror=robbed>.sol", mimeType: "text/plain", buffer: Buffer.from(hostile) },
      ]);
    await page.locator(".cm-line", { hasText: 'onerror="window.robbed = 1"' }).waitFor();
    for (const code of ["202E", "2066", "2069", "202A", "2068", "200B"]) {
      await page
        .locator(".cm-specialChar", { hasText: `U+${code}` })
        .first()
        .waitFor();
    }
    await visitor.press("Audit · 1 credit");
    await see(/Analysed|Not analysed/);
    await visitor.inspect("audit-hostile");
    expect(await page.evaluate("window.robbed")).toBeUndefined();
    expect(await page.evaluate("document.querySelector('img[src=x]')")).toBeNull();
  });

  it("stays quick with 5,000 lines and 200 findings", async () => {
    await visitor.press("Clear");
    await page
      .getByLabel("Solidity files")
      .setInputFiles([
        { name: "Large.sol", mimeType: "text/plain", buffer: Buffer.from(writeLargeContract()) },
      ]);
    await page.locator(".cm-line", { hasText: "contract Large" }).waitFor();
    await visitor.press("Audit · 1 credit");
    const findings = page.getByRole("list", { name: "Findings" }).getByRole("button");
    await findings.first().waitFor({ timeout: 240_000 });
    const count = await findings.count();
    expect(count).toBeGreaterThanOrEqual(200);
    await page.evaluate(watchLongTasks);
    const times: number[] = [];
    for (const index of [0, 60, 120, count - 1]) {
      await findings.nth(index).scrollIntoViewIfNeeded();
      const began = performance.now();
      await findings.nth(index).click();
      await page.locator(".cm-line-shown").first().waitFor();
      times.push(performance.now() - began);
    }
    const longest = Number(await page.evaluate("Math.max(0, ...window.longTasks)"));
    process.stderr.write(
      `${count} findings in 5,000 lines: click to line ${times.map(Math.round).join(", ")} ms; longest task ${Math.round(longest)} ms\n`,
    );
    // What is drawn does not grow with the file, so neither does the work of a click.
    expect(await page.locator(".cm-line").count()).toBeLessThan(250);
    await visitor.inspect("audit-long");
  });

  it("says what is wrong and what to do, and charges nothing for it", async () => {
    const before = await balance();
    await visitor.open("/playground/contract");
    await visitor.press("New contract");
    await page.getByLabel("What should the contract do?").fill("tell me a joke");
    await visitor.press("Generate · 2 credits");
    await see(/No template covers/);
    await see("Nothing was charged.");
    await visitor.inspect("contract-error");
    await visitor.open("/playground/audit");
    await visitor.press("Clear");
    await page
      .getByLabel("Solidity files")
      .setInputFiles([
        { name: "Broken.sol", mimeType: "text/plain", buffer: Buffer.from("contract Broken { uint x = ; }") },
      ]);
    await visitor.press("Audit · 1 credit");
    await see(/does not compile in line 1/);
    await visitor.inspect("audit-not-compiled");
    expect(await balance()).toBe(before);
    expect(visitor.problems.filter((text) => !/status of 4(?:0\d|22)/.test(text))).toEqual([]);
  });
});

interface SarifResult {
  locations: { physicalLocation: unknown }[];
}

function findSarifErrors(sarif: unknown): unknown[] {
  const schema = require.resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json");
  // One pattern of the schema is not valid in the stricter mode.
  const ajv = new Ajv.default({ strict: false, allErrors: true, unicodeRegExp: false });
  addFormats.default(ajv);
  const validate = ajv.compile(JSON.parse(readFileSync(schema, "utf8")));
  return validate(sarif) ? [] : (validate.errors ?? []);
}

/** Compiles standard JSON with the compiler's own command, and returns the creation code of a contract. */
async function compile(input: string, name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "standard-input-"));
  // Into a file: the command ends before a pipe has taken everything.
  const file = await open(join(folder, "output.json"), "w+");
  try {
    const child = spawn("npx", ["--no-install", "solcjs", "--standard-json"], {
      stdio: ["pipe", file.fd, "inherit"],
    });
    child.stdin?.end(input);
    await once(child, "exit");
    const output = await readFile(join(folder, "output.json"), "utf8");
    const { contracts } = JSON.parse(output.slice(output.indexOf("{")));
    return `0x${contracts[`${name}.sol`][name].evm.bytecode.object}`;
  } finally {
    await file.close();
    await rm(folder, { recursive: true });
  }
}

/** A contract of 5,000 lines in which every tenth function trusts tx.origin. */
function writeLargeContract(): string {
  const functions = Array.from({ length: 210 }, (_, index) => [
    `    function f${index}() external {`,
    "        require(tx.origin == owner);",
    `        count = ${index};`,
    "    }",
  ]).flat();
  const head = [
    "// SPDX-License-Identifier: MIT",
    "pragma solidity ^0.8.20;",
    "contract Large {",
    "    address owner = msg.sender;",
    "    uint256 count;",
  ];
  const filler = Array.from({ length: 5_000 - head.length - functions.length - 1 }, () => "    // a line");
  return [...head, ...functions, ...filler, "}"].join("\n");
}

const watchLongTasks = `window.longTasks = [];
new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map(({ duration }) => duration)))
  .observe({ type: "longtask" });`;
