import type { NewsArticle } from "@mintwright/sdk";
import { Link } from "@tanstack/react-router";
import { formatAgo, formatMoment } from "../ui/format.ts";
import { NewsImage } from "./news-image.tsx";
import { NewsLabels } from "./news-labels.tsx";
import { NewsMood } from "./news-mood.tsx";

const frame = "rounded-md border border-line bg-surface overflow-hidden";
const leadLook = {
  item: "sm:col-span-2 lg:col-span-3",
  article: "flex-col lg:flex-row",
  image: "aspect-video w-full lg:w-3/5",
  text: "p-4 lg:p-6",
  title: "text-lg",
  description: "line-clamp-6",
};
const cardLook = {
  item: "",
  article: "flex-row-reverse sm:flex-col",
  image: "m-3 size-20 shrink-0 rounded-md sm:m-0 sm:aspect-video sm:size-auto sm:rounded-none",
  text: "p-3 sm:p-4",
  title: "text-sm sm:text-base",
  description: "hidden sm:line-clamp-3",
};

/** A grid of cards, rows on a phone. The first article is larger. */
export function NewsList({ articles }: { articles: NewsArticle[] }) {
  return (
    <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-3">
      {articles.map((article, index) => (
        <Card key={article.id} article={article} isLead={index === 0} />
      ))}
    </ul>
  );
}

function Card({ article, isLead }: { article: NewsArticle; isLead: boolean }) {
  const [first, ...others] = article.sources;
  const by = `${first?.name ?? "Unknown source"}${others.length > 0 ? ` and ${others.length} more` : ""}`;
  const look = isLead ? leadLook : cardLook;
  return (
    <li className={`${frame} ${look.item}`}>
      <article className={`flex h-full ${look.article}`}>
        <NewsImage url={article.imageUrl} categoryId={article.categoryId} className={look.image} />
        <div className={`flex min-w-0 flex-1 flex-col gap-2 ${look.text}`}>
          <h2 className={`break-words leading-snug ${look.title}`}>
            <Link
              to="/news/$articleId"
              params={{ articleId: String(article.id) }}
              className="line-clamp-4 hover:underline"
            >
              {article.title}
            </Link>
          </h2>
          <p className={`break-words text-muted ${look.description}`}>{article.description}</p>
          <div className="mt-auto flex flex-col gap-2 pt-1">
            <p className="truncate text-muted text-xs">
              {by} ·{" "}
              <time dateTime={article.pubDate} title={formatMoment(article.pubDate)}>
                {formatAgo(article.pubDate)}
              </time>
            </p>
            <NewsMood article={article} />
            <NewsLabels article={article} />
          </div>
        </div>
      </article>
    </li>
  );
}

export function LoadingNews() {
  return (
    <div role="status" className="grid grid-cols-1 gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-3">
      <span className="sr-only">Loading</span>
      {["lead", "a", "b", "c", "d", "e", "f"].map((card) => {
        const look = card === "lead" ? leadLook : cardLook;
        return (
          <div key={card} className={`${frame} ${look.item}`}>
            <div className={`flex ${look.article}`}>
              <div className={`animate-pulse bg-sunken ${look.image}`} />
              <div className={`flex flex-1 flex-col gap-3 ${look.text}`}>
                <div className="h-4 w-5/6 animate-pulse rounded bg-line" />
                <div className="h-4 w-1/2 animate-pulse rounded bg-line" />
              </div>
            </div>
          </div>
        );
      })}
    </div>
  );
}
