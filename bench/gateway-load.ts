import autocannon from "autocannon";
import { percentile } from "./measure.ts";

// The load of bench:gateways, in a process of its own: sends a number of requests and reports how they were answered.

export interface Load {
  url: string;
  headers: Record<string, string>;
  body: string;
  clients: number;
  requests: number;
}

export interface LoadResult {
  /** Answers with status 200 and the whole text. */
  answered: number;
  /** Every other outcome, by status code. 0: no answer, or a text that was cut off. */
  failures: Record<number, number>;
  seconds: number;
  p50InMs: number;
  p99InMs: number;
}

const words = 20;

process.on("message", (load: Load) => send(load, (result) => process.send?.(result)));

function send(load: Load, report: (result: LoadResult) => void): void {
  const times: number[] = [];
  const failures: Record<number, number> = {};
  const fail = (status: number, count = 1) => {
    failures[status] = (failures[status] ?? 0) + count;
  };
  const startedAt = performance.now();
  let endedAt = startedAt;
  const run = autocannon(
    {
      url: load.url,
      method: "POST",
      headers: { "content-type": "application/json", ...load.headers },
      body: load.body,
      connections: load.clients,
      amount: load.requests,
      timeout: 120,
      // How soon it notices that everything was answered.
      sampleInt: 20,
      verifyBody: (text) => String(text).split("word").length === words + 1,
    },
    (_error, { mismatches }) => {
      if (mismatches > 0) fail(0, mismatches);
      report({
        answered: times.length - mismatches,
        failures,
        seconds: (endedAt - startedAt) / 1000,
        p50InMs: percentile(times, 0.5),
        p99InMs: percentile(times, 0.99),
      });
    },
  );
  run.on("response", (_client, status, _bytes, timeInMs) => {
    endedAt = performance.now();
    if (status === 200) times.push(timeInMs);
    else fail(status);
  });
  run.on("reqError", () => fail(0));
}
