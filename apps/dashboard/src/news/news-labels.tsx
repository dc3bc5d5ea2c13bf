import type { NewsArticle } from "@mintwright/sdk";
import { Link } from "@tanstack/react-router";
import { nameCategory, nameNetwork, nameToken } from "./news-names.ts";

/** The network of articles that belong to no specific one. */
const otherNetwork = "Other";

/** Category, network and token of an article, each a link to the filtered news. */
export function NewsLabels({ article }: { article: NewsArticle }) {
  const network = nameNetwork(article.subCategoryId);
  const token = article.tokenId === null ? undefined : nameToken(article.tokenId);
  const labels = [
    { name: nameCategory(article.categoryId), search: { category: article.categoryId } },
    ...(network && network !== otherNetwork
      ? [{ name: network, search: { network: article.subCategoryId } }]
      : []),
    ...(token ? [{ name: token, search: { token: article.tokenId ?? undefined } }] : []),
  ];
  return (
    <ul className="flex flex-wrap gap-1.5">
      {labels.map(({ name, search }) => (
        <li key={name}>
          <Link
            to="/news"
            search={search}
            className="inline-flex min-h-6 items-center rounded border border-line px-2 text-muted text-xs hover:bg-sunken hover:text-ink"
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
