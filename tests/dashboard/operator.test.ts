import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { askMintwright, findTool } from "@mintwright/test-harness";
import type { Browser } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startBrowser } from "./browser.ts";
import { type DashboardInstallation, startDashboard } from "./dashboard-installation.ts";
import { signUpWithCredits, type Visitor } from "./visitor.ts";

const chromium = findTool({ variable: "CHROMIUM", purpose: "the admin console in a real browser" });

describe.skipIf(!chromium)("the admin console", { timeout: 240_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "mintwright-operator-"));
  let installation: DashboardInstallation;
  let browser: Browser;
  let operator: Visitor;
  let owner: Visitor;
  let outside: Server;
  let isFixed = false;

  beforeAll(async () => {
    const image = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#275" } })
      .png()
      .toBuffer();
    // A feed, an image and a model server of others, all broken until the test fixes them.
    outside = createServer((_request, answer) => {
      if (isFixed) answer.setHeader("content-type", "image/png").end(image);
      else answer.writeHead(500).end("broken");
    }).listen(0, "127.0.0.1");
    await once(outside, "listening");
    const { port } = outside.address() as AddressInfo;
    const file = join(folder, "mintwright.yaml");
    writeFileSync(
      file,
      `engines: { workshop: { type: openai, baseUrl: "http://127.0.0.1:${port}/v1", model: small } }
models: { prompt_enhancer: workshop }
news: { gather: true, feeds: [{ name: Broken Times, url: "http://127.0.0.1:${port}/feed.xml" }] }
outbound: { allow: ["127.0.0.1:${port}"] }`,
    );
    installation = await startDashboard({ withWorker: true, settings: { MINTWRIGHT_CONFIG: file } });
    browser = await startBrowser(chromium as string);
    operator = await signUpWithCredits(installation, browser, { credits: 5, email: "operator@example.com" });
    owner = await signUpWithCredits(installation, browser, { credits: 1, email: "owner@example.com" });
    await plantAnHour();
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await installation?.stop();
    outside?.close();
    rmSync(folder, { recursive: true });
  });

  const command = (...args: string[]) =>
    askMintwright<{ email: string }>(["admin", "operator", ...args], {
      DATABASE_URL: installation.database.url,
    });

  it("opens for whom the command line makes an operator, at once, and for nobody else", async () => {
    await operator.open("/operator");
    await operator.page.getByText("Operator role required").waitFor();
    await operator.inspect("operator-closed");
    expect(await command("add", "--user", "OPERATOR@example.com")).toMatchObject({ email: operator.email });
    expect(await command("list")).toMatchObject([{ email: operator.email }]);
    await operator.page.reload();
    await operator.page.getByRole("link", { name: "Failed jobs", exact: true }).waitFor();
    await operator.page.getByText("API + workers").waitFor();
    await owner.open("/operator");
    await owner.page.getByText("Operator role required").waitFor();
    expect(await owner.page.getByRole("link", { name: "Admin console", exact: true }).count()).toBe(0);
  });

  it("finds an account and grants credits, which its owner sees with the note", async () => {
    const { page, open, press, inspect } = operator;
    await open("/operator?part=accounts");
    await page.getByLabel("Find an account").fill("owner@");
    const list = page.getByRole("main");
    await list.getByText("operator@example.com", { exact: true }).waitFor({ state: "detached" });
    await press("Grant credits to owner@example.com");
    await page.getByLabel("Credits", { exact: true }).fill("12.5");
    await page.getByLabel("Note").fill("<b>for</b> the workshop");
    await inspect("operator-grant");
    await press("Grant 12.5 credits");
    await page.getByText("by operator@example.com").waitFor();
    await page.getByLabel("Find an account").fill("");
    await list.getByText("operator@example.com", { exact: true }).waitFor();
    await inspect("operator-accounts");
    await owner.open("/credits");
    await owner.page.getByText("Added · <b>for</b> the workshop").waitFor();
    await owner.page.getByTestId("balance").getByText("13.5", { exact: true }).waitFor();
  });

  it("makes a voucher that somebody redeems", async () => {
    const { page, open, press, inspect } = operator;
    await open("/operator?part=vouchers");
    await page.getByText("redeemed").first().waitFor();
    await page.getByLabel("Credits", { exact: true }).fill("3");
    await page.getByLabel("Note").fill("fair in May");
    await press("Create voucher · 3 credits");
    const code = String(await page.getByTestId("voucher-code").textContent());
    await inspect("operator-vouchers");
    await owner.open("/credits");
    await owner.page.getByLabel("Voucher code").fill(code);
    await owner.press("Redeem");
    await owner.page.getByText("3 credits added.").waitFor();
  });

  it("shows a feed that fails, with its error", async () => {
    await operator.open("/operator?part=feeds");
    await operator.page.getByText("Broken Times").waitFor();
    await operator.page.getByText(/Failed \d+ times?/).waitFor();
    await operator.page.getByText(/500/).first().waitFor();
    await operator.inspect("operator-feeds");
  });

  it("shows an engine that fails, from calls of another process's caller, and says so", async () => {
    const { key } = await askMintwright<{ key: string }>(
      ["admin", "key", "create", "--account", owner.email, "--name", "test"],
      { DATABASE_URL: installation.database.url },
    );
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const send = (path: string, body: object) =>
      fetch(`${installation.url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    for (let i = 0; i < 3; i++) {
      const { status } = await send("/nft/enhancePrompt", { prompt: "a fox" });
      expect(status).toBeGreaterThanOrEqual(500);
    }
    await operator.open("/operator?part=engines");
    const { page } = operator;
    await page.getByText("Unreachable").waitFor();
    await page.getByText("3 failed.").waitFor();
    await page.getByText(/Last error/).waitFor();
    await operator.inspect("operator-engines");
  });

  it("lists a job that failed, and trying it again from the page succeeds", async () => {
    const { page, open, inspect } = operator;
    const { port } = outside.address() as AddressInfo;
    const articles = await installation.database.query<{ article_id: string }>(
      `insert into news_article (published_at, category_id, network_id, title, description, url, image_url, words)
       select now() - interval '1 minute', 3, 46, 'A title ' || n, 'text', 'https://example.com/' || n, $1, '' from generate_series(1, 2) n
       returning article_id`,
      [`http://127.0.0.1:${port}/image.png`],
    );
    for (const { article_id } of articles) {
      await installation.database.query(
        "insert into pgboss.job (name, data, retry_limit) values ('store-news-image', jsonb_build_object('articleId', $1::int), 0)",
        [article_id],
      );
    }
    await open("/operator?part=failed-jobs");
    await page.getByText("The image server responded with status 500.").nth(1).waitFor();
    await page.getByText(`articleId: ${articles[0]?.article_id}`).waitFor();
    await inspect("operator-failed-jobs");
    isFixed = true;
    const kept = async () =>
      Number(
        (
          await installation.database.query<{ count: string }>(
            "select count(*) from news_article where image_object is not null",
          )
        )[0]?.count,
      );
    await page
      .getByRole("button", { name: /^Retry job/ })
      .first()
      .click();
    await page.getByText("1 job queued for retry").waitFor();
    await vi.waitFor(async () => expect(await kept()).toBe(1), { timeout: 20_000, interval: 500 });
    await operator.press("Retry all");
    await page.getByText("No failed jobs").waitFor();
    await vi.waitFor(async () => expect(await kept()).toBe(2), { timeout: 20_000, interval: 500 });
    isFixed = false;
  });

  it("checks the ledger, and shows queues and processes as they are", async () => {
    const { page, open, press, inspect } = operator;
    await open("/operator");
    await press("Check now");
    await page.getByText("Balanced: 2 accounts").waitFor();
    await page.getByText("images velogen").waitFor();
    await page.getByText(/queues idle/).waitFor();
    await inspect("operator");
  });

  it("closes again at once", async () => {
    await command("remove", "--user", operator.email);
    await operator.page.reload();
    await operator.page.getByText("Operator role required").waitFor();
    expect([...operator.problems, ...owner.problems].filter((text) => !/ 40[0-9] /.test(text))).toEqual([]);
  });

  /** What an hour of work leaves behind, for the eye. */
  async function plantAnHour(): Promise<void> {
    const { query } = installation.database;
    await query("insert into image_line (model) values ('velogen')");
    await query(`insert into queue_minute (queue, minute, waiting, oldest_in_s)
      select queue, date_trunc('minute', now()) - n * interval '1 minute',
        greatest(0, round(height * (1 + sin(n / 6.0)) + (n * 7 % 5))), n
      from generate_series(1, 58) n, (values ('images velogen', 40), ('webhooks', 6), ('store-news-image', 12)) as q(queue, height)
      on conflict (queue, minute) do nothing`);
    await query(`insert into engine_calls (engine, minute, outcome, up_to_seconds, calls)
      select 'sketch', date_trunc('minute', now()) - n * interval '1 minute', 'answered', bound, round(share * (1.2 + sin(n / 5.0)))
      from generate_series(1, 58) n, (values (0.1, 9), (0.25, 6), (0.5, 1), (1, 0.4)) as b(bound, share) on conflict do nothing`);
  }
});
