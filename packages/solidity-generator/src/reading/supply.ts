import { findAmounts, type Mention } from "./numbers.ts";

/** In whole tokens. */
export interface Supply {
  supply?: string;
  cap?: string;
  decimals?: number;
}

const isCap = (before: string, after: string) =>
  /(?:\bcap(?:ped)?(?: at| of| to| is|:)?|\bmax(?:imum)?(?: total)?(?: token)? supply(?: of| is| to|:)?|\bup to|\bnever more than|\bmax(?:imum)?(?: of)?)\s*$/.test(
    before,
  ) || /^\s*(?:tokens? |coins? )?(?:max(?:imum)?(?: supply)?|cap)\b/.test(after);
const isSupply = (before: string, after: string) =>
  /(?:\bsupply(?: is| of|:| to| =| should be)?|\bpre-?mint(?:ed|s)?(?: of|:)?|\binitial(?:ly)?|\btotal(?: of)?|\bsupply to)\s*$/.test(
    before,
  ) ||
  /^\s*(?:tokens? |coins? )?(?:in )?(?:total |initial |fixed |token |of )*(?:supply|premint|pre-mint|tokens|coins|units)\b/.test(
    after,
  );
const isDecimals = (before: string, after: string) =>
  /\bdecimals?(?: of| is|:| =| places)?\s*$/.test(before) || /^\s*decimals?\b/.test(after);
const isOther = (before: string, after: string) =>
  /^\s*(?:%|percent|eth\b|ether\b|days?|weeks?|months?|years?|hours?|minutes?)/.test(after) ||
  /(?:erc|eip|bep)-?\s?$/.test(before);

/** Reads supply, cap and decimals. A single large number is the supply. */
export function readSupply(text: string): Supply {
  const found: Supply = {};
  const loose: Mention<string>[] = [];
  for (const mention of findAmounts(text)) {
    const { value, before, after } = mention;
    if (isOther(before, after)) continue;
    if (isDecimals(before, after)) found.decimals ??= Number(value);
    else if (isCap(before, after)) found.cap ??= value;
    else if (isSupply(before, after)) found.supply ??= value;
    else loose.push(mention);
  }
  const big = loose.find(({ value }) => Number(value) >= 1_000);
  if (found.supply === undefined && found.cap === undefined && big) found.supply = big.value;
  return found;
}
