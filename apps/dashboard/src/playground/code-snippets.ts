export interface Snippets {
  curl: string;
  typescript: string;
  python: string;
}

/** A request of a tool, with the fields of the API. */
export interface ShownCall {
  tool: keyof typeof tools;
  input: Record<string, unknown>;
}

/** The environment variable with the API key. */
export const keyVariable = "MINTWRIGHT_KEY";

interface Tool {
  path: string;
  /** Fields that the tool adds to the request. */
  adds?: Record<string, unknown>;
  accept: string;
  /** The output file of curl; standard output without it. */
  file?: string;
  /** The call with the SDK. */
  typescript(request: string): string;
  /** Python code that handles `answer`. */
  python: string;
}

const tools = {
  image: {
    path: "/nft/generate-image",
    accept: "image/jpeg",
    file: "image.jpg",
    typescript: (request) => `const image = await mintwright.images.generate(${request});
await writeFile("image.jpg", image.bytes);
console.log("image.jpg:", image.bytes.length, "bytes, seed", image.seed);`,
    python: `with open("image.jpg", "wb") as file:
    file.write(answer.content)
print("image.jpg:", len(answer.content), "bytes, seed", answer.headers["X-Image-Seed"])`,
  },
  images: {
    path: "/nft/generate-multiple-images?encoding=base64",
    accept: "application/json",
    file: "images.json",
    typescript: (request) => `const { images, errors } = await mintwright.images.generateMany(${request});
for (const [index, image] of images.entries()) {
  if (image) await writeFile(\`image-\${index + 1}.jpg\`, image.bytes);
}
console.log(images.filter(Boolean).length, "images;", errors.length, "failed and are not charged");`,
    python: `made = answer.json()["data"]
for index, image in enumerate(made):
    if image:
        with open(f"image-{index + 1}.jpg", "wb") as file:
            file.write(base64.b64decode(image))
print(len([image for image in made if image]), "images")`,
  },
  assistant: {
    path: "/chat/stream",
    accept: "text/plain",
    typescript: (request) => `for await (const piece of mintwright.chat.stream(${request})) {
  process.stdout.write(piece);
}`,
    python: `answer.encoding = "utf-8"
for piece in answer.iter_content(chunk_size=None, decode_unicode=True):
    print(piece, end="", flush=True)`,
  },
  contract: {
    path: "/chat/stream",
    adds: { model: "smart_contract_generator" },
    accept: "text/plain",
    file: "contract.sol",
    typescript: (request) => `const { source, contract } = await mintwright.contracts.generate(${request});
await writeFile("contract.sol", source);
console.log("contract.sol:", contract.name, "for", contract.compiler);`,
    python: `with open("contract.sol", "w", encoding="utf-8") as file:
    file.write(answer.content.decode())
print("contract.sol:", len(answer.content), "bytes")`,
  },
  audit: {
    path: "/chat/stream",
    adds: { model: "smart_contract_auditor" },
    accept: "text/plain",
    typescript: (request) => `const { markdown, report } = await mintwright.contracts.audit(${request});
console.log(markdown);
console.log(report.findings.length, "findings");`,
    python: "print(answer.content.decode())",
  },
} satisfies Record<string, Tool>;

/** Writes the request as programs that run without changes. */
export function writeSnippets({ tool: name, input }: ShownCall, baseUrl: string): Snippets {
  const tool: Tool = tools[name];
  const request = { ...tool.adds, ...input };
  return {
    curl: writeCurl(tool, request, baseUrl),
    typescript: writeTypeScript(tool, input, baseUrl),
    python: writePython(name, tool, request, baseUrl),
  };
}

// The body is a quoted here-document: the shell expands nothing in it.
function writeCurl({ path, accept, file }: Tool, request: unknown, baseUrl: string): string {
  return `curl --fail-with-body --silent --show-error --no-buffer '${baseUrl}${path}' \\
  -H "Authorization: Bearer $${keyVariable}" \\
  -H 'Content-Type: application/json' -H 'Accept: ${accept}' \\
  ${file ? `--output ${file} ` : ""}--data-binary @- <<'JSON'
${writeValue(request)}
JSON
`;
}

function writeTypeScript(tool: Tool, input: unknown, baseUrl: string): string {
  const call = tool.typescript(writeValue(input).replaceAll(/^( *)"([A-Za-z_]\w*)":/gm, "$1$2:"));
  const writeFile = call.includes("writeFile(") ? 'import { writeFile } from "node:fs/promises";\n' : "";
  return `${writeFile}import { Mintwright } from "@mintwright/sdk";

const mintwright = new Mintwright({ baseUrl: "${baseUrl}", apiKey: process.env.${keyVariable} });
${call}
`;
}

function writePython(
  name: string,
  { path, accept, python }: Tool,
  request: unknown,
  baseUrl: string,
): string {
  const isStream = name === "assistant";
  return `${name === "images" ? "import base64\n" : ""}import os

import requests

answer = requests.post(
    "${baseUrl}${path}",
    headers={"Authorization": f"Bearer {os.environ['${keyVariable}']}", "Accept": "${accept}"},${isStream ? "\n    stream=True," : ""}
    json=${writeValue(request, pythonWords).replaceAll("\n", "\n    ")},
)
answer.raise_for_status()
${python}
`;
}

const jsonWords = { true: "true", false: "false", null: "null" };
const pythonWords = { true: "True", false: "False", null: "None" };

export const writeJson = (value: unknown) => writeValue(value);

/** Writes a value as JSON, which is valid TypeScript; Python has other literals for true, false and null. */
function writeValue(value: unknown, words = jsonWords, indent = ""): string {
  if (value === null || typeof value === "boolean") return words[String(value) as keyof typeof words];
  if (typeof value !== "object") return writeScalar(value);
  const isList = Array.isArray(value);
  const inner = `${indent}  `;
  const parts = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .map(([key, part]) => inner + (isList ? "" : `${writeScalar(key)}: `) + writeValue(part, words, inner));
  const [open, close] = isList ? "[]" : "{}";
  return parts.length === 0 ? `${open}${close}` : `${open}\n${parts.join(",\n")}\n${indent}${close}`;
}

// Control and bidirectional characters could make the code look different from what it does.
const deceptive = /[\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

function writeScalar(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    deceptive,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
