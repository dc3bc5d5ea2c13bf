import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type RunningProcess, startProcess } from "@mintwright/test-harness";

/** A place in the installation where one process after the other runs. */
export interface ProcessSlot {
  name: string;
  /** What the database calls its processes, newest last. */
  processIds: string[];
  isRunning(): boolean;
  /** Starts a process; with more attempts another one if that fails, as a supervisor does. */
  start(attempts?: number): Promise<void>;
  kill(): Promise<void>;
  /** Asks the process to end, and kills it when it takes too long. */
  end(): Promise<void>;
  pause(): void;
  resume(): void;
  /** Shifts the wall clock of the process; its monotonic clock goes on. */
  shiftClock(seconds: number): void;
  /** Its newest log lines. */
  readLog(): string[];
}

const endTimeoutInMs = 4_000;

/** Creates the slot. The clock is shifted by libfaketime, which reads the shift from a file once a second. */
export function createProcessSlot({
  name,
  folder,
  fakeTimeLibrary,
  environment,
  command,
}: {
  name: string;
  folder: string;
  fakeTimeLibrary: string;
  environment: Record<string, string>;
  command: string;
}): ProcessSlot {
  const clockFile = join(folder, `${name}-clock`);
  const shiftClock = (seconds: number) => writeFileSync(clockFile, `${seconds < 0 ? "" : "+"}${seconds}\n`);
  shiftClock(0);
  const env = {
    ...environment,
    LD_PRELOAD: fakeTimeLibrary,
    FAKETIME_TIMESTAMP_FILE: clockFile,
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    FAKETIME_CACHE_DURATION: "1",
    NO_FAKE_STAT: "1",
  };
  const processIds: string[] = [];
  const oldLog: string[] = [];
  let running: RunningProcess | undefined;
  const isRunning = () =>
    running !== undefined && running.child.exitCode === null && running.child.signalCode === null;

  return {
    name,
    processIds,
    isRunning,
    async start(attempts = 1) {
      if (running) oldLog.push(...running.log.slice(-50));
      for (let attempt = 1; ; attempt++) {
        try {
          running = await startProcess(name.startsWith("api") ? "api" : "worker", env, command);
          break;
        } catch (error) {
          if (attempt === attempts) throw error;
          await sleep(200);
        }
      }
      const ready = running.log.find((line) => line.includes('is ready"')) ?? "{}";
      processIds.push((JSON.parse(ready) as { processId: string }).processId);
    },
    kill: async () => running?.kill(),
    async end() {
      if (!running) return;
      const { stop, kill } = running;
      const timer = setTimeout(() => void kill(), endTimeoutInMs);
      await stop().finally(() => clearTimeout(timer));
    },
    pause: () => void running?.child.kill("SIGSTOP"),
    resume: () => void running?.child.kill("SIGCONT"),
    shiftClock,
    readLog: () => [...oldLog, ...(running?.log ?? [])],
  };
}
