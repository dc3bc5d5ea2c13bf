import { z } from "zod";
import { newsFilterShape } from "./news.ts";
import { defineOperation, free } from "./operation.ts";

/** More alerts than this belong to somebody who would do better with one and a filter of their own. */
export const maxNewsAlerts = 100;

const { categoryId, subCategoryId, tokenId, searchQuery } = newsFilterShape;

const filterSchema = z.object({ categoryId, subCategoryId, tokenId, searchQuery });

/** Which new articles an alert tells of. */
export type NewsAlertFilter = z.infer<typeof filterSchema>;

const ids = z.array(z.int()).nullable().meta({ description: "Any of these; null for all." });

const alertSchema = z
  .object({
    id: z.uuid(),
    categoryId: ids,
    subCategoryId: ids,
    tokenId: ids,
    searchQuery: z.string().nullable(),
    webhookUrl: z.string(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "NewsAlert" });

export type NewsAlert = z.infer<typeof alertSchema>;

const answer = <Data extends z.ZodType>(id: string, data: Data) =>
  z.object({ status: z.literal(true), message: z.string(), data }).meta({ id });

/** Saves a filter whose new articles are told to a webhook. */
export const createNewsAlert = defineOperation({
  id: "createNewsAlert",
  method: "POST",
  path: "/news/alerts",
  tag: "News",
  summary: "Be told of new articles",
  description: [
    "From now on every new article that fits the filter of `GET /news` is sent to `webhookUrl`, once, as a signed webhook of the type `news.article`: its id, title, ids and address. The whole article is read with `GET /news/{id}`.",
    `An account has at most ${maxNewsAlerts} alerts. Without a filter every article is told.`,
  ].join(" "),
  auth: "key",
  body: filterSchema
    .extend({
      webhookUrl: z.url({ protocol: /^https?$/, error: "webhookUrl must be an http or https URL" }),
    })
    .meta({ id: "NewsAlertRequest" }),
  response: answer("NewsAlertResponse", alertSchema),
  price: free,
  errors: ["webhook_url_refused", "too_many_alerts"],
});

/** Lists the alerts of the account. */
export const listNewsAlerts = defineOperation({
  id: "listNewsAlerts",
  method: "GET",
  path: "/news/alerts",
  tag: "News",
  summary: "List the account's alerts",
  description: "Newest first.",
  auth: "key",
  response: answer("NewsAlertsResponse", z.array(alertSchema)),
  price: free,
  errors: [],
});

/** Ends an alert. */
export const deleteNewsAlert = defineOperation({
  id: "deleteNewsAlert",
  method: "DELETE",
  path: "/news/alerts/{id}",
  tag: "News",
  summary: "End an alert",
  description: "What was queued before is still delivered.",
  auth: "key",
  params: z.object({ id: z.uuid("id must be the id of an alert") }),
  response: answer("NewsAlertDeletedResponse", z.object({ id: z.uuid() })),
  price: free,
  errors: ["not_found"],
});
