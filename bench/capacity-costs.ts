import type { TableSize } from "./database-growth.ts";
import { median } from "./measure.ts";

/** `first`: after a checkpoint, and the account's first call in this hour. `again`: the same accounts once more. */
export type Phase = "first" | "again";

/** What one unit of work cost in one round. */
export interface Cost {
  count: number;
  seconds: number;
  connections: { open: number; busy: number };
  logInBytes: number;
  apiInMs: number;
  workerInMs: number;
  postgresInMs: number;
  tables: Map<string, TableSize>;
}

export type Costs = Map<string, Record<Phase, Cost[]>>;

/** What one unit of work costs: medians of the rounds, without what the idle processes need in the same time. */
export interface UnitCost {
  logInBytes: number;
  apiInMs: number;
  workerInMs: number;
  postgresInMs: number;
  connections: { open: number; busy: number };
  /** Growth of tables and their indexes, by what is kept equally long. */
  growthInBytes: Map<string, number>;
}

/** What is kept equally long, in days, in the order of the tables. `null`: forever. */
export const kept = new Map<string, { tables: RegExp; days: number | null }>([
  ["ledger", { tables: /^ledger_entry$/, days: null }],
  ["chat", { tables: /^chat_/, days: null }],
  ["usage", { tables: /^(usage|request)_hour$/, days: 760 }],
  ["request log", { tables: /^request_log$/, days: 30 }],
  ["webhooks", { tables: /^webhook_/, days: 30 }],
  ["jobs", { tables: /^pgboss\./, days: 7 }],
]);

export function summarize(rounds: Cost[], idle: Cost): UnitCost {
  const middle = (key: "logInBytes" | "apiInMs" | "workerInMs" | "postgresInMs") =>
    Math.max(0, median(rounds.map((cost) => cost[key] - (idle[key] * cost.seconds) / cost.count)));
  const growth = [...kept].map(([name, { tables }]) => {
    const perRound = rounds.map((cost) =>
      [...cost.tables]
        .filter(([table]) => tables.test(table))
        .reduce((sum, [, { rowsInBytes, indexInBytes }]) => sum + rowsInBytes + indexInBytes, 0),
    );
    return [name, perRound.reduce((sum, bytes) => sum + bytes, 0) / perRound.length] as const;
  });
  return {
    logInBytes: middle("logInBytes"),
    apiInMs: middle("apiInMs"),
    workerInMs: middle("workerInMs"),
    postgresInMs: middle("postgresInMs"),
    connections: {
      open: Math.max(...rounds.map(({ connections }) => connections.open)),
      busy: Math.max(...rounds.map(({ connections }) => connections.busy)),
    },
    growthInBytes: new Map(growth),
  };
}
