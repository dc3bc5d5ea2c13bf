import { type Analysis, entryTraces } from "../analysis/analysis.ts";
import { findAll, isMagic, parametersOf, typeOf } from "../analysis/ast.ts";
import { originsOf } from "../analysis/origins.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const rule: Rule = {
  id: "short-address",
  title: "Short address attack",
  severity: "low",
  confidence: "low",
  category: "short_addresses",
  swc: null,
  recommendation:
    "Compile with 0.5 or later, which rejects call data that is too short, or check `msg.data.length` in functions that take an address and an amount.",
};

/** Finds transfers by address and amount in code whose compiler does not check the length of call data. */
export function detectShortAddresses(analysis: Analysis): Detection[] {
  const { program } = analysis;
  if (program.minorVersion >= 5) return [];
  return entryTraces(analysis).flatMap((trace) => {
    const parameters = parametersOf(trace.entry.parameters);
    const [to, amount] = parameters;
    if (parameters.length !== 2 || typeOf(to) !== "address" || !/^uint/.test(typeOf(amount))) return [];
    if (!to || !amount) return [];
    const moved = trace.events.filter(
      (event) =>
        event.kind === "write" &&
        event.path.keys.length === 1 &&
        event.node.rightHandSide !== undefined &&
        originsOf(program, event.node.rightHandSide).parameters.has(amount),
    );
    const isCredit = moved.some(
      (event) =>
        event.kind === "write" && event.path.keys.some((key) => originsOf(program, key).parameters.has(to)),
    );
    const isDebit = moved.some(
      (event) =>
        event.kind === "write" && event.path.keys.some((key) => originsOf(program, key).has("sender")),
    );
    const checksLength = trace.events.some(
      (event) =>
        event.kind === "check" && findAll(event.condition, (node) => isMagic(node, "msg", "data")).length > 0,
    );
    if (!isCredit || !isDebit || checksLength) return [];
    return [
      {
        rule,
        nodes: [],
        heads: [trace.entry],
        subject: nameOf(program, trace.entry),
        explanation: `${nameOf(program, trace.entry)} takes an address and an amount, and this compiler pads short call data with zeros. An address that ends in zeros, sent without them, multiplies the amount by 256 for each missing byte.`,
      },
    ];
  });
}
