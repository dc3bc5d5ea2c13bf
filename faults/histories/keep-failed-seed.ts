import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { History } from "./history.ts";
import type { Installation } from "./installation.ts";

/** Keeps the history and the logs of a seed that failed in a folder. */
export function keepIn(folder: string) {
  return (seed: number, { processes }: Installation, history?: History): void => {
    mkdirSync(folder, { recursive: true });
    const write = (name: string, lines: string[]) =>
      writeFileSync(join(folder, `seed-${seed}-${name}`), `${lines.join("\n")}\n`);
    for (const { name, readLog } of processes) write(`${name}.log`, readLog());
    if (history) write("history.jsonl", listLines(history));
  };
}

/** The whole history as JSON lines: plan, exchanges, faults and webhooks. */
function listLines({ operations, exchanges, faults, webhooks }: History): string[] {
  return [
    ...operations.map((operation) => ({ operation })),
    ...exchanges.map((exchange) => ({ exchange: { ...exchange, body: exchange.body.slice(0, 500) } })),
    ...faults,
    ...webhooks.map((webhook) => ({ webhook })),
  ].map((line) => JSON.stringify(line));
}
