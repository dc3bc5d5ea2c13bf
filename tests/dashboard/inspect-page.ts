import { mkdirSync } from "node:fs";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect } from "vitest";
import { listSeriousViolations } from "./browser.ts";

const shots = process.env.DASHBOARD_SHOTS;

/** One page of each kind is inspected in all four variants; the styles are shared, so the others need only two. */
const pagesInEveryVariant = new Set([
  "sign-in",
  "home",
  "keys",
  "key-form",
  "credits",
  "collections",
  "collection-token",
  "collection-wizard",
  "playground-image",
  "playground-assistant",
  "contract",
  "audit",
  "news",
  "history",
  "operator",
  "logs-live",
  "log",
  "usage",
]);

/** Calling getAnimations applies pending styles first, so a transition that has not started yet is counted, too. */
const countTransitions =
  "document.getAnimations().filter((animation) => animation instanceof CSSTransition).length";

/** Checks a page for accessibility and sideways scrolling, and takes screenshots when DASHBOARD_SHOTS is set. */
export async function inspectPage(
  page: Page,
  name: string,
  { isWhole = true }: { isWhole?: boolean } = {},
): Promise<void> {
  const found: string[] = [];
  const isEveryVariant = shots || pagesInEveryVariant.has(name);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of isEveryVariant ? [1440, 390] : [colorScheme === "light" ? 1440 : 390]) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      await page.waitForTimeout(200);
      // A color halfway between two themes has too little contrast.
      await expect.poll(() => page.evaluate(countTransitions)).toBe(0);
      found.push(...(await listSeriousViolations(page)));
      const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
      if (Number(overflow) > 0) found.push(`${name} scrolls sideways by ${overflow} at ${width}`);
      if (shots) {
        // A fixed header would otherwise appear in the middle of a full-page screenshot.
        if (isWhole) await page.evaluate("scrollTo(0, 0)");
        const png = await page.screenshot({ fullPage: isWhole });
        mkdirSync(shots, { recursive: true });
        await sharp(png).webp({ quality: 60 }).toFile(`${shots}/${name}-${width}-${colorScheme}.webp`);
      }
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(found).toEqual([]);
}
