import { type Analysis, entryTraces } from "../analysis/analysis.ts";
import { type AstNode, findAll, typeOf } from "../analysis/ast.ts";
import { sendsEther } from "../analysis/external-call.ts";
import { atomsOf, conditionsBefore, isAuthorised, isZero } from "../analysis/guards.ts";
import { originsOf } from "../analysis/origins.ts";
import type { Program } from "../analysis/program.ts";
import type { FlowEvent, Trace } from "../analysis/trace.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const claim: Rule = {
  id: "first-come-claim",
  title: "Front-running: a claim can be copied and made first",
  severity: "low",
  confidence: "medium",
  category: "front_running",
  swc: "SWC-114",
  recommendation:
    "Use commit-reveal: callers first commit to a hash of the claim and their address, and reveal it in a later block.",
};

const move: Rule = {
  ...claim,
  id: "open-move",
  title: "Front-running: a choice that decides a payout is visible to later players",
  severity: "medium",
  recommendation:
    "Use commit-reveal: every party first commits to a hash of their choice and a secret, and all reveal afterwards.",
};

const price: Rule = {
  ...claim,
  id: "changeable-price",
  title: "Front-running: the price can change while a purchase is pending",
  recommendation: "Let buyers pass the price they expect, and revert if it differs.",
};

type WriteEvent = FlowEvent & { kind: "write" };

/** Finds claims, moves and prices that another transaction in the same block can front-run. */
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
          explanation: `\`${program.textOf(event.node).replaceAll(/\s+/g, " ").slice(0, 100)}\` in ${nameOf(program, trace.entry)} is visible in the pending transaction, and a transaction with a higher fee runs first.`,
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

/** The caller claims a free entry under a name of their choice. */
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
  const checks = trace.events.flatMap((other) => (other.kind === "check" ? [other] : []));
  return (
    checks.some(({ condition }) => originsOf(program, condition).states.has(path.variable)) &&
    !checks.some((check) => isCommitment(program, check))
  );
}

/** A commit-reveal scheme checks the caller's own earlier commitment: that it exists, or how old it is. */
function isCommitment(program: Program, { condition, endsWhenTrue }: FlowEvent & { kind: "check" }): boolean {
  if (!originsOf(program, condition).has("sender")) return false;
  const isAbsence = atomsOf(condition).every(
    ({ operator, rightExpression }) =>
      operator === (endsWhenTrue ? "!=" : "==") && rightExpression !== undefined && isZero(rightExpression),
  );
  return !isAbsence;
}

/** A number that the caller chooses is stored unhidden next to the caller, and compared at payout. */
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

/** Whether a payout to a stored address depends on comparing such choices with each other. */
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

/** The price of a purchase is computed from a variable that another function sets. */
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
