import { z } from "zod";
import { getNewsArticle, listNews } from "./news.ts";

const allowance = z.object({
  /** Articles that an account reads in the dashboard without a charge, per day (UTC). */
  perDay: z.int().min(0),
  left: z.int().min(0),
});

/** Reading news in the dashboard, free up to the operator's allowance. Afterwards the priced operations are used. */
export const newsRoutes = {
  getNewsAllowance: { method: "GET", path: "/news/allowance", response: allowance },
  readNews: {
    method: "GET",
    path: "/news",
    query: listNews.query as NonNullable<typeof listNews.query>,
    /** No page: the allowance is used up. */
    response: z.object({ left: z.int().min(0), page: listNews.response.nullable() }),
  },
  readNewsArticle: {
    method: "GET",
    path: "/news/{id}",
    params: getNewsArticle.params as NonNullable<typeof getNewsArticle.params>,
    response: z.object({ left: z.int().min(0), page: getNewsArticle.response.nullable() }),
  },
} as const;
