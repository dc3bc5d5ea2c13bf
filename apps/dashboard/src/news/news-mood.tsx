import type { NewsArticle } from "@mintwright/sdk";
import { Status } from "../ui/states.tsx";

const sentiments = {
  positive: { name: "Positive", state: "ok" },
  neutral: { name: "Neutral", state: "neutral" },
  negative: { name: "Negative", state: "error" },
} as const;
const importances = { low: "Low", medium: "Medium", high: "High" } as const;

/** What stands out about an article in a list. Ordinary articles show nothing. */
export function NewsMood({ article }: { article: NewsArticle }) {
  const { label, confidence } = article.sentiment;
  const { name, state } = sentiments[label];
  const isWide = article.importance === "high";
  if (label === "neutral" && !isWide) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-muted text-xs">
      {label !== "neutral" && (
        <span title={`${name} news, ${writePercent(confidence)} sure`}>
          <Status state={state}>{name}</Status>
        </span>
      )}
      {isWide && <span>Widely reported</span>}
    </p>
  );
}

/** Sentiment and importance of an article, with what they are based on. */
export function NewsRating({ article }: { article: NewsArticle }) {
  const { label, confidence } = article.sentiment;
  const { name, state } = sentiments[label];
  return (
    <div className="flex flex-col gap-3 px-4 py-3">
      <dl className="flex flex-col gap-3">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <dt className="text-muted">Sentiment</dt>
          <dd>
            <Status state={state}>
              <span>
                {name} · <span className="numbers">{writePercent(confidence)}</span> sure
              </span>
            </Status>
          </dd>
        </div>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <dt className="text-muted">Importance</dt>
          <dd>{importances[article.importance]}</dd>
        </div>
      </dl>
      <p className="text-muted text-xs">
        Sentiment is judged by the words of the story, importance by how many outlets reported it. Neither is
        investment advice.
      </p>
    </div>
  );
}

function writePercent(share: number): string {
  return `${Math.round(share * 100)}%`;
}
