import { mkdirSync } from "node:fs";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect } from "vitest";
import { listSeriousViolations } from "./browser.ts";

const shots = process.env.DASHBOARD_SHOTS;

/** Looks at a page in both widths and both lights, for accessibility and, when asked to, for the eye. */
export async function inspectPage(
  page: Page,
  name: string,
  { isWhole = true }: { isWhole?: boolean } = {},
): Promise<void> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      await page.waitForTimeout(200);
      found.push(...(await listSeriousViolations(page)));
      const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
      if (Number(overflow) > 0) found.push(`${name} scrolls sideways by ${overflow} at ${width}`);
      if (shots) {
        // What stays in place while one scrolls would else stand in the middle of the picture.
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
