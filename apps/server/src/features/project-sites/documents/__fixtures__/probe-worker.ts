import { readFileSync, writeFileSync } from "node:fs";

// Tries what a hostile document might make the reader's process do, and tells its parent what succeeded.
const attempts: Record<string, () => unknown> = {
  "parent's environment": () => readFileSync(`/proc/${process.ppid}/environ`),
  "own environment": () => readFileSync("/proc/self/environ"),
  "system file": () => readFileSync("/etc/hostname"),
  "working directory": () => readFileSync(process.argv[2] ?? ""),
  "write beside the program": () => writeFileSync(new URL("./written", import.meta.url), ""),
  "own program": () => readFileSync(new URL(import.meta.url)),
};

const succeeded = Object.entries(attempts).flatMap(([name, attempt]) => {
  try {
    attempt();
    return [name];
  } catch {
    return [];
  }
});
process.send?.({ succeeded });
