import type { RequestBodies, RequestLog } from "@mintwright/api-contract/dashboard";
import { keyVariable, writeJson } from "../playground/code-snippets.ts";

/** Writes a logged request as a curl command. Without its body, the command reads it from a file. */
export function writeCurl(
  { method, path }: Pick<RequestLog, "method" | "path">,
  bodies: RequestBodies | undefined,
  baseUrl: string,
): string {
  const url = `${baseUrl}${path}${bodies?.query ?? ""}`.replaceAll("'", "%27");
  const lines = [
    `curl --fail-with-body --silent --show-error ${method === "HEAD" ? "--head" : `-X ${method}`} '${url}'`,
    `-H "Authorization: Bearer $${keyVariable}"`,
  ];
  if (method === "GET" || method === "HEAD" || (bodies && bodies.request === null))
    return `${lines.join(" \\\n  ")}\n`;
  lines.push("-H 'Content-Type: application/json'");
  if (!bodies?.request) return `${[...lines, "--data-binary @request.json"].join(" \\\n  ")}\n`;
  return `${lines.join(" \\\n  ")} --data-binary @- <<'JSON'
${indentJson(bodies.request)}
JSON
`;
}

/** Returns the text unchanged when it is not JSON, because it was shortened. */
export function indentJson(text: string): string {
  try {
    return writeJson(JSON.parse(text));
  } catch {
    return text;
  }
}
