import { type Analysis, entryTraces } from "../analysis/analysis.ts";
import { isAuthorised } from "../analysis/guards.ts";
import { originsOf } from "../analysis/origins.ts";
import type { Program } from "../analysis/program.ts";
import type { FlowEvent, Trace } from "../analysis/trace.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const chosen: Rule = {
  id: "controlled-delegatecall",
  title: "Delegatecall to an address that callers choose",
  severity: "high",
  confidence: "high",
  category: "access_control",
  swc: "SWC-112",
  recommendation: "Use delegatecall only with a fixed address or one that only the owner can set.",
};

const forwarded: Rule = {
  ...chosen,
  id: "forwarded-delegatecall",
  title: "Delegatecall with call data that anyone can choose",
  severity: "medium",
  confidence: "medium",
  recommendation:
    "Forward only the functions that the library is meant to offer, and make sure that both storage layouts match.",
};

const variable: Rule = {
  ...chosen,
  id: "delegatecall-to-variable",
  title: "Delegatecall to a changeable address",
  severity: "low",
  confidence: "low",
  recommendation: "Make the address constant or immutable, and check that both storage layouts match.",
};

/** Finds `delegatecall` to code that the contract does not control. */
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
    const explanation = `${subject} runs the code at \`${program.textOf(event.call.target)}\`, which the caller chooses, with this contract's storage and Ether.`;
    return { rule: chosen, ...at, explanation };
  }
  const isOpen =
    target.has("state") && [...target.states].some((state) => isSetByAnybody(program, trace, state));
  if (isOpen) {
    const explanation = `${subject} runs the code at \`${program.textOf(event.call.target)}\`, which anyone can set.`;
    return { rule: chosen, ...at, explanation };
  }
  const data = event.call.given.map((argument) => originsOf(program, argument));
  if (program.minorVersion < 5 && data.some((origins) => origins.has("calldata", "parameter"))) {
    const explanation = `${subject} passes call data that the caller chooses to code that uses this contract's storage: every public function of that code can be run here.`;
    return { rule: forwarded, ...at, explanation };
  }
  if (![...target.states].some(({ constant, mutability }) => !constant && mutability !== "immutable"))
    return undefined;
  const explanation = `${subject} runs the code at \`${program.textOf(event.call.target)}\` with this contract's storage; a different layout, or a different address, overwrites its variables.`;
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
