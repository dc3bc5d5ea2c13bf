import { type Analysis, entryTraces } from "../analysis/analysis.ts";
import { type AstNode, findAll, parametersOf, stripConversions, typeOf } from "../analysis/ast.ts";
import type { Program } from "../analysis/program.ts";
import type { Trace } from "../analysis/trace.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const rule: Rule = {
  id: "unequal-array-lengths",
  title: "Missing validation: lists that belong together may have different lengths",
  severity: "low",
  confidence: "high",
  category: "input_validation",
  swc: null,
  recommendation: "Require that the lists have the same length before the loop.",
};

/** Finds loops over one of several given lists, which ignore the rest of a longer one. */
export function detectArrayLengths(analysis: Analysis): Detection[] {
  return entryTraces(analysis).flatMap((trace) => detectLoops(analysis.program, trace));
}

function detectLoops(program: Program, trace: Trace): Detection[] {
  const lists = parametersOf(trace.entry.parameters).filter((parameter) => /\[\]/.test(typeOf(parameter)));
  if (lists.length < 2) return [];
  const loops = findAll(trace.entry.body, ({ nodeType }) => nodeType === "ForStatement");
  return loops.flatMap((loop) => {
    const bounding = lists.find((list) => usesLength(program, loop.condition, list));
    const counter = loop.initializationExpression?.declarations?.[0];
    if (!bounding || !counter) return [];
    const ignored = lists.filter(
      (list) =>
        list !== bounding && isIndexedBy(program, loop, list, counter) && !isCompared(program, trace, list),
    );
    const [first] = ignored;
    if (!first || !isIndexedBy(program, loop, bounding, counter)) return [];
    return [
      {
        rule,
        nodes: [],
        heads: [trace.entry],
        subject: nameOf(program, trace.entry),
        explanation: `${nameOf(program, trace.entry)} loops over \`${bounding.name}\` and uses \`${first.name}\` by the same index, but never compares their lengths. What a longer \`${first.name}\` has at its end is ignored without an error.`,
      },
    ];
  });
}

function isIndexedBy(program: Program, loop: AstNode, list: AstNode, counter: AstNode): boolean {
  return findAll(loop.body, ({ nodeType }) => nodeType === "IndexAccess").some(
    ({ baseExpression, indexExpression }) =>
      program.declarationOf(baseExpression) === list &&
      indexExpression != null &&
      program.declarationOf(stripConversions(indexExpression)) === counter,
  );
}

/** Whether the length of a list is used anywhere but in the bound of a loop over it: a check, or a computed total. */
function isCompared(program: Program, trace: Trace, list: AstNode): boolean {
  return (
    usesLength(program, trace.entry.body, list) ||
    trace.entry.modifiers?.some((modifier) => usesLength(program, modifier, list)) === true
  );
}

/** Whether `list.length` is read, through a local variable too. */
function usesLength(program: Program, node: AstNode | null | undefined, list: AstNode): boolean {
  return findAll(node, ({ nodeType }) => nodeType === "MemberAccess" || nodeType === "Identifier").some(
    (read) => {
      if (read.memberName === "length") return program.declarationOf(read.expression) === list;
      const declaration = read.nodeType === "Identifier" ? program.declarationOf(read) : undefined;
      if (!declaration || declaration.stateVariable) return false;
      return program
        .assignedTo(declaration)
        .some((value) => value.memberName === "length" && program.declarationOf(value.expression) === list);
    },
  );
}
