import { type Analysis, entryTraces } from "../analysis/analysis.ts";
import { type AstNode, findAll, typeOf } from "../analysis/ast.ts";
import { sendsEther } from "../analysis/external-call.ts";
import { conditionsBefore, isAuthorised } from "../analysis/guards.ts";
import { originsOf } from "../analysis/origins.ts";
import type { Program } from "../analysis/program.ts";
import type { FlowEvent, Trace } from "../analysis/trace.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const claim: Rule = {
  id: "first-come-claim",
  title: "Whoever sees a claim coming can make it first",
  severity: "low",
  confidence: "medium",
  category: "front_running",
  swc: "SWC-114",
  recommendation:
    "Let callers commit to a hash of the claim and their address first, and reveal it in a later block.",
};

const move: Rule = {
  ...claim,
  id: "open-move",
  title: "A choice that decides about money is visible to those who choose later",
  severity: "medium",
  recommendation:
    "Let every party commit to a hash of their choice and a secret first, and reveal both when all have.",
};

const price: Rule = {
  ...claim,
  id: "changeable-price",
  title: "The price can change between sending a payment and its arrival",
  recommendation: "Let buyers state the price they expect, and revert when it differs.",
};

type WriteEvent = FlowEvent & { kind: "write" };

/** Finds claims, choices and prices that another transaction in the same block can turn against their sender. */
export function detectFirstCome(analysis: Analysis): Detection[] {
  const { program } = analysis;
  const traces = entryTraces(analysis);
  return traces.flatMap((trace) => {
    const siblings = traces.filter(({ contract }) => contract === trace.contract);
    return trace.events.flatMap((event) => {
      if (event.kind !== "write") return [];
      const rule = judge(program, trace, event, siblings);
      if (!rule) return [];
      return [
        {
          rule,
          nodes: [program.statementOf(event.node)],
          subject: nameOf(program, trace.entry),
          explanation: `\`${program.textOf(event.node).replaceAll(/\s+/g, " ").slice(0, 100)}\` in ${nameOf(program, trace.entry)}: the pending transaction shows it to everybody, and a higher fee comes first.`,
        },
      ];
    });
  });
}

function judge(
  program: Program,
  trace: Trace,
  event: WriteEvent,
  siblings: readonly Trace[],
): Rule | undefined {
  if (isAuthorised(program, trace, event)) return undefined;
  if (isClaim(program, trace, event)) return claim;
  if (isOpenMove(program, event, siblings)) return move;
  return isChangeablePrice(program, trace, event, siblings) ? price : undefined;
}

/** A free entry under a name of the caller's choice becomes the caller's. */
function isClaim(
  program: Program,
  trace: Trace,
  { path, node }: WriteEvent & Trace["events"][number],
): boolean {
  const [key] = path.keys;
  const value = node.rightHandSide;
  if (!key || !value || node.operator !== "=" || !/^address/.test(typeOf(value))) return false;
  const named = originsOf(program, key, { valueOnly: true });
  const isNamed = [...named.parameters].some((parameter) => /^(bytes|string)/.test(typeOf(parameter)));
  if (!isNamed || !originsOf(program, value, { valueOnly: true }).has("sender")) return false;
  const conditions = trace.events.flatMap((other) => (other.kind === "check" ? [other.condition] : []));
  return (
    conditions.some((condition) => originsOf(program, condition).states.has(path.variable)) &&
    // What was committed to before is asked for by the caller's own entry.
    !conditions.some((condition) => originsOf(program, condition).has("sender"))
  );
}

/** A number of the caller's choice is kept as it is beside the caller, and compared when the money is paid. */
function isOpenMove(program: Program, { node, path }: WriteEvent, siblings: readonly Trace[]): boolean {
  const values =
    node.nodeType === "FunctionCall"
      ? (node.arguments ?? [])
      : node.rightHandSide
        ? [node.rightHandSide]
        : [];
  if (node.nodeType !== "FunctionCall" && node.operator !== "=") return false;
  const isKept = values.some((value) => {
    const origins = originsOf(program, value, { valueOnly: true });
    const isChoice = [...origins.parameters].some((parameter) =>
      /^(uint|int|bool|enum)/.test(typeOf(parameter)),
    );
    return isChoice && !origins.has("hash") && isBesideCaller(program, value, path.keys);
  });
  return isKept && siblings.some((trace) => isDecidedBy(program, trace, path.variable));
}

function isBesideCaller(program: Program, value: AstNode, keys: readonly AstNode[]): boolean {
  return (
    keys.some((key) => originsOf(program, key).has("sender")) ||
    originsOf(program, value, { valueOnly: true }).has("sender") ||
    findAll(value, ({ kind }) => kind === "structConstructorCall").some((struct) =>
      originsOf(program, struct).has("sender"),
    )
  );
}

/** Whether a payment to somebody remembered depends on a comparison of such choices with each other. */
function isDecidedBy(program: Program, trace: Trace, variable: AstNode): boolean {
  return trace.events.some(
    (event) =>
      event.kind === "call" &&
      sendsEther(event.call) &&
      originsOf(program, event.call.target).has("state") &&
      conditionsBefore(trace, event).some((condition) =>
        findAll(condition, ({ operator }) => /^([!=]=|%)$/.test(operator ?? "")).some(
          ({ leftExpression: left }) => left !== undefined && originsOf(program, left).states.has(variable),
        ),
      ),
  );
}

/** What a payment buys is computed from a variable that another function sets. */
function isChangeablePrice(
  program: Program,
  trace: Trace,
  event: WriteEvent,
  siblings: readonly Trace[],
): boolean {
  const value = event.node.rightHandSide;
  if (!value || trace.entry.stateMutability !== "payable" || event.path.keys.length === 0) return false;
  const rates = findAll(value, ({ operator }) => operator === "/" || operator === "*").filter(
    ({ leftExpression: left }) =>
      left ? originsOf(program, left, { valueOnly: true, withinFunction: true }).has("value") : false,
  );
  return rates.some(({ rightExpression: rate }) => {
    const variable = rate && program.declarationOf(rate);
    return (
      variable?.stateVariable === true &&
      siblings.some(
        (other) =>
          other !== trace &&
          other.events.some(
            (write) => write.kind === "write" && write.path.variable === variable && isGiven(program, write),
          ),
      )
    );
  });
}

function isGiven(program: Program, { node }: WriteEvent): boolean {
  return (
    node.rightHandSide !== undefined &&
    originsOf(program, node.rightHandSide, { valueOnly: true }).parameters.size > 0
  );
}
