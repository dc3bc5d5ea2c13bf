import { findTool } from "@mintwright/test-harness";
import { strToU8, zipSync } from "fflate";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBrowser } from "./browser.ts";
import { type DashboardInstallation, startDashboard } from "./dashboard-installation.ts";
import { signUpWithCredits, type Visitor } from "./visitor.ts";

const chromium = findTool({ variable: "CHROMIUM", purpose: "audits of projects in a real browser" });

const vault = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {Purse} from "purse/Purse.sol";

contract Vault is Purse {
    address owner = msg.sender;

    function withdraw() external {
        (bool sent, ) = msg.sender.call{value: balances[msg.sender]}("");
        require(sent);
        balances[msg.sender] = 0;
    }

    function close() external {
        require(tx.origin == owner);
        selfdestruct(payable(owner));
    }
}
`;
const foundry = {
  "harbour/foundry.toml": '[profile.default]\nsrc = "src"\nlibs = ["lib"]\n',
  "harbour/lib/purse/src/Purse.sol":
    "// SPDX-License-Identifier: MIT\npragma solidity ^0.8.20;\n\ncontract Purse {\n    mapping(address => uint256) public balances;\n}\n",
  "harbour/src/Vault.sol": vault,
  "harbour/src/tools/Sweeper.sol":
    "// SPDX-License-Identifier: MIT\npragma solidity ^0.8.20;\n\ncontract Sweeper {\n    function sweep(address payable to) external {\n        selfdestruct(to);\n    }\n}\n",
  "harbour/src/Broken.sol": "pragma solidity ^0.8.20;\n\ncontract Broken { nonsense }\n",
  "harbour/test/Vault.t.sol": "contract VaultTest {}",
};

function zip(files: Record<string, string>): Buffer {
  const entries = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
  return Buffer.from(zipSync(Object.fromEntries(entries)));
}

describe.skipIf(!chromium)("the audit of a project", { timeout: 240_000 }, () => {
  let installation: DashboardInstallation;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;

  beforeAll(async () => {
    installation = await startDashboard();
    browser = await startBrowser(chromium as string);
    visitor = await signUpWithCredits(installation, browser, { credits: 20 });
    page = visitor.page;
  }, 240_000);

  afterAll(async () => {
    await browser?.close();
    await installation?.stop();
  });

  const balance = () => page.getByTestId("balance").textContent();
  const see = (text: string | RegExp) => page.getByText(text).first().waitFor();
  const findings = () => page.getByRole("list", { name: "Findings by file" });
  const choose = (name: string, buffer: Buffer) =>
    page.getByLabel("Zip of the project").setInputFiles({ name, mimeType: "application/zip", buffer });

  async function assertAmountsAgree(): Promise<void> {
    const [row] = await installation.database.query<{ agrees: boolean }>(
      "select bool_and(granted = balance + held + spent and held = 0) as agrees from account",
    );
    expect(row?.agrees).toBe(true);
  }

  it("starts from the audit page and says what it takes", async () => {
    await visitor.open("/playground/audit");
    await page.getByRole("link", { name: "Upload a project" }).click();
    await see("Drop a zip of your project here");
    await page.getByRole("button", { name: "Audit project · 1 credit" }).waitFor();
    await visitor.inspect("project-empty");
    await choose("notes.txt", Buffer.from("no zip"));
    await see("Choose a zip file of the project’s folder.");
    await choose("large.zip", Buffer.alloc(5_000_001));
    await see(/^This zip has 5\.0 MB/);
  });

  it("does not charge a zip without Solidity", async () => {
    await choose("empty.zip", zip({ "README.md": "nothing" }));
    await visitor.press("Audit project · 1 credit");
    await see("There is no Solidity file to audit.");
    await see("Nothing was charged.");
    await visitor.inspect("project-refused");
    expect(await balance()).toBe("20");
    await assertAmountsAgree();
  });

  it("lists findings by file, with their lines, and what was not analysed", async () => {
    await choose("harbour.zip", zip(foundry));
    expect(await page.getByTestId("project-file").textContent()).toBe("harbour.zip · 2 kB");
    await visitor.press("Audit project · 1 credit");
    await findings().waitFor();
    await page.waitForURL(/\/playground\/audit\/project\?item=[\w-]{36}$/);
    const files = await findings().getByRole("heading").allTextContents();
    expect(files).toEqual(["src/tools/Sweeper.sol1 finding", "src/Vault.sol2 findings"]);
    await see(/^src\/Broken\.sol: does not compile in line 3/);
    await see(/^1 other file: tests, scripts and mocks/);
    const row = findings().getByRole("button", { name: /Sweeper\.sweep/ });
    expect(await row.textContent()).toContain("Line 5");
    await row.click();
    await page.locator(".cm-line-shown", { hasText: "selfdestruct(to)" }).waitFor();
    expect(await page.getByRole("combobox", { name: "File" }).inputValue()).toBe("src/tools/Sweeper.sol");
    await visitor.inspect("project");
    expect(await balance()).toBe("19");
    await assertAmountsAgree();
    await page.reload();
    await findings().waitFor();
  });

  it("compares two audits, although lines have moved", async () => {
    const fixed = vault
      .replace("pragma", "\n\n\npragma")
      .replace("require(tx.origin == owner)", "require(msg.sender == owner)");
    const more = { ...foundry, "harbour/src/Vault.sol": fixed };
    const swept = more["harbour/src/tools/Sweeper.sol"].replace(
      "function sweep",
      "function drain(address payable to) external {\n        selfdestruct(to);\n    }\n\n    function sweep",
    );
    await choose("harbour.zip", zip({ ...more, "harbour/src/tools/Sweeper.sol": swept }));
    await visitor.press("Audit project · 1 credit");
    await findings()
      .getByRole("button", { name: /Sweeper\.drain/ })
      .waitFor();
    await page.getByRole("link", { name: "Compare" }).click();
    const part = (name: string) => page.getByRole("list", { name, exact: true });
    await part("New").waitFor();
    expect(await part("New").getByRole("button").allTextContents()).toEqual([
      expect.stringContaining("Sweeper.drain"),
    ]);
    expect(await part("Gone").textContent()).toContain("tx.origin");
    const remaining = await part("Still there").getByRole("button").allTextContents();
    expect(remaining).toEqual(
      expect.arrayContaining([
        expect.stringContaining("Reentrancy"),
        expect.stringContaining("Sweeper.sweep"),
      ]),
    );
    await visitor.inspect("compare");
    await page.reload();
    await part("New").waitFor();
    await assertAmountsAgree();
  });

  it("is kept in the library, which opens and compares it", async () => {
    await visitor.open("/library");
    await page
      .getByRole("link", { name: /^Audit of harbour/ })
      .first()
      .click();
    await page.getByRole("link", { name: "Compare" }).waitFor();
    await page.getByRole("link", { name: "Open in playground" }).click();
    await findings().waitFor();
    // The page for pasted code does not open projects by itself.
    await page.getByRole("link", { name: "Paste code" }).click();
    await see("Findings appear here");
    expect(visitor.problems.filter((text) => !text.includes("422"))).toEqual([]);
  });
});
