// Unclosed comments and strings match to the end of the text, so that matching is linear.
const token =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|[{};]|\n/g;
const starter =
  /^[ \t]*(?:\/\/|\/\*|pragma\s+(?:solidity|abicoder|experimental)\b|import\s*["'{*]|import\s+\w|(?:abstract\s+)?contract\s+[A-Za-z_$][\w$]*\s*(?:is\b|\{|layout\b|\/|$)|(?:library|interface)\s+[A-Za-z_$][\w$]*\s*(?:is\b|\{|\/|$)|struct\s+[A-Za-z_$][\w$]*\s*\{|enum\s+[A-Za-z_$][\w$]*\s*\{|function\s+[A-Za-z_$][\w$]*\s*\(|error\s+[A-Za-z_$][\w$]*\s*\(|event\s+[A-Za-z_$][\w$]*\s*\(|using\s+[A-Za-z_${]|type\s+[A-Za-z_$][\w$]*\s+is\b|u?int\d*\s+constant\b)/;
// Code that follows prose on the same line, as in "Audit this: contract A {". Bounded, because it is tried at every
// colon.
const startWithinLine =
  /\bpragma\s{1,20}solidity\b|:[ \t]{0,20}(?=(?:abstract\s{1,20})?(?:contract|library|interface)\s{1,20}[A-Za-z_$][\w$]{0,200}\s{0,20}(?:is\b|\{))/;
const definitionName =
  /(?:^|[\n;}*/:])[ \t]*(?:abstract\s+)?(?:contract|library|interface)\s+[A-Za-z_$][\w$]*/g;
const maxInheritanceCharacters = 2_100;
const pragma = /\bpragma\s+solidity\b/;
const functionName = /\bfunction\s+[A-Za-z_$][\w$]*\s*\(/g;
const maxParameterCharacters = 500;
const maxModifierCharacters = 300;

/** Whether a text contains Solidity: a definition, a pragma, or a function. */
export function hasSolidity(text: string): boolean {
  return hasDefinition(text) || pragma.test(text) || (hasFunction(text) && isFunctionOfSolidity(text));
}

function hasDefinition(text: string): boolean {
  const nextBracket = createSearch(text, "{");
  for (const { 0: head, index } of text.matchAll(definitionName)) {
    const end = index + head.length;
    const bracket = nextBracket(end);
    if (bracket === Number.POSITIVE_INFINITY) return false;
    if (bracket - end > maxInheritanceCharacters) continue;
    if (/^\s*(?:$|is\s|layout\s)/.test(text.slice(end, bracket))) return true;
  }
  return false;
}

function hasFunction(text: string): boolean {
  const nextParenthesis = createSearch(text, ")");
  const nextBracket = createSearch(text, "{");
  const nextSemicolon = createSearch(text, ";");
  for (const { 0: head, index } of text.matchAll(functionName)) {
    const end = index + head.length;
    const closed = nextParenthesis(end);
    if (closed === Number.POSITIVE_INFINITY) return false;
    if (closed - end > maxParameterCharacters) continue;
    const body = nextBracket(closed);
    if (body - closed <= maxModifierCharacters && body < nextSemicolon(closed)) return true;
  }
  return false;
}

/** Finds the next position of a character for increasing positions, so that the text is scanned once. */
function createSearch(text: string, character: string): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found < from) {
      const index = text.indexOf(character, from);
      found = index === -1 ? Number.POSITIVE_INFINITY : index;
    }
    return found;
  };
}

/** JavaScript has functions too, but without visibility or types before names. */
function isFunctionOfSolidity(text: string): boolean {
  return /\)\s*(?:public|external|internal|private|view|pure|payable|returns)\b/.test(text);
}

/** Blanks out the prose between definitions, so that code keeps its line numbers. */
export function blankProse(text: string): string {
  const kept: [number, number][] = [];
  let at = 0;
  while (at < text.length) {
    // The name of a definition and its opening brace can be on different lines.
    const start = starter.exec(text.slice(at, at + 400))?.[0].trimStart();
    if (start === undefined) {
      const lineEnd = endOfLine(text, at);
      const within = startWithinLine.exec(text.slice(at, lineEnd));
      at = within ? at + within.index + (within[0].startsWith(":") ? within[0].length : 0) : lineEnd + 1;
      continue;
    }
    const end = endOfItem(text, at, start);
    const last = kept.at(-1);
    // Only a line break can be between them, and blanking keeps those.
    if (last && at - last[1] <= 1) last[1] = end;
    else kept.push([at, end]);
    at = end;
    if (text[at] === "\n") at++;
  }
  return blankOutside(text, kept);
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

/** The end of the definition or statement that starts here; the end of the text if it is never closed. */
function endOfItem(text: string, from: number, start: string): number {
  const isComment = start.startsWith("/");
  const isStatement = !isComment && /^(?:pragma|import|using|error|event|type|u?int\d*)\b/.test(start);
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
    if (from > end) result += blank(text.slice(end, from));
    result += text.slice(from, to);
    end = to;
  }
  return result + blank(text.slice(end));
}

function blank(text: string): string {
  return text.replaceAll(/[^\n]+/g, (line) => " ".repeat(line.length));
}
