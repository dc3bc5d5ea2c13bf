import { type Analysis, entryTraces } from "../analysis/analysis.ts";
import { type AstNode, findAll, typeOf } from "../analysis/ast.ts";
import { type ExternalCall, sendsEther } from "../analysis/external-call.ts";
import { isAuthorised } from "../analysis/guards.ts";
import { originsOf } from "../analysis/origins.ts";
import type { Program } from "../analysis/program.ts";
import { storagePath } from "../analysis/storage.ts";
import { type FlowEvent, precedes, type Trace } from "../analysis/trace.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const push: Rule = {
  id: "dos-push-payment",
  title: "Denial of service: a receiver that rejects Ether blocks everyone",
  severity: "medium",
  confidence: "medium",
  category: "denial_of_service",
  swc: "SWC-113",
  recommendation: "Record what each receiver is owed and let them withdraw it (pull payments).",
};

const loopCall: Rule = {
  ...push,
  id: "dos-call-in-loop",
  title: "Denial of service: an external call in a loop can block the whole loop",
};

const gas: Rule = {
  ...push,
  id: "dos-gas-limit",
  title: "Denial of service: an unbounded loop or deletion can exceed the block gas limit",
  swc: "SWC-128",
  recommendation:
    "Limit the length, process it in batches, or keep a running total instead of iterating over the list.",
};

type CallEvent = FlowEvent & { kind: "call" };

/** Finds functions that one party, or a growing list, can make unusable for everyone. */
export function detectDenialOfService(analysis: Analysis): Detection[] {
  const { program } = analysis;
  const traces = entryTraces(analysis);
  return traces.flatMap((trace) => [
    ...detectPushPayments(program, trace),
    ...detectCallsInLoops(program, trace),
    ...detectGrowth(program, trace, growingLists(program, traces, trace)),
  ]);
}

/** A payment to a stored address that must succeed before the next caller can proceed. */
function detectPushPayments(program: Program, trace: Trace): Detection[] {
  return trace.events.flatMap((event) => {
    if (event.kind !== "call" || event.loops.length > 0 || !sendsEther(event.call)) return [];
    if (event.call.kind === "selfdestruct" || !findEnforcement(program, event.call)) return [];
    const receiver = storagePath(program, event.call.target);
    if (!receiver || receiver.variable.constant) return [];
    const replaced = trace.events.find(
      (other) =>
        other.kind === "write" &&
        other.path.variable === receiver.variable &&
        other.node.rightHandSide !== undefined &&
        originsOf(program, other.node.rightHandSide).has("sender", "parameter"),
    );
    if (!replaced || isAuthorised(program, trace, event)) return [];
    return [
      {
        rule: push,
        nodes: [program.statementOf(event.node)],
        subject: nameOf(program, trace.entry),
        explanation: `${nameOf(program, trace.entry)} continues only if \`${receiver.variable.name}\` accepts the payment, and \`${receiver.variable.name}\` is set by an earlier caller. A contract that rejects Ether keeps its place forever.`,
      },
    ];
  });
}

/**
 * Where a failing call reverts the transaction: the call itself, or the check of its result. Undefined if it does not.
 */
function findEnforcement(program: Program, { kind, node }: ExternalCall): AstNode | undefined {
  if (kind === "transfer" || kind === "method") return node;
  const around = program.enclosing(
    node,
    ({ nodeType, expression }) =>
      (nodeType === "FunctionCall" && /^(require|assert)$/.test(expression?.name ?? "")) ||
      nodeType === "IfStatement" ||
      nodeType === "ExpressionStatement" ||
      nodeType === "VariableDeclarationStatement",
  );
  if (around?.nodeType === "FunctionCall") return node;
  if (around?.nodeType === "IfStatement") return reverts(around) ? node : undefined;
  const result = around?.nodeType === "VariableDeclarationStatement" ? around.declarations?.[0] : undefined;
  if (!result) return undefined;
  return findAll(
    program.functionOf(node)?.body,
    (part) =>
      (part.nodeType === "FunctionCall" && part.expression?.name === "require" && names(part, result)) ||
      (part.nodeType === "IfStatement" && names(part.condition, result) && reverts(part)),
  )[0];
}

function names(node: AstNode | null | undefined, variable: AstNode): boolean {
  return findAll(node, ({ referencedDeclaration }) => referencedDeclaration === variable.id).length > 0;
}

function reverts({ trueBody }: AstNode): boolean {
  return (
    findAll(
      trueBody,
      ({ nodeType, expression }) =>
        nodeType === "Throw" || nodeType === "RevertStatement" || expression?.name === "revert",
    ).length > 0
  );
}

