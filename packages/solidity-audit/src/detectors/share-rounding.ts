import { type Analysis, entryTraces } from "../analysis/analysis.ts";
import { type AstNode, findAll, typeOf } from "../analysis/ast.ts";
import { conditionsBefore } from "../analysis/guards.ts";
import { originsOf, returnedBy } from "../analysis/origins.ts";
import { isReadOnly, type Program } from "../analysis/program.ts";
import type { FlowEvent, Trace } from "../analysis/trace.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const empty: Rule = {
  id: "zero-shares",
  title: "Share rounding: a deposit can give no shares",
  severity: "medium",
  confidence: "medium",
  category: "arithmetic",
  swc: null,
  recommendation: "Require that the computed shares are not zero, or let the caller pass a minimum.",
};

const direction: Rule = {
  ...empty,
  id: "rounding-against-the-pool",
  title: "Rounding direction: a withdrawal burns too few shares",
  recommendation: "Round up what the caller gives and round down what the caller gets.",
};

/** Finds share maths that rounds in favour of the caller, or against a depositor without a limit. */
export function detectShareRounding(analysis: Analysis): Detection[] {
  return entryTraces(analysis).flatMap((trace) =>
    isReadOnly(trace.entry) ? [] : detectShares(analysis.program, trace),
  );
}

function detectShares(program: Program, trace: Trace): Detection[] {
  const takes = trace.events.find((event) => amountMoved(event, /^(safeT|t)ransferFrom$/));
  const gives = trace.events.find((event) => amountMoved(event, /^(safeT|t)ransfer$/));
  return trace.events.flatMap((event) => {
    if (event.kind !== "write" || event.path.keys.length === 0) return [];
    const change = readChange(event);
    const division = change && divisionBehind(program, change.value);
    if (!division) return [];
    const path = { entry: trace.entry, callSites: event.callSites };
    const chosen = originsOf(program, division, { path }).parameters;
    const isAbout = (move: FlowEvent, pattern: RegExp) => {
      const amount = amountMoved(move, pattern);
      return amount !== undefined && isGiven(program, amount, chosen, trace, move);
    };
    if (
      change.isAdded &&
      takes &&
      isAbout(takes, /ransferFrom$/) &&
      !isChecked(program, trace, change.value)
    ) {
      return [
        {
          rule: empty,
          nodes: [program.statementOf(division)],
          subject: nameOf(program, trace.entry),
          explanation: `${nameOf(program, trace.entry)} takes the tokens and credits \`${shorten(program, division)}\`, which rounds down. A small deposit gives zero shares, and the tokens belong to the others.`,
        },
      ];
    }
    if (change.isAdded || !gives || !isAbout(gives, /ransfer$/)) return [];
    return [
      {
        rule: direction,
        nodes: [program.statementOf(division)],
        subject: nameOf(program, trace.entry),
        explanation: `${nameOf(program, trace.entry)} pays the amount that the caller names and burns \`${shorten(program, division)}\` shares, rounded down. A small withdrawal costs no shares.`,
      },
    ];
  });
}

/** The amount of a token transfer whose name matches. */
function amountMoved(event: FlowEvent, name: RegExp): AstNode | undefined {
  if (event.kind !== "call" || event.call.kind !== "method" || !name.test(event.call.name)) return undefined;
  return event.call.given.at(-1);
}

/** Whether an amount is exactly what the caller passed, and the shares are computed from it. */
function isGiven(
  program: Program,
  amount: AstNode,
  chosen: ReadonlySet<AstNode>,
  { entry }: Trace,
  { callSites }: FlowEvent,
): boolean {
  if (divisionBehind(program, amount)) return false;
  const { parameters } = originsOf(program, amount, { path: { entry, callSites }, valueOnly: true });
  return [...parameters].some((parameter) => chosen.has(parameter) && /^uint/.test(typeOf(parameter)));
}

function readChange({ node }: FlowEvent): { value: AstNode; isAdded: boolean } | undefined {
  const { operator, rightHandSide: right } = node;
  if (!right) return undefined;
  if (operator === "+=" || operator === "-=") return { value: right, isAdded: operator === "+=" };
  if (operator !== "=" || !/^[+-]$/.test(right.operator ?? "") || !right.rightExpression) return undefined;
  return { value: right.rightExpression, isAdded: right.operator === "+" };
}

/** The division by a total that a value comes from, unless something is added to round it up or to offset it. */
function divisionBehind(program: Program, value: AstNode): AstNode | undefined {
  const origins = originsOf(program, value);
  const values = [value, ...origins.assigned, ...returnsOf(program, value)];
  const division = values
    .flatMap((part) =>
      findAll(part, ({ nodeType, operator }) => nodeType === "BinaryOperation" && operator === "/"),
    )
    .find(({ rightExpression }) => rightExpression && isTotal(program, rightExpression));
  const isRoundedUp = values.some((part) => /ceil|\bup\b|Up\b|\+\s*1\b|-\s*1\b/i.test(program.textOf(part)));
  return isRoundedUp ? undefined : division;
}

function returnsOf(program: Program, value: AstNode): AstNode[] {
  return findAll(value, ({ nodeType }) => nodeType === "FunctionCall").flatMap((call) => {
    const { declaration } = program.calledFunction(call);
    return declaration ? returnedBy(declaration) : [];
  });
}

/** Something that changes with the deposits: a state variable that is not a setting, or a balance. */
function isTotal(program: Program, divisor: AstNode): boolean {
  if (findAll(divisor, ({ operator }) => operator === "+").length > 0) return false;
  const { states, nodes } = originsOf(program, divisor, { valueOnly: true });
  return (
    nodes.has("external") ||
    [...states].some((variable) => /^total|supply|shares|assets/i.test(variable.name ?? ""))
  );
}

function isChecked(program: Program, trace: Trace, value: AstNode): boolean {
  const last = trace.events.at(-1);
  const declaration = program.declarationOf(value);
  if (!last || !declaration) return false;
  const argument = new Set([
    declaration,
    ...program.argumentsGivenTo(declaration).map((given) => program.declarationOf(given)),
  ]);
  const conditions = [
    ...conditionsBefore(trace, last),
    ...trace.events.flatMap((event) => (event.kind === "check" && event.isEnforced ? [event.condition] : [])),
  ];
  return conditions.some(
    (condition) =>
      findAll(
        condition,
        (node) => node.nodeType === "Identifier" && argument.has(program.declarationOf(node)),
      ).length > 0,
  );
}

function shorten(program: Program, node: AstNode): string {
  return program.textOf(node).replaceAll(/\s+/g, " ").slice(0, 80);
}
