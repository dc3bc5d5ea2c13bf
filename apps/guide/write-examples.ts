/** A request to show: the same in curl, TypeScript and Python. */
export interface ShownRequest {
  method: string;
  /** With its query. */
  path: string;
  hasKey: boolean;
  body?: unknown;
  /** The file that keeps a response that is not text. */
  file?: string;
}

export interface Examples {
  curl: string;
  typescript: string;
  python: string;
}

export const writeExamples = (request: ShownRequest): Examples => ({
  curl: writeCurl(request),
  typescript: writeTypeScript(request),
  python: writePython(request),
});

function writeCurl({ method, path, hasKey, body, file }: ShownRequest): string {
  return [
    `curl --fail-with-body${method === "GET" ? "" : ` -X ${method}`} "$MINTWRIGHT_URL${path}"`,
    ...(hasKey ? ['-H "Authorization: Bearer $MINTWRIGHT_KEY"'] : []),
    ...(body === undefined
      ? []
      : ['-H "Content-Type: application/json"', `-d '${print(body, 2).replaceAll("'", "'\\''")}'`]),
    ...(file ? [`--output ${file}`] : []),
  ].join(" \\\n  ");
}

function writeTypeScript({ method, path, hasKey, body, file }: ShownRequest): string {
  const headers = [
    ...(hasKey ? [`Authorization: \`Bearer \${process.env.MINTWRIGHT_KEY}\``] : []),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
  ];
  const options = [
    ...(method === "GET" ? [] : [`method: "${method}"`]),
    ...(headers.length > 0 ? [`headers: { ${headers.join(", ")} }`] : []),
    ...(body === undefined ? [] : [`body: JSON.stringify(${indent(print(body, 2))})`]),
  ].map((option) => `  ${option},\n`);
  const given = options.length > 0 ? `, {\n${options.join("")}}` : "";
  return [
    ...(file ? ['import { writeFile } from "node:fs/promises";\n'] : []),
    `const response = await fetch(\`\${process.env.MINTWRIGHT_URL}${path}\`${given});`,
    "if (!response.ok) throw new Error(await response.text());",
    file
      ? `await writeFile("${file}", Buffer.from(await response.arrayBuffer()));`
      : "console.log(await response.text());",
  ].join("\n");
}

function writePython({ method, path, hasKey, body, file }: ShownRequest): string {
  const options = [
    `os.environ["MINTWRIGHT_URL"] + "${path}"`,
    ...(hasKey ? ['headers={"Authorization": "Bearer " + os.environ["MINTWRIGHT_KEY"]}'] : []),
    ...(body === undefined ? [] : [`json=${indent(toPython(print(body, 4)), 4)}`]),
    "timeout=60",
  ];
  return [
    "import os\nimport requests\n",
    `response = requests.${method.toLowerCase()}(\n${options.map((option) => `    ${option},\n`).join("")})`,
    "response.raise_for_status()",
    file ? `open("${file}", "wb").write(response.content)` : "print(response.text)",
  ].join("\n");
}

const print = (value: unknown, spaces: number) => JSON.stringify(value, null, spaces);
const indent = (text: string, spaces = 2) => text.replaceAll("\n", `\n${" ".repeat(spaces)}`);
const toPython = (json: string) =>
  json
    .replaceAll(/: true\b/g, ": True")
    .replaceAll(/: false\b/g, ": False")
    .replaceAll(/: null\b/g, ": None");
