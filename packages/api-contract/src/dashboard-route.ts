import type { z } from "zod";
import type { OccupiedPlace } from "./operation.ts";

/** One call of the dashboard's API. Every one of them takes the account from the session, never from the request. */
export interface DashboardRoute<Body = unknown, Query = unknown, Params = unknown, Output = unknown> {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  /** Who else but an operator asks gets a 404; without it, whoever is signed in may ask. */
  role?: "operator";
  /** Until it has ended, a call takes one of the places that the account has for such calls. */
  occupies?: OccupiedPlace;
  body?: z.ZodType<Body>;
  query?: z.ZodType<Query>;
  params?: z.ZodType<Params>;
  response: z.ZodType<Output>;
}

/** Declares a route with the types of what goes in and out. */
export function defineRoute<Body = undefined, Query = undefined, Params = undefined, Output = unknown>(
  route: DashboardRoute<Body, Query, Params, Output>,
): DashboardRoute<Body, Query, Params, Output> {
  return route;
}
