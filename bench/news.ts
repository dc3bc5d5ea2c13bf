import { randomUUID } from "node:crypto";
import {
  askMintwright,
  createDatabase,
  createTestAccount,
  startPostgres,
  startProcess,
} from "@mintwright/test-harness";
import autocannon from "autocannon";
import pg from "pg";
import { startCpuClock } from "./cpu-clock.ts";
import { median, percentile, print, printFigure, printRounds } from "./measure.ts";

// One million articles (NEWS_ARTICLES for another number). Page 1,000 by cursor against page 1, the API against the
// same pages asked of PostgreSQL directly, and searches for a common and a rare word. Throughput is compared with as
// many clients on both sides; latency with one client, where a paid page waits for durable commits and a select for none.

const processId = randomUUID();
const articles = Number(process.env.NEWS_ARTICLES ?? 1_000_000);
const rounds = Number(process.env.NEWS_ROUNDS ?? 7);
const texts = 50_000;
const callsPerRound = 60;
const secondsPerLoad = Number(process.env.BENCH_SECONDS ?? 3);
const connections = 64;
const categories = [3, 4, 5, 6, 7, 8, 9, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78];

// Only loading is faster for it.
const postgres = await startPostgres({ maintenance_work_mem: "512MB", max_wal_size: "8GB" });
// However this ends: loading may fail for want of disk, and a server left behind would keep what is left of it.
process.once("exit", () => postgres.stop());
const database = await createDatabase(postgres.url);
const environment = { DATABASE_URL: database.url };
await askMintwright(["migrate"], environment);
const { key, accountId } = await createTestAccount(database.url, {
  credits: 10_000_000,
  rate: 1_000_000_000,
});
await loadArticles();
const api = await startProcess("api", environment);
const readCpuTime = await startCpuClock(postgres.url, [api.child.pid ?? 0]);
const headers = { authorization: `Bearer ${key}` };
const pool = new pg.Pool({ connectionString: database.url, max: 8 });

try {
  const deepCursor = await findDeepCursor();
  const pages = { first: "/news", deep: `/news?cursor=${deepCursor}` };
  const times = { first: [] as number[], deep: [] as number[], sql: [] as number[] };
  const loads = { api: [], sql: [], apiMixed: [], sqlMixed: [], paid: [], free: [] } as Record<
    string,
    number[]
  >;
  const keep = async (name: string, rate: Promise<number>) => loads[name]?.push(await rate);
  const cpuInMs: number[] = [];
  const searches = { common: [] as number[], rare: [] as number[], both: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    for (const name of ["first", "deep"] as const)
      times[name].push(median(await time(() => get(pages[name]))));
    times.sql.push(median(await time(() => readPage(0))));
    await keep(
      "sql",
      loadSql(() => readPage(0)),
    );
    const cpuBefore = readCpuTime();
    await keep("api", loadApi([pages.first]));
    cpuInMs.push((readCpuTime() - cpuBefore) / ((loads.api?.at(-1) ?? Number.NaN) * secondsPerLoad));
    await keep("sqlMixed", loadSql(readPage));
    await keep(
      "apiMixed",
      loadApi([0, ...categories].map((id) => (id === 0 ? "/news" : `/news?categoryId=${id}`))),
    );
    await keep("paid", loadSql(readPaidPage));
    await keep("free", loadApi(["/news/categories"]));
    searches.common.push(...(await time(() => get("/news?searchQuery=bitcoin"))));
    searches.rare.push(...(await time(() => get("/news?searchQuery=zyzzyva"))));
    searches.both.push(...(await time(() => get("/news?searchQuery=w17%20w23"))));
  }
  const show = (name: string, values: number[] | undefined, unit: string) =>
    printRounds(name, values ?? [], unit);
  show("cpu", cpuInMs, "ms a page");
  show("page 1, one client", times.first, "ms");
  show("page 1,000 by cursor, one client", times.deep, "ms");
  show("page 1 as bare SQL, one client", times.sql, "ms");
  print(`${connections} clients each:`);
  show("bare SQL, a pool of 8", loads.sql, "pages/s");
  show("API", loads.api, "pages/s");
  show(`bare SQL, ${1 + categories.length} different pages`, loads.sqlMixed, "pages/s");
  show(`API, ${1 + categories.length} different pages`, loads.apiMixed, "pages/s");
  show("bare SQL with admission and settlement, a statement each", loads.paid, "pages/s");
  show("API, a free call (admission and HTTP alone)", loads.free, "calls/s");
  const p95 = (values: number[]) => percentile(values, 0.95);
  print(
    `search p95: common ${p95(searches.common).toFixed(1)}, rare ${p95(searches.rare).toFixed(1)}, two together ${p95(searches.both).toFixed(1)} ms`,
  );
  const ratio = (a: number[] = [], b: number[] = []) =>
    median(a.map((value, index) => value / (b[index] ?? Number.NaN)));
  printFigure("news.page_1000_over_page_1", ratio(times.deep, times.first), "<= 1.5");
  printFigure("news.api_over_bare_sql_latency_p50", ratio(times.first, times.sql), "<= 1.5");
  printFigure("news.api_over_bare_sql_mixed_pages", ratio(loads.sqlMixed, loads.apiMixed), "<= 1.5");
  printFigure("news.api_over_bare_sql_with_ledger", ratio(loads.paid, loads.api), "<= 1.5");
  printFigure("news.search_common_p95_ms", p95(searches.common), "< 100");
  printFigure("news.search_rare_p95_ms", p95(searches.rare), "< 100");
  printFigure("news.api_over_bare_sql", ratio(loads.sql, loads.api), "<= 1.4");
} finally {
  await pool.end();
  await api.stop();
  await database.drop();
}

