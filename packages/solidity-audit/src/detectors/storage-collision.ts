import type { Analysis } from "../analysis/analysis.ts";
import type { AstNode } from "../analysis/ast.ts";
import { findAll } from "../analysis/ast.ts";
import type { Program } from "../analysis/program.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const rule: Rule = {
  id: "proxy-storage-collision",
  title: "The proxy's own variables share slots with those of its implementation",
  severity: "medium",
  confidence: "high",
  category: "upgradeability",
  swc: "SWC-124",
  recommendation: "Keep the implementation's address in the slot that EIP-1967 names, or make it immutable.",
};

/** Finds proxies that keep variables where the code they delegate to keeps its own. */
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
        explanation: `${contract.name} delegates every call, and \`${first.name}\` lies in slot 0, where the implementation keeps its own first variable: one overwrites the other.`,
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
