import { readFileSync } from "node:fs";
import { otherNetworkId, toCanonicalNetworkId } from "@mintwright/api-contract";
import { understandArticle } from "../understanding/understand-article.ts";

/** A headline with what it is about. */
export interface Headline {
  /** Lines with an even index may be tuned on, the others may not. */
  isTuned: boolean;
  title: string;
  summary: string;
  expected: Record<Aspect, number>;
}

/** What is understood of an article. */
export type Aspect = "category" | "network" | "token";

const nothing: Record<Aspect, number> = { category: -1, network: otherNetworkId, token: 0 };

/** Reads the labelled headlines: of the first set, or of the one that was written after the lexicon and without it. */
export function readHeadlines(file: "headlines.tsv" | "fresh-headlines.tsv" = "headlines.tsv"): Headline[] {
  return readFileSync(new URL(file, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line, index) => {
      const [category, network, token, title = "", summary = ""] = line.split("|");
      const networkId = toCanonicalNetworkId(Number(network));
      const expected = { category: Number(category), network: networkId, token: Number(token) };
      return { isTuned: index % 2 === 0, title, summary, expected };
    });
}

/** Measures the F1 of each aspect: of the answers that say something, and of those that should have. */
export function measureUnderstanding(headlines: readonly Headline[]) {
  const counts = { category: [0, 0, 0], network: [0, 0, 0], token: [0, 0, 0] } as Record<Aspect, number[]>;
  const mistakes: string[] = [];
  for (const { title, summary, expected } of headlines) {
    const { categoryId, networkId, tokenId } = understandArticle(title, summary);
    const found: Record<Aspect, number> = { category: categoryId, network: networkId, token: tokenId };
    for (const aspect of Object.keys(counts) as Aspect[]) {
      const [right = 0, said = 0, meant = 0] = counts[aspect];
      const isSaid = found[aspect] !== nothing[aspect];
      const isRight = isSaid && found[aspect] === expected[aspect];
      counts[aspect] = [right + +isRight, said + +isSaid, meant + +(expected[aspect] !== nothing[aspect])];
      if (found[aspect] !== expected[aspect]) {
        mistakes.push(`${aspect}: ${found[aspect]}, not ${expected[aspect]}: ${title} ${summary}`);
      }
    }
  }
  const f1 = (aspect: Aspect) => {
    const [right = 0, said = 0, meant = 0] = counts[aspect];
    return (2 * right) / (said + meant);
  };
  return { category: f1("category"), network: f1("network"), token: f1("token"), mistakes };
}
