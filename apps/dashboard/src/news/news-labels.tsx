import type { NewsArticle } from "@mintwright/sdk";
import { Link } from "@tanstack/react-router";
import { nameCategory, nameNetwork, nameToken } from "./news-names.ts";

/** The network that stands for none in particular. */
const otherNetwork = "Other";

/** What an article is about, each a link to more of it. */
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
