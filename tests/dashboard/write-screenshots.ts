import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { startBrowser } from "./browser.ts";
import { plantAccount, readCookies } from "./planted-account.ts";
import { startPlantedInstallation } from "./planted-installation.ts";

// Writes the screenshots of the guides: whole windows of a planted account, in light and dark, small files.

const folder = fileURLToPath(new URL("../../docs/dashboard/", import.meta.url));
const maxBytes = 60_000;
const chromium = process.env.CHROMIUM;
if (!chromium) throw new Error("Set CHROMIUM to the browser, such as `command -v chromium` prints it.");

const installation = await startPlantedInstallation();
const browser = await startBrowser(chromium);
try {
  const planted = await plantAccount(installation);
  const pages = [
    ["home", "/"],
    ["image", "/playground/image"],
    ["assistant", "/playground/assistant"],
    ["contract", `/playground/contract?item=${planted.itemIds.contract}`],
    ["audit", `/playground/audit?item=${planted.itemIds.audit}`],
    ["collection", `/collections/${planted.collectionId}`],
    ["library", "/library"],
    ["keys", "/keys"],
    ["logs", "/logs"],
    ["usage", "/usage"],
    ["credits", "/credits"],
    ["operator", "/operator"],
  ] as const;
  mkdirSync(folder, { recursive: true });
  for (const [name, path] of pages) {
    // Every fourth page is dark, so that both themes are seen.
    const colorScheme = pages.findIndex(([other]) => other === name) % 4 === 3 ? "dark" : "light";
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme });
    await context.addCookies(readCookies(planted.cookie, installation.url));
    const page = await context.newPage();
    await page.goto(`${installation.url}/dashboard${path}`, { waitUntil: "networkidle" });
    await page.waitForTimeout(1_000);
    const png = await page.screenshot();
    await context.close();
    const bytes = await writeSmall(png, `${folder}${name}.webp`);
    process.stdout.write(`${name}.webp: ${Math.round(bytes / 1000)} kB\n`);
  }
} finally {
  await browser.close();
  await installation.stop();
}

/** Lowers the quality until the file is small enough. */
async function writeSmall(png: Buffer, path: string): Promise<number> {
  for (const quality of [80, 65, 50, 35]) {
    const { size } = await sharp(png).webp({ quality, effort: 6 }).toFile(path);
    if (size < maxBytes) return size;
  }
  throw new Error(`${path} is larger than ${maxBytes} bytes.`);
}
