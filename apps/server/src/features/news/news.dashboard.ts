import { dashboardRoutes } from "@mintwright/api-contract/dashboard";
import type { Database } from "../../platform/database/database.ts";
import { type Reads, recentReads } from "../../platform/database/reads.ts";
import type { ServeDashboard } from "../../serving/dashboard-context.ts";
import { getNewsArticle, listNews } from "./news.service.ts";
import { countFreeArticles, takeFreeArticles } from "./reading.repository.ts";

/** Serves news to members without a charge, up to the operator's allowance per account and day. */
export function registerNewsDashboard(
  serve: ServeDashboard,
  {
    database,
    reads,
    publicUrl,
    perDay,
  }: { database: Database; reads: Reads; publicUrl: string; perDay: number },
): void {
  const findLeft = async (accountId: string) =>
    Math.max(0, perDay - (await countFreeArticles(database, accountId)));

  /** Gives the page if its articles fit into what is left. */
  async function give<Page>(accountId: string, page: Page, articles: number) {
    const isFree = articles === 0 || (await takeFreeArticles(database, accountId, { articles, perDay }));
    return { left: await findLeft(accountId), page: isFree ? page : null };
  }

  serve(dashboardRoutes.getNewsAllowance, async ({ caller }) => ({
    perDay,
    left: await findLeft(caller.accountId),
  }));

  serve(dashboardRoutes.readNews, async ({ caller, input: { query } }) => {
    if ((await findLeft(caller.accountId)) === 0) return { left: 0, page: null };
    const options = query.cursor ? {} : recentReads;
    const { articles, ...counted } = await reads.run((read) => listNews(read, query, { publicUrl }), options);
    const { limit, offset = 0 } = query;
    const page = { statusCode: 200 as const, message: "News", data: articles, limit, offset, ...counted };
    return give(caller.accountId, page, articles.length);
  });

  serve(dashboardRoutes.readNewsArticle, async ({ caller, input: { params } }) => {
    if ((await findLeft(caller.accountId)) === 0) return { left: 0, page: null };
    const data = await getNewsArticle(database, params.id, { publicUrl });
    return give(caller.accountId, { statusCode: 200 as const, message: "Article", data }, 1);
  });
}
