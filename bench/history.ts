import {
  askMintwright,
  createDatabase,
  createTestAccount,
  type RunningProcess,
  startPostgres,
  startProcess,
  type TestDatabase,
} from "@mintwright/test-harness";
import { median, percentile, print, printFigure, printRounds } from "./measure.ts";

// The last page of a key's chat history over HTTP, with many records against few, in turns: what a page costs must
// not grow with what lies before it. Beside it the first page and the last page of one session.
// HISTORY_RECORDS sets the large size for a short run.

const pageSize = 50;
const rounds = 7;
const requestsPerRound = 100;
const smallRecords = 100_000;
const largeRecords = Number(process.env.HISTORY_RECORDS ?? 10_000_000);
const sessions = 100;

const postgres = await startPostgres({
  shared_buffers: "512MB",
  max_wal_size: "8GB",
  // Only while the records are made: what is measured reads.
  synchronous_commit: "off",
});

interface Site {
  records: number;
  database: TestDatabase;
  api: RunningProcess;
  key: string;
}

const small = await prepareSite(smallRecords);
const large = await prepareSite(largeRecords);

try {
  const views = {
    "last page": ({ records }: Site) => `offset=${records - pageSize}`,
    "first page": () => "offset=0",
    "middle page": ({ records }: Site) => `offset=${Math.floor(records / 2)}`,
    "last page of a session": ({ records }: Site) =>
      `sdkUniqueId=session-7&offset=${records / sessions - pageSize}`,
  };
  const times = new Map<string, { small: number[]; large: number[] }>();
  for (let round = 0; round < rounds; round++) {
    for (const [name, view] of Object.entries(views)) {
      // Skipping half of everything is said to be slow, and is measured once to say how slow.
      if (name === "middle page" && round > 0) continue;
      const measured = times.get(name) ?? { small: [], large: [] };
      times.set(name, measured);
      const requests = name === "middle page" ? 3 : requestsPerRound;
      measured.small.push(await measure(small, view(small), requests));
      measured.large.push(await measure(large, view(large), requests));
    }
  }
  for (const [name, measured] of times) {
    printRounds(`${name}, ${smallRecords} records`, measured.small, "ms");
    printRounds(`${name}, ${largeRecords} records`, measured.large, "ms");
  }
  const { small: few = [], large: many = [] } = times.get("last page") ?? {};
  const ratios = many.map((value, index) => value / (few[index] ?? Number.NaN));
  printRounds("last page, ratio by round", ratios, "x");
  printFigure("history.last_page_large_over_small", median(ratios), "<= 1.5");
} finally {
  for (const site of [small, large]) {
    await site.api.stop();
    await site.database.drop();
  }
  postgres.stop();
}

/** The median time of a page, in milliseconds; every answer must be a full page of the right count. */
async function measure({ api, key, records }: Site, query: string, requests: number): Promise<number> {
  const expected = query.startsWith("sdkUniqueId") ? records / sessions : records;
  const times: number[] = [];
  for (let request = 0; request < requests; request++) {
    const startedAt = performance.now();
    const response = await fetch(`${api.baseUrl}/chat/chatHistory?limit=${pageSize}&${query}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const { data } = (await response.json()) as { data?: { rows: unknown[]; count: number } };
    times.push(performance.now() - startedAt);
    if (data?.rows.length !== pageSize || data.count !== expected) {
      throw new Error(
        `expected ${pageSize} of ${expected} records, got ${data?.rows.length} of ${data?.count}`,
      );
    }
  }
  return percentile(times, 0.5);
}

async function prepareSite(records: number): Promise<Site> {
  print(`preparing ${records} records`);
  const database = await createDatabase(postgres.url);
  const environment = { DATABASE_URL: database.url };
  await askMintwright(["migrate"], environment);
  const { accountId, keyId, key } = await createTestAccount(database.url, {
    rate: 1_000_000_000,
  });
  const part = 1_000_000;
  for (let first = 1; first <= records; first += part) {
    await database.query(
      `insert into chat_record (
         account_id, key_id, created_at, record_id, sdk_unique_id, model, question, answer, characters, request_id,
         first_text_in_ms
       )
       select $1, $2, now() - (10000001 - n) * interval '1 second', gen_random_uuid(), 'session-' || n % ${sessions},
              'general_assistant', 'question ' || n, 'answer ' || n, 40, n::text, 100
       from generate_series($3::integer, $4::integer) n`,
      [accountId, keyId, first, Math.min(records, first + part - 1)],
    );
  }
  await database.query("insert into chat_key (account_id, key_id, records) values ($1, $2, $3)", [
    accountId,
    keyId,
    records,
  ]);
  await database.query(
    `insert into chat_session (account_id, key_id, sdk_unique_id, records)
     select account_id, key_id, sdk_unique_id, count(*) from chat_record group by 1, 2, 3`,
  );
  await database.query("vacuum analyze");
  await database.query("checkpoint");
  return { records, database, key, api: await startProcess("api", environment) };
}
