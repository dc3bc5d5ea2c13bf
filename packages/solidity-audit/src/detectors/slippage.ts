import { type Analysis, entryTraces } from "../analysis/analysis.ts";
import { type AstNode, findAll, parametersOf, stripConversions } from "../analysis/ast.ts";
import { isZero } from "../analysis/guards.ts";
import { originsOf } from "../analysis/origins.ts";
import type { Program } from "../analysis/program.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const rule: Rule = {
  id: "no-slippage-limit",
  title: "Missing slippage protection",
  severity: "medium",
  confidence: "high",
  category: "front_running",
  swc: "SWC-114",
  recommendation: "Let the caller pass the minimum amount they accept, and use it instead of zero.",
};

const deadline: Rule = {
  ...rule,
  id: "no-deadline",
  title: "Missing deadline: a trade can be executed at any later time",
  recommendation:
    "Let the caller pass the deadline. `block.timestamp` is the time of whichever block includes the trade.",
};

const minimum = /min(imum)?($|[A-Z_])|^(least|min)|Min(imum)?$/;

/** Finds swaps with a minimum output of zero, or without a time after which they fail. */
export function detectMissingSlippage(analysis: Analysis): Detection[] {
  const { program } = analysis;
  return entryTraces(analysis).flatMap((trace) =>
    trace.events.flatMap((event) => {
      if (
        event.kind !== "call" ||
        event.call.kind !== "method" ||
        !/swap|exact|exchange|liquidity/i.test(event.call.name)
      )
        return [];
      const given = [...namedArguments(program, event.call.node)];
      const about = { nodes: [program.statementOf(event.node)], subject: nameOf(program, event.inside) };
      const calls = `${nameOf(program, event.inside)} calls \`${event.call.name}\``;
      const detections: Detection[] = [];
      if (given.some(([name, value]) => minimum.test(name) && isZero(value)))
        detections.push({
          rule,
          ...about,
          explanation: `${calls} with a minimum output of zero. An attacker can move the price before the trade and back after it (sandwich attack).`,
        });
      if (given.some(([name, value]) => /deadline|expir/i.test(name) && isNoDeadline(program, value)))
        detections.push({
          rule: deadline,
          ...about,
          explanation: `${calls} with a deadline that can never be missed. A transaction that waited for hours is executed at whatever the price is then.`,
        });
      return detections;
    }),
  );
}

/** `block.timestamp`, alone or with something added, and `type(uint256).max`. */
function isNoDeadline(program: Program, value: AstNode): boolean {
  if (/^type\(uint\d*\)\.max$/.test(program.textOf(stripConversions(value)))) return true;
  const { nodes, parameters, states } = originsOf(program, value);
  return nodes.has("timestamp") && parameters.size === 0 && states.size === 0;
}

/** The arguments of a call by parameter name, including those inside a struct. */
function* namedArguments(program: Program, call: AstNode): Generator<[string, AstNode]> {
  const structs = findAll(call, ({ kind }) => kind === "structConstructorCall");
  for (const node of [call, ...structs]) {
    const declaration = program.declarationOf(node.expression);
    const declared = declaration?.members ?? parametersOf(declaration?.parameters);
    for (const [position, value] of (node.arguments ?? []).entries()) {
      const name = node.names?.length ? node.names[position] : declared[position]?.name;
      if (name) yield [name, value];
    }
  }
}
