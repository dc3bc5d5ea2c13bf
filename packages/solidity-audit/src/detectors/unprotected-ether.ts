import { type Analysis, entryTraces } from "../analysis/analysis.ts";
import { type AstNode, stripConversions } from "../analysis/ast.ts";
import { sendsEther } from "../analysis/external-call.ts";
import {
  atomsOf,
  conditionsBefore,
  isAuthorised,
  type Requirement,
  requirementsBefore,
  turnsSomeAway,
} from "../analysis/guards.ts";
import { originsOf } from "../analysis/origins.ts";
import type { Program } from "../analysis/program.ts";
import { storagePath } from "../analysis/storage.ts";
import type { FlowEvent, Trace } from "../analysis/trace.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const open: Rule = {
  id: "unprotected-ether",
  title: "Anybody can withdraw the contract's ether",
  severity: "high",
  confidence: "medium",
  category: "access_control",
  swc: "SWC-105",
  recommendation: "Allow the withdrawal only to the owner, or only up to what the caller has paid in.",
};

const destroy: Rule = {
  ...open,
  id: "unprotected-selfdestruct",
  title: "Anybody can destroy the contract",
  confidence: "high",
  swc: "SWC-106",
  recommendation: "Remove `selfdestruct`, or allow it only to the owner.",
};

const unspent: Rule = {
  ...open,
  id: "balance-not-reduced",
  title: "A withdrawal leaves the caller's balance as it was",
  confidence: "high",
  recommendation: "Reduce the caller's balance before the payment.",
};

const inverted: Rule = {
  ...open,
  id: "inverted-balance-check",
  title: "The balance check lets through what it should refuse",
  confidence: "high",
  recommendation: "Require the balance to be at least the amount, not the other way round.",
};

type CallEvent = FlowEvent & { kind: "call" };

/** Finds payments out of the contract that nothing ties to the caller's rights. */
export function detectUnprotectedEther(analysis: Analysis): Detection[] {
  const { program } = analysis;
  return entryTraces(analysis).flatMap((trace) => {
    const paid = trace.events.filter(
      (event): event is CallEvent => event.kind === "call" && sendsEther(event.call),
    );
    return paid.flatMap((event) => judge(program, trace, event) ?? []);
  });
}

function judge(program: Program, trace: Trace, event: CallEvent): Detection | undefined {
  if (isAuthorised(program, trace, event)) return undefined;
  const subject = nameOf(program, trace.entry);
  const nodes = [program.statementOf(event.node)];
  if (event.call.kind === "selfdestruct") {
    const explanation = `${subject} is open to everybody and destroys the contract; the ether goes to \`${program.textOf(event.call.target)}\`.`;
    return { rule: destroy, nodes, heads: [trace.entry], subject, explanation };
  }
  const receiver = originsOf(program, event.call.target);
  if (!receiver.has("sender", "parameter", "tx-origin") || !event.call.value) return undefined;
  const flipped = findInverted(program, trace, event);
  if (flipped) {
    const explanation = `\`${program.textOf(flipped)}\` holds when the amount is larger than the caller's balance: ${subject} pays out more than was paid in, and the balance wraps around or the honest caller is refused.`;
    return { rule: inverted, nodes: [flipped, ...nodes], subject, explanation };
  }
  const own = ownBalance(program, event.call.value);
  if (own) {
    const isReduced = trace.events.some((other) => other.kind === "write" && other.path.variable === own);
    if (isReduced) return undefined;
    const explanation = `${subject} pays what \`${own.name}\` holds for the caller and never lowers it, so the same balance is paid again and again.`;
    return { rule: unspent, nodes, heads: [trace.entry], subject, explanation };
  }
  const amount = originsOf(program, event.call.value);
  const isTied = requirementsBefore(trace, event).some((requirement) => tiesToCaller(program, requirement));
  const isDebited = trace.events.some(
    (other) =>
      other.kind === "write" &&
      other.path.keys.some((key) => originsOf(program, key).has("sender", "parameter")),
  );
  if (isTied || isDebited || amount.has("value") || !(amount.has("balance") || amount.parameters.size > 0))
    return undefined;
  const explanation = `${subject} asks nobody who they are and pays \`${program.textOf(event.call.value)}\` to \`${program.textOf(event.call.target)}\`.`;
  return { rule: open, nodes, heads: [trace.entry], subject, explanation };
}

/** The mapping when an amount is what it holds for the caller. */
function ownBalance(program: Program, value: AstNode): AstNode | undefined {
  const expressions = [stripConversions(value)];
  const local = program.declarationOf(expressions[0]);
  if (local && !local.stateVariable) expressions.push(...program.assignedTo(local).map(stripConversions));
  for (const expression of expressions) {
    const path = expression.nodeType === "Identifier" ? undefined : storagePath(program, expression);
    const [key, ...more] = path?.keys ?? [];
    if (path && key && more.length === 0 && originsOf(program, key).has("sender")) return path.variable;
  }
  return undefined;
}

/** A condition on the caller, on what they paid or know, or on somebody's balance. */
function tiesToCaller(program: Program, requirement: Requirement): boolean {
  const origins = originsOf(program, requirement.condition);
  return (
    !turnsSomeAway(requirement) &&
    origins.has("sender", "value", "signature", "hash", "parameter", "external")
  );
}

/** `amount >= balances[msg.sender]` before `balances[msg.sender] -= amount`. */
function findInverted(program: Program, trace: Trace, event: FlowEvent): AstNode | undefined {
  const reduced = trace.events.filter(
    (other) =>
      other.kind === "write" && (other.node.operator === "-=" || isSelfSubtraction(program, other.node)),
  );
  for (const condition of conditionsBefore(trace, event)) {
    for (const atom of atomsOf(condition)) {
      if (!/^[<>]=?$/.test(atom.operator ?? "") || !atom.leftExpression || !atom.rightExpression) continue;
      if (!isRequired(program, condition)) continue;
      const isGreater = atom.operator?.startsWith(">") === true;
      const large = text(program, isGreater ? atom.leftExpression : atom.rightExpression);
      const small = text(program, isGreater ? atom.rightExpression : atom.leftExpression);
      const isFlipped = reduced.some(({ node }) => {
        const target = node.leftHandSide && text(program, node.leftHandSide);
        const taken = node.rightHandSide && text(program, node.rightHandSide);
        return target === small && taken === large && /\[/.test(small);
      });
      if (isFlipped) return atom;
    }
  }
  return undefined;
}

function isRequired(program: Program, condition: AstNode): boolean {
  const parent = program.parentOf(condition);
  return parent?.nodeType === "FunctionCall" && /^(require|assert)$/.test(parent.expression?.name ?? "");
}

function isSelfSubtraction(program: Program, node: AstNode): boolean {
  const { leftHandSide: left, rightHandSide: right } = node;
  return Boolean(
    left &&
      right?.nodeType === "BinaryOperation" &&
      right.operator === "-" &&
      right.leftExpression &&
      text(program, left) === text(program, right.leftExpression),
  );
}

function text(program: Program, node: AstNode): string {
  return program.textOf(stripConversions(node)).replaceAll(/\s+/g, "");
}
