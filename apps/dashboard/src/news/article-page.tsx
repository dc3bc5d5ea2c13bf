import type { NewsArticle } from "@mintwright/sdk";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useRouter } from "@tanstack/react-router";
import { creditsQuery } from "../api/queries.ts";
import { writeCredits } from "../playground/price.tsx";
import { Button, buttonLink } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { formatMoment } from "../ui/format.ts";
import { Page, Panel } from "../ui/page.tsx";
import { Empty, Failure, LoadingRows } from "../ui/states.tsx";
import { NewsImage } from "./news-image.tsx";
import { NewsLabels } from "./news-labels.tsx";
import { NewsRating } from "./news-mood.tsx";
import { articlePriceQuery, articleQuery, newsAllowanceQuery } from "./news-queries.ts";

const route = getRouteApi("/inside/news/$articleId");

/** An article. Free when its list was loaded before; opened by a link, it shows its price first. */
export function ArticlePage() {
  const id = Number(route.useParams().articleId);
  const queryClient = useQueryClient();
  const router = useRouter();
  const article = useQuery(articleQuery(queryClient, id));
  const price = useQuery({ ...articlePriceQuery(id), enabled: !article.data });
  const allowance = useQuery(newsAllowanceQuery);
  const isFree = (allowance.data?.left ?? 0) > 0;
  const read = async () => {
    await article.refetch();
    await queryClient.invalidateQueries({ queryKey: creditsQuery.queryKey, exact: true });
  };
  const back = (
    <Button
      onClick={() => (router.history.canGoBack() ? router.history.back() : router.navigate({ to: "/news" }))}
    >
      Back to news
    </Button>
  );
  if (article.data) return <Article article={article.data} back={back} />;
  return (
    <Page title="Article" action={back}>
      {(article.error ?? price.error) && (
        <Failure
          error={(article.error ?? price.error) as Error}
          onRetry={article.error ? read : price.refetch}
        />
      )}
      {!article.error && !price.error && (
        <Panel>
          {article.isFetching ? (
            <LoadingRows rows={3} />
          ) : (
            <Empty
              title="Read this article"
              text={
                isFree
                  ? "It counts towards the articles that you read for free today."
                  : "Opening an article from a link costs credits. You are not charged if it no longer exists."
              }
            >
              <Button
                look="main"
                onClick={read}
                disabled={price.data === undefined || allowance.data === undefined}
              >
                Read article
                {isFree ? " · free" : price.data === undefined ? "" : ` · ${writeCredits(price.data)}`}
              </Button>
            </Empty>
          )}
        </Panel>
      )}
    </Page>
  );
}

function Article({ article, back }: { article: NewsArticle; back: React.ReactNode }) {
  return (
    <Page title={article.title} action={back}>
      <article className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="flex flex-col gap-6">
          <NewsImage
            url={article.imageUrl}
            categoryId={article.categoryId}
            className="aspect-video w-full rounded-md border border-line"
          />
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-muted text-xs">
              <time dateTime={article.pubDate}>{formatMoment(article.pubDate)}</time> ·{" "}
              {article.generated ? "AI summary of the sources below" : "Excerpt from the first source"}
            </p>
            <NewsLabels article={article} />
          </div>
          <p className="whitespace-pre-line break-words text-base leading-relaxed">{article.description}</p>
        </div>
        <aside className="flex flex-col gap-4">
          <Panel title={article.sources.length === 1 ? "Source" : `${article.sources.length} sources`}>
            <ul className="divide-y divide-line">
              {article.sources.map((source) => (
                <li
                  key={source.url}
                  className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-3"
                >
                  <SourceLink name={source.name} url={source.url} />
                  <span className="text-muted text-xs">{formatMoment(source.publishedAt)}</span>
                </li>
              ))}
            </ul>
          </Panel>
          <Panel title="Rating">
            <NewsRating article={article} />
          </Panel>
          <div className="flex gap-2">
            <CopyButton text={location.href} label="Copy link" />
            <Link
              to="/news"
              search={article.tokenId ? { token: article.tokenId } : { category: article.categoryId }}
              className={buttonLink.quiet}
            >
              Related news
            </Link>
          </div>
        </aside>
      </article>
    </Page>
  );
}

/** Links to a source in a new window without a referrer. Shows plain text when the URL is not a web address. */
function SourceLink({ name, url }: { name: string; url: string }) {
  const parsed = URL.parse(url);
  const isWeb = parsed?.protocol === "https:" || parsed?.protocol === "http:";
  return (
    <span className="min-w-0 break-words">
      {isWeb ? (
        <a
          href={parsed.href}
          target="_blank"
          rel="noopener noreferrer"
          className="font-medium underline underline-offset-2"
        >
          {name || parsed.hostname}
        </a>
      ) : (
        <span className="font-medium">{name || "Unknown source"}</span>
      )}
      <span className="ml-2 break-all text-muted text-xs">{isWeb ? parsed.hostname : url.slice(0, 80)}</span>
    </span>
  );
}
