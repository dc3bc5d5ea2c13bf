import { fileURLToPath } from "node:url";
import { chromium, type Page } from "playwright-core";

const examples = fileURLToPath(new URL("../../examples/", import.meta.url));
const executablePath = process.env.CHROMIUM;
const isDrawn = process.env.EXAMPLE_PICTURES !== undefined && executablePath !== undefined;
const toHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const style = `
  body { margin: 0; background: #fff; font: 15px/1.5 system-ui, sans-serif; color: #1c1917; }
  main { box-sizing: border-box; width: 760px; padding: 24px; }
  pre { margin: 0; font: 13px/1.6 ui-monospace, "DejaVu Sans Mono", monospace; white-space: pre-wrap; }
  .terminal { background: #1c1917; color: #e7e5e4; border-radius: 8px; padding: 20px; }
  .command { color: #a8a29e; }
  .chat { display: flex; flex-direction: column; gap: 10px; background: #f5f5f4; border-radius: 8px; padding: 20px; }
  .chat > * { max-width: 70%; border-radius: 12px; padding: 10px 14px; background: #fff; align-self: flex-start; }
  .chat .asked { background: #d9f99d; align-self: flex-end; }
  .chat img, .result { width: 260px; border-radius: 8px; display: block; }
  .result { margin-top: 16px; }`;

/** Writes the picture of an example into its folder, when EXAMPLE_PICTURES is set. `show` opens what is on it. */
export async function drawPicture(
  example: string,
  show: (page: Page) => Promise<unknown>,
  part = "main",
): Promise<void> {
  if (!isDrawn) return;
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage({ viewport: { width: 900, height: 700 }, deviceScaleFactor: 2 });
    await show(page);
    await page.locator(part).screenshot({ path: `${examples}${example}/picture.png` });
  } finally {
    await browser.close();
  }
}

const showHtml = (html: string) => (page: Page) =>
  page.setContent(`<style>${style}</style><main>${html}</main>`, { waitUntil: "networkidle" });

const toImage = (bytes: Buffer, kind: string) =>
  `<img class="${kind}" src="data:image/jpeg;base64,${bytes.toString("base64")}" alt="">`;

/** Draws a command with what it printed, and an image that it wrote. */
export const drawTerminal = (example: string, command: string, output: string, image?: Buffer) =>
  drawPicture(
    example,
    showHtml(
      `<div class="terminal"><pre><span class="command">$ ${toHtml(command)}</span>\n${toHtml(output.trim())}</pre></div>${image ? toImage(image, "result") : ""}`,
    ),
  );

/** Draws messages of a chat: what was asked, and the text or image that was sent back. */
export const drawChat = (example: string, messages: { asked: string; sent: string | Buffer }[]) =>
  drawPicture(
    example,
    showHtml(
      `<div class="chat">${messages
        .map(({ asked, sent }) => {
          const reply = typeof sent === "string" ? toHtml(sent) : toImage(sent, "sent");
          return `<div class="asked">${toHtml(asked)}</div><div>${reply}</div>`;
        })
        .join("")}</div>`,
    ),
  );
