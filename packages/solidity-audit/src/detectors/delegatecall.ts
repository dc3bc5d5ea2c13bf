import { type Analysis, entryTraces } from "../analysis/analysis.ts";
import { isAuthorised } from "../analysis/guards.ts";
import { originsOf } from "../analysis/origins.ts";
import type { Program } from "../analysis/program.ts";
import type { FlowEvent, Trace } from "../analysis/trace.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const chosen: Rule = {
  id: "controlled-delegatecall",
  title: "Callers choose the code that runs with the contract's storage",
  severity: "high",
  confidence: "high",
  category: "access_control",
  swc: "SWC-112",
  recommendation: "Delegate only to an address that is fixed or that only the owner can set.",
};

const forwarded: Rule = {
  ...chosen,
  id: "forwarded-delegatecall",
  title: "Call data of anybody is forwarded by delegatecall",
  severity: "medium",
  confidence: "medium",
  recommendation:
    "Forward only functions that the library is meant to offer, and make sure that its storage layout is this contract's own.",
};

const variable: Rule = {
  ...chosen,
  id: "delegatecall-to-variable",
  title: "Code at a changeable address runs with the contract's storage",
  severity: "low",
  confidence: "low",
  recommendation: "Make the address constant or immutable, and check that both storage layouts agree.",
};

/** Finds foreign code that runs in this contract's place. */
export function detectDelegatecalls(analysis: Analysis): Detection[] {
  const { program } = analysis;
  return entryTraces(analysis).flatMap((trace) =>
    trace.events.flatMap((event) => {
      if (event.kind !== "call" || !/^(delegatecall|callcode)$/.test(event.call.kind)) return [];
      return judge(program, trace, event) ?? [];
    }),
  );
}

function judge(program: Program, trace: Trace, event: FlowEvent & { kind: "call" }): Detection | undefined {
  if (isAuthorised(program, trace, event)) return undefined;
  const target = originsOf(program, event.call.target);
  const subject = nameOf(program, trace.entry);
  const at = { nodes: [program.statementOf(event.node)], subject };
  if (target.parameters.size > 0 || target.has("sender", "calldata")) {
    const explanation = `${subject} runs the code at \`${program.textOf(event.call.target)}\`, which the caller chooses, with this contract's storage and ether.`;
    return { rule: chosen, ...at, explanation };
  }
  const isOpen =
    target.has("state") && [...target.states].some((state) => isSetByAnybody(program, trace, state));
  if (isOpen) {
    const explanation = `${subject} runs the code at \`${program.textOf(event.call.target)}\`, which anybody can set.`;
    return { rule: chosen, ...at, explanation };
  }
  const data = event.call.given.map((argument) => originsOf(program, argument));
  if (program.minorVersion < 5 && data.some((origins) => origins.has("calldata", "parameter"))) {
    const explanation = `${subject} hands call data of the caller's choice to code that works on this contract's storage: every public function of it can be run here.`;
    return { rule: forwarded, ...at, explanation };
  }
  if (![...target.states].some(({ constant, mutability }) => !constant && mutability !== "immutable"))
    return undefined;
  const explanation = `${subject} runs the code at \`${program.textOf(event.call.target)}\` with this contract's own variables; a different layout, or a different address, overwrites them.`;
  return { rule: variable, ...at, explanation };
}

function isSetByAnybody(program: Program, trace: Trace, variable: { id: number }): boolean {
  return trace.events.some(
    (event) =>
      event.kind === "write" &&
      event.path.variable.id === variable.id &&
      event.node.rightHandSide !== undefined &&
      originsOf(program, event.node.rightHandSide).has("parameter", "sender"),
  );
}
