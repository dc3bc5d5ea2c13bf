import { type Analysis, entryTraces } from "../analysis/analysis.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const rule: Rule = {
  id: "permit-front-running",
  title: "Permit front-running: anyone can use the permit first and block the call",
  severity: "low",
  confidence: "medium",
  category: "front_running",
  swc: "SWC-114",
  recommendation: "Wrap `permit` in try/catch, and continue if the allowance is already set.",
};

/** Finds calls of `permit` whose failure reverts the whole transaction. */
export function detectPermitFrontRunning(analysis: Analysis): Detection[] {
  const { program } = analysis;
  return entryTraces(analysis).flatMap((trace) =>
    trace.events.flatMap((event, position) => {
      if (event.kind !== "call" || event.call.kind !== "method" || event.call.name !== "permit") return [];
      const parent = program.parentOf(event.node);
      const isTried = parent?.nodeType === "TryStatement";
      const isUsed = trace.events.slice(position + 1).some(({ kind }) => kind === "call" || kind === "write");
      if (isTried || !isUsed || event.call.given.length < 7) return [];
      return [
        {
          rule,
          nodes: [program.statementOf(event.node)],
          subject: nameOf(program, event.inside),
          explanation: `${nameOf(program, event.inside)} reverts if \`permit\` does. Anyone who sees the pending transaction can submit its permit first, and this call then fails.`,
        },
      ];
    }),
  );
}
