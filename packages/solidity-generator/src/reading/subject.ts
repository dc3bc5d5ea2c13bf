import { isNeutral } from "./neutral-words.ts";

const boundary =
  /[,;:.(\n](?=\s|$|\S)|\b(?:with|without|that|which|where|whose|who|for|named|called|so|when|if|using|having|has|in|like|lasting)\b/gi;

/**
 * Where the words end that say what a request is about: "english auction" in "english auction for an NFT, lasting
 * 7 days". If these words name no kind of contract, everything is about it.
 */
export function readSubjectEnd(text: string, claims: readonly { start: number; part?: string }[]): number {
  const kind = claims.filter(({ part }) => part === "kind").map(({ start }) => start);
  for (const { index } of text.matchAll(boundary)) {
    const words = text.slice(0, index).match(/[\p{L}\p{N}]+/gu) ?? [];
    if (words.every((word) => isNeutral(word))) continue;
    return kind.some((start) => start < index) ? index : text.length;
  }
  return text.length;
}
