import { workerData } from "node:worker_threads";

// Ends the whole process when it has grown too large or lived too long, also when its parent is gone.
const { maxResidentBytes, maxLifeInMs } = workerData as { maxResidentBytes: number; maxLifeInMs: number };
const startedAt = performance.now();

setInterval(() => {
  if (process.memoryUsage.rss() > maxResidentBytes || performance.now() - startedAt > maxLifeInMs) {
    process.kill(process.pid, "SIGKILL");
  }
}, 20);
