import type { OperationInput } from "@mintwright/api-contract";
import type { DashboardRoute } from "@mintwright/api-contract/dashboard";
import type { MemberRole } from "@mintwright/api-contract/dashboard-permissions";
import type { RawAnswer, StreamAnswer } from "./operation-context.ts";

/** Who uses the dashboard, and which organisation: every repository function takes the account from here. */
export interface DashboardCaller {
  accountId: string;
  userId: string;
  /** The email, or the name of a user without one. */
  userName: string;
  role: MemberRole;
  isOperator: boolean;
  sessionId: string;
}

/** What a dashboard route passes to its handler: the validated input and the signed-in user. */
export interface DashboardContext<Body, Query, Params> {
  input: OperationInput<Body, Query, Params>;
  caller: DashboardCaller;
  requestId: string;
  /** The caller's network address, as far as the proxies are trusted. */
  address: string;
  /** Reads a header of the request. */
  header(name: string): string | undefined;
  /** Aborts when the caller leaves before the answer. */
  signal: AbortSignal;
  /** Headers that the answer will carry. */
  answerHeaders: Record<string, string>;
  /** Details for the audit log, besides what the request says. */
  auditDetails: Record<string, string>;
}

/** Serves a route of the dashboard. Session, origin and validation come with it. */
export type ServeDashboard = <Body, Query, Params, Output>(
  route: DashboardRoute<Body, Query, Params, Output>,
  handle: (context: DashboardContext<Body, Query, Params>) => Promise<Output | RawAnswer | StreamAnswer>,
) => void;
