import type { Operation, OperationInput } from "@mintwright/api-contract";
import type { FastifyRequest } from "fastify";
import leven from "leven";
import { InvalidRequestError, type RequestIssue } from "./request-errors.ts";
import { parseInput } from "./request-input.ts";
import { readShape, type Shape } from "./request-shape.ts";

export type ReadRequest<Input> = { warnings: readonly string[] } & (
  | { input: Input; error?: never }
  | { input?: never; error: InvalidRequestError }
);

// Bounds the Warning header when a body has a thousand unknown fields.
const maxWarnings = 10;
const maxNameCharacters = 64;

/**
 * Creates the reader of an operation's requests. It drops optional fields that are null or empty, accepts `name[]` for
 * `name` and warns about unknown names. In the query of a metered call it refuses unknown names: a misspelt filter would
 * be charged without being applied.
 */
export function createRequestReader<Body, Query, Params, Output>(
  operation: Operation<Body, Query, Params, Output>,
): (request: FastifyRequest) => ReadRequest<OperationInput<Body, Query, Params>> {
  const shapes = { body: readShape(operation.body), query: readShape(operation.query) };
  const refusesUnknown = operation.price.kind === "metered";
  return (request) => {
    const strange = { query: [] as Strange[], body: [] as Strange[] };
    const parsed = parseInput(operation, request, () => ({
      params: request.params,
      query: clean(joinLists(request.query, shapes.query), shapes.query, strange.query),
      body: clean(request.body, shapes.body, strange.body),
    }));
    if (refusesUnknown && strange.query.length > 0) {
      const issues = strange.query.slice(0, maxWarnings).map((found) => describeUnknownParameter(found));
      return { error: new InvalidRequestError([...issues, ...(parsed.error?.issues ?? [])]), warnings: [] };
    }
    return { ...parsed, warnings: writeWarnings(strange.query, strange.body) };
  };
}

interface Strange {
  path: string;
  name: string;
  known: string[];
}

/** Copies the known fields of a value, without absent ones, and collects unknown names. */
function clean(
  value: unknown,
  shape: Shape,
  strange: Strange[],
  path: readonly (string | number)[] = [],
): unknown {
  if (Array.isArray(value)) {
    const { items } = shape;
    return items ? value.map((item, index) => clean(item, items, strange, [...path, index])) : value;
  }
  if (typeof value !== "object" || value === null) return value;
  if (shape.isOpen && shape.fields.size === 0) return value;
  const known: [string, unknown][] = [];
  for (const [name, given] of Object.entries(value)) {
    const field = shape.fields.get(name);
    if (field?.isOptional && (given === null || given === "")) continue;
    if (field) known.push([name, clean(given, field.shape, strange, [...path, name])]);
    else if (shape.isOpen) known.push([name, given]);
    else strange.push({ path: [...path, name].join("."), name, known: [...shape.fields.keys()] });
  }
  return Object.fromEntries(known);
}

/** Accepts `name[]` and `name[0]`, as clients write lists, for `name`. */
function joinLists(query: unknown, { fields }: Shape): Record<string, unknown> {
  const joined: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(query as Record<string, unknown>)) {
    const base = name.replace(/\[\d*\]$/, "");
    const to = fields.has(base) ? base : name;
    joined[to] = to in joined ? [joined[to], value].flat() : value;
  }
  return joined;
}

function describeUnknownParameter({ name, known }: Strange): RequestIssue {
  const advice =
    known.length > 0
      ? `Nearest known: \`${findNearest(name, known)}\`. Known: ${known.join(", ")}`
      : "This call takes no query parameters";
  return { path: cut(name), message: `Unknown query parameter \`${cut(name)}\`. ${advice}` };
}

function writeWarnings(query: Strange[], body: Strange[]): string[] {
  const more = query.length + body.length - maxWarnings;
  return [
    ...[
      ...query.slice(0, maxWarnings).map((found) => describeIgnored("query parameter", found)),
      ...body.slice(0, maxWarnings).map((found) => describeIgnored("field", found)),
    ].slice(0, maxWarnings),
    ...(more > 0 ? [`${more} more unknown fields were ignored.`] : []),
  ];
}

function describeIgnored(what: string, { path, name, known }: Strange): string {
  const nearest = findNearest(name, known);
  return `Unknown ${what} \`${cut(path)}\` was ignored.${nearest ? ` Nearest known: \`${nearest}\`.` : ""}`;
}

function findNearest(name: string, known: string[]): string | undefined {
  const given = cut(name).toLowerCase();
  const distance = (candidate: string) => leven(given, candidate.toLowerCase());
  return known.toSorted((one, other) => distance(one) - distance(other))[0];
}

function cut(name: string): string {
  return name.length > maxNameCharacters ? `${name.slice(0, maxNameCharacters)}…` : name;
}
