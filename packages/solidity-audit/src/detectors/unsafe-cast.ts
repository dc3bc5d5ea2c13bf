import { type Analysis, entryTraces } from "../analysis/analysis.ts";
import { type AstNode, findAll, typeOf } from "../analysis/ast.ts";
import { isAuthorised } from "../analysis/guards.ts";
import { originsOf } from "../analysis/origins.ts";
import { isReadOnly, type Program } from "../analysis/program.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const rule: Rule = {
  id: "unsafe-cast",
  title: "Unsafe cast: a number is truncated",
  severity: "medium",
  confidence: "medium",
  category: "arithmetic",
  swc: "SWC-101",
  recommendation:
    "Check that the number fits before the conversion, for example with OpenZeppelin's SafeCast.",
};

/** Finds numbers that any caller can choose and that lose their upper bits when they are stored. */
export function detectUnsafeCasts(analysis: Analysis): Detection[] {
  const { program } = analysis;
  return entryTraces(analysis).flatMap((trace) => {
    const { entry, events } = trace;
    const last = events.at(-1);
    // A caller who was chosen for the task is trusted with numbers that fit.
    if (isReadOnly(entry) || (last && isAuthorised(program, trace, last))) return [];
    const [first, ...more] = findAll(entry.body, (node) => isCut(program, entry, node));
    if (!first) return [];
    return [
      {
        rule,
        nodes: [first, ...more].map((node) => program.statementOf(node)),
        subject: nameOf(program, entry),
        explanation: `\`${program.textOf(first)}\` truncates a number that the caller chooses without an error, and ${nameOf(program, entry)} does not check whether it fits.`,
      },
    ];
  });
}

function isCut(program: Program, declaration: AstNode, node: AstNode): boolean {
  const [value] = node.arguments ?? [];
  if (node.kind !== "typeConversion" || !value || value.nodeType !== "Identifier") return false;
  if (bitsOf(node) >= bitsOf(value)) return false;
  if (!program.enclosing(node, ({ nodeType }) => nodeType === "Assignment")) return false;
  const { parameters } = originsOf(program, value, { valueOnly: true, withinFunction: true });
  return parameters.size > 0 && !isBounded(program, declaration, value);
}

function bitsOf(node: AstNode): number {
  const bits = /^u?int(\d+)$/.exec(typeOf(node))?.[1];
  return bits === undefined ? 0 : Number(bits);
}

/** A comparison with anything but a state variable limits the number itself. */
function isBounded(program: Program, declaration: AstNode, value: AstNode): boolean {
  const text = program.textOf(value);
  return findAll(declaration.body, ({ operator }) => /^[<>]=?$/.test(operator ?? "")).some(
    ({ leftExpression: left, rightExpression: right }) => {
      if (!left || !right) return false;
      const other = program.textOf(left) === text ? right : program.textOf(right) === text ? left : undefined;
      return other !== undefined && !originsOf(program, other).has("sender");
    },
  );
}
