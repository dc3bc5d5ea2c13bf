import { performance } from "node:perf_hooks";
import { memoryUsage } from "node:process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const lookEveryInMs = 5_000;

/** Busy for less than this share of the time between two looks is idle. */
const idleShare = 0.05;

/** Less than this is not worth a pause. */
const worthCollectingInBytes = 64 * 2 ** 20;

/**
 * Gives memory back after a burst. V8 collects when something is allocated, so a process that falls idle with
 * hundreds of megabytes of finished pictures would hold them until the next one comes.
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
