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
  title: "Missing access control: anyone can mint tokens",
  severity: "high",
  confidence: "medium",
  category: "access_control",
  swc: "SWC-105",
  recommendation: "Restrict it to the owner or a role, or require payment.",
};

const receiver: Rule = {
  ...mint,
  id: "open-receiver",
  title: "Missing access control: anyone can redirect the contract's payments",
  recommendation: "Restrict the function to the owner.",
};

/** Finds unprotected functions for actions that are owner-only elsewhere in the contract. */
export function detectOpenPrivileges(analysis: Analysis): Detection[] {
  const { program } = analysis;
  const traces = entryTraces(analysis);
  return traces.flatMap((trace) => {
    if (isReadOnly(trace.entry)) return [];
    const siblings = traces.filter(({ contract }) => contract === trace.contract);
    return [...detectMint(program, trace), ...detectReceiver(program, trace, siblings)];
  });
}

/** Supply and a balance increase by an amount that the caller chooses, without payment or check. */
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
  // An abstract guard is implemented by the inheriting contract, so its name has to be enough.
  if (trace.entry.stateMutability === "payable" || hasModifier(trace, /^(only|auth|when|if|requires)/i))
    return [];
  return [
    {
      rule: mint,
      nodes: [bodyCall(program, trace, supply.callSites[0]) ?? supply.node],
      heads: [trace.entry],
      subject: nameOf(program, trace.entry),
      explanation: `${nameOf(program, trace.entry)} adds \`${amount.name}\` to the supply and credits it to \`${to.name}\` without checking the caller.`,
    },
  ];
}

function bodyCall(program: Program, trace: Trace, site: AstNode | undefined): AstNode | undefined {
  return site && program.functionOf(site) === trace.entry ? program.statementOf(site) : undefined;
}

/** Anyone can set the address that receives payments, while other settings of the contract are protected. */
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
        explanation: `${nameOf(program, trace.entry)} lets anyone set \`${event.path.variable.name}\`, which receives the contract's Ether.`,
      },
    ];
  });
}
