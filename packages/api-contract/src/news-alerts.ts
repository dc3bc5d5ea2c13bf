import { z } from "zod";
import { newsFilterShape } from "./news.ts";
import { defineOperation, free } from "./operation.ts";

/** A customer who needs more is better served by one broad alert and filtering on their side. */
export const maxNewsAlerts = 100;

const { categoryId, subCategoryId, tokenId, searchQuery } = newsFilterShape;

const filterSchema = z.object({ categoryId, subCategoryId, tokenId, searchQuery });

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

/** Saves a filter. New articles that match it are sent to a webhook. */
export const createNewsAlert = defineOperation({
  id: "createNewsAlert",
  method: "POST",
  path: "/news/alerts",
  tag: "News",
  summary: "Create a news alert",
  description: [
    "From now on, every new article that matches the filter of `GET /news` is sent once to `webhookUrl` as a signed webhook of type `news.article`, with its id, title, category ids and URL. Get the whole article with `GET /news/{id}`.",
    `An account has at most ${maxNewsAlerts} alerts. Without a filter, every article matches.`,
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

export const listNewsAlerts = defineOperation({
  id: "listNewsAlerts",
  method: "GET",
  path: "/news/alerts",
  tag: "News",
  summary: "List the account's news alerts",
  description: "Newest first.",
  auth: "key",
  response: answer("NewsAlertsResponse", z.array(alertSchema)),
  price: free,
  errors: [],
});

export const deleteNewsAlert = defineOperation({
  id: "deleteNewsAlert",
  method: "DELETE",
  path: "/news/alerts/{id}",
  tag: "News",
  summary: "Delete a news alert",
  description: "Webhooks that are already queued are still delivered.",
  auth: "key",
  params: z.object({ id: z.uuid("id must be the id of an alert") }),
  response: answer("NewsAlertDeletedResponse", z.object({ id: z.uuid() })),
  price: free,
  errors: ["not_found"],
});
