import { otherNetworkId } from "@mintwright/api-contract";
import { categoryLexicon } from "./category-lexicon.ts";
import { coinOfNetwork, type NameEntry, networkLexicon, tokenLexicon, weighName } from "./name-lexicon.ts";
import { indexPhrases, scorePhrases } from "./phrases.ts";

/** What an article is about. */
export interface Understanding {
  categoryId: number;
  networkId: number;
  /** 0 for general news. */
  tokenId: number;
}

const titleFactor = 2;
const cryptocurrencyId = 64;
/** The most general category holds unless something speaks for another one more loudly than this. */
const benefitOfDoubt = 0.8;
const categoryIndex = indexPhrases(categoryLexicon);

/** In a headline where Every Word Is Capitalised a capital letter says nothing. */
function isTitleCase(title: string): boolean {
  const words = title.match(/\b[A-Za-z]{4,}\b/g) ?? [];
  return words.length >= 4 && words.filter((word) => /^[A-Z]/.test(word)).length / words.length > 0.8;
}

function countMatches(text: string, expression: RegExp): number {
  const flags = expression.flags.includes("g") ? expression.flags : `${expression.flags}g`;
  return [...text.matchAll(new RegExp(expression.source, flags))].length;
}

/** How strongly title and description speak of each entry. */
function scoreNames(entries: readonly NameEntry[], title: string, description: string): Map<number, number> {
  const scores = new Map<number, number>();
  const isLoud = isTitleCase(title);
  for (const { id, sure, name, hint, not } of entries) {
    const [head, body] = [title, description].map((text) => (not ? text.replaceAll(not, " ") : text)) as [
      string,
      string,
    ];
    let score = 0;
    if (sure) score += 3 * Math.min(2, countMatches(head, sure)) + Math.min(2, countMatches(body, sure));
    if (name) {
      const hasHint = hint?.test(`${head} ${body}`) ?? true;
      const inHead = weighName(head, name);
      const inBody = weighName(body, name);
      if (inHead > 0 && (hasHint || (inHead === 2 && !isLoud))) score += 3;
      if (inBody > 0 && (hasHint || inBody === 2)) score += 1;
    }
    if (score > 0) scores.set(id, score);
  }
  return scores;
}

function findHighest(scores: Map<number, number>): number | undefined {
  let best: number | undefined;
  for (const [id, score] of scores) {
    if (best === undefined || score > (scores.get(best) ?? 0)) best = id;
  }
  return best;
}

/** Finds category, network and token of an article by scored words, without a model. */
export function understandArticle(title: string, description: string): Understanding {
  const categories = new Map<number, number>([[cryptocurrencyId, benefitOfDoubt]]);
  scorePhrases(categoryIndex, title, titleFactor, categories);
  scorePhrases(categoryIndex, description, 1, categories);

  const networks = scoreNames(networkLexicon, title, description);
  const tokens = scoreNames(tokenLexicon, title, description);
  const namedToken = findHighest(tokens);
  // A coin speaks for its own chain, but only the coin that the article is about.
  for (const [network, coin] of Object.entries(coinOfNetwork)) {
    if (coin !== namedToken) continue;
    networks.set(Number(network), (networks.get(Number(network)) ?? 0) + (tokens.get(coin) ?? 0) / 2);
  }
  const networkId = findHighest(networks) ?? otherNetworkId;
  const tokenId = namedToken ?? coinOfNetwork[networkId] ?? 0;
  return { categoryId: findHighest(categories) ?? cryptocurrencyId, networkId, tokenId };
}
