import type { NewsArticle } from "@mintwright/api-contract";

const mediumWeight = 2;
const highWeight = 4;

/** Rates a story by the weights of the outlets that reported it, 1 for an ordinary one. */
export function rateImportance(sourceWeight: number): NewsArticle["importance"] {
  if (sourceWeight >= highWeight) return "high";
  return sourceWeight >= mediumWeight ? "medium" : "low";
}
