import { sql } from "kysely";
import { type CleanUpRound, uninterrupted } from "../../platform/database/clean-up-round.ts";
import type { Database } from "../../platform/database/database.ts";
import type { LedgerMismatch } from "./ledger.repository.ts";
import { listLedgerMonths, verifySealedMonth } from "./ledger-seals.repository.ts";

export interface LedgerVerification {
  accounts: number;
  mismatches: LedgerMismatch[];
}

/** More open entries are checked in ranges of accounts, so that no statement runs into its timeout. */
const entriesPerStatement = 5_000_000;

/**
 * Checks every account against its ledger and its open holds, in one consistent snapshot. Reads the entries of the open
 * months and the sums of the sealed ones.
 */
export async function verifyLedger(database: Database): Promise<LedgerVerification> {
  const { openFrom, openEntries } = await findOpenMonths(database);
  const ranges = Math.min(256, Math.ceil(openEntries / entriesPerStatement));
  const found = { accounts: 0, mismatches: await compareMonths(database) };
  const check = async (snapshot: Database) => {
    for (let range = 0; range < Math.max(1, ranges); range++) {
      const part = await compareAccounts(snapshot, openFrom, toBounds(range, Math.max(1, ranges)));
      found.accounts += part.accounts;
      found.mismatches.push(...part.mismatches);
    }
  };
  if (ranges <= 1) await check(database);
  else
    await database
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute(check);
  return found;
}

/** Checks as `verifyLedger` does, and reads every entry of the sealed months again. Detached months are not read. */
export async function verifyWholeLedger(database: Database): Promise<LedgerVerification> {
  const found = await verifyLedger(database);
  for (const { month, state } of await listLedgerMonths(database))
    if (state === "sealed")
      found.mismatches.push(...(await verifySealedMonth(database, uninterrupted, month)));
  return found;
}

/** Reads the sealed month again whose last check is the oldest. Over time, every month is read. */
export async function verifyOneSealedMonth(
  database: Database,
  round: CleanUpRound,
): Promise<LedgerMismatch[]> {
  const sealed = (await listLedgerMonths(database)).filter(({ state }) => state === "sealed");
  const [oldest] = sealed.sort((one, other) => Number(one.verifiedAt) - Number(other.verifiedAt));
  return oldest ? verifySealedMonth(database, round, oldest.month) : [];
}

async function findOpenMonths(database: Database): Promise<{ openFrom: string; openEntries: number }> {
  const { rows } = await sql<{ openFrom: string; openEntries: number }>`
    select coalesce(min(m.month), 'infinity')::text as "openFrom", coalesce(sum(m.estimated_entries), 0)::float8 as "openEntries"
    from ledger_month m
    where not exists (select from ledger_seal s where s.month = m.month and s.sealed_at is not null)`.execute(
    database,
  );
  return rows[0] ?? { openFrom: "infinity", openEntries: 0 };
}

/** The first and the last account id of a range. */
function toBounds(range: number, ranges: number): [string, string] {
  const hexOf = (value: number) => value.toString(16).padStart(4, "0");
  const first = hexOf(Math.floor((range * 65_536) / ranges));
  const last = hexOf(Math.floor(((range + 1) * 65_536) / ranges) - 1);
  return [`${first}0000-0000-0000-0000-000000000000`, `${last}ffff-ffff-ffff-ffff-ffffffffffff`];
}

async function compareAccounts(
  database: Database,
  openFrom: string,
  [first, last]: [string, string],
): Promise<LedgerVerification> {
  const inRange = sql`account_id between ${first}::uuid and ${last}::uuid`;
  const { rows } = await sql<{ account_id: string | null; problem: string | null; accounts: number }>`
    with checked as (
      select a.account_id, nullif(concat_ws('; ',
        case when a.granted <> a.balance + a.held + a.spent
          then format('granted %s is not balance %s + held %s + spent %s', a.granted, a.balance, a.held, a.spent) end,
        case when a.granted <> coalesce(l.granted, 0) then format('granted %s, ledger says %s', a.granted, coalesce(l.granted, 0)) end,
        case when a.spent <> coalesce(l.spent, 0) then format('spent %s, ledger says %s', a.spent, coalesce(l.spent, 0)) end,
        case when a.held <> coalesce(l.held, 0) then format('held %s, ledger says %s', a.held, coalesce(l.held, 0)) end,
        case when a.held <> coalesce(h.amount, 0) then format('held %s, open holds say %s', a.held, coalesce(h.amount, 0)) end
      ), '') as problem
      from account a
      left join (select account_id, sum(amount) as amount from hold where ${inRange} group by account_id) h using (account_id)
      left join (
        select account_id, sum(granted) as granted, sum(spent) as spent, sum(held) as held from (
          select account_id,
            coalesce(sum(amount) filter (where kind = 'grant'), 0)
              - coalesce(sum(amount) filter (where kind = 'reclaim'), 0) as granted,
            coalesce(sum(amount) filter (where kind = 'capture'), 0) as spent,
            coalesce(sum(amount) filter (where kind = 'hold'), 0)
              - coalesce(sum(amount) filter (where kind in ('capture', 'release')), 0) as held
          from ledger_entry
          where created_at >= ${openFrom}::text::timestamp at time zone 'UTC' and ${inRange} group by account_id
          union all
          select account_id, sum(grants - reclaims), sum(captures), sum(holds - captures - releases)
          from ledger_account_seal where month < ${openFrom}::text::date and ${inRange} group by account_id
        ) parts group by account_id
      ) l using (account_id)
      where ${inRange}
    ), counted as (select count(*)::int as accounts from checked)
    select accounts, account_id, problem from counted left join checked on problem is not null`.execute(
    database,
  );
  return {
    accounts: rows[0]?.accounts ?? 0,
    mismatches: rows.flatMap(({ account_id, problem }) =>
      account_id && problem ? [{ accountId: account_id, problem }] : [],
    ),
  };
}

/** Compares the sums of each sealed month with those of its accounts. */
async function compareMonths(database: Database): Promise<LedgerMismatch[]> {
  const { rows } = await sql<{ month: string }>`
    select to_char(s.month, 'YYYY-MM') as month from ledger_seal s
    left join (
      select month, sum(entries) as entries, sum(grants) as grants, sum(holds) as holds, sum(captures) as captures,
        sum(releases) as releases, sum(reclaims) as reclaims, bit_xor(checksum) as checksum
      from ledger_account_seal group by month
    ) a using (month)
    where s.sealed_at is not null
      and (s.entries, s.grants, s.holds, s.captures, s.releases, s.reclaims, s.checksum)
        is distinct from (coalesce(a.entries, 0), coalesce(a.grants, 0), coalesce(a.holds, 0), coalesce(a.captures, 0),
          coalesce(a.releases, 0), coalesce(a.reclaims, 0), coalesce(a.checksum, 0))
    order by 1`.execute(database);
  return rows.map(({ month }) => ({
    accountId: `month ${month}`,
    problem: "the seal of the month is not the sum of the seals of its accounts",
  }));
}
