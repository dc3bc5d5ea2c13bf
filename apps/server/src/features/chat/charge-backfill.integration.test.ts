import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../../platform/__fixtures__/cloned-database.ts";
import { createLogger } from "../../platform/logging.ts";
import {
  backfillKind,
  createBackfillJob,
  openQueue,
  planBackfills,
  type Queue,
} from "../../platform/queue/queue.ts";
import { createMetrics } from "../../platform/telemetry/metrics.ts";
import { createKeyedAccount, type KeyedAccount } from "../__fixtures__/index.ts";
import { chargeBackfill } from "./charge-backfill.repository.ts";

const records = 3_000;
const logger = createLogger("silent");
const backfills = [chargeBackfill];
let clone: ClonedDatabase;
let account: KeyedAccount;

beforeAll(async () => {
  clone = await cloneDatabase();
  account = await createKeyedAccount(clone.database);
  const { accountId, keyId } = account;
  await clone.query(
    `insert into chat_record (account_id, key_id, created_at, record_id, model, question, answer, characters, request_id, first_text_in_ms)
     select $1, $2, now() - n / 7 * interval '1 second', gen_random_uuid(), 'm', 'q' || n, 'a', 1, 'request ' || n, 0
     from generate_series(1, $3::integer) n`,
    [accountId, keyId, records],
  );
  // Every third answer was free. Another hold of the same request belongs to something else.
  await clone.query(
    `insert into ledger_entry (account_id, kind, amount, request_id, key_id, hold_id)
     select r.account_id, part.kind::ledger_kind, part.amount, r.request_id, r.key_id, part.hold_id
     from chat_record r cross join lateral (values
       ('capture', substr(r.question, 2)::bigint, r.record_id), ('release', 9, r.record_id), ('capture', 7, gen_random_uuid())
     ) as part(kind, amount, hold_id)
     where substr(r.question, 2)::bigint % 3 > 0`,
  );
});

afterAll(() => clone.close());

async function startWorker(known = backfills): Promise<Queue> {
  const queue = await openQueue(clone.database, [backfillKind], { logger, isWorker: true, url: clone.url });
  const { database } = clone;
  await queue.work([createBackfillJob({ database, enqueue: queue.enqueue, backfills: known, logger })], {
    logger,
    metrics: createMetrics(),
  });
  await planBackfills(database, queue.enqueue, known);
  return queue;
}

const readState = async () =>
  (
    await clone.query<{ filled: number; isFinished: boolean }>(
      `select filled::int, finished_at is not null as "isFinished" from backfill where name = 'chat-record-charged'`,
    )
  )[0];

const readJobs = () =>
  clone.query(
    `select state, extract(epoch from start_after - created_on)::int as wait from pgboss.job where name = 'backfill'
     and state <= 'active'`,
  );

it("fills every record once, in batches that stop and continue, around a record that another transaction has locked", async () => {
  const locker = new pg.Client({ connectionString: clone.url });
  await locker.connect();
  await locker.query("begin");
  await locker.query("select from chat_record where question = 'q1000' for update");
  const first = await startWorker();
  await vi.waitFor(async () => expect((await readState())?.filled).toBeGreaterThan(0), {
    interval: 5,
    timeout: 20_000,
  });
  await first.stop();
  const stopped = await readState();
  expect(stopped?.isFinished).toBe(false);
  expect(stopped?.filled).toBeLessThan(records);
  expect(await readJobs()).toEqual([{ state: "created", wait: 0 }]);

  const second = await startWorker();
  await vi.waitFor(async () => expect((await readState())?.filled).toBe(records - 1), { timeout: 20_000 });
  expect((await readState())?.isFinished).toBe(false);
  await locker.query("commit");
  await locker.end();
  await vi.waitFor(async () => expect(await readState()).toEqual({ filled: records, isFinished: true }), {
    timeout: 20_000,
  });
  expect(
    await clone.query(
      `select count(*)::int as wrong from chat_record where charged is distinct from
       case when substr(question, 2)::bigint % 3 > 0 then substr(question, 2)::bigint else 0 end`,
    ),
  ).toEqual([{ wrong: 0 }]);

  await planBackfills(clone.database, second.enqueue, backfills);
  expect(await readJobs()).toEqual([]);
  await second.stop();
});

it("leaves a backfill of a newer version to the workers of that version", async () => {
  const queue = await startWorker();
  await clone.database.transaction().execute((transaction) =>
    queue.enqueue(transaction, backfillKind.name, [{ name: "of-a-newer-version" }], {
      key: "of-a-newer-version",
    }),
  );
  await vi.waitFor(async () => expect(await readJobs()).toEqual([{ state: "created", wait: 30 }]), 20_000);
  await queue.stop();
});
