import type { Analysis } from "../analysis/analysis.ts";
import { type AstNode, findAll, parametersOf } from "../analysis/ast.ts";
import { readExternalCall, sendsEther } from "../analysis/external-call.ts";
import type { Program } from "../analysis/program.ts";
import { storagePath } from "../analysis/storage.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const rule: Rule = {
  id: "swallowed-failure",
  title: "Failed payment is treated as success",
  severity: "medium",
  confidence: "medium",
  category: "unchecked_low_level_calls",
  swc: "SWC-104",
  recommendation: "Revert, return the failure to the caller, or record what the receiver is still owed.",
};

/** Finds payments whose failure only emits an event or returns, so that the caller's records say they were paid. */
export function detectSwallowedFailures({ program, contracts }: Analysis): Detection[] {
  const functions = new Set(
    contracts.flatMap(({ contract }) => contract.lineage.flatMap(({ nodes }) => nodes ?? [])),
  );
  return [...functions].flatMap((declaration) =>
    findAll(declaration.body, ({ nodeType }) => nodeType === "VariableDeclarationStatement").flatMap(
      (statement) => {
        const call = statement.initialValue && readExternalCall(program, statement.initialValue);
        const result = statement.declarations?.[0];
        if (!call || !result || !sendsEther(call) || parametersOf(declaration.returnParameters).length > 0)
          return [];
        const handled = findAll(declaration.body, ({ nodeType }) => nodeType === "IfStatement").find(
          ({ condition }) =>
            condition?.operator === "!" && condition.subExpression?.referencedDeclaration === result.id,
        );
        if (
          !handled?.trueBody ||
          !isHarmless(program, handled.trueBody) ||
          isUsedElsewhere(declaration, handled, result)
        )
          return [];
        return [
          {
            rule,
            nodes: [statement, handled],
            subject: nameOf(program, declaration),
            explanation: `If the payment fails, ${nameOf(program, declaration)} neither reverts nor records it, and its callers continue as if the receiver had been paid.`,
          },
        ];
      },
    ),
  );
}

/** Neither a revert, nor a call that may revert, nor a change of storage. */
function isHarmless(program: Program, body: AstNode): boolean {
  return (
    findAll(
      body,
      (node) =>
        node.nodeType === "RevertStatement" ||
        (node.nodeType === "FunctionCall" &&
          (/^(revert|require|assert)$/.test(node.expression?.name ?? "") ||
            program.calledFunction(node).declaration !== undefined ||
            readExternalCall(program, node) !== undefined)) ||
        (node.nodeType === "Assignment" &&
          node.leftHandSide !== undefined &&
          storagePath(program, node.leftHandSide) !== undefined),
    ).length === 0
  );
}

function isUsedElsewhere(declaration: AstNode, handled: AstNode, result: AstNode): boolean {
  const inside = new Set(findAll(handled, () => true));
  return (
    findAll(
      declaration.body,
      (node) =>
        node.nodeType === "Identifier" && node.referencedDeclaration === result.id && !inside.has(node),
    ).length > 0
  );
}
