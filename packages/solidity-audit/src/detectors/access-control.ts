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
  title: "Missing access control: anyone can take over the contract",
  severity: "high",
  confidence: "high",
  category: "access_control",
  swc: "SWC-105",
  recommendation:
    "Restrict the function to the current owner. If it was meant as a constructor, use the `constructor` keyword.",
};

/** Finds unprotected functions that change permissions. */
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
        explanation: `${nameOf(program, trace.entry)} is ${trace.entry.visibility}, does not check the caller and sets \`${first.path.variable.name}\`, which controls access to other functions.`,
      },
    ];
  });
}

/** A role that callers pay for is on sale, not unprotected. */
function isBought(program: Program, trace: Trace, event: FlowEvent & { kind: "write" }): boolean {
  return conditionsBefore(trace, event).some((condition) => originsOf(program, condition).has("value"));
}

/** The caller, or an address that the caller chooses, gets the permission. */
function isTakeover(program: Program, event: FlowEvent & { kind: "write" }): boolean {
  const value = event.node.rightHandSide;
  if (!value) return false;
  const key = event.path.keys[0];
  if (key) {
    // Callers add themselves to a membership list. A record about themselves under their own address is harmless.
    const isOwnKey = originsOf(program, key).has("sender") && event.path.keys.length === 1;
    // A record under the caller's own address (a commitment, a time) grants nothing; `true` under it does.
    if (isOwnKey && !/^(bool|int_const \d+)/.test(typeOf(value))) return false;
    return originsOf(program, key).has("parameter", "sender");
  }
  return originsOf(program, value).has("sender", "parameter");
}
