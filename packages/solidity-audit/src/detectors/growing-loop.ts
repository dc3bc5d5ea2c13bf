import { type Analysis, entryTraces } from "../analysis/analysis.ts";
import { type AstNode, findAll, typeOf } from "../analysis/ast.ts";
import { canCallBack } from "../analysis/external-call.ts";
import { isAuthorised } from "../analysis/guards.ts";
import { originsOf } from "../analysis/origins.ts";
import { isConstructor, isReadOnly, type Program } from "../analysis/program.ts";
import { storagePath } from "../analysis/storage.ts";
import { type FlowEvent, type Trace, traceFunction } from "../analysis/trace.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const rule: Rule = {
  id: "loop-over-growing-list",
  title: "Denial of service: a loop over a stored list that has no limit",
  severity: "low",
  confidence: "medium",
  category: "denial_of_service",
  swc: "SWC-128",
  recommendation: "Limit the length of the list where entries are added, or process it in parts.",
};

const batch: Rule = {
  ...rule,
  id: "batch-fails-together",
  title: "Denial of service: one failing entry makes the whole batch fail",
  swc: "SWC-113",
  recommendation:
    "Skip entries that were already processed, or use `try`, so that one entry cannot stop the others.",
};

/** Finds loops whose cost or success depends on what others added. */
export function detectGrowingLoops(analysis: Analysis): Detection[] {
  const { program } = analysis;
  const capped = new Map<AstNode, boolean>();
  return [...entryTraces(analysis), ...unusedParts(analysis)].flatMap((trace) => {
    if (isReadOnly(trace.entry)) return [];
    return trace.events.flatMap((event) => {
      if (event.kind !== "loop") return [];
      return [...detectList(program, trace, event, capped), ...detectBatch(program, trace, event)];
    });
  });
}

/** Internal functions and modifiers of abstract contracts, which contracts outside of this project use. */
function unusedParts({ program, contracts }: Analysis): Trace[] {
  return contracts
    .filter(({ contract }) => contract.node.abstract === true)
    .flatMap(({ contract, traces }) => {
      const used = new Set(
        traces.flatMap(({ entry, events }) => [entry, ...events.map(({ inside }) => inside)]),
      );
      return contract.lineage
        .flatMap(({ nodes }) => nodes ?? [])
        .filter(
          (node) =>
            /^(Function|Modifier)Definition$/.test(node.nodeType) && !used.has(node) && program.isOwn(node),
        )
        .map((node) => traceFunction(program, contract, node));
    });
}

type LoopEvent = FlowEvent & { kind: "loop" };

function detectList(
  program: Program,
  trace: Trace,
  event: LoopEvent,
  capped: Map<AstNode, boolean>,
): Detection[] {
  const bound = event.statement.condition;
  if (!bound || event.loops.length > 1) return [];
  const origins = originsOf(program, bound);
  const list = [...origins.states].find((variable) => {
    if (!/\[\]$/.test(typeOf(variable))) return false;
    if (!capped.has(variable)) capped.set(variable, !isGrown(program, variable));
    return !capped.get(variable);
  });
  const sets = [bound, ...origins.assigned].flatMap((node) =>
    findAll(node, (part) => /^struct Enumerable(Set|Map)\./.test(typeOf(part))),
  );
  const calls = trace.events.some(
    (other) =>
      other.kind === "call" && other.loops.includes(event.statement) && canCallBack(program, other.call),
  );
  const what = list?.name ?? (sets[0] && calls ? program.textOf(sets[0]) : undefined);
  if (what === undefined) return [];
  return [
    {
      rule,
      nodes: [],
      heads: [event.statement],
      subject: nameOf(program, event.inside),
      explanation: `${nameOf(program, trace.entry)} walks \`${what}\`, which grows without a limit${calls ? ", and calls another contract for every entry" : ""}. Beyond some length it costs more gas than a block has.`,
    },
  ];
}

/** Whether entries are added to a list after deployment without a check of its length. */
function isGrown(program: Program, variable: AstNode): boolean {
  const pushes = [...program.byId.values()].filter(
    ({ nodeType, expression }) =>
      nodeType === "FunctionCall" &&
      expression?.memberName === "push" &&
      expression.expression !== undefined &&
      expression.expression !== null &&
      storagePath(program, expression.expression)?.variable === variable,
  );
  return pushes.some((push) => {
    const inside = program.functionOf(push);
    return inside !== undefined && !isConstructor(inside) && !isCapped(program, inside, variable);
  });
}

function isCapped(program: Program, inside: AstNode, variable: AstNode): boolean {
  return findAll(inside.body, ({ operator }) => /^[<>]=?$/.test(operator ?? "")).some(
    (comparison) =>
      program.enclosing(comparison, ({ nodeType }) => /^(For|While)Statement$/.test(nodeType)) ===
        undefined &&
      findAll(
        comparison,
        (node) => node.memberName === "length" && program.declarationOf(node.expression) === variable,
      ).length > 0,
  );
}

/** Anyone submits a list, and each entry changes another contract: an account that submits one entry first stops the rest. */
function detectBatch(program: Program, trace: Trace, event: LoopEvent): Detection[] {
  const bound = event.statement.condition;
  if (!bound || event.inside !== trace.entry || isAuthorised(program, trace, event)) return [];
  const origins = originsOf(program, bound, { valueOnly: true });
  const isGiven = [...origins.parameters].some((parameter) => /\[\]$/.test(typeOf(parameter)));
  const call = trace.events.find(
    (other) =>
      other.kind === "call" &&
      other.call.kind === "method" &&
      other.loops.includes(event.statement) &&
      other.inside === trace.entry &&
      canCallBack(program, other.call) &&
      program.parentOf(other.node)?.nodeType === "ExpressionStatement",
  );
  if (!isGiven || !call) return [];
  const isAboutCaller = trace.events.some(
    (other) => other.kind !== "emit" && originsOf(program, other.node).has("sender", "value"),
  );
  if (isAboutCaller) return [];
  return [
    {
      rule: batch,
      nodes: [program.statementOf(call.node)],
      heads: [event.statement],
      subject: nameOf(program, trace.entry),
      explanation: `Anyone can call ${nameOf(program, trace.entry)}. If \`${program.textOf(call.node).slice(0, 80)}\` refuses an entry that was processed before, a transaction with one entry of the batch makes the whole batch revert.`,
    },
  ];
}
