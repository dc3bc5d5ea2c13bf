import type { Analysis } from "../analysis/analysis.ts";
import type { AstNode } from "../analysis/ast.ts";
import { findAll } from "../analysis/ast.ts";
import type { Program } from "../analysis/program.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const rule: Rule = {
  id: "proxy-storage-collision",
  title: "Storage collision between proxy and implementation",
  severity: "medium",
  confidence: "high",
  category: "upgradeability",
  swc: "SWC-124",
  recommendation: "Store the implementation's address in the slot defined by EIP-1967, or make it immutable.",
};

/** Finds proxies whose variables use the same storage slots as their implementation. */
export function detectStorageCollisions({ program, contracts }: Analysis): Detection[] {
  return contracts.flatMap(({ contract }) => {
    const fallback = contract.functions.find(
      ({ kind, name }) => kind === "fallback" || (!kind && name === ""),
    );
    if (!fallback || !delegatesEverything(program, fallback)) return [];
    const stored = contract.stateVariables.filter(
      ({ constant, mutability }) => !constant && mutability !== "immutable" && mutability !== "constant",
    );
    const [first] = stored;
    if (!first || !program.isOwn(first)) return [];
    return [
      {
        rule,
        nodes: stored,
        subject: nameOf(program, first),
        explanation: `${contract.name} delegates every call, and \`${first.name}\` is in slot 0, where the implementation has its first variable: one overwrites the other.`,
      },
    ];
  });
}

function delegatesEverything(program: Program, fallback: AstNode): boolean {
  return findAll(fallback.body, ({ nodeType }) => nodeType === "InlineAssembly").some((block) => {
    const code = block.operations ?? program.textOf(block);
    return /\bdelegatecall\s*\(/.test(code) && /\bcalldatacopy\s*\(/.test(code);
  });
}
