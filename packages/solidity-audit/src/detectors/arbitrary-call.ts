import { type Analysis, entryTraces } from "../analysis/analysis.ts";
import { typeOf } from "../analysis/ast.ts";
import { conditionsBefore, isAuthorised } from "../analysis/guards.ts";
import { originsOf } from "../analysis/origins.ts";
import type { Program } from "../analysis/program.ts";
import type { FlowEvent, Trace } from "../analysis/trace.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const rule: Rule = {
  id: "arbitrary-call",
  title: "Anybody can make the contract call anything",
  severity: "medium",
  confidence: "medium",
  category: "access_control",
  swc: null,
  recommendation:
    "Call only addresses on a list, or only functions that are known. Tokens and allowances that the contract holds are at the mercy of whoever chooses target and data.",
};

/** Finds calls of which everybody chooses the target and the data. */
export function detectArbitraryCalls(analysis: Analysis): Detection[] {
  const { program } = analysis;
  return entryTraces(analysis).flatMap((trace) =>
    trace.events.flatMap((event) => {
      if (event.kind !== "call" || event.call.kind !== "call" || !isOpen(program, trace, event)) return [];
      return [
        {
          rule,
          nodes: [program.statementOf(event.node)],
          subject: nameOf(program, trace.entry),
          explanation: `${nameOf(program, trace.entry)} sends data of the caller's choice to \`${program.textOf(event.call.target)}\`, also of the caller's choice, in the name of this contract: it can be told to give away what it holds.`,
        },
      ];
    }),
  );
}

function isOpen(program: Program, trace: Trace, event: FlowEvent & { kind: "call" }): boolean {
  const target = originsOf(program, event.call.target, { valueOnly: true });
  const isTargetChosen = [...target.parameters].some((parameter) =>
    /^(address|contract)/.test(typeOf(parameter)),
  );
  const isDataChosen = event.call.given.some((part) =>
    [...originsOf(program, part, { valueOnly: true }).parameters].some((parameter) =>
      /^bytes/.test(typeOf(parameter)),
    ),
  );
  if (!isTargetChosen || !isDataChosen || isAuthorised(program, trace, event)) return false;
  // A list of targets, or a plan that was agreed on before, is asked about the target.
  return !conditionsBefore(trace, event).some((condition) => {
    const origins = originsOf(program, condition);
    return (
      origins.has("state") && [...target.parameters].some((parameter) => origins.parameters.has(parameter))
    );
  });
}
