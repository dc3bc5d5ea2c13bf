import type { Operation, OperationInput } from "@mintwright/api-contract";
import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { InvalidRequestError, type RequestIssue } from "./request-errors.ts";
import { findRequestProblem } from "./request-problem.ts";

type Parsed<Input> = { input: Input; error?: never } | { input?: never; error: InvalidRequestError };

/** Bounds the error body when thousands of list entries are wrong. */
const maxIssues = 20;

function parsePart<Output>(
  schema: z.ZodType<Output> | undefined,
  value: unknown,
  issues: RequestIssue[],
): Output {
  if (!schema) return undefined as Output;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  for (const { path, message } of result.error.issues.slice(0, maxIssues)) {
    const name = path.join(".");
    issues.push({
      path: name,
      message: name === "" ? `The request body must be a JSON object: ${message}` : message,
    });
  }
  return undefined as Output;
}

type RequestParts = Pick<FastifyRequest, "params" | "query" | "body">;

/** Finds text that no route accepts, whatever its schema says. */
export function findUnreadableText({ params, query, body }: RequestParts): InvalidRequestError | undefined {
  const problem =
    findRequestProblem(params, "The path") ??
    findRequestProblem(query, "The query") ??
    findRequestProblem(body, "The request body");
  return problem && new InvalidRequestError([problem]);
}

/**
 * Validates a request against its operation, without side effects. `clean` returns the request that is parsed instead.
 * Text is checked as it was sent, because fingerprints are computed from it, and before `clean` iterates over long lists.
 */
export function parseInput<Body, Query, Params>(
  operation: Pick<Operation<Body, Query, Params, unknown>, "body" | "query" | "params">,
  request: RequestParts,
  clean: () => RequestParts = () => request,
): Parsed<OperationInput<Body, Query, Params>> {
  const error = findUnreadableText(request);
  if (error) return { error };
  const issues: RequestIssue[] = [];
  const cleaned = clean();
  const input = {
    params: parsePart(operation.params, cleaned.params, issues),
    query: parsePart(operation.query, cleaned.query, issues),
    body: parsePart(operation.body, cleaned.body, issues),
  };
  return issues.length > 0 ? { error: new InvalidRequestError(issues) } : { input };
}
