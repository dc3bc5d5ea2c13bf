import { z } from "zod";
import type { Centicredits } from "./credits.ts";
import type { ErrorCode } from "./errors.ts";
import type { TraitCounts } from "./trait-counts.ts";

/** What a dry run can show beside the price. */
export interface DryRunPreview {
  traits?: TraitCounts[];
}

/** The validated parts of a request, as a price or a handler sees them. */
export interface OperationInput<Body, Query, Params> {
  body: Body;
  query: Query;
  params: Params;
}

/**
 * What a call costs. A metered price is a function of the request, so that it is known before the call. A quoted one
 * depends on what the account has as well: a dry run says it.
 */
export type Price<Input> =
  | { kind: "free" }
  | { kind: "quoted"; describe: string }
  | { kind: "metered"; describe: string; of(input: Input): Centicredits };

/** What an account may have so many of at once: open event streams, or free calls that are much work. */
export type OccupiedPlace = "streams" | "heavyOperations";

/** One call of the API: everything that the server, the documentation and a client need to know of it. */
export interface Operation<Body = unknown, Query = unknown, Params = unknown, Output = unknown> {
  id: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  tag: string;
  summary: string;
  description: string;
  auth: "key" | "none";
  body?: z.ZodType<Body>;
  query?: z.ZodType<Query>;
  params?: z.ZodType<Params>;
  response: z.ZodType<Output>;
  /** Content types, beyond JSON, in which the answer can be had by `Accept`. */
  alsoAnswers?: readonly string[];
  /** The content type of the answer when it is not JSON. */
  answers?: string;
  /** The answer carries an ETag, and 304 is answered, uncharged, to a caller who has it already. */
  canRevalidate?: true;
  price: Price<OperationInput<Body, Query, Params>>;
  /** What a dry run shows beside the price. */
  preview?(input: OperationInput<Body, Query, Params>): DryRunPreview;
  /** What the caller should know about a valid request before it runs. Also part of a dry run. */
  warn?(input: OperationInput<Body, Query, Params>): readonly string[];
  /** Until it has ended, a call takes one of the places that the account has for such calls. */
  occupies?: OccupiedPlace;
  /** `openai`: errors carry what clients of OpenAI look for as well. */
  errorStyle?: "openai";
  /** Errors beyond those that every operation of its kind can answer with. */
  errors: readonly ErrorCode[];
}

/** The price of calls that cost nothing. */
export const free = { kind: "free" } as const;

/** Declares an operation, inferring the types of its parts from its schemas. */
export function defineOperation<Body = undefined, Query = undefined, Params = undefined, Output = unknown>(
  operation: Operation<Body, Query, Params, Output>,
): Operation<Body, Query, Params, Output> {
  return operation.auth === "key" && !operation.answers
    ? { ...operation, response: withWarnings(operation.response) as z.ZodType<Output> }
    : operation;
}

/** The field in which an answer carries its warnings. */
export const warnings = z
  .array(z.string())
  .optional()
  .meta({ description: "What you should know although the call succeeded; also in the `Warning` header." });

const schemasWithWarnings = new WeakMap<z.ZodType, z.ZodType>();

/** Any answer that is a JSON object may carry `warnings`. One schema stays one: its id must not occur twice. */
function withWarnings(response: z.ZodType): z.ZodType {
  if (!(response instanceof z.ZodObject) || "warnings" in response.shape) return response;
  const known = schemasWithWarnings.get(response);
  if (known) return known;
  const extended = response.extend({ warnings }).meta(response.meta() ?? {});
  schemasWithWarnings.set(response, extended);
  return extended;
}
