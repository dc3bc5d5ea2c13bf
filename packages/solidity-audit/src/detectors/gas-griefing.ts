import { type Analysis, entryTraces } from "../analysis/analysis.ts";
import { type AstNode, findAll } from "../analysis/ast.ts";
import { asksWhoCalls, requirementsBefore } from "../analysis/guards.ts";
import { originsOf } from "../analysis/origins.ts";
import type { Program } from "../analysis/program.ts";
import type { Trace } from "../analysis/trace.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const rule: Rule = {
  id: "relayed-call-without-gas",
  title: "Insufficient gas griefing: a relayed call can be made to fail",
  severity: "medium",
  confidence: "medium",
  category: "denial_of_service",
  swc: "SWC-126",
  recommendation:
    "Let the signer choose the gas, and require `gasleft()` to be enough for it before the call.",
};

/** Finds calls that anyone may relay, that may fail, and that are used up all the same. */
export function detectGasGriefing(analysis: Analysis): Detection[] {
  return entryTraces(analysis).flatMap((trace) => detectRelays(analysis.program, trace));
}

function detectRelays(program: Program, trace: Trace): Detection[] {
  return trace.events.flatMap((event) => {
    if (event.kind !== "call" || event.call.kind !== "call") return [];
    const path = { entry: trace.entry, callSites: event.callSites };
    const data = event.call.given[0];
    if (!data || originsOf(program, data, { path }).parameters.size === 0) return [];
    const requirements = requirementsBefore(trace, event).filter((requirement) =>
      asksWhoCalls(program, requirement),
    );
    const isSigned = requirements.some(({ condition }) => originsOf(program, condition).has("signature"));
    const isOnlyOne = requirements.some(({ condition }) =>
      originsOf(program, condition, { valueOnly: true }).has("sender"),
    );
    if (!isSigned || isOnlyOne) return [];
    const isUsedUp = trace.events.some((other) => other.kind === "write" && other.index < event.index);
    const isEnforced = trace.events.some(
      (other) =>
        other.kind === "check" &&
        other.isEnforced &&
        other.index > event.index &&
        originsOf(program, other.condition, { withinFunction: true })
          .nodesOf("external")
          .includes(event.node),
    );
    const readsGas = trace.events.some(({ inside }) => usesGas(inside));
    if (!isUsedUp || isEnforced || readsGas) return [];
    return [
      {
        rule,
        nodes: [program.statementOf(event.node)],
        subject: nameOf(program, trace.entry),
        explanation: `Anyone can send what was signed to ${nameOf(program, trace.entry)} with just enough gas for the inner call to fail. The nonce is used up, and the signed action never happens.`,
      },
    ];
  });
}

function usesGas(declaration: AstNode): boolean {
  return (
    findAll(declaration.body, ({ nodeType, name }) => nodeType === "Identifier" && name === "gasleft")
      .length > 0
  );
}
