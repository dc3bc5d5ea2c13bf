/** A node of solc's compact AST, as much of it as the detectors read. The same fields serve 0.4 to 0.8. */
export interface AstNode {
  readonly id: number;
  readonly nodeType: string;
  /** `start:length:file`, in bytes of UTF-8. */
  readonly src: string;
  readonly name?: string;
  readonly kind?: string;
  readonly operator?: string;
  readonly memberName?: string;
  readonly visibility?: string;
  readonly stateMutability?: string;
  readonly storageLocation?: string;
  readonly value?: AstNode | string | null;
  readonly hexValue?: string;
  readonly contractKind?: string;
  readonly isConstructor?: boolean;
  readonly implemented?: boolean;
  readonly abstract?: boolean;
  readonly constant?: boolean;
  readonly mutability?: string;
  readonly stateVariable?: boolean;
  readonly operations?: string;
  readonly scope?: number;
  readonly absolutePath?: string;
  readonly linearizedBaseContracts?: readonly number[];
  readonly names?: readonly string[];
  readonly referencedDeclaration?: number | null;
  readonly overloadedDeclarations?: readonly number[];
  readonly externalReferences?: readonly unknown[];
  readonly typeDescriptions?: { typeIdentifier?: string | null; typeString?: string | null };
  readonly typeName?: AstNode;
  readonly expression?: AstNode;
  readonly leftExpression?: AstNode;
  readonly rightExpression?: AstNode;
  readonly subExpression?: AstNode;
  readonly leftHandSide?: AstNode;
  readonly rightHandSide?: AstNode;
  readonly baseExpression?: AstNode;
  readonly indexExpression?: AstNode | null;
  readonly condition?: AstNode;
  readonly trueBody?: AstNode;
  readonly falseBody?: AstNode | null;
  readonly trueExpression?: AstNode;
  readonly falseExpression?: AstNode;
  readonly body?: AstNode | null;
  readonly initialValue?: AstNode | null;
  readonly initializationExpression?: AstNode | null;
  readonly loopExpression?: AstNode | null;
  readonly eventCall?: AstNode;
  readonly errorCall?: AstNode;
  readonly modifierName?: AstNode;
  readonly parameters?: AstNode | readonly AstNode[];
  readonly returnParameters?: AstNode;
  readonly arguments?: readonly AstNode[] | null;
  readonly options?: readonly AstNode[];
  readonly statements?: readonly AstNode[];
  readonly declarations?: readonly (AstNode | null)[];
  readonly nodes?: readonly AstNode[];
  readonly components?: readonly (AstNode | null)[];
  readonly modifiers?: readonly AstNode[];
  readonly members?: readonly AstNode[];
  readonly clauses?: readonly AstNode[];
  readonly externalCall?: AstNode;
  readonly block?: AstNode;
  readonly AST?: AstNode;
}

/** The nodes directly below a node, in the order of the text that solc gives. */
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

/** Visits a node and everything below it. */
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

/** Every node below (and including) a node that passes a test. */
export function findAll(node: AstNode | null | undefined, test: (node: AstNode) => boolean): AstNode[] {
  const found: AstNode[] = [];
  if (node) walk(node, (current) => test(current) && found.push(current));
  return found;
}

/** solc's name for a type, such as `uint256` or `mapping(address => uint256)`. */
export function typeOf(node: AstNode | null | undefined): string {
  return node?.typeDescriptions?.typeString ?? "";
}

/** What kind of function an expression is, by solc's own word: `internal`, `external`, `barecall`, `send`, `require`… */
export function functionKindOf(node: AstNode | null | undefined): string | undefined {
  return /^t_function_([a-z0-9]+)_/.exec(node?.typeDescriptions?.typeIdentifier ?? "")?.[1];
}

/** The declarations inside a parameter list. */
export function parametersOf(list: AstNode["parameters"]): readonly AstNode[] {
  if (!list) return [];
  if (isList(list)) return list;
  return parametersOf(list.parameters);
}

function isList(list: AstNode | readonly AstNode[]): list is readonly AstNode[] {
  return Array.isArray(list);
}

/** An expression without the brackets and the conversions around it. */
export function stripConversions(node: AstNode): AstNode {
  if (node.nodeType === "TupleExpression" && node.components?.length === 1 && node.components[0]) {
    return stripConversions(node.components[0]);
  }
  if (node.nodeType === "FunctionCall" && node.kind === "typeConversion" && node.arguments?.[0]) {
    return stripConversions(node.arguments[0]);
  }
  return node;
}

/** Whether an expression reads `msg.sender`, `block.timestamp` and the like. */
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
