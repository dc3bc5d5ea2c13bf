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
  title: "Anybody can lower somebody else's balance",
  severity: "high",
  confidence: "medium",
  category: "access_control",
  swc: "SWC-105",
  recommendation:
    "Debit the caller, or ask for an allowance that the owner of the balance has given to the caller.",
};

/** Finds balances under a name of the caller's choice that are lowered without the consent of whom they belong to. */
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
        explanation: `${nameOf(program, trace.entry)} runs \`${program.textOf(debit.node)}\` for whatever address it is given, and neither the caller's right nor an allowance is asked for.`,
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
  // Whoever the caller pays for, or is asked about in any way, may have agreed.
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
