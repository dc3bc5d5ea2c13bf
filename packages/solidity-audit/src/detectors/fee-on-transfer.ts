import { type Analysis, entryTraces } from "../analysis/analysis.ts";
import { type AstNode, stripConversions } from "../analysis/ast.ts";
import { type ExternalCall, isSelf } from "../analysis/external-call.ts";
import { isAuthorised } from "../analysis/guards.ts";
import { originsOf } from "../analysis/origins.ts";
import type { Program } from "../analysis/program.ts";
import type { Trace } from "../analysis/trace.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const rule: Rule = {
  id: "fee-on-transfer",
  title: "Token with a transfer fee: the credited amount can be more than what arrived",
  severity: "medium",
  confidence: "medium",
  category: "token_integration",
  swc: null,
  recommendation:
    "Credit the difference of the contract's balance before and after the transfer, or accept only tokens from a list.",
};

/** Finds deposits of a token that the caller chooses, credited with the amount that was asked for. */
export function detectFeeOnTransfer(analysis: Analysis): Detection[] {
  return entryTraces(analysis).flatMap((trace) => detectDeposits(analysis.program, trace));
}

function detectDeposits(program: Program, trace: Trace): Detection[] {
  const isMeasured = trace.events.some((event) => event.kind === "call" && event.call.name === "balanceOf");
  if (isMeasured) return [];
  return trace.events.flatMap((event) => {
    if (event.kind !== "call") return [];
    const amount = receivedAmount(event.call);
    const paid = amount && parameterOf(program, amount);
    const path = { entry: trace.entry, callSites: event.callSites };
    if (!paid || originsOf(program, event.call.target, { path }).parameters.size === 0) return [];
    if (isAuthorised(program, trace, event)) return [];
    const credit = trace.events.find(
      (other) =>
        other.kind === "write" &&
        other.path.keys.length > 0 &&
        (other.node.operator === "+=" || other.node.operator === "=") &&
        other.node.rightHandSide !== undefined &&
        addends(other.node.rightHandSide).some((part) => parameterOf(program, part) === paid),
    );
    if (!credit) return [];
    return [
      {
        rule,
        nodes: [program.statementOf(credit.node), program.statementOf(event.callSites.at(-1) ?? event.node)],
        subject: nameOf(program, trace.entry),
        explanation: `${nameOf(program, trace.entry)} credits \`${paid.name}\` for any token that the caller names. A token that keeps a fee delivers less, and the difference is paid by other depositors.`,
      },
    ];
  });
}

/** The amount of `transferFrom(anyone, address(this), amount)`. */
function receivedAmount({ name, given }: ExternalCall): AstNode | undefined {
  const [, to, amount] = given;
  return name === "transferFrom" && to && isSelf(to) ? amount : undefined;
}

function addends(value: AstNode): AstNode[] {
  const node = stripConversions(value);
  if (node.operator !== "+" || !node.leftExpression || !node.rightExpression) return [node];
  return [...addends(node.leftExpression), ...addends(node.rightExpression)];
}

/** The entry point's parameter that a value is, unchanged. */
function parameterOf(program: Program, value: AstNode, depth = 0): AstNode | undefined {
  const declaration = program.declarationOf(stripConversions(value));
  if (declaration?.nodeType !== "VariableDeclaration" || declaration.stateVariable || depth > 6)
    return undefined;
  const [argument, ...more] = [...program.assignedTo(declaration), ...program.argumentsGivenTo(declaration)];
  if (!argument) return declaration;
  return more.length === 0 ? parameterOf(program, argument, depth + 1) : undefined;
}
