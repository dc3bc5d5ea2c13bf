import { type Analysis, entryTraces } from "../analysis/analysis.ts";
import { type AstNode, typeOf } from "../analysis/ast.ts";
import { hasModifier, isAuthorised, lowers } from "../analysis/guards.ts";
import { originsOf } from "../analysis/origins.ts";
import type { Program } from "../analysis/program.ts";
import type { FlowEvent, Trace } from "../analysis/trace.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const rule: Rule = {
  id: "foreign-debit",
  title: "Missing authorization: anyone can reduce another account's balance",
  severity: "high",
  confidence: "medium",
  category: "access_control",
  swc: "SWC-105",
  recommendation:
    "Debit the caller, or require an allowance that the owner of the balance has given to the caller.",
};

/** Finds functions that decrease another account's balance without its consent. */
export function detectForeignDebits(analysis: Analysis): Detection[] {
  const { program } = analysis;
  return entryTraces(analysis).flatMap((trace) => {
    const debit = trace.events.find((event) => isForeignDebit(program, trace, event));
    if (!debit || hasModifier(trace, /^(only|auth|when|if|requires)/i)) return [];
    return [
      {
        rule,
        nodes: [program.statementOf(debit.node)],
        heads: [trace.entry],
        subject: nameOf(program, trace.entry),
        explanation: `${nameOf(program, trace.entry)} runs \`${program.textOf(debit.node)}\` for any given address and checks neither the caller's permission nor an allowance.`,
      },
    ];
  });
}

function isForeignDebit(program: Program, trace: Trace, event: FlowEvent): boolean {
  if (event.kind !== "write" || !lowers(program, event.node)) return false;
  const [key, ...more] = event.path.keys;
  if (!key || more.length > 0 || !/^mapping\(address => u?int\d*\)$/.test(typeOf(event.path.variable)))
    return false;
  const owner = originsOf(program, key);
  if (!isGivenAddress(owner.parameters) || owner.has("sender", "signature", "external")) return false;
  // If the caller pays, or is checked in any way, the owner may have agreed.
  const asksForCaller = trace.events.some(
    (other) =>
      (other.kind === "check" &&
        originsOf(program, other.condition).has("sender", "signature", "hash", "external")) ||
      (other.kind === "write" && other.path.keys.some((part) => originsOf(program, part).has("sender"))),
  );
  return !asksForCaller && !isAuthorised(program, trace, event) && !paysOwner(program, trace, key);
}

function isGivenAddress(parameters: ReadonlySet<AstNode>): boolean {
  return [...parameters].some((parameter) => typeOf(parameter).startsWith("address"));
}

/** A balance that is paid out to its owner is settled, not taken. */
function paysOwner(program: Program, trace: Trace, key: AstNode): boolean {
  const { parameters } = originsOf(program, key);
  return trace.events.some(
    (event) =>
      event.kind === "call" &&
      [event.call.target, ...event.call.given].some((part) =>
        [...originsOf(program, part).parameters].some((parameter) => parameters.has(parameter)),
      ),
  );
}
