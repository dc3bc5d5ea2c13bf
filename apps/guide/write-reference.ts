import { createOperations } from "@mintwright/api-contract";
import { createOpenApiDocument } from "@mintwright/api-contract/openapi";
import {
  escapeHtml,
  type Schema,
  sampleOf,
  writeField,
  writeFields,
  writeText,
} from "../server/src/http/reference/write-fields.ts";
import type { ReferenceDocument } from "../server/src/http/reference/write-reference.ts";
import { exampleInputs } from "./reference-examples.ts";
import { type ShownRequest, writeExamples } from "./write-examples.ts";
import { writePage } from "./write-pages.ts";

type Described = ReferenceDocument["paths"][string][string];

export interface ReferenceEntry extends Described {
  request: ShownRequest;
}

const document = JSON.parse(
  JSON.stringify(createOpenApiDocument(createOperations(), "")),
) as ReferenceDocument;
const { schemas } = document.components;

/** Lists every operation with the request that its examples send. Path parameters are names such as COLLECTION_ID. */
export function listReferenceEntries(): ReferenceEntry[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      ...described,
      request: requestOf(path, method, described),
    })),
  );
}

const placeholderOf = (name: string) => name.replaceAll(/[A-Z]/g, "_$&").toUpperCase();

function requestOf(path: string, method: string, described: Described): ShownRequest {
  const { query, body } = exampleInputs[described.operationId] ?? {};
  const schema = described.requestBody?.content["application/json"]?.schema;
  const forms = Object.keys(described.responses["200"]?.content ?? {});
  const binary = forms.find((form) => /^image\/|car$/.test(form));
  const isFile = binary !== undefined && described.operationId !== "generateImage";
  return {
    method: method.toUpperCase(),
    path: `${path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => placeholderOf(name))}${query ? `?${query}` : ""}`,
    hasKey: (described.security?.length ?? 0) > 0,
    ...(schema && { body: body ?? sampleOf(schema, schemas) }),
    ...(isFile && { file: `${described.operationId}.${binary.replace(/^.*[/.]/, "")}` }),
  };
}

const imports = 'import { TabItem, Tabs } from "@astrojs/starlight/components";';
const introduction =
  "Set `MINTWRIGHT_URL` to the address of the server and `MINTWRIGHT_KEY` to your API key. Replace words in capitals, such as `COLLECTION_ID`, by your own values.";

/** Writes one page for each tag and returns their slugs. */
export function writeReferencePages(folder: string): string[] {
  const byTag = Map.groupBy(listReferenceEntries(), ({ tags: [tag = "Other"] }) => tag);
  return [...byTag].map(([tag, entries]) => {
    const slug = `reference/${tag.toLowerCase().replaceAll(/\W+/g, "-")}`;
    const text = [imports, introduction, ...entries.map(writeEntry), ""].join("\n\n");
    writePage(folder, slug, { title: `${tag} reference`, sidebar: { label: tag } }, text, "mdx");
    return slug;
  });
}

/** Braces start expressions in MDX. */
const plain = (html: string) => html.replaceAll("{", "&#123;").replaceAll("}", "&#125;");

function writeEntry({ request, ...described }: ReferenceEntry): string {
  const { summary, description, parameters = [], requestBody, responses } = described;
  const { curl, typescript, python } = writeExamples(request);
  const body = requestBody?.content["application/json"]?.schema;
  const answer = responses["200"]?.content?.["application/json"]?.schema;
  const errors = Object.entries(responses).filter(([status]) => Number(status) >= 400);
  const fields = parameters.map(
    ({ in: place, name, schema, required = false, description: text }) =>
      `<li>${writeField(name, { ...schema, ...(text && { description: text }) }, required, schemas)} <span class="facts">${place}</span></li>`,
  );
  const tab = (label: string, language: string, code: string) =>
    `<TabItem label="${label}">\n\n\`\`\`${language}\n${code}\n\`\`\`\n\n</TabItem>`;
  return `## ${summary}

<p class="operation"><span class="method">${request.method}</span> <code>${plain(escapeHtml(request.path.split("?")[0] ?? ""))}</code> <span class="price">${escapeHtml(described["x-price"] ?? "free")}</span></p>

<div>${plain(writeText(description.replace(/\n\nPrice: [^\n]*$/, "")))}</div>

<Tabs syncKey="language">
${tab("curl", "sh", curl)}
${tab("TypeScript", "ts", typescript)}
${tab("Python", "python", python)}
</Tabs>

${fold("Parameters", fields.length > 0 ? `<ul class="fields">${fields.join("")}</ul>` : "")}
${fold("Body", body ? writeFields(body, schemas) : "")}
${fold("Response", answer ? writeFields(answer as Schema, schemas) : "")}
${fold("Errors", `<ul class="fields">${errors.map(([status, { description: codes }]) => `<li><code>${status}</code> ${escapeHtml(codes)}</li>`).join("")}</ul>`)}`;
}

const fold = (title: string, html: string) =>
  html && `<details><summary>${title}</summary>${plain(html)}</details>\n`;
