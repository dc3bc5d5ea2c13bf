/** Credits as an integer of 1/100 credit: the only form in which amounts are added or compared. */
export type Centicredits = number;

/** Converts credits (0.5) into 1/100 credits (50). */
export function fromCredits(credits: number): Centicredits {
  const amount = Math.round(credits * 100);
  if (!Number.isSafeInteger(amount) || Math.abs(amount / 100 - credits) > 1e-9) {
    throw new RangeError(`${credits} is not a whole number of 1/100 credit`);
  }
  return amount;
}

/** Converts 1/100 credits (50) into credits (0.5). */
export function toCredits(amount: Centicredits): number {
  return amount / 100;
}
