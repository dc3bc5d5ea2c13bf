import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { findTool } from "@mintwright/test-harness";
import type { Browser, Page } from "playwright-core";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBrowser } from "./browser.ts";
import { type DashboardInstallation, startDashboard } from "./dashboard-installation.ts";
import { signUpWithCredits, type Visitor } from "./visitor.ts";

const chromium = findTool({ variable: "CHROMIUM", purpose: "webhook endpoints in a real browser" });

describe.skipIf(!chromium)("webhooks", { timeout: 240_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "mintwright-webhooks-"));
  const received: { headers: Record<string, string>; body: string }[] = [];
  let answer: [status: number, body: string] = [200, "received, thank you"];
  const receiver = createServer(async (request, response) => {
    received.push({ headers: request.headers as Record<string, string>, body: await text(request) });
    response.writeHead(answer[0]).end(answer[1]);
  });
  let url = "";
  let installation: DashboardInstallation;
  let browser: Browser;
  let owner: Visitor;
  let page: Page;

  beforeAll(async () => {
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    const place = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    url = `http://${place}/hook`;
    const path = join(folder, "mintwright.yaml");
    // JSON is YAML.
    writeFileSync(path, JSON.stringify({ outbound: { allow: [place] } }));
    installation = await startDashboard({ settings: { MINTWRIGHT_CONFIG: path }, withWorker: true });
    browser = await startBrowser(chromium as string);
    owner = await signUpWithCredits(installation, browser, { credits: 25 });
    page = owner.page;
  }, 240_000);

  afterAll(async () => {
    await browser?.close();
    await installation?.stop();
    receiver.closeAllConnections();
    receiver.close();
    rmSync(folder, { recursive: true });
  });

  const endpoint = () => page.getByRole("list", { name: "Endpoints" }).getByRole("listitem").first();
  const newestDelivery = () => page.locator("[data-delivery]").first();
  const choose = async (action: string) => {
    await endpoint()
      .getByRole("button", { name: /^More actions/ })
      .click();
    await page.getByRole("menuitem", { name: action }).click();
  };
  const canVerify = (secret: string) => {
    const { headers, body } = received.at(-1) as (typeof received)[0];
    try {
      return !!new Webhook(secret).verify(body, headers);
    } catch {
      return false;
    }
  };

  it("are in the side bar, and on a phone in the menu beside four entries", async () => {
    await owner.open("/");
    const sideBar = page.getByRole("navigation", { name: "Main" });
    expect(await sideBar.getByRole("list").count()).toBe(4);
    await sideBar.getByRole("link", { name: "Conversations" }).click();
    await page.getByRole("heading", { name: "Conversations" }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    const bar = page.getByRole("navigation", { name: "Main" });
    expect(await bar.getByRole("link").allTextContents()).toEqual([
      ...["Home", "Playground", "Collections", "Library"],
    ]);
    await bar.getByRole("button", { name: "Menu" }).click();
    const menu = page.getByRole("navigation", { name: "All pages" });
    await menu.getByRole("link", { name: "API reference" }).waitFor();
    await owner.inspect("phone-menu");
    await page.setViewportSize({ width: 390, height: 844 });
    if (!(await menu.isVisible())) await bar.getByRole("button", { name: "Menu" }).click();
    await menu.getByRole("link", { name: "Webhooks" }).click();
    await page.getByText("No endpoints").waitFor();
    expect(await menu.isVisible()).toBe(false);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it("go to endpoints that choose their events, and a test event shows what the receiver answered", async () => {
    await owner.press("Add endpoint");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("URL").fill("http://10.0.0.1/");
    await dialog.getByRole("button", { name: "Add endpoint" }).click();
    await dialog.getByText("url cannot be used").waitFor();
    await dialog.getByLabel("URL").fill(url);
    await dialog.getByLabel("Description").fill("production");
    await dialog.getByLabel("Only these events").check();
    for (const event of ["news.article", "credits.alert"]) await dialog.getByLabel(event).uncheck();
    await owner.inspect("webhooks-add");
    await dialog.getByRole("button", { name: "Add endpoint" }).click();
    await endpoint().getByText("collection.completed, collection.failed, collection.cancelled").waitFor();
    await owner.press("Send test event");
    await newestDelivery().getByText("delivered", { exact: true }).waitFor();
    await newestDelivery().getByText("webhook.test").waitFor();
    await newestDelivery().getByRole("button", { name: "Details" }).click();
    await newestDelivery().getByText("received, thank you").waitFor();
    await owner.inspect("webhooks-endpoint");
  });

  it("are signed with both secrets of an endpoint after a rotation", async () => {
    await choose("Signing secret");
    const dialog = page.getByRole("dialog");
    const old = String(await dialog.getByText(/^whsec_/).textContent());
    expect(canVerify(old)).toBe(true);
    await owner.press("Rotate secret");
    await page.getByText("Rotate the signing secret?").waitFor();
    await owner.press("Rotate secret");
    await dialog.getByText("The previous secret is valid until").waitFor();
    const rotated = String(await dialog.getByText(/^whsec_/).textContent());
    expect(rotated).not.toBe(old);
    await owner.inspect("webhooks-endpoint-secret");
    await owner.press("Close");
    const before = received.length;
    await owner.press("Send test event");
    await expect.poll(() => received.length, { timeout: 30_000 }).toBe(before + 1);
    expect([canVerify(old), canVerify(rotated)]).toEqual([true, true]);
  });

  it("that failed are replayed together", async () => {
    answer = [500, "<b>out of order</b>"];
    const before = received.length;
    await owner.press("Send test event");
    await expect.poll(() => received.length, { timeout: 30_000 }).toBe(before + 1);
    await expect
      .poll(() => installation.database.query("select 1 from webhook_attempt where answer_status = 500"))
      .toHaveLength(1);
    await installation.database.query(
      "update webhook_delivery set state = 'failed', due_at = null where state = 'pending'",
    );
    answer = [204, ""];
    await page.reload();
    await newestDelivery().getByText("failed", { exact: true }).waitFor();
    await owner.press("Replay failed");
    await page.getByRole("dialog").getByRole("button", { name: "Replay" }).click();
    await page.getByText("1 delivery replayed").waitFor();
    await newestDelivery().getByText("delivered", { exact: true }).waitFor();
    expect(received.at(-1)?.body).toBe(received.at(-2)?.body);
  });

  it("are no longer sent to an endpoint that was disabled or deleted", async () => {
    await choose("Disable");
    await endpoint().getByText("Disabled").waitFor();
    await endpoint().getByRole("button", { name: "Enable" }).click();
    await endpoint().getByText("Enabled").waitFor();
    await choose("Delete");
    await owner.press("Delete endpoint");
    await page.getByText("No endpoints").waitFor();
    expect(owner.problems.filter((problem) => !problem.includes("400"))).toEqual([]);
  });
});
