import { execFile, spawn } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Anvil, findTool, startAnvil } from "@mintwright/test-harness";
import { startSandbox, type TestSandbox } from "mintwright/testing";
import { chromium } from "playwright-core";
import { build, type PreviewServer, preview } from "vite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { drawTerminal } from "./pictures.ts";

const run = promisify(execFile);
const examples = fileURLToPath(new URL("../../examples/", import.meta.url));
const browserPath = findTool({ variable: "CHROMIUM", purpose: "The example of a shop in a real browser" });

let sandbox: TestSandbox;
let anvil: Anvil;

beforeAll(async () => {
  [sandbox, anvil] = await Promise.all([startSandbox({ logLevel: "silent" }), startAnvil()]);
});

afterAll(() => Promise.all([sandbox?.close(), anvil?.stop()]));

/** Passes calls on to the sandbox and keeps what was asked. */
async function startRecorder(bodies: string[]) {
  const server = createServer(async (incoming, outgoing) => {
    const body = await text(incoming);
    const { host: _host, connection: _connection, "content-length": _length, ...headers } = incoming.headers;
    if (body) bodies.push(body);
    const answer = await fetch(sandbox.url + incoming.url, {
      method: incoming.method ?? "GET",
      headers: headers as Record<string, string>,
      ...(body && { body }),
    });
    outgoing.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    outgoing.end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

it("the bot tells the assistant of its project with every question, and remembers", async () => {
  const bodies: string[] = [];
  const recorder = await startRecorder(bodies);
  const bot = spawn(process.execPath, ["bot.ts"], {
    cwd: `${examples}project-bot`,
    env: { PATH: process.env.PATH, MINTWRIGHT_URL: recorder.url },
    stdio: ["pipe", "pipe", "inherit"],
  });
  bot.stdin.end("What is a seed phrase?\nWhat is gas?\n\n");
  const said = await text(bot.stdout);
  recorder.close();
  expect(said).toContain("Ask about Fox Labs.");
  expect(said).toContain("Words from which a wallet derives all its keys.");
  expect(said).toContain("2 questions remembered; 998 credits left.");
  const asked = bodies.map((body) => JSON.parse(body));
  expect(asked.map(({ contextInjection }) => contextInjection.companyName)).toEqual(["Fox Labs", "Fox Labs"]);
  expect(asked[0]).toMatchObject({ useCustomContext: true, chatHistory: "on" });
  // A terminal also shows what was typed.
  const typed = said.replace("> ", "> What is a seed phrase?\n").replace("\n> I", "\n> What is gas?\nI");
  await drawTerminal("project-bot", "npm start", typed);
});

const shop = `${examples}collection-shop`;

it("the shop makes a collection and is built", { timeout: 180_000 }, async () => {
  const [seller] = anvil.wallets;
  const { stdout } = await run(process.execPath, ["prepare-collection.ts"], {
    cwd: shop,
    env: {
      PATH: process.env.PATH,
      MINTWRIGHT_URL: sandbox.url,
      RPC_URL: anvil.rpcUrl,
      SELLER_KEY: seller?.privateKey,
    },
  });
  expect(stdout).toContain("image 4 of 4");
  expect(stdout).toMatch(/RedFoxes is at 0x[0-9a-f]{40} on chain 31337/i);
  await run("npx", ["--no-install", "tsgo", "-p", shop, "--noEmit"]);
  await build({ root: shop, logLevel: "error" });
});

it.skipIf(!browserPath)("the shop that was built sells to a wallet", { timeout: 180_000 }, async () => {
  const [, buyer] = anvil.wallets;
  const server: PreviewServer = await preview({
    root: shop,
    logLevel: "error",
    preview: { port: 0, host: "127.0.0.1" },
  });
  const browser = await chromium.launch({
    executablePath: browserPath ?? "",
    args: ["--no-sandbox", "--disable-quic", "--disable-background-networking"],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(String(error)));
    await page.addInitScript(
      ({ rpcUrl, account }) => {
        // A wallet whose one account the test chain unlocks.
        const request = async ({ method, params = [] }: { method: string; params?: unknown[] }) => {
          if (method === "eth_requestAccounts") return [account];
          const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
          const headers = { "content-type": "application/json" };
          const response = await fetch(rpcUrl, { method: "POST", headers, body });
          const answer = (await response.json()) as { error?: { message: string }; result?: unknown };
          if (answer.error) throw new Error(answer.error.message);
          return answer.result;
        };
        Object.assign(globalThis, { ethereum: { request } });
      },
      { rpcUrl: anvil.rpcUrl, account: buyer?.address },
    );
    await page.goto(server.resolvedUrls?.local[0] ?? "");
    await page.getByText("4 of 4 for sale").waitFor();
    await page.getByRole("button", { name: "Buy one for 0.01 ETH" }).click();
    await page.getByText("3 of 4 for sale").waitFor();
    expect(await page.locator("figure.sold").count()).toBe(1);
    // The sale draws all figures anew, so their images load once more.
    const readWidths = () =>
      page
        .locator("figure img")
        .evaluateAll((images) => images.map((image) => (image as { naturalWidth?: number }).naturalWidth));
    await expect.poll(readWidths).toEqual([512, 512, 512, 512]);
    if (process.env.EXAMPLE_PICTURES !== undefined) {
      await page.setViewportSize({ width: 1280, height: 430 });
      await page.screenshot({ path: `${shop}/picture.png` });
    }
    expect(problems).toEqual([]);
  } finally {
    await browser.close();
    await server.close();
  }
});
