import type { Analysis } from "../analysis/analysis.ts";
import { entryTraces } from "../analysis/analysis.ts";
import { type AstNode, findAll, parametersOf, typeOf } from "../analysis/ast.ts";
import { authorityVariables } from "../analysis/guards.ts";
import { originsOf } from "../analysis/origins.ts";
import { type Contract, isConstructor, isReadOnly, type Program } from "../analysis/program.ts";
import type { Trace } from "../analysis/trace.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const settings: Rule = {
  id: "unvalidated-settings",
  title: "Missing validation: settings that can never be changed are not checked",
  severity: "low",
  confidence: "medium",
  category: "input_validation",
  swc: null,
  recommendation:
    "Check every value in the constructor: addresses against zero, numbers against the range that works.",
};

const duration: Rule = {
  ...settings,
  id: "zero-duration",
  title: "Missing validation: the duration can be zero",
  severity: "medium",
  recommendation: "Require a minimum duration.",
};

/** Finds values that decide how a contract works and that nothing checks. */
export function detectMissingValidation(analysis: Analysis): Detection[] {
  const { program } = analysis;
  return [
    ...analysis.contracts.flatMap(({ contract, traces }) =>
      traces
        .filter(({ entry }) => isConstructor(entry) && program.isOwn(entry))
        .flatMap((trace) => detectSettings(program, contract, trace)),
    ),
    ...entryTraces(analysis).flatMap((trace) => detectDurations(program, trace)),
  ];
}

function detectSettings(program: Program, contract: Contract, trace: Trace): Detection[] {
  const authority = authorityVariables(program, contract);
  const checked = trace.events.flatMap((event) =>
    event.kind === "check" ? [program.textOf(event.condition)] : [],
  );
  const missing = trace.events.flatMap((event) => {
    if (event.kind !== "write" || event.inside !== trace.entry || event.node.operator !== "=") return [];
    const { variable } = event.path;
    const value = event.node.rightHandSide;
    if (!value || isSetLater(program, variable)) return [];
    const given = nameOfGiven(program, value);
    if (!given || checked.some((text) => text.includes(given))) return [];
    const isDecisive = authority.has(variable)
      ? /^(address|contract)/.test(typeOf(variable))
      : /^uint/.test(typeOf(variable)) && isLimit(program, variable);
    return isDecisive ? [{ event, variable }] : [];
  });
  const [first] = missing;
  if (!first) return [];
  return [
    {
      rule: settings,
      nodes: missing.map(({ event }) => program.statementOf(event.node)),
      heads: [trace.entry],
      subject: nameOf(program, trace.entry),
      explanation: `The constructor stores ${missing
        .slice(0, 4)
        .map(({ variable }) => `\`${variable.name}\``)
        .join(", ")} unchecked, and no function can change them. A wrong value makes the contract unusable.`,
    },
  ];
}

/** The parameter or struct member that a value comes from, as written. */
function nameOfGiven(program: Program, value: AstNode): string | undefined {
  const { parameters } = originsOf(program, value, { withinFunction: true });
  const isGiven = findAll(value, (node) => {
    const declaration = program.declarationOf(node);
    const owner = declaration && program.functionOf(declaration);
    return owner && isConstructor(owner) ? parametersOf(owner.parameters).includes(declaration) : false;
  });
  if (isGiven.length === 0 && parameters.size === 0) return undefined;
  return program
    .textOf(value)
    .match(/[\w.]+/g)
    ?.at(-1);
}

function isSetLater(program: Program, variable: AstNode): boolean {
  return program.assignedTo(variable).some((value) => {
    const owner = program.functionOf(value);
    return owner !== undefined && !isConstructor(owner);
  });
}

/** Whether a number decides a branch, or can make a subtraction, division or remainder fail. */
function isLimit(program: Program, variable: AstNode): boolean {
  return [...program.byId.values()].some((node) => {
    if (node.nodeType !== "BinaryOperation" || !/^([<>]=?|[-%/])$/.test(node.operator ?? "")) return false;
    return [node.leftExpression, node.rightExpression].some(
      (side) => side && program.declarationOf(side) === variable,
    );
  });
}

/** A lock, vesting or auction that ends when it starts. */
function detectDurations(program: Program, trace: Trace): Detection[] {
  if (isReadOnly(trace.entry)) return [];
  const checks = trace.events.flatMap((event) => (event.kind === "check" ? [event] : []));
  return parametersOf(trace.entry.parameters).flatMap((parameter) => {
    if (!/^uint/.test(typeOf(parameter))) return [];
    const bounds = checks.filter(({ condition }) => names(program, condition, parameter));
    const isBelowOnly =
      bounds.length > 0 && bounds.every((check) => !isLowerBound(program, check, parameter));
    const end = isBelowOnly
      ? findAll(trace.entry.body, ({ operator }) => operator === "+").find(
          (sum) =>
            [sum.leftExpression, sum.rightExpression].some(
              (side) => side && program.textOf(side) === "block.timestamp",
            ) && names(program, sum, parameter),
        )
      : undefined;
    if (!end) return [];
    return [
      {
        rule: duration,
        nodes: [program.statementOf(end)],
        heads: [trace.entry],
        subject: nameOf(program, trace.entry),
        explanation: `${nameOf(program, trace.entry)} limits \`${parameter.name}\` from above only. With zero, \`${program.textOf(end)}\` is now, and what should take time ends at once.`,
      },
    ];
  });
}

function names(program: Program, node: AstNode, parameter: AstNode): boolean {
  return findAll(node, (part) => program.declarationOf(part) === parameter).length > 0;
}

/** `x > 0`, `x >= min`, `x != 0` or `min <= x`, and the refusals of the opposite. */
function isLowerBound(
  program: Program,
  { condition, endsWhenTrue }: { condition: AstNode; endsWhenTrue: boolean },
  parameter: AstNode,
): boolean {
  return findAll(condition, ({ nodeType }) => nodeType === "BinaryOperation").some(
    ({ operator = "", leftExpression: left, rightExpression: right }) => {
      if (!left || !right) return false;
      const [isLeft, isRight] = [names(program, left, parameter), names(program, right, parameter)];
      if (/^[!=]=$/.test(operator)) return isLeft || isRight;
      const grows = endsWhenTrue ? "<" : ">";
      const shrinks = endsWhenTrue ? ">" : "<";
      return isLeft ? operator.startsWith(grows) : isRight && operator.startsWith(shrinks);
    },
  );
}