/** Articles as they are: some words in nearly a third of them, most words rare, one in twenty articles. */
async function loadArticles(): Promise<void> {
  const indexes = await database.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where tablename = 'news_article' and indexname <> 'news_article_pkey'`,
  );
  for (const { name } of indexes) await database.query(`drop index ${name}`);
  const startedAt = performance.now();
  const randomWords = (count: number) =>
    `(select string_agg('w' || floor(20000 * power(random(), 3))::int, ' ') from generate_series(1, ${count}) where n >= 0)`;
  // Texts are drawn from a stock: inventing each one would take longer than everything else.
  await database.query(
    `create table bench_text as
     select n, title, description, to_tsvector('simple', title || ' ' || description) as words
     from (select n, ${randomWords(8)} as title, ${randomWords(40)} as description from generate_series(0, ${texts - 1}) as n) made`,
  );
  await database.query("create unique index on bench_text (n)");
  await database.query("analyze bench_text");
  // A statement may take 30 seconds, also on a busy machine.
  const chunk = 20_000;
  for (let from = 0; from < articles; from += chunk) {
    await database.query(
      `insert into news_article (created_at, published_at, category_id, network_id, token_id, title, description, url, sources, words,
         sentiment, sentiment_confidence, source_weight)
       select m, m - interval '5 minutes', c, w, t, 'Article ' || i || ' ' || s.title, s.description || ' ' || more,
         'https://example.com/' || i, '[]', s.words || to_tsvector('simple', 'article ' || i || ' ' || more),
         i % 3 - 1, 0.8, 1
       from (
         select i, timestamptz '2020-01-01' + i * interval '20 seconds' as m, (i * 7919::bigint) % ${texts} as text,
           (array[${categories.join()}])[1 + floor(22 * power(random(), 2))::int] as c,
           (array[46,15,11,22,12,20,34,31,23,28,32,45])[1 + floor(12 * power(random(), 2))::int] as w,
           (array[0,79,80,85,82,83,81,84,86])[1 + floor(9 * power(random(), 2))::int] as t,
           case when random() < 0.3 then 'bitcoin ' else '' end
             || case when i % (${Math.ceil(articles / 20)}) = 7 then 'zyzzyva' else '' end as more
         from generate_series($1::int, $2::int) as i
       ) made join bench_text s on s.n = made.text`,
      [from, Math.min(articles, from + chunk) - 1],
    );
  }
  await database.query("drop table bench_text");
  print(`${articles} articles stored in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  for (const { definition } of indexes)
    await database.query(`begin; set local statement_timeout = 0; ${definition}; commit`);
  await database.query("vacuum analyze news_article");
  await database.query("analyze news_count");
  print(
    `${articles} articles with their indexes in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
  );
}

async function get(path: string): Promise<{ data: unknown[]; nextCursor: string }> {
  const response = await fetch(api.baseUrl + path, { headers });
  if (response.status !== 200)
    throw new Error(`${path} answered with ${response.status}: ${await response.text()}`);
  return (await response.json()) as { data: unknown[]; nextCursor: string };
}

/** Walks 9,990 articles, as a reader of 999 pages does. */
async function findDeepCursor(): Promise<string> {
  let cursor = (await get("/news?limit=90")).nextCursor;
  for (let page = 0; page < 99; page++) cursor = (await get(`/news?limit=100&cursor=${cursor}`)).nextCursor;
  return cursor;
}

async function time(read: () => Promise<{ data: unknown[] }>): Promise<number[]> {
  const times: number[] = [];
  for (let call = 0; call < callsPerRound; call++) {
    const startedAt = performance.now();
    if ((await read()).data.length === 0) throw new Error("a page was empty");
    times.push(performance.now() - startedAt);
  }
  return times;
}

async function loadApi(paths: string[]): Promise<number> {
  const result = await autocannon({
    url: api.baseUrl,
    requests: paths.map((path) => ({ path })),
    connections,
    duration: secondsPerLoad,
    headers,
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} answers were no success`);
  return result.requests.average;
}

/** The same page, written as JSON, without HTTP, key, rate, ledger and total; page 0 is of every category. */
async function readPage(page: number): Promise<{ data: unknown[] }> {
  const category = categories[(page % (categories.length + 1)) - 1];
  const { rows } = await pool.query(
    `select article_id, created_at, published_at, category_id, network_id, token_id, title, description, url, image_url, image_object,
       sources, is_generated, sentiment, sentiment_confidence, source_weight
     from news_article ${category ? "where category_id = $1" : ""} order by created_at desc, article_id desc limit 10`,
    category ? [category] : [],
  );
  JSON.stringify(rows);
  return { data: rows };
}

/** The same with what makes it a paid page: the hold before it and the charge after it. */
async function readPaidPage(): Promise<void> {
  const holdId = randomUUID();
  await pool.query(
    `select admit_requests($1::uuid, array[sha256($2::bytea)], array[1], array[1], array[100]::bigint[], array[$3::uuid],
       array['listNews'], array[$3::text], array[null]::text[], array[null]::bytea[], array[60000])`,
    [processId, key, holdId],
  );
  await readPage(0);
  await pool.query(
    `select * from settle_holds(array[$1::uuid], array[$2::uuid], array[100]::bigint[], array[null]::smallint[], array[null]::text[],
       array[null]::bytea[], array[null]::text[])`,
    [accountId, holdId],
  );
}

async function loadSql(read: (page: number) => Promise<unknown>): Promise<number> {
  const until = performance.now() + secondsPerLoad * 1000;
  let pages = 0;
  const reader = async () => {
    while (performance.now() < until) {
      await read(pages);
      pages += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, reader));
  return pages / secondsPerLoad;
}
