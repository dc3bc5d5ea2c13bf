import { fromCredits, toCredits } from "@mintwright/api-contract";
import { operatorRoutes } from "@mintwright/api-contract/dashboard";
import { z } from "zod";
import type { Database } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { createPageCursor, exactMoment } from "../../platform/page-cursor.ts";
import type { DashboardCaller, ServeDashboard } from "../../serving/dashboard-context.ts";
import { listAccountRows } from "../accounts/index.ts";
import { createVoucher, grantOnce, listGrants, listVouchers } from "../credits/index.ts";
import { getUser } from "../sign-in/index.ts";
import { checkLedger, findLastLedgerCheck } from "./ledger-checks.repository.ts";

const accountsPerPage = 25;
const latest = 50;
const cursor = createPageCursor(z.tuple([exactMoment, z.uuid()]));

export function registerOperatorAccountRoutes(serve: ServeDashboard, database: Database): void {
  const nameOf = async ({ accountId, userId }: DashboardCaller) => {
    const { email, wallets, name } = await getUser(database, accountId, userId);
    return email ?? wallets[0] ?? name;
  };

  serve(operatorRoutes.listAccounts, async ({ input: { query } }) => {
    const [createdAt, accountId] = query.cursor ? cursor.decode(query.cursor) : [];
    const after = createdAt && accountId ? { createdAt, accountId } : undefined;
    const rows = await listAccountRows(database, {
      search: query.search,
      limit: accountsPerPage + 1,
      after,
    });
    const shown = rows.slice(0, accountsPerPage);
    const last = shown.at(-1);
    const hasMore = rows.length > accountsPerPage && last;
    return {
      accounts: shown.map((row) => ({
        id: row.accountId,
        email: row.email,
        balance: toCredits(row.balance),
        held: toCredits(row.held),
        spent: toCredits(row.spent),
        granted: toCredits(row.granted),
        activeKeys: row.activeKeys,
        lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
        createdAt: row.createdAt.toISOString(),
      })),
      nextCursor: hasMore ? cursor.encode([last.exactCreatedAt, last.accountId]) : null,
    };
  });

  serve(operatorRoutes.grantCredits, async ({ caller, input: { params, body } }) => {
    const credits = await grantOnce(database, {
      accountId: params.accountId,
      grantId: body.grantId,
      amount: fromCredits(body.credits),
      note: body.note,
      grantedBy: await nameOf(caller),
    });
    if (!credits) throw new AppError("not_found", "This account does not exist. It may have been deleted.");
    return { balance: toCredits(credits.balance) };
  });

  serve(operatorRoutes.listGrants, async () => ({
    grants: (await listGrants(database, latest)).map((grant) => ({
      id: grant.grantId,
      accountId: grant.accountId,
      email: grant.email,
      credits: toCredits(grant.amount),
      note: grant.note,
      grantedBy: grant.grantedBy,
      createdAt: grant.createdAt.toISOString(),
    })),
  }));

  serve(operatorRoutes.listVouchers, async () => ({
    vouchers: (await listVouchers(database, latest)).map((voucher) => ({
      credits: toCredits(voucher.amount),
      note: voucher.note,
      createdBy: voucher.createdBy,
      createdAt: voucher.createdAt.toISOString(),
      expiresAt: voucher.expiresAt?.toISOString() ?? null,
      redeemedAt: voucher.redeemedAt?.toISOString() ?? null,
      redeemedBy: voucher.redeemedBy,
      state: voucher.state,
    })),
  }));

  serve(operatorRoutes.createVoucher, async ({ caller, input: { body } }) => ({
    code: await createVoucher(database, {
      amount: fromCredits(body.credits),
      note: body.note,
      expiresAt: body.expiresAt === null ? null : new Date(body.expiresAt),
      createdBy: await nameOf(caller),
    }),
  }));

  serve(operatorRoutes.getLedgerCheck, async () => ({
    lastCheck: (await findLastLedgerCheck(database)) ?? null,
  }));

  serve(operatorRoutes.checkLedger, async ({ caller }) => ({
    lastCheck: await checkLedger(database, await nameOf(caller)),
  }));
}
