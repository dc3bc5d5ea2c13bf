import { query as queryInTime } from "./query.ts";

/** As `query`, without the time limit of the database: planting is not what is measured. */
function query<Row>(databaseUrl: string, text: string): Promise<Row[]> {
  const url = new URL(databaseUrl);
  url.searchParams.set("options", "-c statement_timeout=0");
  return queryInTime<Row>(url.href, text);
}

const accounts = 2_000;
const price = 50;

/**
 * Plants a ledger as years of use leave it: accounts of their own, and as many holds and captures in each of the past months
 * and in this one. It adds up. Returns the number of entries.
 */
export async function plantLedger(
  databaseUrl: string,
  { entries, pastMonths }: { entries: number; pastMonths: number },
): Promise<number> {
  await query(
    databaseUrl,
    `insert into account (account_id, email) select ${accountOf("n")}, 'planted-' || n || '@example.com'
     from generate_series(0, ${accounts - 1}) n`,
  );
  const calls = Math.max(1, Math.round(entries / (pastMonths + 1) / 2 / accounts)) * accounts;
  for (let ago = pastMonths; ago >= 0; ago--) await plantMonth(databaseUrl, ago, calls);
  const spent = (price * calls * (pastMonths + 1)) / accounts;
  await query(
    databaseUrl,
    `with granted as (
       insert into ledger_entry (account_id, kind, amount, note)
       select account_id, 'grant', ${spent}, 'planted' from account where email like 'planted-%' returning account_id
     )
     update account a set granted = ${spent}, spent = ${spent} from granted g where a.account_id = g.account_id`,
  );
  await query(databaseUrl, "vacuum analyze account");
  return 2 * calls * (pastMonths + 1) + accounts;
}

const accountOf = (number: string) =>
  `('10000000-0000-4000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;

async function plantMonth(databaseUrl: string, monthsAgo: number, calls: number): Promise<void> {
  const [month] = await query<{ table: string; from: string; to: string; until: string }>(
    databaseUrl,
    `select to_char(month, '"ledger_entry_"YYYY_MM') as table, month || '+00' as from,
       month + interval '1 month' || '+00' as to, least(month + interval '27 days', now() at time zone 'UTC') || '+00' as until
     from (select date_trunc('month', now() at time zone 'UTC') - make_interval(months => ${monthsAgo}) as month) m`,
  );
  if (!month) throw new Error("no month");
  const { table, from, to, until } = month;
  const rows = `select ${accountOf(`n % ${accounts}`)}, '${from}'::timestamptz + n * (('${until}'::timestamptz - '${from}') / ${calls}),
      nextval('ledger_entry_id'), kind::ledger_kind, ${price}, 'enhancePrompt', 'planted ${monthsAgo} ' || n,
      '20000000-0000-4000-8000-000000000000'::uuid, ('${String(monthsAgo).padStart(8, "0")}-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, null
    from generate_series(0, ${calls - 1}) n cross join (values ('hold'), ('capture')) as entry(kind)`;
  if (monthsAgo === 0) return void (await query(databaseUrl, `insert into ${table} ${rows}`));
  // Filled before it has indexes and attached afterwards: many times faster.
  await query(
    databaseUrl,
    `begin; create table ${table} (like ledger_entry including all excluding indexes); insert into ${table} ${rows};
     alter table ledger_entry attach partition ${table} for values from ('${from}') to ('${to}'); commit`,
  );
  await query(databaseUrl, `vacuum analyze ${table}`);
}

/** Plants answers of idempotency keys that expired long ago. */
export async function plantExpiredAnswers(databaseUrl: string, answers: number): Promise<void> {
  await query(
    databaseUrl,
    `insert into idempotent_answer (account_id, idempotency_key, fingerprint, hold_id, expires_at, answer_status, answer_headers, answer_body)
     select ${accountOf(`n % ${accounts}`)}, 'planted ' || n, sha256(n::text::bytea), gen_random_uuid(),
       now() - interval '2 days' + n * interval '1 millisecond', 200, '{"content-type":"application/json"}',
       convert_to('{"status":true,"data":"' || repeat('x', 200) || '"}', 'UTF8')
     from generate_series(1, ${answers}) n`,
  );
  await query(databaseUrl, "vacuum analyze idempotent_answer");
}
