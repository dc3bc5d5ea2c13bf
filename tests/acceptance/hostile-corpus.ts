/** The part of an OpenAPI document that says where text goes. */
export interface OpenApi {
  paths: Record<string, Record<string, OperationDescription>>;
  components: { schemas: Record<string, Schema> };
}

interface OperationDescription {
  operationId: string;
  parameters?: { in: "path" | "query" | "header"; name: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, unknown>;
}

interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  maxLength?: number;
  minimum?: number;
}

/** A place where a caller may put text, or a list of any length. */
export interface TextField {
  operation: string;
  method: string;
  /** With its parameters in brackets. */
  route: string;
  where: "path" | "query" | "header" | "body";
  /** The names and indexes that lead to it. */
  path: (string | number)[];
  maxLength?: number | undefined;
  isMetered: boolean;
  /** Those that need no key serve files and health, and say no more than that there is no such file. */
  needsKey: boolean;
  /** Of a list: one entry of it. */
  entry?: unknown;
  /** What is missing around a field of a body, to be merged into a request that has it not. */
  surroundings?: unknown;
}

/** Lists every place where a caller may put text or a list, as the server's own description names them. */
export function listTextFields(document: OpenApi): TextField[] {
  const resolve = (schema: Schema): Schema =>
    schema.$ref ? (document.components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}) : schema;
  return Object.entries(document.paths).flatMap(([route, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId, parameters = [], requestBody, responses }]) => {
      const isMetered = parameters.some(({ name }) => name === "Idempotency-Key");
      const needsKey = "401" in responses;
      const common = { operation: operationId, method: method.toUpperCase(), route, isMetered, needsKey };
      const body = requestBody?.content["application/json"]?.schema;
      return [
        ...parameters.map(({ in: where, name, schema }) => ({
          ...common,
          where,
          path: [name],
          maxLength: resolve(schema).maxLength,
        })),
        ...(body ? findInBody(body, resolve) : []).map((found) => ({
          ...common,
          where: "body" as const,
          ...found,
        })),
      ];
    }),
  );
}

interface FoundField {
  path: (string | number)[];
  maxLength?: number | undefined;
  entry?: unknown;
  surroundings: unknown;
}

function findInBody(given: Schema, resolve: (schema: Schema) => Schema): FoundField[] {
  const schema = resolve(given);
  if (schema.anyOf) return schema.anyOf.flatMap((choice) => findInBody(choice, resolve));
  if (schema.properties) {
    const sample = sampleOf(schema, resolve) as Record<string, unknown>;
    return Object.entries(schema.properties).flatMap(([name, property]) =>
      findInBody(property, resolve).map(({ path, surroundings, ...found }) => ({
        ...found,
        path: [name, ...path],
        surroundings: { ...sample, [name]: surroundings },
      })),
    );
  }
  if (schema.items) {
    const inEntries = findInBody(schema.items, resolve).map(({ path, surroundings, ...found }) => ({
      ...found,
      path: [0, ...path],
      surroundings: [surroundings],
    }));
    return [{ path: [], entry: sampleOf(schema.items, resolve), surroundings: [] }, ...inEntries];
  }
  const takesText = schema.type === undefined || [schema.type].flat().includes("string");
  return takesText ? [{ path: [], maxLength: schema.maxLength, surroundings: undefined }] : [];
}

/** The smallest value that a schema describes. */
function sampleOf(given: Schema, resolve: (schema: Schema) => Schema): unknown {
  const schema = resolve(given);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return sampleOf(schema.anyOf[0] ?? {}, resolve);
  if (schema.properties) {
    const required = (schema.required ?? []).map((name): [string, unknown] => [
      name,
      sampleOf(schema.properties?.[name] ?? {}, resolve),
    ]);
    return Object.fromEntries(required);
  }
  if (schema.items) return [sampleOf(schema.items, resolve)];
  const [type] = [schema.type].flat();
  if (type === "boolean") return true;
  if (type === "number" || type === "integer") return Math.max(1, schema.minimum ?? 1);
  return "https://example.com";
}

/** What callers repeat to make a program slow. */
export const hostileRuns: Record<string, string> = {
  spaces: " ",
  tabs: "\t",
  "line breaks": "\n",
  backticks: "`",
  quotes: '"',
  apostrophes: "'",
  braces: "{",
  parentheses: "(",
  brackets: "[",
  imports: 'import "./',
  "right-to-left marks": "\u202e",
  letters: "a",
  digits: "0",
};

/** What PostgreSQL cannot store. */
export const unstorableTexts: Record<string, string> = { NUL: "a\0b", "half a surrogate pair": "a\ud800b" };

const start = "contract A {}\n";

/** A run of such text, after a little Solidity so that whatever reads code reads on. */
export function repeat(run: string, length: number): string {
  const count = Math.max(1, Math.floor((length - start.length - 1) / run.length));
  return length < 2 * start.length ? run.repeat(length).slice(0, length) : `${start}${run.repeat(count)}!`;
}

/** Lists nested so deep that following them exhausts the stack, as JSON. */
export const deepJson = `${"[".repeat(10_000)}${"]".repeat(10_000)}`;
