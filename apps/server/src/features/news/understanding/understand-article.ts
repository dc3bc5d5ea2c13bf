import { otherNetworkId } from "@mintwright/api-contract";
import categoryWords from "./category-words.json" with { type: "json" };
import { coinOfNetwork, type NameEntry, networkLexicon, tokenLexicon, weighName } from "./name-lexicon.ts";
import { indexPhrases, scorePhrases } from "./phrases.ts";

export interface Understanding {
  categoryId: number;
  networkId: number;
  /** 0 for general news. */
  tokenId: number;
}

const titleFactor = 2;
const coinShare = 0.75;
/** Bonus of the name that comes first in the title: less than another mention. */
const firstNamed = 0.7;
const cryptocurrencyId = 64;
/** Initial score of the most general category: it applies unless another one scores higher. */
const benefitOfDoubt = 0.8;
const candidateShare = 0.3;
const maxCandidates = 4;
const categoryIndex = indexPhrases(categoryWords);

/** In a title-case headline capital letters do not indicate names. */
function isTitleCase(title: string): boolean {
  const words = title.match(/\b[A-Za-z]{4,}\b/g) ?? [];
  return words.length >= 4 && words.filter((word) => /^[A-Z]/.test(word)).length / words.length > 0.8;
}

function countMatches(text: string, expression: RegExp): number {
  const flags = expression.flags.includes("g") ? expression.flags : `${expression.flags}g`;
  return [...text.matchAll(new RegExp(expression.source, flags))].length;
}

function findPlace(title: string, sure: RegExp | undefined, name: string | undefined): number | undefined {
  const places = [sure ? title.search(sure) : -1, name ? title.indexOf(name) : -1].filter(
    (place) => place >= 0,
  );
  return places.length > 0 ? Math.min(...places) : undefined;
}

function scoreNames(entries: readonly NameEntry[], title: string, description: string): Map<number, number> {
  const scores = new Map<number, number>();
  let first: { id: number; place: number } | undefined;
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
    if (score === 0) continue;
    scores.set(id, score);
    const place = findPlace(head, sure, name);
    if (place !== undefined && place < (first?.place ?? head.length)) first = { id, place };
  }
  // A headline starts with its subject.
  if (first) scores.set(first.id, (scores.get(first.id) ?? 0) + firstNamed);
  return scores;
}

function findHighest(scores: Map<number, number>): number | undefined {
  let best: number | undefined;
  for (const [id, score] of scores) {
    if (best === undefined || score > (scores.get(best) ?? 0)) best = id;
  }
  return best;
}

function scoreArticle(title: string, description: string) {
  const categories = new Map<number, number>([[cryptocurrencyId, benefitOfDoubt]]);
  scorePhrases(categoryIndex, title, titleFactor, categories);
  scorePhrases(categoryIndex, description, 1, categories);

  const networks = scoreNames(networkLexicon, title, description);
  const tokens = scoreNames(tokenLexicon, title, description);
  const namedToken = findHighest(tokens);
  // A coin counts for its own network, but only the main coin of the article.
  for (const [network, coin] of Object.entries(coinOfNetwork)) {
    if (coin !== namedToken) continue;
    networks.set(Number(network), (networks.get(Number(network)) ?? 0) + (tokens.get(coin) ?? 0) * coinShare);
  }
  return { categories, networks, tokens };
}

/** Determines category, network and token of an article by scored words, without a model. */
export function understandArticle(title: string, description: string): Understanding {
  const { categories, networks, tokens } = scoreArticle(title, description);
  const networkId = findHighest(networks) ?? otherNetworkId;
  const tokenId = findHighest(tokens) ?? coinOfNetwork[networkId] ?? 0;
  return { categoryId: findHighest(categories) ?? cryptocurrencyId, networkId, tokenId };
}

/** Possible topics, most likely first; each list starts with the chosen one. */
export interface Candidates {
  categories: number[];
  networks: number[];
  tokens: number[];
}

/** Lists the topics that the article's words leave open. Topics that it does not mention are never candidates. */
export function listCandidates(title: string, description: string): Candidates {
  const { categoryId, networkId, tokenId } = understandArticle(title, description);
  const { categories, networks, tokens } = scoreArticle(title, description);
  const rank = (best: number, scores: Map<number, number>) => {
    const least = (scores.get(best) ?? 0) * candidateShare;
    const others = [...scores].filter(([id, score]) => id !== best && score >= least);
    return [best, ...others.sort(([, a], [, b]) => b - a).map(([id]) => id)].slice(0, maxCandidates);
  };
  return {
    categories: rank(categoryId, categories),
    networks: rank(networkId, networks),
    tokens: rank(tokenId, tokens),
  };
}
