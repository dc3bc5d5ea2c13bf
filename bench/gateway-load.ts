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
  /** Missing when nothing was answered. */
  p50InMs?: number;
  p99InMs?: number;
}

const words = 20;

process.on("message", (load: Load) => send(load, (result) => process.send?.(result)));

function send(load: Load, report: (result: LoadResult) => void): void {
  const times: number[] = [];
  const failures: Record<number, number> = {};
  const fail = (status: number) => {
    failures[status] = (failures[status] ?? 0) + 1;
  };
  const startedAt = performance.now();
  let endedAt = startedAt;
  let answer = { status: 0, timeInMs: 0 };
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
      // Called right after the event of the same answer.
      verifyBody(text) {
        const isWhole = String(text).split("word").length === words + 1;
        if (answer.status !== 200) fail(answer.status);
        else if (isWhole) times.push(answer.timeInMs);
        else fail(0);
        return true;
      },
    },
    () =>
      report({
        answered: times.length,
        failures,
        seconds: (endedAt - startedAt) / 1000,
        ...(times.length > 0 && { p50InMs: percentile(times, 0.5), p99InMs: percentile(times, 0.99) }),
      }),
  );
  run.on("response", (_client, status, _bytes, timeInMs) => {
    endedAt = performance.now();
    answer = { status, timeInMs };
  });
  run.on("reqError", () => fail(0));
}
