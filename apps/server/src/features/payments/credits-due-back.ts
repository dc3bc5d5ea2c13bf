/** A refund or dispute. `stands` is false when it was undone. */
export interface Reversal {
  kind: "refund" | "refunds in total" | "dispute";
  amount: number;
  stands: boolean;
}

/**
 * Computes how many credits the reversals of a payment take back. The provider reports refunds one by one and as a total,
 * in any order: the larger of the two counts, after failed refunds are subtracted from the total. A share of the money
 * takes the same share of the credits, rounded in favour of the account.
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
