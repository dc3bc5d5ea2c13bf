import { queryOptions } from "@tanstack/react-query";
import { type AnswerOf, call } from "./call.ts";

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: () => call("GET /session"),
  staleTime: 60_000,
  retry: false,
});

export const creditsQuery = queryOptions({
  queryKey: ["credits"],
  queryFn: () => call("GET /credits"),
});

export const usageQuery = (days: 7 | 30 | 90) =>
  queryOptions({
    queryKey: ["credits", "usage", days],
    queryFn: () => call("GET /credits/usage", { query: { days } }),
  });

export const paymentOfferQuery = queryOptions({
  queryKey: ["credits", "offer"],
  queryFn: () => call("GET /payments/offer"),
});

/** A public operation that a key can be allowed to call. */
export type OfferedOperation = AnswerOf<"GET /keys">["operations"][number];

export const keysQuery = queryOptions({
  queryKey: ["keys"],
  queryFn: () => call("GET /keys"),
});

export const signInsQuery = queryOptions({
  queryKey: ["sign-ins"],
  queryFn: () => call("GET /sign-ins"),
});

/** Styles that can be requested by name. */
export const stylesQuery = queryOptions({
  queryKey: ["styles"],
  queryFn: () => call("GET /operations/nft/styles"),
  staleTime: Number.POSITIVE_INFINITY,
});
