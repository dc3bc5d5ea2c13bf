import { askMintwright, createDatabase, createTestAccount, startPostgres } from "@mintwright/test-harness";
import { searchRecords } from "../apps/server/src/features/chat/conversation-search.repository.ts";
import { listConversations } from "../apps/server/src/features/chat/conversations.repository.ts";
import { listRecordsAfter } from "../apps/server/src/features/chat/history.repository.ts";
import { connectDatabase, type Database } from "../apps/server/src/platform/database/database.ts";
import { median, percentile, print, printFigure, printRounds } from "./measure.ts";

// What the owner of conversations sees, with many records against few, in turns: the list, a page far back in it, a
// page far back in a conversation, a rare word and a common one. None may grow with what lies beside it.
// CONVERSATION_RECORDS sets the large size for a short run.

const rounds = 5;
const requestsPerRound = 20;
const smallRecords = 10_000;
const largeRecords = Number(process.env.CONVERSATION_RECORDS ?? 1_000_000);
const recordsPerSession = 10;
const limit = 31;

interface Site {
  accountId: string;
  keyId: string;
  database: Database;
  /** The middle of all records. */
  middle: string;
}

const toReader = ({ accountId }: Pick<Site, "accountId">) => ({ accountId, userId: "reader" });

type View = (site: Site) => Promise<number>;

const views: Record<string, View> = {
  "first conversations": async (site) =>
    (await listConversations(site.database, toReader(site), { limit })).length,
  "conversations far back": async ({ database, keyId, middle, ...site }) =>
    (await listConversations(database, toReader(site), { limit, after: [middle, keyId, ""] })).length,
  "records far back": async ({ database, accountId, keyId, middle }) => {
    const after = { createdAt: middle, recordId: keyId };
    return (await listRecordsAfter(database, { accountId, keyId }, after, limit, { isNewestFirst: true }))
      .length;
  },
  "a rare word": async (site) =>
    (await searchRecords(site.database, toReader(site), { text: "zeppelin", limit })).rows.length,
  "a common word": async (site) =>
    (await searchRecords(site.database, toReader(site), { text: "answer", limit })).rows.length,
};

const postgres = await startPostgres({
  shared_buffers: "512MB",
  max_wal_size: "8GB",
  // Only while the records are made: what is measured reads.
  synchronous_commit: "off",
});

try {
  const small = await prepareSite(smallRecords);
  const large = await prepareSite(largeRecords);
  let worst = 0;
  for (const [name, view] of Object.entries(views)) {
    const [few, many]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      few.push(await measure(small, view));
      many.push(await measure(large, view));
    }
    printRounds(`${name}, ${smallRecords} records`, few, "ms");
    printRounds(`${name}, ${largeRecords} records`, many, "ms");
    worst = Math.max(worst, median(many.map((value, index) => value / (few[index] ?? Number.NaN))));
  }
  printFigure("conversations.large_over_small", worst, "<= 2");
  await Promise.all([small, large].map(({ database }) => database.destroy()));
} finally {
  postgres.stop();
}

async function measure(site: Site, view: View): Promise<number> {
  const times: number[] = [];
  for (let request = 0; request < requestsPerRound; request++) {
    const startedAt = performance.now();
    const rows = await view(site);
    times.push(performance.now() - startedAt);
    if (rows === 0) throw new Error("a page is empty");
  }
  return percentile(times, 0.5);
}

async function prepareSite(records: number): Promise<Site> {
  print(`preparing ${records} records`);
  const database = await createDatabase(postgres.url);
  await askMintwright(["migrate"], { DATABASE_URL: database.url });
  const { accountId, keyId } = await createTestAccount(database.url, { rate: "none" });
  await database.query(
    `insert into chat_record (
       account_id, key_id, created_at, record_id, sdk_unique_id, model, question, answer, characters, request_id,
       first_text_in_ms
     )
     select $1, $2, now() - n * interval '1 second', gen_random_uuid(), 'session-' || n / ${recordsPerSession},
            'general_assistant', 'question ' || n % 1000, case when n % ${records / 10} = 0 then 'zeppelin ' else '' end || 'answer', 40,
            n::text, 100
     from generate_series(1, $3::integer) n`,
    [accountId, keyId, records],
  );
  await database.query(
    `insert into chat_session (account_id, key_id, sdk_unique_id, records, last_at)
     select account_id, key_id, sdk_unique_id, count(*), max(created_at) from chat_record group by 1, 2, 3`,
  );
  await database.query("insert into chat_key (account_id, key_id, records) values ($1, $2, $3)", [
    accountId,
    keyId,
    records,
  ]);
  await database.query("vacuum analyze");
  await database.query("checkpoint");
  const [row] = await database.query<{ middle: string }>(
    "select ((now() - $1::integer * interval '1 second') at time zone 'UTC')::text as middle",
    [Math.floor(records / 2)],
  );
  return {
    accountId,
    keyId,
    middle: row?.middle ?? "",
    database: connectDatabase({
      url: database.url,
      poolSize: 2,
      applicationName: "bench",
      onConnectionError: (error) => print(String(error)),
    }),
  };
}
