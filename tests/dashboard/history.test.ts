import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findTool, type ScriptedModelServer, startScriptedModelServer } from "@mintwright/test-harness";
import type { Browser, Download } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBrowser } from "./browser.ts";
import { type DashboardInstallation, startDashboard } from "./dashboard-installation.ts";
import { signUpWithCredits, type Visitor } from "./visitor.ts";

const chromium = findTool({ variable: "CHROMIUM", purpose: "conversations in a real browser" });
const hostile = [
  "**bold words**",
  "<img src=x onerror=\"window.stolen='image'\">",
  "<script>window.stolen='script'</script>",
  "[click me](javascript:window.stolen='link')",
  "![image](https://evil.test/pixel.png)",
  "<svg onload=\"window.stolen='svg'\">",
  "a-very-long-word".repeat(30),
].join("\n\n");

describe.skipIf(!chromium)("conversations", { timeout: 180_000 }, () => {
  let model: ScriptedModelServer;
  let folder: string;
  let installation: DashboardInstallation;
  let browser: Browser;
  let visitor: Visitor;
  const keys: string[] = [];

  beforeAll(async () => {
    model = await startScriptedModelServer();
    folder = mkdtempSync(join(tmpdir(), "mintwright-history-"));
    const file = join(folder, "mintwright.yaml");
    const engines = { scripted: { type: "openai", baseUrl: model.baseUrl, model: "scripted" } };
    // JSON is YAML.
    writeFileSync(file, JSON.stringify({ engines, models: { general_assistant: "scripted" } }));
    installation = await startDashboard({ settings: { MINTWRIGHT_CONFIG: file } });
    browser = await startBrowser(chromium as string);
    visitor = await signUpWithCredits(installation, browser, { credits: 200 });
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await installation?.stop();
    await model?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function createKey(name: string): Promise<string> {
    const { page, open, press } = visitor;
    await open("/keys");
    await press("Create Secret Key");
    await page.getByLabel("Name").fill(name);
    await press("Create key");
    await Promise.all([page.getByText("Copied").waitFor(), press("Copy key")]);
    const key = String(await page.evaluate("navigator.clipboard.readText()"));
    await press("Done");
    return key;
  }

  async function ask(key: string | undefined, question: string, sdkUniqueId?: string): Promise<void> {
    const answer = await fetch(`${installation.url}/chat/stream`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ model: "general_assistant", question, chatHistory: "on", sdkUniqueId }),
    });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining("scripted")]);
  }

  async function readDownload(download: Promise<Download>): Promise<{ name: string; text: string }> {
    const file = await download;
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
  }

  it("say what they are for while there are none", async () => {
    await visitor.open("/history");
    await visitor.page.getByText("No conversations").waitFor();
    await visitor.inspect("history-empty");
  });

  it("[HIST-1] of all keys are listed, newest first, and read as they were held", async () => {
    const { page, open, inspect } = visitor;
    keys.push(await createKey("Shop window"), await createKey("Support bot"));
    await ask(keys[0], "What does a zeppelin cost?", "visitor-7");
    await ask(keys[0], "Is gas a tax?");
    for (let number = 1; number <= 34; number++) await ask(keys[1], `Question number ${number}`, "long one");
    await ask(keys[1], hostile, "7");
    await ask(keys[0], "And a balloon?", "visitor-7");
    await open("/history");
    const list = page.locator("main ul").first().getByRole("link");
    await list.first().waitFor();
    expect(await list.locator(".font-medium").allTextContents()).toEqual([
      "visitor-7",
      "7",
      "long one",
      "No session ID",
    ]);
    await list.first().click();
    await page.getByRole("heading", { level: 2, name: "visitor-7" }).waitFor();
    const said = page.getByRole("region", { name: "Conversation" }).locator("ol > li");
    expect(await said.count()).toBe(2);
    expect(await said.first().textContent()).toContain("What does a zeppelin cost?");
    expect(await said.last().textContent()).toContain("And a balloon?");
    await inspect("history");

    // Thirty at a time.
    await list.filter({ hasText: "long one" }).click();
    await page.getByRole("heading", { level: 2, name: "long one" }).waitFor();
    expect(await said.count()).toBe(30);
    await visitor.press("Load earlier messages");
    await page.getByText("Question number 1", { exact: true }).waitFor();
    expect(await said.count()).toBe(34);
    await inspect("history-long");

    await page.getByLabel("Key").selectOption({ label: "Shop window" });
    await page.waitForURL(/of=/);
    // The address changes before the list does.
    await expect.poll(() => list.count()).toBe(2);
    await page.getByText("Is gas a tax?").waitFor();
  });

  it("show the same to everyone who opens their link", async () => {
    const { page } = visitor;
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByRole("heading", { level: 2, name: "long one" }).waitFor();
    // The keys to choose from are loaded apart from the conversation.
    await expect.poll(() => other.getByLabel("Key").inputValue()).not.toBe("");
    await other.close();
  });

  it("are searched by words, and each find leads to its place", async () => {
    const { page, open, press, inspect } = visitor;
    await open("/history");
    await page.getByLabel("Search conversations").fill("ZEPPELIN");
    await press("Search");
    await page.waitForURL(/words=/);
    const found = page.getByRole("link", { name: /What does a zeppelin cost/ });
    await found.waitFor();
    expect(await page.locator("mark").first().textContent()).toBe("zeppelin");
    await found.click();
    await page.getByRole("heading", { level: 2, name: "visitor-7" }).waitFor();
    await page.getByRole("link", { name: "Go to latest message" }).waitFor();
    // From the found place backwards: what came later is not shown yet.
    expect(await page.getByRole("region", { name: "Conversation" }).getByText("And a balloon?").count()).toBe(
      0,
    );
    await inspect("history-search");
    await page.getByRole("link", { name: "Go to latest message" }).click();
    await page
      .getByRole("region", { name: "Conversation" })
      .getByText("And a balloon?", { exact: true })
      .waitFor();
    await open("/history?words=nobodysaidthis");
    await page.getByText("No results").waitFor();
  });

  it("run nothing that a person or a model wrote, and load nothing from elsewhere", async () => {
    const { page, open, problems } = visitor;
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await open("/history");
    await page.getByRole("link", { name: /^7/ }).click();
    // A session called 7 stays the text 7.
    await page.getByRole("heading", { level: 2, name: "7", exact: true }).waitFor();
    const conversation = page.getByRole("region", { name: "Conversation" });
    // The answer is Markdown, the question is what was typed.
    await conversation.locator("strong").waitFor();
    expect(await conversation.locator('a[href^="javascript" i], script, img, ol svg, iframe').count()).toBe(
      0,
    );
    expect(await conversation.locator("strong").allTextContents()).toEqual(["bold words"]);
    for (const link of await conversation.getByText("click me").all()) await link.click();
    await visitor.inspect("history-hostile");
    expect(await page.evaluate("window.stolen")).toBeUndefined();
    expect(asked.filter((url) => !url.startsWith(installation.url))).toEqual([]);
    expect(problems.filter((text) => /Content Security Policy/i.test(text))).toEqual([]);
  });

  it("are downloaded as JSON and as Markdown, one or all", async () => {
    const { page, open } = visitor;
    await open("/history");
    await page.getByRole("link", { name: /^visitor-7/ }).click();
    const download = (name: string) => {
      const file = readDownload(page.waitForEvent("download"));
      return page
        .getByRole("link", { name })
        .click()
        .then(() => file);
    };
    const one = await download("Export this conversation as JSON");
    expect(one.name).toBe("conversation.json");
    expect(JSON.parse(one.text)).toMatchObject([
      { key: "Shop window", sdkUniqueId: "visitor-7", question: "What does a zeppelin cost?" },
      { question: "And a balloon?" },
    ]);
    const markdown = await download("Export this conversation as Markdown");
    expect(markdown).toMatchObject({ name: "conversation.md" });
    expect(markdown.text).toContain("> And a balloon?");
    expect(JSON.parse((await download("Export all conversations as JSON")).text)).toHaveLength(38);
  });

  it("are deleted, one or all, and are then forgotten by the API too", async () => {
    const { page, press } = visitor;
    await press("Delete");
    await visitor.inspect("history-delete");
    await press("Delete conversation");
    await page.getByText("No conversation selected").waitFor();
    await page.getByRole("link", { name: /^visitor-7/ }).waitFor({ state: "detached" });
    const count = async (key: string | undefined) => {
      const answer = await fetch(`${installation.url}/chat/chatHistory`, {
        headers: { authorization: `Bearer ${key}` },
      });
      return ((await answer.json()) as { data: { count: number } }).data.count;
    };
    expect(await count(keys[0])).toBe(1);
    await press("Delete all");
    await press("Delete all conversations");
    await page.getByText("No conversations").waitFor();
    expect([await count(keys[0]), await count(keys[1])]).toEqual([0, 0]);
  });

  it("say what went wrong", async () => {
    const { page, open } = visitor;
    await page.route("**/dashboard/api/conversations*", (route) =>
      route.fulfill({
        status: 503,
        json: {
          message: "The database does not answer. Try again shortly.",
          error: { code: "x", requestId: "r-1" },
        },
      }),
    );
    await open("/history");
    await page.getByRole("button", { name: "Copy request ID" }).waitFor();
    await visitor.inspect("history-error");
    await page.unroute("**/dashboard/api/conversations*");
    expect(visitor.problems.filter((text) => !/ 40[0-9] | 503 /.test(text))).toEqual([]);
  });
});
