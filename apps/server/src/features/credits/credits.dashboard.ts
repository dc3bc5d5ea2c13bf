import { toCredits } from "@mintwright/api-contract";
import { dashboardRoutes } from "@mintwright/api-contract/dashboard";
import { writeCsvLine } from "../../platform/csv-line.ts";
import type { Database } from "../../platform/database/database.ts";
import { type Reads, recentReads } from "../../platform/database/reads.ts";
import type { ServeDashboard } from "../../serving/dashboard-context.ts";
import { StreamAnswer } from "../../serving/operation-context.ts";
import { takeAttempts } from "../limits/index.ts";
import { type LedgerPage, listLedgerEntries } from "./credits.service.ts";
import { getAccountCredits } from "./grants.repository.ts";
import type { LedgerFilter } from "./ledger.repository.ts";
import { listLedgerRequests } from "./ledger-requests.ts";
import { getRecentSpending, summarizeUsage } from "./usage.repository.ts";
import { redeemVoucher } from "./vouchers.service.ts";

const csvColumns = ["createdAt", "kind", "amount", "operation", "keyId", "requestId", "note"] as const;
const dayInMs = 86_400_000;

/** Serves what the account owns, spent and can add. */
export function registerCreditsDashboard(
  serve: ServeDashboard,
  { database, reads }: { database: Database; reads: Reads },
): void {
  serve(dashboardRoutes.getCredits, async ({ caller: { accountId } }) => {
    const credits = await getAccountCredits(database, accountId);
    const { today, thisMonth, last7Days } = await reads.run((read) => getRecentSpending(read, accountId));
    return {
      balance: toCredits(credits.balance),
      held: toCredits(credits.held),
      spent: toCredits(credits.spent),
      granted: toCredits(credits.granted),
      spentToday: toCredits(today),
      spentThisMonth: toCredits(thisMonth),
      isLow: credits.balance < (last7Days * 3) / 7,
    };
  });

  serve(dashboardRoutes.getUsage, async ({ caller: { accountId }, input: { query } }) => {
    const { rows, ...used } = await reads.run(
      (read) => summarizeUsage(read, accountId, query.days),
      recentReads,
    );
    return {
      from: toDay(Date.now() - (query.days - 1) * dayInMs),
      to: toDay(Date.now()),
      rows: rows.map((row) => ({ ...row, spent: toCredits(row.spent) })),
      ...used,
    };
  });

  serve(dashboardRoutes.listLedger, async ({ caller: { accountId }, input: { query } }) =>
    reads.run((read) => listLedgerEntries(read, accountId, query)),
  );

  serve(dashboardRoutes.listLedgerRequests, async ({ caller: { accountId }, input: { query } }) =>
    reads.run((read) => listLedgerRequests(read, accountId, query)),
  );

  serve(dashboardRoutes.exportLedger, async ({ caller: { accountId }, input, answerHeaders }) => {
    answerHeaders["content-disposition"] = `attachment; filename="ledger-${toDay(Date.now())}.csv"`;
    return new StreamAnswer("text/csv; charset=utf-8", writeLedger(reads, accountId, input.query));
  });

  serve(dashboardRoutes.redeemVoucher, async ({ caller: { accountId }, input }) => {
    await takeAttempts(database, [{ subject: `voucher ${accountId}`, attempts: 20, windowInSeconds: 900 }]);
    const { amount, balance } = await redeemVoucher(database, accountId, input.body.code);
    return { redeemed: toCredits(amount), balance: toCredits(balance) };
  });
}

const toDay = (moment: number) => new Date(moment).toISOString().slice(0, 10);

/** Page by page, so that a ledger of millions costs no more memory than one of ten. */
async function* writeLedger(reads: Reads, accountId: string, filter: LedgerFilter): AsyncGenerator<string> {
  yield writeCsvLine(csvColumns);
  let cursor: string | undefined;
  do {
    const position = { ...filter, limit: 1_000, cursor };
    const page: LedgerPage = await reads.run((read) => listLedgerEntries(read, accountId, position));
    yield page.entries.map((entry) => writeCsvLine(csvColumns.map((column) => entry[column]))).join("");
    for (const month of page.archivedMonths ?? [])
      yield writeCsvLine([
        month,
        "archived",
        null,
        null,
        null,
        null,
        "Entries of this month are archived. Ask the operator.",
      ]);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
}
