import { type Analysis, entryTraces } from "../analysis/analysis.ts";
import { type AstNode, findAll, typeOf } from "../analysis/ast.ts";
import { asksWhoCalls, isPauseCheck, isZero, keyedByCaller, lowers } from "../analysis/guards.ts";
import { originsOf } from "../analysis/origins.ts";
import { type Contract, isReadOnly, type Program } from "../analysis/program.ts";
import type { FlowEvent, Trace } from "../analysis/trace.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const caller: Rule = {
  id: "unequal-caller-checks",
  title: "Missing access control: another function does the same without the check",
  severity: "medium",
  confidence: "low",
  category: "access_control",
  swc: "SWC-105",
  recommendation:
    "Move the check into the function that both call, or repeat it in every function that calls it.",
};

const pause: Rule = {
  ...caller,
  id: "unequal-pause-checks",
  title: "Pause bypass: another function changes the same state while paused",
};

/** A call of an internal function on behalf of an entry point. */
interface Use {
  trace: Trace;
  call: AstNode;
}

/** Finds internal functions that one entry point reaches behind a check and another one without. */
export function detectUnequalChecks(analysis: Analysis): Detection[] {
  const { program } = analysis;
  return analysis.contracts.flatMap(({ contract }) => {
    const traces = entryTraces(analysis).filter(
      (trace) => trace.contract === contract && !isReadOnly(trace.entry) && trace.entry.kind === "function",
    );
    const detections = [...usesByFunction(program, contract, traces)].flatMap(([shared, uses]) => [
      ...compare(program, caller, shared, uses, asksCaller),
      ...compare(program, pause, shared, uses, isPauseCheck),
    ]);
    return keepOutermost(detections);
  });
}

/** Functions that call each other are shared by the same entry points: the outermost one is enough. */
function keepOutermost(detections: readonly Detection[]): Detection[] {
  const bySubjects = new Map<string, Detection>();
  for (const detection of detections) {
    const key = [detection.rule.id, ...(detection.heads ?? []).slice(0, -1).map(({ id }) => id)].join();
    if (!bySubjects.has(key)) bySubjects.set(key, detection);
  }
  return [...bySubjects.values()];
}

type IsCheck = (program: Program, event: FlowEvent & { kind: "check" }) => boolean;

function compare(
  program: Program,
  rule: Rule,
  shared: AstNode,
  uses: readonly Use[],
  isCheck: IsCheck,
): Detection[] {
  const isGuarded = ({ trace }: Use) =>
    remember(guardedBy, isCheck, trace, () => hasCheck(program, trace, isCheck));
  const guarded = uses.filter(isGuarded);
  const open = uses.filter(
    (use) =>
      !isGuarded(use) &&
      !remember(paid, isPaid, use.trace, () => isPaid(program, use.trace)) &&
      !(rule === pause && isExit(program, use.trace)),
  );
  const alike = open.filter((use) => guarded.some((other) => passTheSame(program, use, other)));
  const [first] = alike;
  const [example] = guarded;
  // Where most functions are open, the check belongs to the one that has it.
  if (!first || !example || (rule === caller && guarded.length > alike.length + 2)) return [];
  return [
    {
      rule,
      nodes: alike.map(({ call }) => program.statementOf(call)),
      heads: [...alike.map(({ trace }) => trace.entry), shared],
      subject: nameOf(program, first.trace.entry),
      explanation: `${nameOf(program, example.trace.entry)} checks ${rule === pause ? "the pause" : "the caller"} before it runs \`${shared.name}\`. ${[...new Set(alike.map(({ trace }) => nameOf(program, trace.entry)))].slice(0, 4).join(", ")} ${alike.length === 1 ? "runs" : "run"} it without that check.`,
    },
  ];
}

// Traces are long, and many functions are shared by the same entry points.
const guardedBy = new Map<unknown, WeakMap<Trace, boolean>>();
const paid = new Map<unknown, WeakMap<Trace, boolean>>();

