import { newsCategories, newsNetworks, newsTokens } from "@mintwright/api-contract";
import { z } from "zod";
import type { Candidates, Understanding } from "./understand-article.ts";

const names = {
  categories: new Map<number, string>(newsCategories.map(({ id, name }) => [id, name])),
  networks: new Map<number, string>(newsNetworks.map(({ id, name }) => [id, name])),
  tokens: new Map<number, string>(newsTokens.map(({ id, symbol }) => [id, symbol])),
};

const fields = { categories: "categoryId", networks: "networkId", tokens: "tokenId" } as const;

/** Lists the choices for a model; empty when the article's words leave none open. */
export function describeCandidates(candidates: Candidates): string {
  return (["categories", "networks", "tokens"] as const)
    .filter((kind) => candidates[kind].length > 1)
    .map((kind) => {
      const listed = candidates[kind].map((id) => `${id} ${names[kind].get(id) ?? "none"}`).join(", ");
      return `"${fields[kind]}": the number of what the report is mainly about: ${listed}`;
    })
    .join("\n");
}

const chosenId = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^\d{1,4}$/)
      .transform(Number),
  ])
  .optional()
  .catch(undefined);
const choiceSchema = z
  .object({ categoryId: chosenId, networkId: chosenId, tokenId: chosenId })
  .catch({ categoryId: undefined, networkId: undefined, tokenId: undefined });

/** Accepts a model's choice where it is a candidate; otherwise keeps the choice by words. */
export function takeChoice(answer: unknown, { categories, networks, tokens }: Candidates): Understanding {
  const { categoryId, networkId, tokenId } = choiceSchema.parse(answer);
  const take = (chosen: number | undefined, allowed: number[]) =>
    chosen !== undefined && allowed.includes(chosen) ? chosen : (allowed[0] as number);
  return {
    categoryId: take(categoryId, categories),
    networkId: take(networkId, networks),
    tokenId: take(tokenId, tokens),
  };
}
