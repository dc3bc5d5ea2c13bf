import { type Analysis, entryTraces } from "../analysis/analysis.ts";
import { typeOf } from "../analysis/ast.ts";
import { authorityVariables, conditionsBefore, happensOnce, isAuthorised } from "../analysis/guards.ts";
import { originsOf } from "../analysis/origins.ts";
import type { Program } from "../analysis/program.ts";
import type { FlowEvent, Trace } from "../analysis/trace.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const owner: Rule = {
  id: "unprotected-owner",
  title: "Anybody can take over the contract",
  severity: "high",
  confidence: "high",
  category: "access_control",
  swc: "SWC-105",
  recommendation:
    "Allow the change only to the present owner. If the function was meant as a constructor, use the `constructor` keyword.",
};

/** Finds functions open to everybody that change who may do what. */
export function detectAccessControl(analysis: Analysis): Detection[] {
  const { program } = analysis;
  return entryTraces(analysis).flatMap((trace) => {
    const authority = authorityVariables(program, trace.contract);
    const writes = trace.events.filter(
      (event): event is FlowEvent & { kind: "write" } =>
        event.kind === "write" &&
        authority.has(event.path.variable) &&
        isTakeover(program, event) &&
        !isBought(program, trace, event) &&
        !isAuthorised(program, trace, event) &&
        !happensOnce(program, trace, event),
    );
    const [first] = writes;
    if (!first) return [];
    return [
      {
        rule: owner,
        nodes: writes.map((event) => program.statementOf(event.node)),
        heads: [trace.entry],
        subject: nameOf(program, trace.entry),
        explanation: `${nameOf(program, trace.entry)} is ${trace.entry.visibility}, asks nobody who they are and sets \`${first.path.variable.name}\`, which decides who may use other functions.`,
      },
    ];
  });
}

/** A place that callers pay for is on sale, not open. */
function isBought(program: Program, trace: Trace, event: FlowEvent & { kind: "write" }): boolean {
  return conditionsBefore(trace, event).some((condition) => originsOf(program, condition).has("value"));
}

/** The caller, or a value of the caller's choice, becomes the one who may. */
function isTakeover(program: Program, event: FlowEvent & { kind: "write" }): boolean {
  const value = event.node.rightHandSide;
  if (!value) return false;
  const key = event.path.keys[0];
  if (key) {
    // A membership that callers give themselves; an entry of their own under their own name is no office.
    const isOwnKey = originsOf(program, key).has("sender") && event.path.keys.length === 1;
    // A note under the caller's own name (a commitment, a time) is no office; a yes under it is one.
    if (isOwnKey && !/^(bool|int_const \d+)/.test(typeOf(value))) return false;
    return originsOf(program, key).has("parameter", "sender");
  }
  return originsOf(program, value).has("sender", "parameter");
}
