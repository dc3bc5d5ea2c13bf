import type { Page } from "playwright-core";

const listen = `window.longTasks = [];
  window.taskWatch = new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map(({ duration }) => duration)));
  window.taskWatch.observe({ type: "longtask", buffered: false });`;

/** Scrolls through a whole page and returns how long its main thread was ever busy; 0 when never for 50 ms. */
export async function measureLongestTask(
  page: Page,
  { stepInPixels, pauseInMs }: { stepInPixels: number; pauseInMs: number },
): Promise<{ longestInMs: number; tasks: number; scrolled: number }> {
  await page.evaluate("window.scrollTo(0, 0)");
  await page.waitForTimeout(500);
  await page.evaluate(listen);
  const scrolled = await page.evaluate<number>(
    `new Promise((resolve) => {
      const step = () => {
        const before = window.scrollY;
        window.scrollBy(0, ${stepInPixels});
        if (window.scrollY === before) resolve(before);
        else setTimeout(() => requestAnimationFrame(step), ${pauseInMs});
      };
      step();
    })`,
  );
  await page.waitForTimeout(300);
  const tasks = await page.evaluate<number[]>("window.taskWatch.disconnect(), window.longTasks");
  return { longestInMs: Math.max(0, ...tasks), tasks: tasks.length, scrolled };
}
