import type { AstNode } from "../analysis/ast.ts";
import { isConstructor, type Program } from "../analysis/program.ts";

/** Formats a function's name as `Vault.withdraw`. */
export function nameOf(program: Program, node: AstNode): string {
  const contract = program.contractOf(node)?.name;
  return contract ? `${contract}.${functionName(node)}` : functionName(node);
}

function functionName(node: AstNode): string {
  if (isConstructor(node)) return "constructor";
  return node.name || node.kind || "fallback";
}
