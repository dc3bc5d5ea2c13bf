import { type Analysis, entryTraces } from "../analysis/analysis.ts";
import { typeOf } from "../analysis/ast.ts";
import { isAuthorised } from "../analysis/guards.ts";
import { originsOf } from "../analysis/origins.ts";
import type { Program } from "../analysis/program.ts";
import type { FlowEvent, Trace } from "../analysis/trace.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const rule: Rule = {
  id: "open-list",
  title: "Missing access control: anyone can add entries to a list that all users share",
  severity: "medium",
  confidence: "low",
  category: "access_control",
  swc: "SWC-105",
  recommendation: "Restrict who can be added, or require a deposit and limit the length of the list.",
};

/** Finds lists of addresses that anyone can join for free in contracts that restrict other functions. */
export function detectOpenLists(analysis: Analysis): Detection[] {
  const { program } = analysis;
  const traces = entryTraces(analysis);
  return traces.flatMap((trace) => {
    const added = trace.events.find((event) => isOpenEntry(program, trace, event));
    if (added?.kind !== "write") return [];
    const restricts = traces.some(
      (other) =>
        other.contract === trace.contract &&
        other.events.some((event) => event.kind === "write" && isAuthorised(program, other, event)),
    );
    if (!restricts) return [];
    return [
      {
        rule,
        nodes: [program.statementOf(added.node)],
        heads: [trace.entry],
        subject: nameOf(program, trace.entry),
        explanation: `${nameOf(program, trace.entry)} adds the caller to \`${added.path.variable.name}\`, which everyone shares, without checking who they are and without a price.`,
      },
    ];
  });
}

function isOpenEntry(program: Program, trace: Trace, event: FlowEvent): boolean {
  if (event.kind !== "write" || event.node.nodeType !== "FunctionCall") return false;
  const [value] = event.node.arguments ?? [];
  if (!value || typeOf(value) !== "address") return false;
  const isShared = event.path.keys.every((key) => !originsOf(program, key).has("sender", "parameter"));
  const isPaid =
    trace.entry.stateMutability === "payable" || trace.events.some((other) => other.kind === "call");
  return (
    isShared &&
    !isPaid &&
    originsOf(program, value, { valueOnly: true }).has("sender", "parameter") &&
    !isAuthorised(program, trace, event)
  );
}
