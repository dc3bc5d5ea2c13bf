import { type Analysis, entryTraces } from "../analysis/analysis.ts";
import { type AstNode, findAll, parametersOf } from "../analysis/ast.ts";
import { isZero } from "../analysis/guards.ts";
import type { Program } from "../analysis/program.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const rule: Rule = {
  id: "no-slippage-limit",
  title: "A trade accepts any price",
  severity: "medium",
  confidence: "high",
  category: "front_running",
  swc: "SWC-114",
  recommendation: "Let the caller state the least amount they accept, and pass it on instead of zero.",
};

const minimum = /min(imum)?($|[A-Z_])|^(least|min)|Min(imum)?$/;

/** Finds trades with a third party whose least result is given as zero. */
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
          explanation: `${nameOf(program, event.inside)} calls \`${event.call.name}\` and takes whatever comes back. Whoever sees the transaction first moves the price, lets it trade, and moves the price back.`,
        },
      ];
    }),
  );
}

/** The arguments of a call by the names of their parameters, those inside a struct included. */
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
