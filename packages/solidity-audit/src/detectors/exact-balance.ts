import { type Analysis, entryTraces } from "../analysis/analysis.ts";
import type { AstNode } from "../analysis/ast.ts";
import { isSelf, readExternalCall } from "../analysis/external-call.ts";
import { atomsOf, isZero } from "../analysis/guards.ts";
import { originsOf } from "../analysis/origins.ts";
import type { Program } from "../analysis/program.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const rule: Rule = {
  id: "exact-balance",
  title: "A balance that anybody can raise must have an exact value",
  severity: "medium",
  confidence: "medium",
  category: "denial_of_service",
  swc: "SWC-132",
  recommendation: "Count what was paid in a variable of your own, or compare with `>=`.",
};

/** Finds conditions that ether or tokens sent without being asked for make false for ever. */
export function detectExactBalances(analysis: Analysis): Detection[] {
  const { program } = analysis;
  return entryTraces(analysis).flatMap((trace) => {
    const checks = trace.events.flatMap((event) =>
      event.kind === "check" ? atomsOf(event.condition).filter((atom) => asksExactly(program, atom)) : [],
    );
    const [first] = checks;
    if (!first) return [];
    return [
      {
        rule,
        nodes: checks,
        subject: nameOf(program, trace.entry),
        explanation: `\`${program.textOf(first)}\` holds only for one balance, and a contract cannot refuse ether that is forced on it, nor tokens: one wei too many and what ${nameOf(program, trace.entry)} does never happens again.`,
      },
    ];
  });
}

function asksExactly(
  program: Program,
  { operator, leftExpression: left, rightExpression: right }: AstNode,
): boolean {
  if ((operator !== "==" && operator !== "!=") || !left || !right) return false;
  const holding = [left, right].find((side) => isOwnBalance(program, side));
  const other = holding === left ? right : left;
  // A balance that is compared with what it was a moment ago, or with nothing, is another question.
  return holding !== undefined && !isZero(other) && !isOwnBalance(program, other);
}

function isOwnBalance(program: Program, side: AstNode): boolean {
  return originsOf(program, side, { withinFunction: true })
    .nodesOf("balance", "external")
    .some((read) => {
      const call = readExternalCall(program, read);
      if (call) return call.name === "balanceOf" && call.given[0] !== undefined && isSelf(call.given[0]);
      return !!read.expression && isSelf(read.expression);
    });
}
