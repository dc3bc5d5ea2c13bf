import { afterAll, beforeAll, expect, it } from "vitest";
import { type ClonedDatabase, cloneDatabase } from "../../platform/__fixtures__/cloned-database.ts";
import { createKeyedAccount, type KeyedAccount } from "../__fixtures__/index.ts";
import { createHistoryJobs } from "./history.jobs.ts";
import { saveRetention } from "./history.repository.ts";

let clone: ClonedDatabase;

beforeAll(async () => {
  clone = await cloneDatabase();
});

afterAll(() => clone.close());

/** Plants records of the given ages, two sessions in turns, counted as settlement counts them. */
async function plant({ accountId, keyId }: KeyedAccount, agesInDays: number[]): Promise<void> {
  await clone.query(
    `insert into chat_record (account_id, key_id, created_at, record_id, sdk_unique_id, model, question, answer, characters, request_id, first_text_in_ms)
     select $1, $2, now() - age * interval '1 day', gen_random_uuid(), 's' || (n % 2), 'm', age::text, '', 1, 'r', 0
     from unnest($3::float8[]) with ordinality as given(age, n)`,
    [accountId, keyId, agesInDays],
  );
  await clone.query(
    `insert into chat_session (account_id, key_id, sdk_unique_id, records)
     select account_id, key_id, sdk_unique_id, count(*) from chat_record where key_id = $1 group by 1, 2, 3`,
    [keyId],
  );
  await clone.query("insert into chat_key (account_id, key_id, records) values ($1, $2, $3)", [
    accountId,
    keyId,
    agesInDays.length,
  ]);
}

async function readKept({ keyId }: KeyedAccount) {
  const records = await clone.query<{ question: string }>(
    "select question from chat_record where key_id = $1 order by created_at desc",
    [keyId],
  );
  const [key] = await clone.query<{ records: string }>("select records from chat_key where key_id = $1", [
    keyId,
  ]);
  const sessions = await clone.query<{ id: string; records: string }>(
    "select sdk_unique_id as id, records from chat_session where key_id = $1 order by 1",
    [keyId],
  );
  return {
    ages: records.map(({ question }) => Number(question)),
    counted: Number(key?.records),
    sessions: Object.fromEntries(sessions.map(({ id, records }) => [id, Number(records)])),
  };
}

it("forgets what is older than the account wants, on all its counts, and nothing of others", async () => {
  const [short, long, forever] = [
    await createKeyedAccount(clone.database),
    await createKeyedAccount(clone.database),
    await createKeyedAccount(clone.database),
  ];
  const ages = [0, 0.9, 29.9, 30.1, 400, 401];
  for (const account of [short, long, forever]) await plant(account, ages);
  await saveRetention(clone.database, short.accountId, 1);
  await saveRetention(clone.database, long.accountId, 30);
  const [job] = createHistoryJobs(clone.database, { chatDays: "forever" });
  for (let run = 0; run < 2; run++) {
    await job?.handle({});
    expect(await readKept(short)).toEqual({ ages: [0, 0.9], counted: 2, sessions: { s0: 1, s1: 1 } });
    expect(await readKept(long)).toEqual({ ages: [0, 0.9, 29.9], counted: 3, sessions: { s0: 1, s1: 2 } });
    expect(await readKept(forever)).toEqual({ ages, counted: 6, sessions: { s0: 3, s1: 3 } });
  }
});

it("forgets what is older than the operator keeps, and keeps a shorter time of the owner", async () => {
  const [own, operators] = [
    await createKeyedAccount(clone.database),
    await createKeyedAccount(clone.database),
  ];
  for (const account of [own, operators]) await plant(account, [0, 9.9, 10.1, 99.9, 100.1]);
  await saveRetention(clone.database, own.accountId, 10);
  const [job] = createHistoryJobs(clone.database, { chatDays: 100 });
  await job?.handle({});
  expect((await readKept(own)).ages).toEqual([0, 9.9]);
  expect((await readKept(operators)).ages).toEqual([0, 9.9, 10.1, 99.9]);
});
