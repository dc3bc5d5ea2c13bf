import {
  escapeHtml,
  type Schema,
  type Schemas,
  sampleOf,
  writeField,
  writeFields,
  writeText,
} from "./write-fields.ts";

interface Described {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security?: unknown[];
  "x-price"?: string;
  parameters?: {
    in: string;
    name: string;
    schema: Schema;
    required?: boolean;
    description?: string;
  }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>;
}

export interface ReferenceDocument {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Schemas };
}

interface Entry extends Described {
  method: string;
  path: string;
}

/**
 * Renders the API reference as one page without scripts. A link to an operation opens it, because browsers open a
 * `details` element around the target of a link.
 */
export function writeReference(document: ReferenceDocument): string {
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      ...described,
      path,
      method: method.toUpperCase(),
    })),
  );
  const tags = [...Map.groupBy(entries, ({ tags: [tag = "Other"] }) => tag)];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="Every operation of the Mintwright API with its price, fields and errors.">
<title>Mintwright API</title>
<link rel="icon" href="/docs/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/palette.css">
<link rel="stylesheet" href="/docs/reference.css">
</head>
<body>
<header>
<a class="name" href="/docs"><img src="/docs/mark.svg" alt="" width="24" height="24"> Mintwright API</a>
<nav aria-label="Other pages"><a href="/guide/">Guide</a> <a href="/dashboard">Dashboard</a> <a href="/openapi.json">OpenAPI</a> <a href="/docs/explorer">Interactive explorer</a></nav>
</header>
<div class="columns">
<nav aria-label="Operations" class="contents">${tags.map(writeContents).join("")}</nav>
<main>
<h1>API reference</h1>
<p>Send your key as <code>Authorization: Bearer YOUR_KEY</code>. Send <code>Prefer: dry-run</code> with a priced call to get its exact price without a charge.</p>
${tags.map(([tag, own]) => writeTag(tag, own, document.components.schemas)).join("")}
</main>
</div>
</body>
</html>`;
}

const idOf = (tag: string) => `tag-${tag.toLowerCase().replaceAll(/\W+/g, "-")}`;

function writeContents([tag, own]: [string, Entry[]]): string {
  const links = own.map(
    ({ operationId, summary }) => `<li><a href="#${operationId}">${escapeHtml(summary)}</a></li>`,
  );
  return `<div><a class="tag" href="#${idOf(tag)}">${escapeHtml(tag)}</a><ul>${links.join("")}</ul></div>`;
}

function writeTag(tag: string, own: Entry[], schemas: Schemas): string {
  return `<section aria-labelledby="${idOf(tag)}"><h2 id="${idOf(tag)}">${escapeHtml(tag)}</h2>${own.map((entry) => writeEntry(entry, schemas)).join("")}</section>`;
}

function writeEntry(entry: Entry, schemas: Schemas): string {
  const { operationId, method, path, summary, description, parameters = [], requestBody, responses } = entry;
  const body = requestBody?.content["application/json"]?.schema;
  const answer = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];
  const answerSchema = answer?.content?.["application/json"]?.schema;
  const errors = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  const fields = parameters.map(
    ({ in: place, name, schema, required = false, description: text }) =>
      `<li>${writeField(name, { ...schema, ...(text && { description: text }) }, required, schemas)}<span class="place">${place}</span></li>`,
  );
  return `<details>
<summary><span class="method">${method}</span> <code>${escapeHtml(path)}</code> <span class="summary">${escapeHtml(summary)}</span> <span class="price">${escapeHtml(entry["x-price"] ?? "free")}</span></summary>
<div id="${operationId}" class="entry">
${writeText(description)}
<h3>Example</h3><pre tabindex="0">${escapeHtml(writeCurl(entry, body && sampleOf(body, schemas)))}</pre>
${fields.length > 0 ? `<h3>Parameters</h3><ul class="fields">${fields.join("")}</ul>` : ""}
${body ? `<h3>Body</h3>${writeFields(body, schemas)}` : ""}
${answerSchema ? `<h3>Response</h3>${writeFields(answerSchema, schemas)}` : ""}
<h3>Errors</h3><ul class="errors">${errors.map(([status, { description: codes }]) => `<li><code>${status}</code> ${escapeHtml(codes)}</li>`).join("")}</ul>
</div>
</details>`;
}

function writeCurl({ method, path, security }: Entry, body: unknown): string {
  return [
    `curl${method === "GET" ? "" : ` -X ${method}`} "$MINTWRIGHT_URL${path}"`,
    ...(security?.length ? ['-H "Authorization: Bearer $MINTWRIGHT_KEY"'] : []),
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body, null, 2)}'`]),
  ].join(" \\\n  ");
}
