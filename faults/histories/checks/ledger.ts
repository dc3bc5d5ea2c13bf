import type { Facts } from "../facts.ts";
import type { Check, Finding } from "./check.ts";

/** The operations that sent one of these requests. */
function operationsOf({ history }: Facts, requestIds: readonly (string | null)[]): number[] {
  return history.exchanges
    .filter(({ requestId }) => requestIds.includes(requestId))
    .map(({ operation }) => operation);
}

const noHold: Check = {
  name: "no hold remains",
  find: (facts) => {
    const left = facts.holds.map(
      ({ request_id, operation }): Finding => ({
        message: `the hold of ${request_id} (${operation}) remains`,
        operations: operationsOf(facts, [request_id]),
      }),
    );
    const held = facts.accounts
      .filter(({ held }) => held !== 0)
      .map(
        ({ account_id, held }): Finding => ({ message: `${account_id} has ${held} held`, operations: [] }),
      );
    return [...left, ...held];
  },
};

const addsUp: Check = {
  name: "granted = balance + held + spent",
  find: ({ accounts, ledgerSums }) =>
    accounts.flatMap(({ account_id, granted, balance, held, spent }): Finding[] => {
      const sums = ledgerSums.find((each) => each.account_id === account_id);
      const isRight = granted === balance + held + spent && sums?.granted === granted && sums.spent === spent;
      if (isRight) return [];
      const said = JSON.stringify({ granted, balance, held, spent, ledger: sums });
      return [{ message: `${account_id} does not add up: ${said}`, operations: [] }];
    }),
};

const settledExactly: Check = {
  name: "held = captured + released for each request",
  find: (facts) => {
    const byRequest = new Map<string, { hold: number; settled: number }>();
    for (const { kind, amount, request_id } of facts.entries) {
      if (!request_id || kind === "grant" || kind === "reclaim") continue;
      const sums = byRequest.get(request_id) ?? { hold: 0, settled: 0 };
      if (kind === "hold") sums.hold += amount;
      else sums.settled += amount;
      byRequest.set(request_id, sums);
    }
    return [...byRequest]
      .filter(([, { hold, settled }]) => hold !== settled)
      .map(([requestId, { hold, settled }]) => ({
        message: `${requestId} held ${hold} and settled ${settled}`,
        operations: operationsOf(facts, [requestId]),
      }));
  },
};

const voucherOnce: Check = {
  name: "voucher is granted once, to an owner who can know it",
  find: (facts) =>
    facts.history.operations.flatMap((operation): Finding[] => {
      if (operation.kind !== "voucher") return [];
      const note = `voucher: history ${facts.history.seed}`;
      const grants = facts.entries.filter((entry) => entry.kind === "grant" && entry.note === note);
      const redeems = facts.history.exchanges.filter(
        ({ operation: id, step }) => id === operation.id && step === "redeem",
      );
      const told = redeems.filter(({ status }) => status === 200);
      const isUnsure = redeems.some(({ status }) => status !== 200 && status !== 400);
      const problems: string[] = [];
      if (grants.length > 1) problems.push(`it was granted ${grants.length} times`);
      if (told.length > 1) problems.push(`${told.length} clients were told that they redeemed it`);
      if (told.some(({ account }) => facts.accountIds[account] !== grants[0]?.account_id))
        problems.push("the client that was told so did not get the credits");
      if (grants.length === 0 && !isUnsure) problems.push("it was refused to everybody");
      if (grants.length === 1 && told.length === 0 && !isUnsure)
        problems.push("nobody was told of the grant");
      return problems.map((problem) => ({ message: `the voucher: ${problem}`, operations: [operation.id] }));
    }),
};

export const ledgerChecks = [noHold, addsUp, settledExactly, voucherOnce];
