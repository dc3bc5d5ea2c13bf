import { type Analysis, entryTraces } from "../analysis/analysis.ts";
import { type AstNode, findAll, functionKindOf, parametersOf, typeOf } from "../analysis/ast.ts";
import { originsOf } from "../analysis/origins.ts";
import { isReadOnly, type Program } from "../analysis/program.ts";
import { endsFlow, type FlowEvent, type Trace } from "../analysis/trace.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const lock: Rule = {
  id: "foreign-lock",
  title: "Denial of service: anyone can restart another account's waiting time",
  severity: "medium",
  confidence: "medium",
  category: "denial_of_service",
  swc: null,
  recommendation: "Record times and limits for the caller only, or require the consent of the other account.",
};

const decode: Rule = {
  ...lock,
  id: "decode-can-revert",
  title: "Denial of service: malformed input reverts although the function has a fallback",
  recommendation: "Check the encoding before decoding, or decode in an external call inside `try`.",
};

/** Finds functions with which one party stops another. */
export function detectGriefing(analysis: Analysis): Detection[] {
  const { program } = analysis;
  const functions = new Set(analysis.contracts.flatMap(({ contract }) => contract.functions));
  return [
    ...entryTraces(analysis).flatMap((trace) => detectLocks(program, trace)),
    ...[...functions].flatMap((declaration) => detectDecoding(program, declaration)),
  ];
}

/** A time is stored for an address that the caller names, and later calls of that address depend on it. */
function detectLocks(program: Program, trace: Trace): Detection[] {
  if (isReadOnly(trace.entry)) return [];
  const named = parametersOf(trace.entry.parameters).filter((parameter) => typeOf(parameter) === "address");
  const written = trace.events.find((event) => isForeignTime(program, trace, event, named));
  if (written?.kind !== "write") return [];
  return [
    {
      rule: lock,
      nodes: [],
      heads: [trace.entry],
      subject: nameOf(program, trace.entry),
      explanation: `${nameOf(program, trace.entry)} stores the current time in \`${written.path.variable.name}\` for an address that the caller names, and \`${written.path.variable.name}\` decides when that address may act again.`,
    },
  ];
}

function isForeignTime(program: Program, trace: Trace, event: FlowEvent, named: readonly AstNode[]): boolean {
  if (event.kind !== "write" || !event.node.rightHandSide || event.path.keys.length === 0) return false;
  if (
    !originsOf(program, event.node.rightHandSide, { valueOnly: true, withinFunction: true }).has("timestamp")
  )
    return false;
  const isForeign = event.path.keys.some((key) => {
    const { parameters } = originsOf(program, key);
    return named.some((parameter) => parameters.has(parameter));
  });
  const isOwnRecord = trace.events.some(
    (other) =>
      other.kind === "write" &&
      other.path.variable === event.path.variable &&
      other.node !== event.node &&
      other.path.keys.some((key) => originsOf(program, key).has("sender")),
  );
  const isAsked = trace.events.some(
    (other) => other.kind === "check" && originsOf(program, other.condition).states.has(event.path.variable),
  );
  return isForeign && isOwnRecord && isAsked;
}

/** `if (data.length < 64) return fallback; abi.decode(data, …)`: other malformed data still reverts. */
function detectDecoding(program: Program, declaration: AstNode): Detection[] {
  if (!program.isOwn(declaration)) return [];
  return findAll(
    declaration.body,
    ({ nodeType, expression }) => nodeType === "FunctionCall" && functionKindOf(expression) === "abidecode",
  ).flatMap((call) => {
    const [data] = call.arguments ?? [];
    const variable = data && program.declarationOf(data);
    const isGiven = variable && parametersOf(declaration.parameters).includes(variable);
    const early = findAll(declaration.body, ({ nodeType }) => nodeType === "IfStatement").find(
      ({ condition, trueBody }) =>
        condition &&
        trueBody &&
        endsFlow(trueBody) &&
        returnsValue(trueBody) &&
        findAll(
          condition,
          (node) => node.memberName === "length" && program.declarationOf(node.expression) === variable,
        ).length > 0,
    );
    const isDynamic = /struct|bytes|string|\[\]/.test(typeOf(call));
    if (!isGiven || !early || !isDynamic) return [];
    return [
      {
        rule: decode,
        nodes: [program.statementOf(call)],
        heads: [declaration],
        subject: nameOf(program, declaration),
        explanation: `${nameOf(program, declaration)} returns a default for input that is too short, but \`abi.decode\` reverts on other malformed input, and with it everything that depends on the call.`,
      },
    ];
  });
}

function returnsValue(body: AstNode): boolean {
  return findAll(body, ({ nodeType }) => nodeType === "Return").length > 0;
}
