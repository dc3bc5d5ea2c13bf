import { type Analysis, entryTraces } from "../analysis/analysis.ts";
import { type AstNode, findAll, typeOf } from "../analysis/ast.ts";
import { originsOf } from "../analysis/origins.ts";
import { isReadOnly, type Program } from "../analysis/program.ts";
import type { Trace } from "../analysis/trace.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const partial: Rule = {
  id: "partial-deny-list",
  title: "Missing access control: a blocked caller can still act for others",
  severity: "medium",
  confidence: "medium",
  category: "access_control",
  swc: "SWC-105",
  recommendation: "Check every party of the transfer: the caller, the owner of the tokens and the receiver.",
};

const disabled: Rule = {
  ...partial,
  id: "check-off-by-default",
  title: "Missing access control: the check is off until someone switches it on",
  recommendation:
    "Start with the check on: initialise the flag to `true`, or store whether the check is off.",
};

/** Finds deny lists that do not cover the caller, and checks that are off after deployment. */
export function detectPartialChecks(analysis: Analysis): Detection[] {
  const { program } = analysis;
  const traces = entryTraces(analysis).filter(({ entry }) => !isReadOnly(entry));
  return [...traces.flatMap((trace) => detectPartial(program, trace, traces)), ...detectDisabled(analysis)];
}

function detectPartial(program: Program, trace: Trace, traces: readonly Trace[]): Detection[] {
  const checks = denials(program, trace);
  const isForCaller = checks.some(({ key }) => originsOf(program, key).has("sender"));
  const [check] = checks;
  if (!check || isForCaller) return [];
  // The caller only matters where an allowance or a similar record lets them act for others.
  const actsForOthers = trace.events.some(
    (event) =>
      event.kind === "read" &&
      event.path.keys.length === 2 &&
      event.path.keys.some((key) => originsOf(program, key).has("sender")),
  );
  if (!actsForOthers) return [];
  const isCheckedElsewhere = traces.some(
    (other) =>
      other.contract === trace.contract &&
      denials(program, other).some(
        ({ variable, key }) => variable === check.variable && isBareSender(program, other, key),
      ),
  );
  if (!isCheckedElsewhere) return [];
  return [
    {
      rule: partial,
      nodes: [],
      heads: [trace.entry],
      subject: nameOf(program, trace.entry),
      explanation: `${nameOf(program, trace.entry)} looks up \`${check.variable.name}\` for one party, but not for the caller. Other functions do check the caller, so a blocked account can still spend allowances.`,
    },
  ];
}

function isBareSender(program: Program, { entry }: Trace, key: AstNode): boolean {
  return originsOf(program, key).has("sender") && entry.kind === "function";
}

/** Conditions that must not hold for an address: `require(!isBlocked[account])`. */
function denials(program: Program, trace: Trace): { variable: AstNode; key: AstNode }[] {
  const modifiers = trace.entry.modifiers ?? [];
  return trace.events.flatMap((event) => {
    if (event.kind !== "check" || !event.isEnforced) return [];
    const isDenied = event.endsWhenTrue
      ? event.condition.nodeType === "IndexAccess"
      : event.condition.nodeType === "UnaryOperation" && event.condition.operator === "!";
    const access = isDenied
      ? findAll(event.condition, ({ nodeType }) => nodeType === "IndexAccess")[0]
      : undefined;
    const variable = access?.baseExpression && program.declarationOf(access.baseExpression);
    if (
      !access?.indexExpression ||
      !variable?.stateVariable ||
      !/^mapping\(address => bool\)/.test(typeOf(variable))
    )
      return [];
    // A modifier is shared: what this function passes to it is what counts.
    const invocation = modifiers.find(
      ({ modifierName }) => program.declarationOf(modifierName) === event.inside,
    );
    const key = invocation?.arguments?.[0] ?? access.indexExpression;
    return [{ variable, key }];
  });
}

/** `!isEnforced || isListed(account)` with a flag that nothing sets before an administrator does. */
function detectDisabled({ program, contracts }: Analysis): Detection[] {
  const found = new Map<AstNode, Detection>();
  for (const { contract } of contracts) {
    for (const declaration of contract.functions) {
      for (const node of findAll(declaration.body, ({ operator }) => operator === "||")) {
        const { leftExpression: left } = node;
        const flag = left?.operator === "!" ? program.declarationOf(left.subExpression) : undefined;
        if (!flag?.stateVariable || typeOf(flag) !== "bool" || flag.value || isSetAtStart(program, flag))
          continue;
        found.set(flag, {
          rule: disabled,
          nodes: [flag],
          subject: nameOf(program, declaration),
          explanation: `\`${program.textOf(node).replaceAll(/\s+/g, " ").slice(0, 120)}\` in ${nameOf(program, declaration)} accepts everyone while \`${flag.name}\` is false, and it is false after deployment.`,
        });
      }
    }
  }
  return [...found.values()];
}

function isSetAtStart(program: Program, flag: AstNode): boolean {
  return program.assignedTo(flag).some((value) => {
    const inside = program.functionOf(value);
    return inside !== undefined && (inside.kind === "constructor" || /init/i.test(inside.name ?? ""));
  });
}
