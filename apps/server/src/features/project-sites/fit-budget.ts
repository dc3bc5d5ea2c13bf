/** Roughly what a text costs a model: four bytes a token, which errs on the safe side outside of English too. */
function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4);
}

/** Takes passages from the front for as long as they fit. */
export function fitBudget<Item extends { source: string; text: string }>(
  passages: readonly Item[],
  maxTokens: number,
): Item[] {
  const chosen: Item[] = [];
  let room = maxTokens;
  for (const passage of passages) {
    room -= estimateTokens(passage.source) + estimateTokens(passage.text);
    if (room < 0) break;
    chosen.push(passage);
  }
  return chosen;
}
