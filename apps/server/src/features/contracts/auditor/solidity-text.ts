// Unclosed comments and strings match to their end, so that no text is scanned once for each opening.
const token =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|[{};]|\n/g;
const starter =
  /^[ \t]*(?:pragma\s+(?:solidity|abicoder|experimental)\b|import\s*["'{*]|import\s+\w|(?:abstract\s+)?contract\s+[A-Za-z_$][\w$]*\s*(?:is\b|\{|layout\b|\/|$)|(?:library|interface)\s+[A-Za-z_$][\w$]*\s*(?:is\b|\{|\/|$)|struct\s+[A-Za-z_$][\w$]*\s*\{|enum\s+[A-Za-z_$][\w$]*\s*\{|function\s+[A-Za-z_$][\w$]*\s*\(|error\s+[A-Za-z_$][\w$]*\s*\(|event\s+[A-Za-z_$][\w$]*\s*\(|using\s+[A-Za-z_${]|type\s+[A-Za-z_$][\w$]*\s+is\b|u?int\d*\s+constant\b|\/\/|\/\*)/;
const definition =
  /(?:^|[\n;}*/])[ \t]*(?:(?:abstract\s+)?contract|library|interface)\s+[A-Za-z_$][\w$]*\s*(?:is\s+[\s\S]{1,2000}?)?(?:layout\s+at[^{]{1,100})?\{/;
const pragma = /\bpragma\s+solidity\b/;
const functionHead = /\bfunction\s+[A-Za-z_$][\w$]*\s*\([^)]{0,500}\)[^{;]{0,300}\{/;

/** Whether a text has Solidity in it: a definition, a pragma, or a function. */
export function hasSolidity(text: string): boolean {
  return (
    definition.test(`\n${text}`) ||
    pragma.test(text) ||
    (functionHead.test(text) && isFunctionOfSolidity(text))
  );
}

/** JavaScript has functions too; it has no visibility and no types before names. */
function isFunctionOfSolidity(text: string): boolean {
  return /\)\s*(?:public|external|internal|private|view|pure|payable|returns)\b/.test(text);
}

/** Replaces what stands between the definitions of a text by blanks, so that code keeps its lines. */
export function blankProse(text: string): string {
  const kept: [number, number][] = [];
  let at = 0;
  while (at < text.length) {
    const lineEnd = endOfLine(text, at);
    // A definition may be spread over lines: the name on one and the bracket on the next.
    if (!starter.test(text.slice(at, Math.min(text.length, at + 400)))) {
      at = lineEnd + 1;
      continue;
    }
    const end = endOfItem(text, at);
    kept.push([at, end]);
    at = end;
    if (text[at] === "\n") at++;
  }
  return blankOutside(text, kept);
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

/** The end of the definition or statement that begins here; the rest of the text when it is never closed. */
function endOfItem(text: string, from: number): number {
  const start = /\S/.exec(text.slice(from))?.index ?? 0;
  const isComment = text.startsWith("//", from + start) || text.startsWith("/*", from + start);
  const isStatement = /^\s*(?:pragma|import|using|error|event|type|u?int\d*)\b/.test(
    text.slice(from, from + 200),
  );
  let depth = 0;
  token.lastIndex = from;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [found] = match;
    const end = match.index + found.length;
    if (isComment && found.startsWith("/")) return end;
    if (found === "{") depth++;
    else if (found === "}") depth--;
    if (depth <= 0 && (found === ";" || (found === "}" && !isStatement))) return end;
  }
  return text.length;
}

function blankOutside(text: string, kept: [number, number][]): string {
  let result = "";
  let end = 0;
  for (const [from, to] of kept) {
    result += text.slice(end, from).replaceAll(/[^\n]/g, " ") + text.slice(from, to);
    end = to;
  }
  return result + text.slice(end).replaceAll(/[^\n]/g, " ");
}
