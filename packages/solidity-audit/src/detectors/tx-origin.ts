import type { Analysis } from "../analysis/analysis.ts";
import { type AstNode, findAll, isMagic } from "../analysis/ast.ts";
import type { Program } from "../analysis/program.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const rule: Rule = {
  id: "tx-origin",
  title: "Authorization through tx.origin",
  severity: "medium",
  confidence: "high",
  category: "access_control",
  swc: "SWC-115",
  recommendation: "Compare `msg.sender`, not `tx.origin`.",
};

/** Finds authorisation by `tx.origin`. */
export function detectTxOrigin({ program, contracts }: Analysis): Detection[] {
  const members = new Set(
    contracts.flatMap(({ contract }) => contract.lineage.flatMap(({ nodes }) => nodes ?? [])),
  );
  return [...members].flatMap((member) =>
    findAll(member, (node) => isMagic(node, "tx", "origin") && isRight(program, node)).map((node) => ({
      rule,
      nodes: [program.statementOf(program.parentOf(node) ?? node)],
      subject: nameOf(program, member),
      explanation: `${nameOf(program, member)} checks the sender of the transaction, not the caller. A malicious contract that the owner is tricked into calling can call this function with the owner's permissions.`,
    })),
  );
}

/** A comparison with `msg.sender` only excludes contracts, so it is ignored. */
function isRight(program: Program, node: AstNode): boolean {
  const comparison = program.parentOf(node);
  if (comparison?.nodeType !== "BinaryOperation" || !/^[!=]=$/.test(comparison.operator ?? "")) return false;
  const other = comparison.leftExpression === node ? comparison.rightExpression : comparison.leftExpression;
  return other !== undefined && !isMagic(other, "msg", "sender");
}
