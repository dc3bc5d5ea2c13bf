import type { Page } from "playwright-core";

const listen = `window.longTasks = [];
  window.taskWatch = new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map(({ duration }) => duration)));
  window.taskWatch.observe({ type: "longtask", buffered: false });`;

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Time of the thread's own work, in microseconds. */
  tdur?: number;
  args?: { name?: string };
}

/** How busy a page was while it was scrolled. */
export interface ScrollLoad {
  /** The longest task by the clock; 0 when none took 50 ms. On a machine that does much else this is mostly waiting. */
  longestInMs: number;
  /** The most work that one task did. */
  mostWorkInMs: number;
  longTasks: number;
  scrolledInPixels: number;
}

/** Scrolls through a whole page and tells how busy that kept its main thread. */
export async function measureScrolling(
  page: Page,
  { stepInPixels, pauseInMs }: { stepInPixels: number; pauseInMs: number },
): Promise<ScrollLoad> {
  const browser = page.context().browser();
  if (!browser) throw new Error("the page has no browser");
  await page.evaluate("window.scrollTo(0, 0)");
  await page.waitForTimeout(500);
  await browser.startTracing(page, { categories: ["toplevel"] });
  await page.evaluate(listen);
  const scrolledInPixels = await page.evaluate<number>(
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
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  return {
    longestInMs: Math.max(0, ...tasks),
    mostWorkInMs: findMostWork(trace.traceEvents),
    longTasks: tasks.length,
    scrolledInPixels,
  };
}

function findMostWork(events: readonly TraceEvent[]): number {
  const placeOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const mainThreads = new Set(
    events.filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain").map(placeOf),
  );
  const work = events.filter((event) => event.ph === "X" && mainThreads.has(placeOf(event)));
  if (work.length === 0) throw new Error("the browser traced no tasks");
  return work.reduce((most, { tdur = 0 }) => Math.max(most, tdur / 1_000), 0);
}
