import type { Operation, OperationInput } from "@mintwright/api-contract";
import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { InvalidRequestError } from "./request-errors.ts";
import { findTextProblem } from "./request-text.ts";

type Parsed<Input> = { input: Input; error?: never } | { input?: never; error: InvalidRequestError };

function parsePart<Output>(
  schema: z.ZodType<Output> | undefined,
  value: unknown,
  issues: { path: string; message: string }[],
): Output {
  if (!schema) return undefined as Output;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  for (const { path, message } of result.error.issues) {
    const name = path.join(".");
    issues.push({
      path: name,
      message: name === "" ? `The request body must be a JSON object: ${message}` : message,
    });
  }
  return undefined as Output;
}

/** Checks a request against its operation, in memory and without a side effect, and names everything that is wrong. */
export function parseInput<Body, Query, Params>(
  operation: Pick<Operation<Body, Query, Params, unknown>, "body" | "query" | "params">,
  request: FastifyRequest,
): Parsed<OperationInput<Body, Query, Params>> {
  const problem =
    findTextProblem(request.params, "The path") ??
    findTextProblem(request.query, "The query") ??
    findTextProblem(request.body, "The request body");
  if (problem) return { error: new InvalidRequestError([problem]) };
  const issues: { path: string; message: string }[] = [];
  const input = {
    params: parsePart(operation.params, request.params, issues),
    query: parsePart(operation.query, request.query, issues),
    body: parsePart(operation.body, request.body, issues),
  };
  return issues.length > 0 ? { error: new InvalidRequestError(issues) } : { input };
}
