/** Formats money in the currency's smallest unit. With the currency's code: the fonts of PDF lack some symbols. */
export function formatAmount(amount: number, currency: string): string {
  const money = new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay: "code" });
  return money.format(amount / 10 ** (money.resolvedOptions().maximumFractionDigits ?? 2));
}
