import { type Operations, toCredits } from "@mintwright/api-contract";
import type { Database } from "../../platform/database/database.ts";
import type { Reads } from "../../platform/database/reads.ts";
import type { ServeOperation } from "../../serving/operation-context.ts";
import { listLedgerEntries } from "./credits.service.ts";
import { getAccountCredits } from "./grants.repository.ts";
import { listLedgerRequests } from "./ledger-requests.ts";

export function registerCreditsRoutes(
  serve: ServeOperation,
  operations: Operations,
  { database, reads }: { database: Database; reads: Reads },
): void {
  serve(operations.getCreditsBalance, async ({ caller }) => {
    const { balance, held, spent, granted } = await getAccountCredits(database, caller.accountId);
    return {
      status: true as const,
      message: "Balance of the account",
      data: {
        balance: toCredits(balance),
        held: toCredits(held),
        spent: toCredits(spent),
        granted: toCredits(granted),
        currency: "credits" as const,
        rate: { limit: caller.rate.limit, remaining: caller.rate.remaining },
      },
    };
  });

  serve(operations.listLedgerEntries, async ({ caller, input }) => ({
    status: true as const,
    message: "Entries of the ledger, newest first",
    data: await reads.run((read) => listLedgerEntries(read, caller.accountId, input.query)),
  }));

  serve(operations.listLedgerRequests, async ({ caller, input }) => ({
    status: true as const,
    message: "The ledger by request, newest first",
    data: await reads.run((read) => listLedgerRequests(read, caller.accountId, input.query)),
  }));
}
