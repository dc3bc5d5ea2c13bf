import type { Analysis } from "../analysis/analysis.ts";
import { type AstNode, findAll } from "../analysis/ast.ts";
import { readExternalCall } from "../analysis/external-call.ts";
import type { Program } from "../analysis/program.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const rule: Rule = {
  id: "locked-ether",
  title: "Locked Ether: the contract accepts Ether and can never send any",
  severity: "medium",
  confidence: "high",
  category: "other",
  swc: "SWC-132",
  recommendation: "Add a function that withdraws Ether, or remove `payable`.",
};

/** Finds contracts that accept Ether and have no code to send it on. */
export function detectLockedEther({ program, contracts }: Analysis): Detection[] {
  return contracts.flatMap(({ contract, traces }) => {
    if (contract.kind !== "contract" || contract.node.abstract === true) return [];
    const payable = traces.find(
      ({ entry, events }) =>
        entry.stateMutability === "payable" &&
        program.isOwn(entry) &&
        entry.kind !== "constructor" &&
        !endsAtOnce(events.length, program.textOf(entry)),
    );
    if (!payable || reachedFrom(program, contract.lineage).some((code) => sends(program, code))) return [];
    return [
      {
        rule,
        nodes: [],
        heads: [payable.entry],
        subject: nameOf(program, payable.entry),
        explanation: `${nameOf(program, payable.entry)} accepts Ether, and no function of ${contract.name} sends any. What it receives is lost.`,
      },
    ];
  });
}

/** Whether code can send Ether, or runs code that can. */
function sends(program: Program, code: AstNode): boolean {
  return (
    findAll(code, (node) => {
      if (node.nodeType === "InlineAssembly") return true;
      const call = readExternalCall(program, node);
      return (
        call !== undefined &&
        (call.value !== undefined || /^(selfdestruct|delegatecall|callcode)$/.test(call.kind))
      );
    }).length > 0
  );
}

/** The contracts themselves, and the functions of libraries that they call. */
function reachedFrom(program: Program, contracts: readonly AstNode[]): AstNode[] {
  const reached = new Set<AstNode>(contracts);
  for (const code of reached) {
    for (const call of findAll(code, ({ nodeType }) => nodeType === "FunctionCall")) {
      const { declaration } = program.calledFunction(call);
      if (declaration && !contracts.includes(program.contractOf(declaration) ?? declaration))
        reached.add(declaration);
    }
  }
  return [...reached];
}

/** A payable function that only reverts accepts nothing. */
function endsAtOnce(events: number, text: string): boolean {
  return events === 0 && /\brevert\b/.test(text);
}
