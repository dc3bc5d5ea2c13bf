import { type WebhookEventType, webhookEvents } from "@mintwright/api-contract";
import { queryOptions } from "@tanstack/react-query";
import { type AnswerOf, call } from "../api/call.ts";

/** A signing secret as the API answers it. */
export type SigningSecret = AnswerOf<"GET /operations/webhooks/secret">["data"];

export const endpointsQuery = queryOptions({
  queryKey: ["webhooks", "endpoints"],
  queryFn: async () => (await call("GET /operations/webhooks/endpoints")).data,
});

/** The events of an endpoint that this version knows. */
export const readEvents = (events: string[] | null): WebhookEventType[] | null =>
  events && webhookEvents.filter((event) => events.includes(event));

/** What an endpoint is called in lists: its description, or else its host and path. */
export function nameEndpoint({ description, url }: { description: string; url: string }): string {
  return description || url.replace(/^https?:\/\//, "");
}
