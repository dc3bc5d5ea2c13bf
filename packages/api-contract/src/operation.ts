import { z } from "zod";
import type { Centicredits } from "./credits.ts";
import type { ErrorCode } from "./errors.ts";
import type { TraitCounts } from "./trait-schemas.ts";

/** What a dry run returns besides the price. */
export interface DryRunPreview {
  traits?: TraitCounts[];
}

/** The validated parts of a request. */
export interface OperationInput<Body, Query, Params> {
  body: Body;
  query: Query;
  params: Params;
}

/**
 * The price of a call. A metered price is a function of the request, so it is known before the call. A quoted price also
 * depends on the state of the account; a dry run returns it.
 */
export type Price<Input> =
  | { kind: "free" }
  | { kind: "quoted"; describe: string }
  | { kind: "metered"; describe: string; of(input: Input): Centicredits };

/** Concurrency limits of an account: open event streams, or calls that are expensive to serve. */
export type OccupiedPlace = "streams" | "heavyOperations";

/** One operation of the API: everything that the server, the documentation and a client need to know about it. */
export interface Operation<Body = unknown, Query = unknown, Params = unknown, Output = unknown> {
  id: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  tag: string;
  summary: string;
  description: string;
  auth: "key" | "none";
  body?: z.ZodType<Body>;
  /** Replaces the server's limit for bodies. */
  maxBodyBytes?: number;
  query?: z.ZodType<Query>;
  params?: z.ZodType<Params>;
  response: z.ZodType<Output>;
  /** Content types besides JSON that `Accept` can ask for. */
  alsoAnswers?: readonly string[];
  /** The content type of the response if it is not JSON. */
  answers?: string;
  /** The response has an ETag. A caller that already has it gets 304 and is not charged. */
  canRevalidate?: true;
  price: Price<OperationInput<Body, Query, Params>>;
  preview?(input: OperationInput<Body, Query, Params>): DryRunPreview;
  /** Warnings about a valid request. They are also part of a dry run. */
  warn?(input: OperationInput<Body, Query, Params>): readonly string[];
  /** The model that the request names, for logs and usage. */
  modelOf?(input: OperationInput<Body, Query, Params>): string;
  /** Until the call ends, it counts towards this limit of the account. */
  occupies?: OccupiedPlace;
  /** `Prefer: store`, or the key's setting, stores the result in the account's library. */
  canStore?: true;
  /** `openai`: errors also have the fields that OpenAI clients read. */
  errorStyle?: "openai";
  /** Errors besides those that every operation of this kind can return. */
  errors: readonly ErrorCode[];
}

export const free = { kind: "free" } as const;

/** Declares an operation. Its parts are typed by their schemas; method, path and auth keep their literal types. */
export function defineOperation<
  const Place extends Pick<Operation, "method" | "path" | "auth">,
  Body = undefined,
  Query = undefined,
  Params = undefined,
  Output = unknown,
>(
  operation: Operation<Body, Query, Params, Output> & Place,
): Operation<Body, Query, Params, Output> & Pick<Place, "method" | "path" | "auth"> {
  return operation.auth === "key" && !operation.answers
    ? { ...operation, response: withWarnings(operation.response) as z.ZodType<Output> }
    : operation;
}

export const warnings = z
  .array(z.string())
  .optional()
  .meta({ description: "Warnings about a call that succeeded; also in the `Warning` header." });

const schemasWithWarnings = new WeakMap<z.ZodType, z.ZodType>();

/** Any JSON object response may have `warnings`. A schema with an id is extended only once: an id must be unique. */
function withWarnings(response: z.ZodType): z.ZodType {
  if (!(response instanceof z.ZodObject) || "warnings" in response.shape) return response;
  const known = schemasWithWarnings.get(response);
  if (known) return known;
  const extended = response.extend({ warnings }).meta(response.meta() ?? {});
  schemasWithWarnings.set(response, extended);
  return extended;
}
