import type { Analysis } from "../analysis/analysis.ts";
import { type AstNode, findAll, typeOf } from "../analysis/ast.ts";
import { readExternalCall } from "../analysis/external-call.ts";
import type { Program } from "../analysis/program.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const rule: Rule = {
  id: "unchecked-call",
  title: "Unchecked return value of a low-level call",
  severity: "medium",
  confidence: "high",
  category: "unchecked_low_level_calls",
  swc: "SWC-104",
  recommendation:
    "Check the returned boolean, for example `require(ok)`, or use `transfer` or a call through an interface, which revert on failure.",
};

const lowLevel = new Set(["call", "delegatecall", "callcode", "staticcall", "send"]);

/** Finds calls whose boolean result is ignored. */
export function detectUncheckedCalls({ program, contracts }: Analysis): Detection[] {
  const functions = new Set(
    contracts.flatMap(({ contract }) => contract.lineage.flatMap(({ nodes }) => nodes ?? [])),
  );
  return [...functions].flatMap((declaration) =>
    findAll(declaration, ({ nodeType }) => nodeType === "FunctionCall").flatMap((node) => {
      const call = readExternalCall(program, node);
      if (!call || !lowLevel.has(call.kind) || !isIgnored(program, declaration, node)) return [];
      return [
        {
          rule,
          nodes: [program.statementOf(node)],
          subject: nameOf(program, declaration),
          explanation: `\`${call.kind}\` does not revert on failure: it returns false, and ${nameOf(program, declaration)} continues as if the call had succeeded.`,
        },
      ];
    }),
  );
}

function isIgnored(program: Program, declaration: AstNode, node: AstNode): boolean {
  const parent = program.parentOf(node);
  if (parent?.nodeType === "ExpressionStatement") return true;
  if (parent?.nodeType === "VariableDeclarationStatement") {
    const result = parent.declarations?.[0];
    return !result || !isRead(declaration, result, parent);
  }
  if (parent?.nodeType === "Assignment" && parent.rightHandSide === node) {
    const left = parent.leftHandSide;
    const target = left?.nodeType === "TupleExpression" ? left.components?.[0] : left;
    if (!target) return true;
    const variable = program.declarationOf(target);
    return variable !== undefined && !variable.stateVariable && typeOf(variable) === "bool"
      ? !isRead(declaration, variable, parent)
      : false;
  }
  return false;
}

function isRead(declaration: AstNode, variable: AstNode, except: AstNode): boolean {
  const inside = new Set(findAll(except, () => true));
  const uses = findAll(
    declaration,
    (node) =>
      node.nodeType === "Identifier" && node.referencedDeclaration === variable.id && !inside.has(node),
  );
  // A named result is returned to the caller.
  return uses.length > 0 || findAll(declaration.returnParameters, ({ id }) => id === variable.id).length > 0;
}
