import type { IncomingMessage } from "node:http";

/** Why a chat completions request is refused, as OpenAI's reference says it. */
export interface ChatRefusal {
  status: number;
  message: string;
  param: string | null;
  code: string | null;
}

const roles = ["system", "developer", "user", "assistant", "tool"];

function refuse(
  status: number,
  message: string,
  param: string | null = null,
  code: string | null = null,
): ChatRefusal {
  return { status, message, param, code };
}

/** Checks the line and the headers of a request, before its body is read. */
export function findHeaderRefusal({ method, url, headers }: IncomingMessage): ChatRefusal | undefined {
  if (url !== "/v1/chat/completions") return refuse(404, `Invalid URL (${method} ${url})`);
  if (method !== "POST")
    return refuse(405, `Not allowed to ${method} on ${url}`, null, "method_not_supported");
  if (!/^bearer \S+$/i.test(headers.authorization ?? "")) {
    return refuse(401, "You didn't provide an API key.", null, "invalid_api_key");
  }
  if (!/^application\/json(;|$)/i.test(headers["content-type"] ?? "")) {
    return refuse(415, "Unsupported content type: send application/json.", null, "unsupported_content_type");
  }
  return undefined;
}

/** Checks the body of a request field by field. */
export function findBodyRefusal(body: unknown): ChatRefusal | undefined {
  if (typeof body !== "object" || body === null) return refuse(400, "The body is not a JSON object.");
  const { model, messages, max_tokens, temperature, stream, stream_options, response_format } =
    body as Record<string, unknown>;
  const missing = (param: string) =>
    refuse(400, `Missing required parameter: '${param}'.`, param, "missing_required_parameter");
  const invalid = (param: string) => refuse(400, `Invalid value for '${param}'.`, param, "invalid_value");
  if (model === undefined) return missing("model");
  if (typeof model !== "string" || model === "") return invalid("model");
  if (messages === undefined) return missing("messages");
  if (!Array.isArray(messages) || messages.length === 0) return invalid("messages");
  for (const [index, message] of messages.entries()) {
    const { role, content } = (message ?? {}) as Record<string, unknown>;
    if (!roles.includes(role as string)) return invalid(`messages[${index}].role`);
    if (typeof content !== "string") return invalid(`messages[${index}].content`);
  }
  const isCount = Number.isInteger(max_tokens) && (max_tokens as number) > 0;
  if (max_tokens !== undefined && !isCount) return invalid("max_tokens");
  const isTemperature = typeof temperature === "number" && temperature >= 0 && temperature <= 2;
  if (temperature !== undefined && !isTemperature) return invalid("temperature");
  if (stream !== undefined && typeof stream !== "boolean") return invalid("stream");
  if (stream_options !== undefined && stream !== true) return invalid("stream_options");
  if (response_format !== undefined && !isFormat(response_format)) return invalid("response_format");
  return undefined;
}

/** Structured outputs: every object lists all its properties as required and allows no others. */
function isFormat(format: unknown): boolean {
  const { type, json_schema } = (format ?? {}) as Record<string, unknown>;
  if (type !== "json_schema") return type === "text" || type === "json_object";
  const { name, strict, schema } = (json_schema ?? {}) as Record<string, unknown>;
  return /^[\w-]{1,64}$/.test(String(name)) && (strict !== true || isStrictSchema(schema));
}

function isStrictSchema(schema: unknown): boolean {
  const { type, properties, required, additionalProperties, items, ...others } = (schema ?? {}) as Record<
    string,
    unknown
  >;
  if (Object.keys(others).length > 0) return false;
  if (type === "array") return isStrictSchema(items);
  if (type !== "object") return typeof type === "string" || Array.isArray(type);
  const fields = Object.entries((properties ?? {}) as Record<string, unknown>);
  return (
    additionalProperties === false &&
    Array.isArray(required) &&
    fields.every(([name, field]) => required.includes(name) && isStrictSchema(field))
  );
}