function remember(
  kept: Map<unknown, WeakMap<Trace, boolean>>,
  kind: unknown,
  trace: Trace,
  find: () => boolean,
): boolean {
  const byTrace = kept.get(kind) ?? new WeakMap<Trace, boolean>();
  kept.set(kind, byTrace);
  const known = byTrace.get(trace) ?? find();
  byTrace.set(trace, known);
  return known;
}

function hasCheck(program: Program, trace: Trace, isCheck: IsCheck): boolean {
  return trace.events.some(
    (event) =>
      event.kind === "check" && event.isEnforced && isAtStart(program, event) && isCheck(program, event),
  );
}

/** Whether a check belongs to the entry point itself: in its body, in a modifier, or in a function that only checks. */
function isAtStart(program: Program, { callSites }: FlowEvent): boolean {
  const [site] = callSites;
  return (
    !site ||
    program.functionOf(site)?.nodeType === "ModifierDefinition" ||
    /check|require|only|ensure|valid|assert|when|auth/i.test(program.textOf(site.expression ?? site))
  );
}

function asksCaller(program: Program, event: FlowEvent & { kind: "check" }): boolean {
  const { condition, endsWhenTrue } = event;
  if (isAmount(condition) || originsOf(program, condition).has("signature")) return false;
  return asksWhoCalls(program, { condition, mustHold: !endsWhenTrue }) || keyedByCaller(program, condition);
}

/** Whether a condition compares numbers: what a caller owns is no permission. */
function isAmount({ leftExpression, rightExpression }: AstNode): boolean {
  return [leftExpression, rightExpression].some((side) => /^u?int\d/.test(typeOf(side)));
}

/** Whether a function takes from a record of the caller's own. Users may leave while a contract is paused. */
function isExit(program: Program, { events }: Trace): boolean {
  return events.some(
    (event) =>
      event.kind === "write" &&
      event.path.keys.some((key) => originsOf(program, key, { valueOnly: true }).has("sender")) &&
      (event.node.operator === "delete" ||
        lowers(program, event.node) ||
        (event.node.rightHandSide !== undefined && isZero(event.node.rightHandSide))),
  );
}

/** Callers who pay, or who bring a signature, need no other permission. */
function isPaid(program: Program, { entry, events }: Trace): boolean {
  if (entry.stateMutability === "payable") return true;
  return events.some((event) => {
    if (/transferFrom/i.test(event.inside.name ?? "")) return true;
    if (event.kind === "call") return /transferFrom/i.test(event.call.name);
    const path = { entry, callSites: event.callSites };
    return event.kind === "check" && originsOf(program, event.condition, { path }).has("signature");
  });
}

/** Whether both calls pass the caller's own address in the same places. */
function passTheSame(program: Program, left: Use, right: Use): boolean {
  const about = ({ call, trace: { entry } }: Use) =>
    (call.arguments ?? [])
      .map((given) =>
        originsOf(program, given, { path: { entry, callSites: [] }, valueOnly: true }).has("sender"),
      )
      .join();
  return about(left) === about(right);
}

function usesByFunction(program: Program, contract: Contract, traces: readonly Trace[]): Map<AstNode, Use[]> {
  const uses = new Map<AstNode, Use[]>();
  for (const trace of traces) {
    const seen = new Set<AstNode>([trace.entry]);
    const waiting: AstNode[] = [trace.entry];
    for (let inside = waiting.shift(); inside; inside = waiting.shift()) {
      for (const call of findAll(inside.body, ({ nodeType }) => nodeType === "FunctionCall")) {
        const { declaration } = program.calledFunction(call);
        const runs = declaration && program.resolve(contract, declaration);
        if (!runs || seen.has(runs) || isReadOnly(runs) || !program.isOwn(runs)) continue;
        seen.add(runs);
        uses.set(runs, [...(uses.get(runs) ?? []), { trace, call }]);
        waiting.push(runs);
      }
    }
  }
  return new Map([...uses].filter(([, found]) => found.length > 1));
}
