import { RawAnswer, type StreamAnswer } from "../serving/operation-context.ts";

/** Renders warnings as a `Warning` header (RFC 7234, code 299). */
export function writeWarningHeader(warnings: ReadonlySet<string>): { warning?: string } {
  return warnings.size > 0 ? { warning: [...warnings].map(writeWarning).join(", ") } : {};
}

function writeWarning(text: string): string {
  return `299 - "${text.replaceAll(/[^\x20-\x7e]/g, "?").replaceAll(/["\\]/g, "\\$&")}"`;
}

/** Adds the field `warnings` to a JSON object. Other answers carry only the header. */
export function addWarnings<Answer extends RawAnswer | StreamAnswer>(
  answer: Answer,
  warnings: ReadonlySet<string>,
): Answer | RawAnswer {
  if (warnings.size === 0 || !(answer instanceof RawAnswer)) return answer;
  if (!answer.contentType.startsWith("application/json")) return answer;
  // Image answers are megabytes of JSON: the field is appended to the text instead of parsing it.
  const body = Buffer.from(answer.body as string);
  if (body.at(-1) !== closingBrace) return answer;
  const field = `"warnings":${JSON.stringify([...warnings])}}`;
  const separator = body.length > "{}".length ? "," : "";
  return new RawAnswer(
    answer.contentType,
    Buffer.concat([body.subarray(0, -1), Buffer.from(separator + field)]),
  );
}

const closingBrace = "}".charCodeAt(0);
