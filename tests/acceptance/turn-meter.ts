// Loaded into a process with --import: writes how much CPU time the turns of its main thread took.
import { appendFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const file = process.env.TURN_METER_FILE;
const sampleInMs = 2;
/** Turns that are written at once, with their time, so that a test can say what ran then. */
const longTurnInMs = 50;
const reportInMs = 1_000;

function cpuInMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

if (file && isMainThread) {
  let before = cpuInMs();
  let samples = 0;
  let longest = 0;
  // A timer that is due runs in every turn, so that what lies between two samples is one turn and a few short ones.
  setInterval(() => {
    const now = cpuInMs();
    const used = now - before;
    before = now;
    samples++;
    longest = Math.max(longest, used);
    if (used > longTurnInMs) appendFileSync(file, `${JSON.stringify({ at: Date.now(), longest: used })}\n`);
  }, sampleInMs).unref();
  setInterval(() => {
    appendFileSync(file, `${JSON.stringify({ at: Date.now(), longest, samples })}\n`);
    samples = 0;
    longest = 0;
  }, reportInMs).unref();
}
