import { type AstNode, stripConversions } from "./ast.ts";

interface Declarations {
  declarationOf(node: AstNode): AstNode | undefined;
  assignedTo(variable: AstNode): readonly AstNode[];
  argumentsGivenTo(parameter: AstNode): readonly AstNode[];
}

/** A state variable, and the keys and members that lead to a part of it. */
export interface StoragePath {
  variable: AstNode;
  keys: readonly AstNode[];
  /** Names of the struct members along the path. */
  members: readonly string[];
}

/** Finds the state variable that an expression refers to, through struct members, keys and local storage pointers. */
export function storagePath(program: Declarations, expression: AstNode, depth = 0): StoragePath | undefined {
  const node = stripConversions(expression);
  if (depth > 12) return undefined;
  switch (node.nodeType) {
    case "Identifier":
      return pathOfVariable(program, program.declarationOf(node), depth);
    case "IndexAccess": {
      const base = node.baseExpression && storagePath(program, node.baseExpression, depth + 1);
      return (
        base && { ...base, keys: node.indexExpression ? [...base.keys, node.indexExpression] : base.keys }
      );
    }
    case "MemberAccess": {
      // A state variable qualified by its contract: `Base.total`.
      const named = program.declarationOf(node);
      if (named?.stateVariable) return { variable: named, keys: [], members: [] };
      const base = node.expression && storagePath(program, node.expression, depth + 1);
      return base ? { ...base, members: [...base.members, node.memberName ?? ""] } : undefined;
    }
    default:
      return undefined;
  }
}

function pathOfVariable(program: Declarations, declaration: AstNode | undefined, depth: number) {
  if (declaration?.nodeType !== "VariableDeclaration") return undefined;
  if (declaration.stateVariable) return { variable: declaration, keys: [], members: [] };
  if (!isStoragePointer(declaration)) return undefined;
  for (const value of [...program.assignedTo(declaration), ...program.argumentsGivenTo(declaration)]) {
    const path = storagePath(program, value, depth + 1);
    if (path) return path;
  }
  return undefined;
}

/** Whether a local variable is a storage pointer, not a copy. */
export function isStoragePointer(declaration: AstNode): boolean {
  return /_storage(_ptr)?$/.test(declaration.typeDescriptions?.typeIdentifier ?? "");
}
