/** The parts of a JSON Schema that the reference shows. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  example?: unknown;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  format?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

export type Schemas = Record<string, Schema>;

const maxDepth = 4;
const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);

/** Escapes a text and renders its `code`. Blank lines separate paragraphs. */
export function writeText(text: string): string {
  return escapeHtml(text)
    .split("\n\n")
    .map((part) => `<p>${part.replaceAll(/`([^`]+)`/g, "<code>$1</code>")}</p>`)
    .join("");
}

/** Follows a reference. Parts of `allOf` become one schema. */
export function resolveSchema(schema: Schema, schemas: Schemas): Schema {
  const name = schema.$ref?.split("/").at(-1);
  if (name) return resolveSchema(schemas[name] ?? {}, schemas);
  if (!schema.allOf) return schema;
  const parts = schema.allOf.map((part) => resolveSchema(part, schemas));
  return {
    ...schema,
    type: "object",
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required = [] }) => required),
  };
}

/** Renders the fields of an object, or of the objects in a list, as a nested list. */
export function writeFields(schema: Schema, schemas: Schemas, depth = 0): string {
  if (depth === maxDepth) return "";
  const known = resolveSchema(schema, schemas);
  const choices = known.anyOf ?? known.oneOf;
  if (choices) return choices.map((choice) => writeFields(choice, schemas, depth)).join("");
  if (known.items) return writeFields(known.items, schemas, depth);
  if (!known.properties) return "";
  const fields = Object.entries(known.properties).map(
    ([name, field]) =>
      `<li>${writeField(name, field, known.required?.includes(name) ?? false, schemas)}${writeFields(field, schemas, depth + 1)}</li>`,
  );
  return `<ul class="fields">${fields.join("")}</ul>`;
}

/** Renders one field or parameter: name, type, limits and description. */
export function writeField(name: string, field: Schema, isRequired: boolean, schemas: Schemas): string {
  const known = resolveSchema(field, schemas);
  const facts = [
    typeOf(known, schemas),
    isRequired ? "required" : "",
    known.minimum === undefined ? "" : `from ${known.minimum}`,
    known.maximum === undefined || known.maximum === Number.MAX_SAFE_INTEGER ? "" : `to ${known.maximum}`,
    known.maxLength === undefined ? "" : `up to ${known.maxLength.toLocaleString("en")} characters`,
    known.default === undefined ? "" : `default ${JSON.stringify(known.default)}`,
  ].filter(Boolean);
  const text = field.description ?? known.description;
  return `<code>${escapeHtml(name)}</code> <span class="facts">${escapeHtml(facts.join(", "))}</span>${text ? writeText(text) : ""}`;
}

function typeOf(schema: Schema, schemas: Schemas): string {
  const known = resolveSchema(schema, schemas);
  if (known.enum) return known.enum.map((value) => JSON.stringify(value)).join(" or ");
  if (known.const !== undefined) return JSON.stringify(known.const);
  const choices = known.anyOf ?? known.oneOf;
  if (choices) return [...new Set(choices.map((choice) => typeOf(choice, schemas)))].join(" or ");
  if (known.items) return `list of ${typeOf(known.items, schemas)}`;
  return [known.type ?? "any"].flat().join(" or ");
}

/** Builds a smallest valid body: required fields with an example, a default or a value of their type. */
export function sampleOf(schema: Schema, schemas: Schemas): unknown {
  const known = resolveSchema(schema, schemas);
  const given = known.example ?? known.examples?.[0] ?? known.default ?? known.const ?? known.enum?.[0];
  if (given !== undefined) return given;
  const choice = (known.anyOf ?? known.oneOf)?.[0];
  if (choice) return sampleOf(choice, schemas);
  if (known.items) return [sampleOf(known.items, schemas)];
  if (known.properties) {
    const required = Object.entries(known.properties).filter(([name]) => known.required?.includes(name));
    return Object.fromEntries(required.map(([name, field]) => [name, sampleOf(field, schemas)]));
  }
  if (known.type === "string") return known.format === "uri" ? "https://example.com" : "…";
  if (known.type === "boolean") return true;
  return known.minimum ?? 1;
}
