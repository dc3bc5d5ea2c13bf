import { execFile } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import {
  createTestKey,
  findTool,
  type ScriptedModelServer,
  startScriptedModelServer,
} from "@mintwright/test-harness";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  hang,
  type ImageSetup,
  type ScriptedImageServer,
  startScriptedImageServer,
  writeImageSetup,
} from "../acceptance/scripted-image-server.ts";
import { startBrowser } from "./browser.ts";
import { type DashboardInstallation, startDashboard } from "./dashboard-installation.ts";
import { signUpWithCredits, type Visitor } from "./visitor.ts";

const run = promisify(execFile);
const chromium = findTool({ variable: "CHROMIUM", purpose: "the playground in a real browser" });
const script = '<img src=x onerror="window.owned=1"><script>window.owned=1</script>';

describe.skipIf(!chromium)("the playground", { timeout: 240_000 }, () => {
  let imageServer: ScriptedImageServer;
  let model: ScriptedModelServer;
  let setup: ImageSetup;
  let installation: DashboardInstallation;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;
  /** A server that would learn who reads what, if the page loaded anything from it. */
  let tracker: Server;
  let trackerUrl: string;
  let tracked = 0;

  beforeAll(async () => {
    imageServer = await startScriptedImageServer();
    model = await startScriptedModelServer();
    tracker = createServer((_request, response) => {
      tracked++;
      response.end();
    });
    await new Promise<void>((resolve) => tracker.listen(0, "127.0.0.1", resolve));
    trackerUrl = `http://127.0.0.1:${(tracker.address() as AddressInfo).port}`;
    // velogen stays with the built-in sketches.
    setup = writeImageSetup({
      engines: {
        "image-server": { type: "sd-web", baseUrl: imageServer.baseUrl, timeoutInMs: 60_000 },
        talker: { type: "openai", baseUrl: model.baseUrl, model: "scripted" },
      },
      models: { general_assistant: "talker", nebula_forge_xl: "image-server" },
    });
    installation = await startDashboard({ settings: setup.environment });
    browser = await startBrowser(chromium as string);
    visitor = await signUpWithCredits(installation, browser, { credits: 100 });
    page = visitor.page;
    page.setDefaultTimeout(45_000);
  }, 240_000);

  afterAll(async () => {
    await browser?.close();
    await installation?.stop();
    await imageServer?.stop();
    await model?.stop();
    tracker?.close();
    setup?.remove();
  });

  const button = (name: string | RegExp) => page.getByRole("button", { name });
  const chooseModel = (name: string) =>
    page.getByRole("radio", { name: new RegExp(`^${name}`) }).check({ force: true });
  const readBalance = async () => {
    const answer = await page.evaluate("fetch('/dashboard/api/credits').then((answer) => answer.json())");
    return answer as { balance: number; held: number; spent: number };
  };
  const expectNoScript = async () => expect(await page.evaluate("window.owned")).toBeUndefined();

  describe("image", () => {
    it("says the price before the click, generates, and charges that price", async () => {
      await visitor.open("/playground/image");
      await button("Generate · 1 credit").waitFor();
      await visitor.inspect("playground-image-empty");
      await page.getByLabel("Prompt", { exact: true }).fill("a fox who mends clocks");
      await button("paper cut").click();
      const before = await readBalance();
      await button("Generate · 1 credit").click();
      await page.getByRole("img", { name: "a fox who mends clocks" }).waitFor();
      expect(await page.getByTestId("charged").textContent()).toBe("1 credit");
      expect((await readBalance()).balance).toBe(before.balance - 1);
      await page.getByTestId("balance").getByText("99").waitFor();
      const size = await page.evaluate(
        "(({ naturalWidth, naturalHeight }) => [naturalWidth, naturalHeight])(document.querySelector('figure img'))",
      );
      expect(size).toEqual([768, 768]);
    });

    it("takes every choice from the contract, and shows the price of each", async () => {
      await page.getByLabel("Enhancement").selectOption("2x");
      await button("Generate · 2 credits").waitFor();
      await page.getByText("Delivered at 1536 × 1536 pixels, enhanced.").waitFor();
      await page.getByLabel("Enhancement").selectOption("");
      await chooseModel("Dale3");
      await button("Generate · 4.75 credits").waitFor();
      await page.getByLabel("1792×1024").check({ force: true });
      await button("Generate · 9.5 credits").waitFor();
      await page.getByLabel("Images", { exact: true }).selectOption("3");
      await button("Generate · 28.5 credits").waitFor();
      await chooseModel("velogen");
      await button("Generate · 3 credits").waitFor();
    });

    it("generates several with traits, keeps them in a strip, and saves one", async () => {
      await page.getByText("Advanced: traits, reference image, seed").click();
      await button("Add trait").click();
      await page.getByLabel("Trait", { exact: true }).fill("Hat");
      await page.getByLabel("Values").fill("top hat, bowler");
      const before = await readBalance();
      await button("Generate · 3 credits").click();
      await page.getByRole("region", { name: "Recent images" }).getByRole("button").nth(3).waitFor();
      expect(await page.getByTestId("charged").textContent()).toBe("1 credit");
      expect((await readBalance()).balance).toBe(before.balance - 3);
      const download = page.waitForEvent("download");
      await page.getByRole("link", { name: "Download" }).click();
      expect((await download).suggestedFilename()).toBe("a-fox-who-mends-clocks.jpg");
      await Promise.all([page.getByText("Copied").waitFor(), button("Copy image").click()]);
      const types = "navigator.clipboard.read().then(([item]) => item.types)";
      expect(await page.evaluate(types)).toContain("image/png");
      await visitor.inspect("playground-image");
    });

    it("uses what it made as a reference, or a dropped file", async () => {
      await page.getByLabel("Images", { exact: true }).selectOption("1");
      await button("Use as reference").click();
      await page.getByRole("img", { name: "Reference" }).waitFor();
      await page.getByLabel("Keep the character recognizable").check();
      await button("Generate · 1 credit").click();
      await page.getByRole("region", { name: "Recent images" }).getByRole("button").nth(4).waitFor();
      await visitor.press("Remove");
      const png = Buffer.from(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
        "base64",
      );
      await page
        .getByLabel(/Drop an image here/)
        .setInputFiles({ name: "dot.png", mimeType: "image/png", buffer: png });
      await page.getByRole("img", { name: "Reference" }).waitFor();
      await visitor.press("Remove");
      await page
        .getByLabel(/Drop an image here/)
        .setInputFiles({ name: "not.png", mimeType: "image/png", buffer: Buffer.from("no image") });
      await page.getByText("it is not a readable image").waitFor();
    });

    it("shows progress, can be stopped, and a failure says what happened and that nothing was charged", async () => {
      const before = await readBalance();
      await chooseModel("nebula_forge_xl");
      imageServer.script = hang;
      await button("Generate · 1 credit").click();
      await page.getByText("Generating…").waitFor();
      await visitor.inspect("playground-image-loading");
      await button("Stop").click();
      await page.getByText("Stopped. You are not charged for images that were not delivered.").waitFor();
      imageServer.script = async () => "fail";
      await button("Generate · 1 credit").click();
      await page.getByText("Nothing was charged.", { exact: true }).waitFor();
      await button("Copy request ID").waitFor();
      await visitor.inspect("playground-image-error");
      await expect.poll(async () => await readBalance()).toEqual(before);
    });

    it("shows prompts, styles and traits of others as text", async () => {
      await chooseModel("velogen");
      await page.getByLabel("Prompt", { exact: true }).fill(script);
      await page.getByLabel("Style").fill(`"><script>x`);
      await page.getByLabel("Trait", { exact: true }).fill(script.slice(0, 60));
      await button("Generate · 1 credit").click();
      await page.locator("figcaption").getByText(script).waitFor();
      await page.getByText("Show code: curl, TypeScript, Python").click();
      await page.getByLabel("Code in curl").getByText("onerror").waitFor();
      await expectNoScript();
      await visitor.inspect("playground-image-code");
    });

    it("shows a program that generates the same when it is pasted into a shell", async () => {
      await Promise.all([page.getByText("Copied").waitFor(), button("Copy code").click()]);
      const program = String(await page.evaluate("navigator.clipboard.readText()"));
      const { key } = await createTestKey(installation.database.url, await readAccountId());
      const cwd = setup.environment.STORAGE_DIRECTORY;
      await run("bash", ["-c", program], { cwd, env: { PATH: process.env.PATH, MINTWRIGHT_KEY: key } });
      const { stdout } = await run("head", ["-c", "3", "image.jpg"], { cwd, encoding: "buffer" });
      expect(stdout).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    });

    it("is on the home page, where it leads back to its own page", async () => {
      await page.getByRole("link", { name: "Home" }).first().click();
      await page.getByRole("heading", { name: "Recent work" }).waitFor();
      await page.getByRole("list", { name: "Credits spent per day" }).waitFor();
      await visitor.inspect("home-images");
      await expectNoScript();
    });

    const readAccountId = async () => {
      const session = await page.evaluate("fetch('/dashboard/api/session').then((answer) => answer.json())");
      return (session as { account: { id: string } }).account.id;
    };
  });

  describe("assistant", () => {
    const question = () => page.getByLabel("Your question");
    const answers = () => page.locator("main ol > li");

    it("streams an answer in pieces and charges the price on the button", async () => {
      await visitor.open("/playground/assistant");
      await page.getByText("What would you like to know?").waitFor();
      await visitor.inspect("playground-assistant-empty");
      await button("Ask · 1 credit").waitFor();
      await page.getByLabel("Save history").uncheck();
      await button("Ask · 0.5 credits").waitFor();
      await page.getByLabel("Save history").check();
      const before = await readBalance();
      const pieces = ["**Gas** is ", "what a transaction ", "pays.\n\n", "- in ether\n", "- to validators"];
      model.follow({ kind: "pieces", pieces, everyInMs: 1_500 });
      await question().fill("What is gas?");
      const lengths: number[] = [];
      await button("Ask · 1 credit").click();
      await answers().getByText("Gas").first().waitFor();
      await button("Stop").waitFor();
      while ((await button("Copy answer").count()) === 0) {
        const text = await answers().last().textContent();
        if (lengths.at(-1) !== text?.length) lengths.push(text?.length ?? 0);
        await page.waitForTimeout(50);
      }
      expect(lengths.length).toBeGreaterThanOrEqual(4);
      expect(await answers().last().locator("strong").textContent()).toBe("Gas");
      expect(await answers().last().locator("ul > li").count()).toBe(2);
      expect(await page.getByTestId("charged").textContent()).toBe("1 credit");
      expect((await readBalance()).balance).toBe(before.balance - 1);
    });

    it("keeps the conversation under its address", async () => {
      const address = page.url();
      expect(address).toMatch(/\?session=[0-9a-f-]{36}$/);
      model.follow({ kind: "answer", text: "To those who validate." });
      await question().fill("To whom?");
      await page.keyboard.press("Enter");
      await page.getByText("To those who validate.").waitFor();
      // The text arrives before the answer is charged and saved.
      await button("Copy answer").nth(1).waitFor();
      expect(model.calls[0]?.messages.map(({ content }) => content)).toContain("What is gas?");
      await page.goto(address);
      await page.getByText("To those who validate.").waitFor();
      await page.getByText("What is gas?").waitFor();
      await visitor.inspect("playground-assistant");
      await page.getByRole("link", { name: "New conversation" }).click();
      await page.getByText("What would you like to know?").waitFor();
      expect(page.url()).not.toBe(address);
    });

    it("stops, and reads on without a second charge", async () => {
      const before = await readBalance();
      model.follow({ kind: "pieces", pieces: ["Once ", "upon ", "a ", "time."], everyInMs: 1_500 });
      await question().fill("Tell me a story");
      await button("Ask · 1 credit").click();
      await page.getByText("Once").waitFor();
      await button("Stop").click();
      await page.getByText("Stopped.").waitFor();
      // The model continues for some seconds. Until it ends, the API refuses a second request with the same idempotency key.
      await button("Resume answer (no extra charge)").click();
      await page.getByText("Once upon a time.").waitFor();
      await button("Copy answer").waitFor();
      await expect
        .poll(async () => await readBalance())
        .toMatchObject({ balance: before.balance - 1, held: 0 });
      expect(model.calls).toHaveLength(1);
    });

    it("says what happened when the model fails, and that nothing was charged", async () => {
      const before = await readBalance();
      model.follow({ kind: "refuse", status: 500 });
      await question().fill("Are you there?");
      await button("Ask · 1 credit").click();
      await page.getByText("Nothing was charged.", { exact: true }).waitFor();
      await button("Copy request ID").waitFor();
      await visitor.inspect("playground-assistant-error");
      expect(await readBalance()).toEqual(before);
    });

    it("renders hostile Markdown harmlessly", async () => {
      await page.getByRole("link", { name: "New conversation" }).click();
      const hostile = [
        script,
        "[click](javascript:window.owned=1) [data](data:text/html,<script>window.owned=1</script>)",
        "[vb](vbscript:x) [file](file:///etc/passwd) [own](/dashboard/api/account/delete)",
        `![pixel](${trackerUrl}/pixel.png) ![own](/dashboard/api/session) <img src="${trackerUrl}/raw.png">`,
        `<iframe src="${trackerUrl}/frame"></iframe><style>*{display:none}</style><link rel=stylesheet href=${trackerUrl}/x>`,
        `[good](https://example.com/page) <https://example.com/auto> ${trackerUrl}/bare`,
        `| ${"wide | ".repeat(60)}\n| ${"--- | ".repeat(60)}\n| ${"cell | ".repeat(60)}`,
        `\`\`\`js\n${"x".repeat(4_000)}\n\`\`\``,
        `${"> ".repeat(200)}deep`,
        "w".repeat(3_000),
      ].join("\n\n");
      model.follow({ kind: "answer", text: hostile });
      await question().fill(script);
      await button("Ask · 1 credit").click();
      await button("Copy answer").waitFor();
      await page.getByRole("link", { name: "good" }).waitFor();
      const links = await answers()
        .last()
        .locator("a")
        .evaluateAll((found) =>
          found.map((link) => [
            link.getAttribute("href"),
            link.getAttribute("rel"),
            link.getAttribute("target"),
          ]),
        );
      const safe = ["noopener noreferrer nofollow", "_blank"];
      expect(links).toEqual([
        ["https://example.com/page", ...safe],
        ["https://example.com/auto", ...safe],
        [`${trackerUrl}/bare`, ...safe],
      ]);
      for (const element of ["img", "iframe", "style", "link", "script", "object", "form"]) {
        expect([element, await answers().locator(element).count()]).toEqual([element, 0]);
      }
      await page.getByText("[image not loaded: pixel").waitFor();
      await visitor.inspect("playground-assistant-hostile");
      await expectNoScript();
      expect(tracked).toBe(0);
    });

    it("stays usable with endless text", async () => {
      await page.getByRole("link", { name: "New conversation" }).click();
      const rows = Array.from({ length: 150 }, (_, row) => `| ${row} | fox |`).join("\n");
      const code = `\`\`\`\n${"let x = 1;\n".repeat(12_000)}\`\`\``;
      model.follow(
        { kind: "answer", text: `| n | name |\n|---|---|\n${rows}` },
        { kind: "answer", text: code },
      );
      for (const [index, text] of ["a huge table", "endless code"].entries()) {
        await question().fill(text);
        await button("Ask · 1 credit").click();
        await button("Copy answer").nth(index).waitFor();
        const started = performance.now();
        await question().fill("still typing");
        expect(performance.now() - started).toBeLessThan(10_000);
      }
      expect(await button("Copy answer").count()).toBe(2);
      await visitor.inspect("playground-assistant-long");
    });

    it("says nothing wrong in the console", () => {
      // What is refused is told by the page, and by the browser's own log of answers.
      const isAnswer = (text: string) => /Failed to load resource.* (4|5)\d\d /.test(text);
      expect(visitor.problems.filter((text) => !isAnswer(text))).toEqual([]);
    });
  });
});
