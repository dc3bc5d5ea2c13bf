import { readFileSync, readlinkSync } from "node:fs";

/** Identifies a process for others on the same machine, in the same container. */
export interface ProcessMark {
  /** Differs between machines, boots and containers. */
  machine: string;
  pid: number;
  /** Differs when a process id is used again. */
  startedAt: string;
}

/** Returns the mark of this process; undefined where the system has no /proc. */
export function readOwnMark(): ProcessMark | undefined {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const startedAt = readStart(process.pid);
    if (!startedAt) return undefined;
    return { machine: `${boot} ${readlinkSync("/proc/self/ns/pid")}`, pid: process.pid, startedAt };
  } catch {
    return undefined;
  }
}

/** Whether a process of this machine has certainly ended. One that is paused has not. */
export function isDead({ pid, startedAt }: Pick<ProcessMark, "pid" | "startedAt">): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
  const start = readStart(pid);
  return start !== undefined && start !== startedAt;
}

/** The start of a process in clock ticks since the boot; undefined when it may not be read. */
function readStart(pid: number): string | undefined {
  try {
    // The name of the program, in parentheses, may contain spaces.
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[19];
  } catch {
    return undefined;
  }
}
