import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { History } from "./history.ts";
import type { Installation } from "./installation.ts";

/** Keeps the history and the logs of a seed that failed in a folder. */
export function keepIn(folder: string) {
  return async (seed: number, { processes, database }: Installation, history?: History): Promise<void> => {
    mkdirSync(folder, { recursive: true });
    const write = (name: string, lines: string[]) =>
      writeFileSync(join(folder, `seed-${seed}-${name}`), `${lines.join("\n")}\n`);
    for (const { name, readLog } of processes) write(`${name}.log`, readLog());
    if (history) write("history.jsonl", listLines(history));
    const rows = unfinished.map(async (query) => ({ query, rows: await database.query(query) }));
    write("unfinished.json", [JSON.stringify(await Promise.all(rows), null, 2)]);
  };
}

/** What the database still has to do. */
const unfinished = [
  "select now(), * from process order by seen_at",
  "select * from hold",
  "select * from collection where state in ('queued', 'processing')",
  "select * from collection_image where state = 'waiting'",
  "select * from image_claim",
  "select * from image_line",
  "select * from account_turn where look_at is not null",
  "select * from webhook_delivery where state = 'pending'",
  "select * from token_mint where state in ('queued', 'signed')",
  "select name, id, state, retry_count, start_after, started_on, heartbeat_on, output from pgboss.job where state < 'completed'",
];

/** The whole history as JSON lines: plan, exchanges, faults and webhooks. */
function listLines({ operations, exchanges, faults, webhooks }: History): string[] {
  return [
    ...operations.map((operation) => ({ operation })),
    ...exchanges.map((exchange) => ({ exchange: { ...exchange, body: exchange.body.slice(0, 500) } })),
    ...faults,
    ...webhooks.map((webhook) => ({ webhook })),
  ].map((line) => JSON.stringify(line));
}
