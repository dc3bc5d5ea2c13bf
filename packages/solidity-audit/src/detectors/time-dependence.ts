import type { Analysis } from "../analysis/analysis.ts";
import { entryTraces } from "../analysis/analysis.ts";
import { type AstNode, findAll, typeOf } from "../analysis/ast.ts";
import { sendsEther } from "../analysis/external-call.ts";
import { conditionsBefore } from "../analysis/guards.ts";
import { originsOf } from "../analysis/origins.ts";
import type { Program } from "../analysis/program.ts";
import type { FlowEvent, Trace } from "../analysis/trace.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const payment: Rule = {
  id: "time-dependent-payment",
  title: "Timestamp dependence: a payment depends on the block timestamp",
  severity: "low",
  confidence: "medium",
  category: "time_manipulation",
  swc: "SWC-116",
  recommendation:
    "Do not let anything of value depend on seconds: use periods of hours or days, or block numbers where an approximate time is enough.",
};

const decision: Rule = {
  ...payment,
  id: "time-dependence",
  title: "Timestamp dependence: a decision depends on the block timestamp",
  severity: "info",
};

/** Finds decisions, especially payments, that depend on the block timestamp. */
export function detectTimeDependence(analysis: Analysis): Detection[] {
  const { program, contracts } = analysis;
  const paying = entryTraces(analysis).flatMap((trace) => {
    const nodes = trace.events.flatMap((event) => timesBehind(program, trace, event));
    return nodes.length > 0 ? [describe(program, payment, trace.entry, nodes)] : [];
  });
  const told = new Set(paying.flatMap(({ nodes }) => nodes));
  const declarations = new Set(contracts.flatMap(({ contract }) => contract.functions));
  const deciding = [...declarations].flatMap((declaration) => {
    const nodes = findAll(declaration.body, (node) => isTimeCompared(program, node)).filter(
      (node) => !told.has(node),
    );
    return nodes.length > 0 && !nodes.some((node) => told.has(program.statementOf(node)))
      ? [describe(program, decision, declaration, nodes)]
      : [];
  });
  return [...paying, ...deciding];
}

function describe(program: Program, rule: Rule, entry: AstNode, nodes: AstNode[]): Detection {
  const text = program.textOf(nodes[0] ?? entry).replaceAll(/\s+/g, " ");
  return {
    rule,
    nodes: [...new Set(nodes)],
    subject: nameOf(program, entry),
    explanation: `The result of ${nameOf(program, entry)} depends on \`${text.slice(0, 100)}\`. The block's proposer can shift the timestamp by several seconds.`,
  };
}

function timesBehind(program: Program, trace: Trace, event: FlowEvent): AstNode[] {
  if (event.kind !== "call" || !sendsEther(event.call)) return [];
  const deciding = conditionsBefore(trace, event).flatMap((condition) =>
    findAll(condition, (node) => isTimeCompared(program, node)),
  );
  const amount = event.call.value ? originsOf(program, event.call.value, { valueOnly: true }) : undefined;
  const sizing = amount?.nodesOf("timestamp") ?? [];
  return [
    ...deciding,
    ...sizing.map((node) => program.statementOf(node)),
    ...deciding.flatMap((condition) => storedTimes(program, condition)),
  ];
}

function isTimeCompared(program: Program, node: AstNode): boolean {
  if (node.nodeType !== "BinaryOperation" || !/^([<>]=?|[!=]=)$/.test(node.operator ?? "")) return false;
  return [node.leftExpression, node.rightExpression].some((side) => {
    if (!side || !/int/.test(typeOf(side))) return false;
    const origins = originsOf(program, side, { valueOnly: true });
    return origins.has("timestamp") && !origins.has("hash", "blockhash");
  });
}

/** Where the compared time was stored. */
function storedTimes(program: Program, condition: AstNode): AstNode[] {
  const { states } = originsOf(program, condition);
  return [...states].flatMap((variable) =>
    program
      .assignedTo(variable)
      .filter((value) =>
        originsOf(program, value, { withinFunction: true, valueOnly: true }).has("timestamp"),
      )
      .map((value) => program.statementOf(value)),
  );
}
