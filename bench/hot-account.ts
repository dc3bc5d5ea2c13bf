import { randomUUID } from "node:crypto";
import { createDatabase, startPostgres } from "@mintwright/test-harness";
import { createAdmissionService } from "../apps/server/src/features/admission/index.ts";
import { createSettlementService } from "../apps/server/src/features/credits/index.ts";
import { connectDatabase } from "../apps/server/src/platform/database/database.ts";
import { migrateDatabase } from "../apps/server/src/platform/database/migrations.ts";
import { createMetrics } from "../apps/server/src/platform/telemetry/metrics.ts";
import { createBenchAccounts, keyOf } from "./bench-accounts.ts";
import { median, printFigure, printRounds } from "./measure.ts";

// Paid calls a second of two processes with 16 clients each: every call with the key of another account, against the same with one
// key in every batch, because one client of each process uses it for all its calls. In turns.

const accounts = 1_000;
const processes = 2;
const clients = 16;
const rounds = Number(process.env.BENCH_ROUNDS ?? 7);
const secondsPerRound = Number(process.env.BENCH_SECONDS ?? 4);

const server = await startPostgres({ shared_buffers: "512MB", max_wal_size: "4GB" });
const database = await createDatabase(server.url);
await migrateDatabase(database.url);
await createBenchAccounts(database, accounts);
const sites = Array.from({ length: processes }, () => {
  const connection = connectDatabase({
    url: database.url,
    poolSize: 8,
    applicationName: "bench",
    onConnectionError() {},
  });
  const metrics = createMetrics();
  return {
    connection,
    admission: createAdmissionService({ database: connection, processId: randomUUID(), metrics }),
    settlement: createSettlementService({ database: connection, metrics }),
  };
});

try {
  const spread: number[] = [];
  const hot: number[] = [];
  await run(false);
  for (let round = 0; round < rounds; round++) {
    spread.push(await run(false));
    hot.push(await run(true));
  }
  printRounds("every call with another key", spread, "calls/s");
  printRounds("one key in every batch", hot, "calls/s");
  const ratios = hot.map((value, index) => value / (spread[index] ?? Number.NaN));
  printFigure("hot_account.calls_over_spread", median(ratios), ">= 0.9");
} finally {
  for (const { connection } of sites) await connection.destroy();
  await database.drop();
  server.stop();
}

async function run(hasHotKey: boolean): Promise<number> {
  const startedAt = performance.now();
  const endsAt = startedAt + secondsPerRound * 1_000;
  let calls = 0;
  const runClient = async ({ admission, settlement }: (typeof sites)[number], client: number) => {
    while (performance.now() < endsAt) {
      const account = hasHotKey && client === 0 ? 0 : 1 + Math.floor(Math.random() * (accounts - 1));
      const admitted = await admission.admit({
        key: keyOf(account),
        price: 50,
        operation: "enhancePrompt",
        requestId: randomUUID(),
        deadlineInMs: 60_000,
      });
      if (admitted.verdict !== "admitted")
        throw new Error(`expected to be admitted, got ${admitted.verdict}`);
      const { accountId, holdId } = admitted;
      if (!(await settlement.settle({ accountId, holdId, captured: 50 }))) throw new Error("a hold was lost");
      calls++;
    }
  };
  await Promise.all(
    sites.flatMap((site) => Array.from({ length: clients }, (_, client) => runClient(site, client))),
  );
  return calls / ((performance.now() - startedAt) / 1_000);
}
