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
  title: "Strict balance equality: anyone can change the balance",
  severity: "medium",
  confidence: "medium",
  category: "denial_of_service",
  swc: "SWC-132",
  recommendation: "Track payments in your own variable, or compare with `>=`.",
};

/** Finds conditions that unsolicited Ether or tokens make permanently false. */
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
        explanation: `\`${program.textOf(first)}\` requires an exact balance, but a contract cannot reject tokens or Ether that is forced on it: after a single extra wei, ${nameOf(program, trace.entry)} never succeeds again.`,
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
  // Comparing with an earlier balance, or with zero, is not an exact balance check.
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
