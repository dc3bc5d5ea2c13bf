import type { Fees } from "../../engines/chain/index.ts";

/**
 * Raises an offer for a replacement, up to the ceiling. Nodes take a replacement only when both prices rise by a tenth;
 * an eighth is safely above. Undefined when the ceiling leaves no room for that.
 */
export function raiseFees(last: Fees, suggested: Fees, ceiling: bigint): Fees | undefined {
  const raise = (price: bigint, asked: bigint, most: bigint) => {
    const eighthMore = price + price / 8n + 1n;
    const wanted = eighthMore > asked ? eighthMore : asked;
    return wanted < most ? wanted : most;
  };
  const isEnough = (price: bigint, raised: bigint) => raised * 10n >= price * 11n;
  const maxFeePerGas = raise(last.maxFeePerGas, suggested.maxFeePerGas, ceiling);
  if (!isEnough(last.maxFeePerGas, maxFeePerGas)) return undefined;
  if (last.maxPriorityFeePerGas === null) return { maxFeePerGas, maxPriorityFeePerGas: null };
  const tip = raise(last.maxPriorityFeePerGas, suggested.maxPriorityFeePerGas ?? 0n, maxFeePerGas);
  return isEnough(last.maxPriorityFeePerGas, tip) ? { maxFeePerGas, maxPriorityFeePerGas: tip } : undefined;
}
