import type {
  CreditsOverview,
  DashboardKey,
  DashboardSession,
  PaymentOffer,
  SignIn,
  UsageRow,
} from "@mintwright/api-contract/dashboard";
import { queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";

/** Who is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: () => call<DashboardSession>("GET", "/session"),
  staleTime: 60_000,
  retry: false,
});

/** What the account owns. */
export const creditsQuery = queryOptions({
  queryKey: ["credits"],
  queryFn: () => call<CreditsOverview>("GET", "/credits"),
});

/** What was spent lately. */
export const usageQuery = (days: number) =>
  queryOptions({
    queryKey: ["credits", "usage", days],
    queryFn: () => call<{ from: string; to: string; rows: UsageRow[] }>("GET", `/credits/usage?days=${days}`),
  });

/** What can be bought, and what is owed. */
export const paymentOfferQuery = queryOptions({
  queryKey: ["credits", "offer"],
  queryFn: () => call<{ offer: PaymentOffer | null; owed: number }>("GET", "/payments/offer"),
});

/** An operation that a key can be allowed. */
export interface OfferedOperation {
  id: string;
  tag: string;
  summary: string;
}

/** The account's keys, and what they can be allowed. */
export const keysQuery = queryOptions({
  queryKey: ["keys"],
  queryFn: () => call<{ keys: DashboardKey[]; operations: OfferedOperation[] }>("GET", "/keys"),
});

/** Where the user is signed in. */
export const signInsQuery = queryOptions({
  queryKey: ["sign-ins"],
  queryFn: () => call<{ signIns: SignIn[] }>("GET", "/sign-ins"),
});
