import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findTool } from "@mintwright/test-harness";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBrowser } from "./browser.ts";
import { type DashboardInstallation, startDashboard } from "./dashboard-installation.ts";
import { signUpWithCredits, type Visitor } from "./visitor.ts";

const chromium = findTool({ variable: "CHROMIUM", purpose: "logs and usage in a real browser" });
const folder = mkdtempSync(join(tmpdir(), "mintwright-logs-"));
const fox = { prompt: "a fox who mends clocks", model: "velogen", width: 512, height: 512, seed: 7 };

describe.skipIf(!chromium)("logs and usage", { timeout: 300_000 }, () => {
  let installation: DashboardInstallation;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  let key: string;

  beforeAll(async () => {
    const config = join(folder, "mintwright.yaml");
    writeFileSync(config, JSON.stringify({ logs: { storesBodies: true } }));
    installation = await startDashboard({ settings: { MINTWRIGHT_CONFIG: config } });
    browser = await startBrowser(chromium as string);
    visitor = await signUpWithCredits(installation, browser, { credits: 50 });
    page = visitor.page;
  }, 240_000);

  afterAll(async () => {
    await browser?.close();
    await installation?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const rows = () => page.getByRole("list", { name: "Requests" }).getByRole("link");

  async function callApi(path: string, { body, id }: { body?: unknown; id?: string } = {}): Promise<number> {
    const answer = await fetch(installation.url + path, {
      method: body ? "POST" : "GET",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        ...(id && { "x-request-id": id }),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    await answer.arrayBuffer();
    return answer.status;
  }

  it("explain themselves while they are empty", async () => {
    await visitor.open("/logs");
    await page.getByText("No requests in the last 24 hours").waitFor();
    await visitor.inspect("logs-empty");
    await visitor.open("/usage");
    await page.getByText("No usage in this period").waitFor();
    await visitor.inspect("usage-empty");
  });

  it("follow requests live", async () => {
    await visitor.open("/keys");
    await visitor.press("Create Secret Key");
    await page.getByRole("dialog").getByLabel("Name").fill("shop");
    await visitor.press("Create key");
    await visitor.press("Copy key");
    await page.getByText("Copied").waitFor();
    key = String(await page.evaluate("navigator.clipboard.readText()"));
    await visitor.press("Done");
    await visitor.open("/logs");
    await visitor.press("Live tail");
    await page.getByText("Live: new requests appear at the top.").waitFor();
    expect(await callApi("/nft/generate-image", { body: fox })).toBe(200);
    await rows().first().waitFor();
    expect(await callApi("/nft/generate-image", { body: { ...fox, width: 3 }, id: "wrong-width" })).toBe(400);
    expect(await callApi("/nft/get-chains")).toBe(200);
    await expect.poll(() => rows().count(), { timeout: 15_000 }).toBe(3);
    expect(await rows().first().textContent()).toContain("Get chains");
    await visitor.inspect("logs-live");
    await visitor.press("Stop live tail");
  });

  it("are filtered, and a request ID is found", async () => {
    await visitor.open("/logs");
    await page.getByLabel("Status").selectOption("client_error");
    await expect.poll(() => rows().count()).toBe(1);
    expect(new URL(page.url()).search).toContain("status=client_error");
    await visitor.press("Clear filters");
    await expect.poll(() => rows().count()).toBe(3);
    await page.getByLabel("Operation").selectOption("generateImage");
    await expect.poll(() => rows().count()).toBe(2);
    await visitor.press("Clear filters");
    await page.getByLabel("Find a request ID").fill("wrong-width");
    await visitor.press("Search");
    await expect.poll(() => rows().count()).toBe(1);
    await rows().first().click();
    await page.getByText("invalid_request").waitFor();
    await page.getByText("Bodies of this request are not stored").waitFor();
    await visitor.inspect("log-without-bodies");
  });

  it("store bodies when the owner asks for it, and run a request again in the playground", async () => {
    await visitor.open("/logs");
    await page.getByLabel("Store bodies of new requests").check();
    // An API process takes it up within 10 seconds.
    await page.waitForTimeout(11_000);
    const body = { ...fox, prompt: `a fox with ${key}` };
    expect(await callApi("/nft/generate-image", { body, id: "with-body" })).toBe(200);
    await expect
      .poll(
        async () => {
          await visitor.open("/logs?requestId=with-body");
          await page.getByRole("heading", { name: "Logs" }).waitFor();
          await page.waitForTimeout(500);
          return rows().count();
        },
        { timeout: 15_000 },
      )
      .toBe(1);
    await rows().first().click();
    await page.getByRole("heading", { name: "Request body" }).waitFor();
    const shown = (await page.locator("main").textContent()) ?? "";
    expect(shown).toContain("a fox with [removed]");
    expect(shown).not.toContain(key);
    await visitor.press("Copy as curl");
    const copied = String(await page.evaluate("navigator.clipboard.readText()"));
    expect(copied).toContain(`-X POST '${installation.url}/nft/generate-image'`);
    expect(copied).toContain('"prompt": "a fox with [removed]"');
    await visitor.inspect("log");
    await visitor.press("Run in playground");
    await page.getByRole("button", { name: /^Generate · / }).waitFor();
    expect(await page.getByLabel("Prompt", { exact: true }).inputValue()).toBe("a fox with [removed]");
    expect(new URL(page.url()).pathname).toBe("/dashboard/playground/image");
  });

  it("show usage by operation, key, model and day, and its CSV", async () => {
    await expect
      .poll(
        async () => {
          await visitor.open("/usage");
          await page.getByRole("heading", { name: "Usage" }).waitFor();
          await page.waitForTimeout(500);
          return (await page.locator("main").textContent()) ?? "";
        },
        { timeout: 30_000, interval: 1_000 },
      )
      .toContain("Get chains");
    await page.locator(".recharts-bar-rectangle").first().waitFor();
    await visitor.inspect("usage");
    await page.getByLabel("Group by").selectOption("model");
    await page.getByRole("list", { name: "Usage by model" }).getByText("velogen").waitFor();
    await page.getByLabel("Show").selectOption("errors");
    await page.getByRole("heading", { name: "Errors per day" }).waitFor();
    await page.getByLabel("Group by").selectOption("key");
    await page.getByRole("list", { name: "Usage by key" }).getByText("shop").waitFor();
    await page.getByLabel("Period").selectOption("custom");
    await page.getByLabel("From").fill("2020-01-01");
    await page.getByText("A report covers at most 366 days").waitFor();
    await page.getByLabel("Period").selectOption("7");
    await page.getByLabel("Group by").selectOption("day");
    await page.getByRole("list", { name: "Usage by day" }).waitFor();
    await visitor.inspect("usage-day");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download CSV" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^usage-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  });

  it.each([
    ["/logs", { Status: "error", Operation: "generateImage" }, "status=error operation=generateImage"],
    ["/usage", { "Group by": "model", Show: "errors" }, "by=model show=errors"],
    ["/credits", { Type: "capture", Operation: "generateImage" }, "kind=capture operation=generateImage"],
    ["/library", { Kind: "image", Model: "velogen" }, "kind=image model=velogen"],
    ["/news", { Date: "7", "Sort by": "oldest" }, "days=7 order=oldest"],
  ])("keep both filters of %s that change in the same moment", async (path, choices, expected) => {
    await visitor.open(path);
    for (const value of Object.values(choices))
      await page.locator(`main option[value="${value}"]`).first().waitFor({ state: "attached" });
    await page.evaluate(`
      for (const [label, value] of ${JSON.stringify(Object.entries(choices))}) {
        const labels = [...document.querySelectorAll("main label")];
        const select = labels.find((each) => each.textContent.startsWith(label)).querySelector("select");
        select.value = value;
        select.dispatchEvent(new Event("change", { bubbles: true }));
      }`);
    const readFilters = () => [...new URL(page.url()).searchParams].map((each) => each.join("=")).sort();
    await expect.poll(readFilters, { timeout: 10_000 }).toEqual(expected.split(" ").sort());
  });

  it("reported no problem to the console", () => {
    // The refused range.
    expect(visitor.problems.filter((problem) => !problem.includes("400"))).toEqual([]);
  });
});
