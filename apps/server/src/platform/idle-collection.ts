import { performance } from "node:perf_hooks";
import { memoryUsage } from "node:process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const lookEveryInMs = 5_000;

/** Event loop utilization below which the process counts as idle. */
const idleShare = 0.05;

/** Not worth a pause below this size. */
const worthCollectingInBytes = 64 * 2 ** 20;

/**
 * Frees memory after a burst. V8 collects garbage when something is allocated, so a process that becomes idle with
 * hundreds of megabytes of finished images would keep them until the next request.
 */
export function startIdleCollection(): { stop(): void } {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as NodeJS.GCFunction;
  let leastResident = memoryUsage.rss();
  let seen = performance.eventLoopUtilization();
  const timer = setInterval(async () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, seen);
    seen = now;
    leastResident = Math.min(leastResident, memoryUsage.rss());
    if (utilization > idleShare || memoryUsage.rss() - leastResident < worthCollectingInBytes) return;
    await collect({ type: "major", flavor: "last-resort", execution: "async" });
    leastResident = memoryUsage.rss();
  }, lookEveryInMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
