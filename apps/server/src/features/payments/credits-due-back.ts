/** Money that went back, or did not in the end. */
export interface Reversal {
  kind: "refund" | "refunds in total" | "dispute";
  amount: number;
  stands: boolean;
}

/**
 * How many of a payment's credits its reversals take back. Refunds are told one by one and as a sum, in any order: the
 * larger of the two is what went back, once the refunds that failed are taken from the sum. A part of the money takes
 * the same part of the credits, rounded in favour of the owner.
 */
export function countCreditsDueBack(credits: number, paid: number, reversals: readonly Reversal[]): number {
  const sum = (kind: Reversal["kind"], stands: boolean) =>
    reversals
      .filter((reversal) => reversal.kind === kind && reversal.stands === stands)
      .reduce((total, { amount }) => total + amount, 0);
  const refunded = Math.max(sum("refund", true), sum("refunds in total", true) - sum("refund", false));
  const back = Math.min(paid, refunded + sum("dispute", true));
  return Number((BigInt(credits) * BigInt(back)) / BigInt(paid));
}
