import type { z } from "zod";
import type { OccupiedPlace } from "./operation.ts";

/** One route of the dashboard's API. Every route takes the account from the session, never from the request. */
export interface DashboardRoute<Body = unknown, Query = unknown, Params = unknown, Output = unknown> {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  /** Users without this role get a 404. Without it, every signed-in user may call the route. */
  role?: "operator";
  /** Until the call ends, it counts towards this limit of the account. */
  occupies?: OccupiedPlace;
  body?: z.ZodType<Body>;
  /** Of a body that may be longer than those of the other routes. */
  maxBodyBytes?: number;
  query?: z.ZodType<Query>;
  params?: z.ZodType<Params>;
  response: z.ZodType<Output>;
}

/** Declares a route and keeps its literal method, path and schemas: the dashboard's client infers its calls from them. */
export function defineRoute<const Route extends DashboardRoute>(route: Route): Route {
  return route;
}
