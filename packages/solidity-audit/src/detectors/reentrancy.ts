import { type Analysis, entryTraces } from "../analysis/analysis.ts";
import { type AstNode, typeOf } from "../analysis/ast.ts";
import { canCallBack, type ExternalCall, sendsEther } from "../analysis/external-call.ts";
import { conditionsBefore, isAuthorised, isGuarded, lowers } from "../analysis/guards.ts";
import { originsOf } from "../analysis/origins.ts";
import type { Program } from "../analysis/program.ts";
import type { StoragePath } from "../analysis/storage.ts";
import { type FlowEvent, precedes, type Trace } from "../analysis/trace.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const withEther: Rule = {
  id: "reentrancy-ether",
  title: "Reentrancy: Ether is sent before the balance is updated",
  severity: "high",
  confidence: "high",
  category: "reentrancy",
  swc: "SWC-107",
  recommendation:
    "Update every balance and flag before the call (checks-effects-interactions), or add a reentrancy guard to every function that shares these variables.",
};

const throughHook: Rule = {
  ...withEther,
  id: "reentrancy-hook",
  title: "Reentrancy: a receiver hook is called before the state is updated",
  confidence: "medium",
};

const withoutEther: Rule = {
  ...withEther,
  id: "reentrancy-call",
  title: "Reentrancy: an external contract is called before the state is updated",
  severity: "medium",
  confidence: "medium",
};

type CallEvent = FlowEvent & { kind: "call" };

/** Finds external calls that are made before the contract updates its state. */
export function detectReentrancy(analysis: Analysis): Detection[] {
  const { program } = analysis;
  const traces = entryTraces(analysis);
  return traces.flatMap((trace) => {
    const others = isGuarded(trace) ? findUnguarded(program, traces, trace) : undefined;
    const calls = trace.events.filter(
      (event): event is CallEvent => event.kind === "call" && canCallBack(program, event.call),
    );
    return calls.flatMap((event) => inspect(program, trace, event, others));
  });
}

/** State that other functions use without the reentrancy guard of this one. */
function findUnguarded(program: Program, traces: readonly Trace[], guarded: Trace): Set<AstNode> {
  const open = traces.filter((trace) => trace.contract === guarded.contract && !isGuarded(trace));
  return new Set(
    open.flatMap(({ events }) =>
      events.flatMap((event) =>
        event.kind === "write" && lowers(program, event.node) ? [event.path.variable] : [],
      ),
    ),
  );
}

/** Reports a call made before a state update. Behind a guard, only if unguarded functions use that state. */
function inspect(
  program: Program,
  trace: Trace,
  event: CallEvent,
  others?: ReadonlySet<AstNode>,
): Detection[] {
  if (!others && isLocked(program, trace, event)) return [];
  const rule = ruleFor(program, trace, event);
  if (!rule) return [];
  const stale = trace.events.filter(
    (later): later is FlowEvent & { kind: "write" } =>
      later.kind === "write" &&
      precedes(event, later) &&
      isStale(trace, event, later.path.variable) &&
      (others?.has(later.path.variable) ?? true),
  );
  const first = stale[0];
  if (!first) return [];
  const site = event.callSites.find((node) => program.functionOf(node) === trace.entry);
  return [
    {
      rule: paysByStaleState(
        program,
        trace,
        event,
        stale.map(({ path }) => path.variable),
      )
        ? rule
        : milder(rule),
      nodes: [program.statementOf(event.node), ...(site ? [program.statementOf(site)] : [])],
      subject: nameOf(program, event.inside),
      explanation: `${describe(program, event.call)} runs before \`${program.textOf(first.node)}\` updates \`${first.path.variable.name}\`. The callee can call ${nameOf(program, trace.entry)} again, or another function that reads \`${first.path.variable.name}\`, while it still has the old value.`,
    },
  ];
}

function ruleFor(program: Program, trace: Trace, { call, ...event }: CallEvent): Rule | undefined {
  if (call.kind === "delegatecall" || call.kind === "callcode") return undefined;
  const target = originsOf(program, call.target);
  const isChosenByCaller = target.has("sender", "parameter");
  if (sendsEther(call)) {
    if (call.kind === "method" && !isChosenByCaller) return undefined;
    // An authorised caller gains nothing by reentering, unless the money goes to someone else.
    if (!isChosenByCaller && isAuthorised(program, trace, { call, ...event } as FlowEvent)) return undefined;
    return withEther;
  }
  if (call.kind === "method") {
    if (/^(onERC|tokensReceived|tokensToSend)/.test(call.name)) return throughHook;
    if (!isChosenByCaller)
      return /^(transfer|transferFrom|safeTransfer|safeTransferFrom|send|mint)$/.test(call.name) &&
        /ERC(777|721|1155)/i.test(call.target.typeDescriptions?.typeString ?? "")
        ? throughHook
        : undefined;
    return isAuthorised(program, trace, { call, ...event } as FlowEvent) ? undefined : withoutEther;
  }
  return isChosenByCaller && !isAuthorised(program, trace, { call, ...event } as FlowEvent)
    ? withoutEther
    : undefined;
}

/** Whether reentering pays: the callee is the caller, or the stale state decides whether and how much is paid. */
function paysByStaleState(program: Program, trace: Trace, event: CallEvent, stale: AstNode[]): boolean {
  if (isAuthorised(program, trace, event)) return false;
  if (originsOf(program, event.call.target).has("sender")) return true;
  const deciding = [...conditionsBefore(trace, event), ...(event.call.value ? [event.call.value] : [])];
  return deciding.some((node) => stale.some((variable) => originsOf(program, node).states.has(variable)));
}

function milder(rule: Rule): Rule {
  return { ...rule, severity: rule.severity === "high" ? "medium" : rule.severity };
}

/** A variable is stale during a call if its value was used before the call and is updated only after it. */
function isStale(trace: Trace, event: CallEvent, variable: AstNode): boolean {
  return trace.events.some(
    (earlier) => earlier.kind === "read" && earlier.path.variable === variable && precedes(earlier, event),
  );
}

/** A flag is checked and set before the call, so that a reentrant call is rejected. */
function isLocked(program: Program, trace: Trace, event: FlowEvent): boolean {
  const asked = new Set(
    conditionsBefore(trace, event).flatMap((condition) => [...originsOf(program, condition).states]),
  );
  return trace.events.some(
    (earlier) =>
      earlier.kind === "write" &&
      asked.has(earlier.path.variable) &&
      earlier.node.operator === "=" &&
      earlier.node.rightHandSide !== undefined &&
      isSetting(program, earlier.path, earlier.node.rightHandSide) &&
      precedes(earlier, event),
  );
}

/** A variable is set to a constant, or an entry to true. */
function isSetting(program: Program, { variable, keys, members }: StoragePath, value: AstNode): boolean {
  if (keys.length > 0 || members.length > 0) return value.nodeType === "Literal" && value.value === "true";
  return /^(bool|u?int\d*|enum .*)$/.test(typeOf(variable)) && isConstant(program, value);
}

function isConstant(program: Program, node: AstNode): boolean {
  const declaration = program.declarationOf(node);
  return (
    node.nodeType === "Literal" || declaration?.constant === true || declaration?.nodeType === "EnumValue"
  );
}

function describe(program: Program, call: ExternalCall): string {
  const text = program.textOf(call.node).replaceAll(/\s+/g, " ");
  return `\`${text.length > 80 ? `${text.slice(0, 77)}…` : text}\``;
}
