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
  title: "Unprotected withdrawal: anyone can withdraw the contract's Ether",
  severity: "high",
  confidence: "medium",
  category: "access_control",
  swc: "SWC-105",
  recommendation: "Restrict the withdrawal to the owner, or to the amount that the caller has paid in.",
};

const destroy: Rule = {
  ...open,
  id: "unprotected-selfdestruct",
  title: "Unprotected selfdestruct: anyone can destroy the contract",
  confidence: "high",
  swc: "SWC-106",
  recommendation: "Remove `selfdestruct`, or restrict it to the owner.",
};

const unspent: Rule = {
  ...open,
  id: "balance-not-reduced",
  title: "Missing balance update: a withdrawal does not reduce the caller's balance",
  confidence: "high",
  recommendation: "Reduce the caller's balance before the payment.",
};

const inverted: Rule = {
  ...open,
  id: "inverted-balance-check",
  title: "Inverted balance check",
  confidence: "high",
  recommendation: "Require that the balance is at least the amount, not the reverse.",
};

type CallEvent = FlowEvent & { kind: "call" };

/** Finds payments that are not tied to the caller's permissions or balance. */
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
    const explanation = `Anyone can call ${subject}, which destroys the contract; the Ether goes to \`${program.textOf(event.call.target)}\`.`;
    return { rule: destroy, nodes, heads: [trace.entry], subject, explanation };
  }
  const receiver = originsOf(program, event.call.target);
  if (!receiver.has("sender", "parameter", "tx-origin") || !event.call.value) return undefined;
  const flipped = findInverted(program, trace, event);
  if (flipped) {
    const explanation = `\`${program.textOf(flipped)}\` is true if the amount is larger than the caller's balance: ${subject} pays out more than was paid in, and the balance underflows or an honest caller is rejected.`;
    return { rule: inverted, nodes: [flipped, ...nodes], subject, explanation };
  }
  const own = ownBalance(program, event.call.value);
  if (own) {
    const isReduced = trace.events.some((other) => other.kind === "write" && other.path.variable === own);
    if (isReduced) return undefined;
    const explanation = `${subject} pays the caller's entry in \`${own.name}\` and never reduces it, so the same balance can be withdrawn repeatedly.`;
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
  const explanation = `${subject} does not check the caller and pays \`${program.textOf(event.call.value)}\` to \`${program.textOf(event.call.target)}\`.`;
  return { rule: open, nodes, heads: [trace.entry], subject, explanation };
}

/** The mapping, if the amount is the caller's entry in it. */
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

/** A condition on the caller, on their payment or secret, or on a balance. */
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
