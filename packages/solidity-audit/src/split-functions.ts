export interface FunctionText {
  file: string;
  name: string;
  /** The line of the head in its file. */
  line: number;
  /** The code with comments blanked. */
  code: string;
}

const comment = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?/g;
const head = /\b(?:function\s+([A-Za-z_$][\w$]{0,100})|(receive|fallback))\s*\(/g;
const brace = /[{};]/g;

/** Finds the functions with a body. Comments are blanked, so that they reach no model. */
export function splitFunctions(file: string, source: string): FunctionText[] {
  const text = source.replaceAll(comment, (part) =>
    part.startsWith("/") ? part.replaceAll(/[^\n]/g, " ") : part,
  );
  const functions: FunctionText[] = [];
  let end = 0;
  let line = 1;
  let counted = 0;
  for (const { index, 1: named, 2: special } of text.matchAll(head)) {
    if (index < end) continue;
    end = endOfFunction(text, index);
    const code = text.slice(index, end);
    if (!code.endsWith("}")) continue;
    for (; counted < index; counted++) if (text[counted] === "\n") line++;
    functions.push({ file, name: named ?? special ?? "", line, code });
  }
  return functions;
}

function endOfFunction(text: string, from: number): number {
  let depth = 0;
  brace.lastIndex = from;
  for (let match = brace.exec(text); match; match = brace.exec(text)) {
    if (match[0] === "{") depth++;
    else if (match[0] === "}") depth--;
    if (depth <= 0) return match.index + 1;
  }
  return text.length;
}
