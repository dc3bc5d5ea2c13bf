import type { TestDatabase } from "@mintwright/test-harness";

/** An article as a test wants it stored; what it does not say is filled in. */
export interface StoredArticle {
  title: string;
  description?: string;
  categoryId?: number;
  networkId?: number;
  tokenId?: number | null;
  createdAt: string;
  publishedAt?: string;
  imageUrl?: string | null;
}

/** An article of an answer. */
export interface Article {
  id: number;
  title: string;
  description: string;
  categoryId: number;
  subCategoryId: number;
  tokenId: number | null;
  url: string;
  createdAt: string;
  imageUrl: string;
  pubDate: string;
  isPublished: boolean;
  generated: boolean;
  sources: { name: string; url: string; publishedAt: string }[];
  sentiment: { label: string; confidence: number };
  importance: string;
}

/** The answer of `GET /news`. */
export interface NewsAnswer {
  statusCode: number;
  message: string;
  data: Article[];
  total: number;
  isTotalEstimated: boolean;
  limit: number;
  offset: number;
  nextCursor: string | null;
}

function toPlainWords(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ");
}

/** Stores articles as the gatherer would have, in one statement. */
export async function storeArticles(
  database: TestDatabase,
  articles: readonly StoredArticle[],
): Promise<void> {
  const rows = articles.map((article, index) => ({
    words: toPlainWords(`${article.title} ${article.description ?? ""}`),
    created_at: article.createdAt,
    published_at: article.publishedAt ?? article.createdAt,
    category_id: article.categoryId ?? 64,
    network_id: article.networkId ?? 46,
    token_id: article.tokenId ?? 0,
    title: article.title,
    description: article.description ?? `What is known about: ${article.title}`,
    url: `https://example.com/articles/${index}`,
    image_url: article.imageUrl ?? null,
    sources: [
      { name: "Example", url: `https://example.com/articles/${index}`, publishedAt: article.createdAt },
    ],
  }));
  await database.query(
    `insert into news_article (created_at, published_at, category_id, network_id, token_id, title, description, url, image_url, sources, words)
     select created_at, published_at, category_id, network_id, token_id, title, description, url, image_url, sources,
       to_tsvector('simple', words)
     from jsonb_to_recordset($1::jsonb) as r(created_at timestamptz, published_at timestamptz, category_id smallint,
       network_id smallint, token_id smallint, title text, description text, url text, image_url text, sources jsonb, words text)`,
    [JSON.stringify(rows)],
  );
}
