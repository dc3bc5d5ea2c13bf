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
  title: "Arbitrary external call: anyone can choose the target and the data",
  severity: "medium",
  confidence: "medium",
  category: "access_control",
  swc: null,
  recommendation:
    "Allow only known targets or known functions. Otherwise the caller can spend the tokens and allowances that the contract holds.",
};

/** Finds calls whose target and data any caller can choose. */
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
          explanation: `${nameOf(program, trace.entry)} sends data that the caller chooses to \`${program.textOf(event.call.target)}\`, which the caller also chooses, as this contract. A caller can use it to transfer the contract's assets.`,
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
  // The target is checked against an allow list or an approved proposal.
  return !conditionsBefore(trace, event).some((condition) => {
    const origins = originsOf(program, condition);
    return (
      origins.has("state") && [...target.parameters].some((parameter) => origins.parameters.has(parameter))
    );
  });
}
