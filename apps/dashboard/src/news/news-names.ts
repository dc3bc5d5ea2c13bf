import { newsCategories, newsNetworks, newsTokens } from "@mintwright/api-contract/news-reference";

const byName = (one: readonly [string, string], other: readonly [string, string]) =>
  one[1].localeCompare(other[1]);

/** The options of each filter, sorted by name. A network with two IDs is listed once. */
export const newsChoices = {
  category: newsCategories.map(({ id, name }) => [String(id), name] as const).toSorted(byName),
  network: newsNetworks
    .filter(({ id, canonicalId }) => id === canonicalId)
    .map(({ id, name }) => [String(id), name] as const)
    .toSorted(byName),
  token: newsTokens
    .map(({ id, symbol, name }) => [String(id), `${symbol} · ${name}`] as const)
    .toSorted(byName),
};

export const nameCategory = (id: number) =>
  newsCategories.find((category) => category.id === id)?.name.replace(/ \(.*/, "") ?? "News";

export const nameNetwork = (id: number) => newsNetworks.find((network) => network.id === id)?.name;

export const nameToken = (id: number) => newsTokens.find((token) => token.id === id)?.symbol;
