import { type Analysis, entryTraces } from "../analysis/analysis.ts";
import { type AstNode, findAll, parametersOf, typeOf } from "../analysis/ast.ts";
import { sendsEther } from "../analysis/external-call.ts";
import { happensOnce, hasModifier, isAuthorised } from "../analysis/guards.ts";
import { originsOf } from "../analysis/origins.ts";
import { isReadOnly, type Program } from "../analysis/program.ts";
import type { Trace } from "../analysis/trace.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const mint: Rule = {
  id: "open-mint",
  title: "Anybody can create tokens",
  severity: "high",
  confidence: "medium",
  category: "access_control",
  swc: "SWC-105",
  recommendation: "Allow it only to the owner or a role, or only against payment.",
};

const receiver: Rule = {
  ...mint,
  id: "open-receiver",
  title: "Anybody can redirect the contract's payments",
  recommendation: "Allow the change only to the owner.",
};

/** Finds rights that a contract keeps for its owner elsewhere and gives to everybody here. */
export function detectOpenPrivileges(analysis: Analysis): Detection[] {
  const { program } = analysis;
  const traces = entryTraces(analysis);
  return traces.flatMap((trace) => {
    if (isReadOnly(trace.entry)) return [];
    const siblings = traces.filter(({ contract }) => contract === trace.contract);
    return [...detectMint(program, trace), ...detectReceiver(program, trace, siblings)];
  });
}

/** A supply and a balance grow by a number of the caller's choice, and nothing is paid or checked for it. */
function detectMint(program: Program, trace: Trace): Detection[] {
  const [to, amount] = parametersOf(trace.entry.parameters);
  if (!to || !amount || typeOf(to) !== "address" || !/^uint/.test(typeOf(amount))) return [];
  const grows = trace.events.filter(
    (event) =>
      event.kind === "write" &&
      event.node.operator === "+=" &&
      event.node.rightHandSide !== undefined &&
      originsOf(program, event.node.rightHandSide, { valueOnly: true }).parameters.has(amount),
  );
  const supply = grows.find(
    (event) =>
      event.kind === "write" && event.path.keys.length === 0 && /^uint/.test(typeOf(event.path.variable)),
  );
  const isTaken = trace.events.some((event) => event.kind === "call");
  if (!supply || isTaken || grows.length < 2) return [];
  if (isAuthorised(program, trace, supply) || happensOnce(program, trace, supply)) return [];
  // The check may be left to whoever inherits: a guard without a body says nothing, but its name does.
  if (trace.entry.stateMutability === "payable" || hasModifier(trace, /^(only|auth|when|if|requires)/i))
    return [];
  return [
    {
      rule: mint,
      nodes: [bodyCall(program, trace, supply.callSites[0]) ?? supply.node],
      heads: [trace.entry],
      subject: nameOf(program, trace.entry),
      explanation: `${nameOf(program, trace.entry)} adds \`${amount.name}\` to the supply and gives it to \`${to.name}\`, and asks nobody who they are.`,
    },
  ];
}

function bodyCall(program: Program, trace: Trace, site: AstNode | undefined): AstNode | undefined {
  return site && program.functionOf(site) === trace.entry ? program.statementOf(site) : undefined;
}

/** The address that payments go to is set by anybody, while others of the contract's settings are guarded. */
function detectReceiver(program: Program, trace: Trace, siblings: readonly Trace[]): Detection[] {
  return trace.events.flatMap((event) => {
    if (event.kind !== "write" || event.path.keys.length > 0 || !/^address/.test(typeOf(event.path.variable)))
      return [];
    const value = event.node.rightHandSide;
    if (!value || originsOf(program, value, { valueOnly: true }).parameters.size === 0) return [];
    if (isAuthorised(program, trace, event) || happensOnce(program, trace, event)) return [];
    const isPaid = siblings.some((other) =>
      other.events.some(
        (call) =>
          call.kind === "call" &&
          sendsEther(call.call) &&
          findAll(call.call.target, (node) => program.declarationOf(node) === event.path.variable).length > 0,
      ),
    );
    if (!isPaid) return [];
    return [
      {
        rule: receiver,
        nodes: [program.statementOf(event.node)],
        heads: [trace.entry],
        subject: nameOf(program, trace.entry),
        explanation: `${nameOf(program, trace.entry)} lets anybody set \`${event.path.variable.name}\`, and the contract's ether is paid to it.`,
      },
    ];
  });
}
