import { readFileSync } from "node:fs";
import type { RunningProcess } from "@mintwright/test-harness";

/** Environment of a process whose live memory is to be read. */
export const inspectable = { NODE_OPTIONS: "--inspect=127.0.0.1:0" };

/**
 * Reads what a process really holds, in bytes: objects and buffers that are left after a full collection. Resident
 * memory also shows what the collector has not got round to, or keeps for later.
 */
export async function readLiveMemory({ log }: RunningProcess): Promise<number> {
  // The program replaces itself once when it starts, and announces its debugger each time.
  const address = log.map((line) => /Debugger listening on (ws:\S+)/.exec(line)?.[1]).findLast(Boolean);
  if (!address) throw new Error("the process was not started to be inspected");
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", reject, { once: true });
  });
  let lastId = 0;
  const ask = (method: string, params = {}) =>
    new Promise<{ result: { value: number } }>((resolve) => {
      const id = ++lastId;
      socket.addEventListener("message", function onMessage({ data }) {
        const answer = JSON.parse(String(data));
        if (answer.id !== id) return;
        socket.removeEventListener("message", onMessage);
        resolve(answer.result);
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
  try {
    // Twice: what the first collection finalizes is freed by the second.
    await ask("HeapProfiler.collectGarbage");
    await ask("HeapProfiler.collectGarbage");
    const expression = "(({ heapUsed, external }) => heapUsed + external)(process.memoryUsage())";
    return (await ask("Runtime.evaluate", { expression, returnByValue: true })).result.value;
  } finally {
    const closed = new Promise((resolve) => socket.addEventListener("close", resolve, { once: true }));
    socket.close();
    // A process does not end while a debugger is attached.
    await closed;
  }
}

/** Reads the resident memory of a process, in bytes. */
export function readResidentMemory({ child }: RunningProcess): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) * 1024;
}