/** Calls in a loop to stored or given addresses, any of which can revert the whole transaction. */
function detectCallsInLoops(program: Program, trace: Trace): Detection[] {
  const calls = trace.events.filter(
    (event): event is CallEvent =>
      event.kind === "call" &&
      event.loops.length > 0 &&
      /^(send|transfer|call)$/.test(event.call.kind) &&
      sendsEther(event.call),
  );
  return calls.flatMap((event) => {
    const receiver = originsOf(program, event.call.target);
    const isOthers = receiver.has("state") && !isSenderOnly(receiver);
    const loop = event.loops.at(-1);
    const enforced = isOthers ? findEnforcement(program, event.call) : undefined;
    if (!loop || !enforced) return [];
    return [
      {
        rule: loopCall,
        nodes: [program.statementOf(event.node), program.statementOf(enforced)],
        heads: [loop],
        subject: nameOf(program, trace.entry),
        explanation: `${nameOf(program, trace.entry)} pays many receivers in one loop. If one of them reverts, or the list gets too long, no receiver is paid.`,
      },
    ];
  });
}

function isSenderOnly(origins: ReturnType<typeof originsOf>): boolean {
  return origins.has("sender") && !origins.has("state");
}

/** Loops over lists that anyone can grow, and deletions of such lists. */
function detectGrowth(program: Program, trace: Trace, growing: Set<AstNode>): Detection[] {
  const detections: Detection[] = [];
  for (const event of trace.events) {
    if (event.kind === "loop") {
      const bound = event.statement.condition;
      if (!bound) continue;
      const origins = originsOf(program, bound);
      const list = [...growing].find((variable) => origins.states.has(variable));
      const isHeavy = trace.events.some(
        (other) => other.loops.includes(event.statement) && (other.kind === "write" || other.kind === "call"),
      );
      if (!list || !isHeavy) continue;
      detections.push(growth(program, trace, [bound], `walks \`${list.name}\``, event.statement));
    } else if (event.kind === "write" && growing.has(event.path.variable)) {
      const isWhole = event.path.keys.length === 0 && event.path.members.length === 0;
      const isList = /\[\]/.test(typeOf(event.path.variable));
      const isCleared =
        isList && isWhole && (event.node.operator === "delete" || event.node.operator === "=");
      if (isCleared)
        detections.push(
          growth(
            program,
            trace,
            clearing(trace, event, program),
            `clears \`${event.path.variable.name}\` at once`,
          ),
        );
    }
  }
  return detections;
}

function growth(program: Program, trace: Trace, nodes: AstNode[], what: string, loop?: AstNode): Detection {
  return {
    rule: gas,
    nodes,
    ...(loop && { heads: [loop] }),
    subject: nameOf(program, trace.entry),
    explanation: `${nameOf(program, trace.entry)} ${what}, which anyone can make longer. Beyond some length it costs more gas than the block limit, and the function always reverts.`,
  };
}

function clearing(trace: Trace, event: FlowEvent, program: Program): AstNode[] {
  const asked = trace.events.filter(
    (other) =>
      other.kind === "check" &&
      precedes(other, event) &&
      event.branches.some(({ fork }) => fork.condition === other.condition),
  );
  return [program.statementOf(event.node), ...asked.map(({ node }) => node)];
}

const lists = new WeakMap<Trace["contract"], Set<AstNode>>();

/** Dynamic storage arrays, and entry counters, that a public function can grow. */
function growingLists(program: Program, traces: readonly Trace[], { contract }: Trace): Set<AstNode> {
  const known = lists.get(contract);
  if (known) return known;
  const found = new Set<AstNode>();
  for (const trace of traces.filter((candidate) => candidate.contract === contract)) {
    for (const event of trace.events) {
      if (event.kind !== "write" || event.path.keys.length > 0 || !isGrowth(program, event.node)) continue;
      if (/\[\]|^uint/.test(typeOf(event.path.variable)) && !isAuthorised(program, trace, event))
        found.add(event.path.variable);
    }
  }
  lists.set(contract, found);
  return found;
}

function isGrowth(program: Program, node: AstNode): boolean {
  if (node.nodeType === "FunctionCall") return node.expression?.memberName === "push";
  const target = node.leftHandSide ?? node.subExpression;
  // An entry counter is incremented by one, outside the loop over the entries.
  if (target && /^uint/.test(typeOf(target)) && target.nodeType === "Identifier") {
    const isInLoop = program.enclosing(node, ({ nodeType }) =>
      /^(For|While|DoWhile)Statement$/.test(nodeType),
    );
    return (
      !isInLoop &&
      (node.operator === "++" || (node.operator === "+=" && typeOf(node.rightHandSide) === "int_const 1"))
    );
  }
  if (target?.memberName !== "length") return false;
  if (node.operator === "++" || node.operator === "+=") return true;
  return (
    node.rightHandSide !== undefined && program.textOf(node.rightHandSide).includes(program.textOf(target))
  );
}
