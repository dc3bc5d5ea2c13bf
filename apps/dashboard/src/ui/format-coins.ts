const decimals = 18;

/** Formats an amount in wei with the symbol of its currency, exactly: 0.015 ETH. */
export function formatCoins(wei: string | bigint, currency: string): string {
  const digits = String(wei).padStart(decimals + 1, "0");
  const whole = digits.slice(0, -decimals);
  let fraction = digits.slice(-decimals);
  while (fraction.endsWith("0")) fraction = fraction.slice(0, -1);
  return `${whole}${fraction && `.${fraction}`} ${currency}`;
}

/** Formats an estimate in wei: three digits are enough. */
export function formatEstimate(wei: bigint, currency: string): string {
  const unit = 10n ** BigInt(Math.max(0, String(wei).length - 3));
  return formatCoins((wei / unit) * unit, currency).trim();
}

/** Parses an amount such as 0.015 to wei. Undefined when it is none. */
export function readCoins(text: string): bigint | undefined {
  const found = /^(\d{1,12})(?:\.(\d{1,18}))?$/.exec(text.trim());
  if (!found) return undefined;
  return BigInt(found[1] + (found[2] ?? "").padEnd(decimals, "0"));
}
