import type { FaultInput, FaultOrderInput } from "@mintwright/api-contract";
import { type RunningSandbox, type SandboxOptions, startSandbox as start } from "./sandbox.ts";

export type { FaultInput, RunningSandbox, SandboxOptions };

/** A test server for a test runner's setup. Call `reset` between tests and `close` after the last one. */
export interface TestSandbox extends RunningSandbox {
  /** Makes the next request fail, or the next `times` requests. */
  fail(fault: FaultInput, order?: Omit<FaultOrderInput, "fault">): Promise<void>;
  /** Removes the faults that no request has consumed yet. */
  clearFaults(): Promise<void>;
  /** Moves the clock forward and waits until the work that falls due is done. */
  advanceClock(seconds: number): Promise<void>;
}

/** Starts the local test server in this process, by default on a free port and without added latency. */
export async function startSandbox(options: SandboxOptions = {}): Promise<TestSandbox> {
  const sandbox = await start(options);
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(sandbox.url + path, {
      method,
      ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`The test server rejected the call: ${await response.text()}`);
  };
  return {
    ...sandbox,
    fail: (fault, order) => ask("POST", "/sandbox/faults", { ...order, fault }),
    clearFaults: () => ask("DELETE", "/sandbox/faults"),
    advanceClock: (seconds) => ask("POST", "/sandbox/clock", { advanceInSeconds: seconds }),
  };
}
