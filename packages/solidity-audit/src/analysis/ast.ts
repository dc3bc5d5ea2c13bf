import type { Node, YulNode } from "solidity-ast/node.js";

/** Fields that solc wrote before 0.6, which the types of solidity-ast do not cover. */
interface LegacyNode {
  id: number;
  src: string;
  nodeType: "Throw";
  isConstructor?: boolean;
  operations?: string;
}

type AnyNode = Node | YulNode | LegacyNode;

type FieldName<Union> = Union extends unknown ? keyof Union : never;
type FieldType<Union, Name extends PropertyKey> = Union extends unknown
  ? Name extends keyof Union
    ? Union[Name]
    : never
  : never;

/** The type of a field, with every node type replaced by `AstNode`. */
type WithAstNodes<Value> = Value extends { nodeType: string }
  ? AstNode
  : Value extends readonly (infer Item)[]
    ? readonly WithAstNodes<Item>[]
    : Value;

/**
 * A node of solc's compact AST of any kind: it may have every field of every kind. The same code reads 0.4 to 0.8, where
 * one construct can be different kinds of node, so callers check for a field instead of a kind.
 */
export type AstNode = {
  readonly [Name in Exclude<FieldName<AnyNode>, "id" | "src" | "nodeType">]?: WithAstNodes<
    FieldType<AnyNode, Name>
  >;
} & { readonly id: number; readonly src: string; readonly nodeType: AnyNode["nodeType"] };

/** The direct children of a node, in source order. */
export function childrenOf(node: AstNode): AstNode[] {
  const children: AstNode[] = [];
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) for (const item of value) isNode(item) && children.push(item);
    else if (isNode(value)) children.push(value);
  }
  return children;
}

function isNode(value: unknown): value is AstNode {
  return typeof value === "object" && value !== null && "nodeType" in value && "src" in value;
}

/** Visits a node and all its descendants. */
export function walk(node: AstNode, visit: (node: AstNode, parents: readonly AstNode[]) => void): void {
  const parents: AstNode[] = [];
  const step = (current: AstNode): void => {
    visit(current, parents);
    parents.push(current);
    for (const child of childrenOf(current)) step(child);
    parents.pop();
  };
  step(node);
}

/** Every node in a subtree that passes the test. */
export function findAll(node: AstNode | null | undefined, test: (node: AstNode) => boolean): AstNode[] {
  const found: AstNode[] = [];
  if (node) walk(node, (current) => test(current) && found.push(current));
  return found;
}

/** solc's name of a type, such as `uint256` or `mapping(address => uint256)`. */
export function typeOf(node: AstNode | null | undefined): string {
  return node?.typeDescriptions?.typeString ?? "";
}

/** solc's name for the kind of a function expression: `internal`, `external`, `barecall`, `send`, `require`… */
export function functionKindOf(node: AstNode | null | undefined): string | undefined {
  return /^t_function_([a-z0-9]+)_/.exec(node?.typeDescriptions?.typeIdentifier ?? "")?.[1];
}

export function parametersOf(list: AstNode["parameters"]): readonly AstNode[] {
  if (!list) return [];
  if (isList(list)) return list;
  return parametersOf(list.parameters);
}

function isList(list: AstNode | readonly AstNode[]): list is readonly AstNode[] {
  return Array.isArray(list);
}

/** Strips parentheses and type conversions around an expression. */
export function stripConversions(node: AstNode): AstNode {
  if (node.nodeType === "TupleExpression" && node.components?.length === 1 && node.components[0]) {
    return stripConversions(node.components[0]);
  }
  if (node.nodeType === "FunctionCall" && node.kind === "typeConversion" && node.arguments?.[0]) {
    return stripConversions(node.arguments[0]);
  }
  return node;
}

/** Whether an expression reads a global such as `msg.sender` or `block.timestamp`. */
export function isMagic(node: AstNode, object: string, member: string): boolean {
  return (
    node.nodeType === "MemberAccess" &&
    node.memberName === member &&
    node.expression?.nodeType === "Identifier" &&
    node.expression.name === object &&
    (node.expression.referencedDeclaration ?? 0) <= 0xffffffff &&
    /^t_magic_/.test(node.expression.typeDescriptions?.typeIdentifier ?? "")
  );
}
