import { mkdirSync } from "node:fs";
import type { Page } from "playwright-core";
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
        mkdirSync(shots, { recursive: true });
        await page.screenshot({ path: `${shots}/${name}-${width}-${colorScheme}.png`, fullPage: isWhole });
      }
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(found).toEqual([]);
}
