import { type Analysis, entryTraces } from "../analysis/analysis.ts";
import { type AstNode, findAll, parametersOf } from "../analysis/ast.ts";
import { isZero } from "../analysis/guards.ts";
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

const minimum = /min(imum)?($|[A-Z_])|^(least|min)|Min(imum)?$/;

/** Finds swaps with a minimum output of zero. */
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
      if (
        ![...namedArguments(program, event.call.node)].some(
          ([name, value]) => minimum.test(name) && isZero(value),
        )
      )
        return [];
      return [
        {
          rule,
          nodes: [program.statementOf(event.node)],
          subject: nameOf(program, event.inside),
          explanation: `${nameOf(program, event.inside)} calls \`${event.call.name}\` with a minimum output of zero. An attacker can move the price before the trade and back after it (sandwich attack).`,
        },
      ];
    }),
  );
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
