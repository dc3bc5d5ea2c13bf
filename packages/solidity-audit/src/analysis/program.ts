import { type AstNode, childrenOf, functionKindOf, parametersOf, typeOf } from "./ast.ts";
import { type Place, readSrc, SourceText } from "./source-text.ts";
import { storagePath } from "./storage.ts";

/** The input of the analysis: solc's ASTs and the source texts. */
export interface ProgramInput {
  compilerVersion: string;
  sources: Record<string, { id: number; ast: AstNode }>;
  texts: Record<string, string>;
  /** The user's files. Findings are reported only in these; other files are traced but not reported on. */
  ownFiles: readonly string[];
}

/** A contract as it is deployed: with inherited members, and overridden functions replaced. */
export interface Contract {
  name: string;
  node: AstNode;
  kind: string;
  /** The contract itself first, then its bases from most to least derived. */
  lineage: readonly AstNode[];
  stateVariables: readonly AstNode[];
  functions: readonly AstNode[];
}

/** The whole compilation, with the look-ups that detectors need. */
export class Program {
  readonly byId = new Map<number, AstNode>();
  readonly contracts: Contract[] = [];
  /** From 0.8 on, arithmetic is checked. */
  readonly minorVersion: number;
  readonly #parents = new Map<AstNode, AstNode>();
  readonly #texts = new Map<number, SourceText>();
  readonly #own: Set<string>;
  readonly #argumentsOf = new Map<number, AstNode[]>();
  readonly #assignmentsOf = new Map<number, AstNode[]>();

  constructor(input: ProgramInput) {
    this.minorVersion = Number(input.compilerVersion.split(".")[1] ?? 8);
    this.#own = new Set(input.ownFiles);
    for (const [name, { id, ast }] of Object.entries(input.sources)) {
      this.#texts.set(id, new SourceText(name, input.texts[name] ?? ""));
      this.#index(ast);
    }
    const definitions = [...this.byId.values()].filter((node) => node.nodeType === "ContractDefinition");
    const inherited = new Set(
      definitions.flatMap((node) => (node.linearizedBaseContracts ?? []).filter((id) => id !== node.id)),
    );
    for (const node of definitions) {
      // A base contract is analysed as part of the contracts that inherit from it: on its own it lacks their guards and
      // overrides.
      if (!inherited.has(node.id) && node.contractKind !== "interface")
        this.contracts.push(this.#flatten(node));
    }
    for (const node of this.byId.values()) this.#indexFlow(node);
    for (const node of this.byId.values()) this.#indexPointers(node);
  }

  /** A write or push through a storage pointer also changes the state variable that it points to. */
  #indexPointers(node: AstNode): void {
    if (node.nodeType === "Assignment" && node.leftHandSide && node.rightHandSide) {
      const path =
        node.leftHandSide.nodeType === "Identifier" ? undefined : storagePath(this, node.leftHandSide);
      const known = path && this.#assignmentsOf.get(path.variable.id);
      if (path && !known?.includes(node.rightHandSide))
        append(this.#assignmentsOf, path.variable.id, node.rightHandSide);
    } else if (node.nodeType === "FunctionCall" && functionKindOf(node.expression) === "arraypush") {
      const path = node.expression?.expression && storagePath(this, node.expression.expression);
      for (const value of node.arguments ?? [])
        if (path) append(this.#assignmentsOf, path.variable.id, value);
    }
  }

  #index(root: AstNode): void {
    const stack = [root];
    for (let node = stack.pop(); node; node = stack.pop()) {
      if (typeof node.id === "number") this.byId.set(node.id, node);
      for (const child of childrenOf(node)) {
        this.#parents.set(child, node);
        stack.push(child);
      }
    }
  }

  #flatten(node: AstNode): Contract {
    const lineage = (node.linearizedBaseContracts ?? [node.id]).flatMap((id) => this.byId.get(id) ?? []);
    const stateVariables: AstNode[] = [];
    const functions = new Map<string, AstNode>();
    for (const contract of lineage) {
      for (const member of contract.nodes ?? []) {
        if (member.nodeType === "VariableDeclaration") stateVariables.push(member);
        if (member.nodeType !== "FunctionDefinition" || !member.body) continue;
        const key = isConstructor(member) ? `constructor ${contract.id}` : signatureOf(member);
        const overriding = functions.get(key);
        if (!overriding) functions.set(key, member);
        // An overridden base function is reached through the `super` call.
      }
    }
    return {
      name: node.name ?? "",
      node,
      kind: node.contractKind ?? "contract",
      lineage,
      stateVariables,
      functions: [...functions.values()],
    };
  }

  #indexFlow(node: AstNode): void {
    if (node.nodeType === "FunctionCall") {
      const { declaration, given } = this.calledFunction(node);
      if (!declaration) return;
      parametersOf(declaration.parameters).forEach((parameter, position) => {
        const argument = given[position];
        if (argument) append(this.#argumentsOf, parameter.id, argument);
      });
    } else if (node.nodeType === "ModifierInvocation") {
      const modifier = this.declarationOf(node.modifierName);
      parametersOf(modifier?.parameters).forEach((parameter, position) => {
        const argument = node.arguments?.[position];
        if (argument) append(this.#argumentsOf, parameter.id, argument);
      });
    } else if (node.nodeType === "Assignment" && node.leftHandSide && node.rightHandSide) {
      this.#indexAssignment(node.leftHandSide, node.rightHandSide);
    } else if (node.nodeType === "VariableDeclarationStatement" && node.initialValue) {
      const values = tupleParts(node.initialValue);
      node.declarations?.forEach((declaration, position) => {
        const value = values.length > 1 ? values[position] : node.initialValue;
        if (declaration && value) append(this.#assignmentsOf, declaration.id, value);
      });
    } else if (node.nodeType === "VariableDeclaration" && node.value && typeof node.value === "object") {
      append(this.#assignmentsOf, node.id, node.value);
    }
  }

  #indexAssignment(left: AstNode, right: AstNode): void {
    if (left.nodeType === "TupleExpression") {
      const values = tupleParts(right);
      left.components?.forEach((part, position) => {
        const value = values.length > 1 ? values[position] : right;
        if (part && value) this.#indexAssignment(part, value);
      });
      return;
    }
    let target: AstNode | null | undefined = left;
    while (target && target.nodeType !== "Identifier") target = target.baseExpression ?? target.expression;
    if (target?.referencedDeclaration) append(this.#assignmentsOf, target.referencedDeclaration, right);
  }

  parentOf(node: AstNode): AstNode | undefined {
    return this.#parents.get(node);
  }

  /** The nearest ancestor of a node that passes the test. */
  enclosing(node: AstNode, test: (node: AstNode) => boolean): AstNode | undefined {
    let current = this.#parents.get(node);
    while (current && !test(current)) current = this.#parents.get(current);
    return current;
  }

  statementOf(node: AstNode): AstNode {
    const isStatement = ({ nodeType }: AstNode) =>
      /Statement$|^(Return|Throw|Block|UncheckedBlock)$/.test(nodeType) || nodeType === "FunctionDefinition";
    if (isStatement(node)) return node;
    const found = this.enclosing(node, isStatement);
    return found &&
      /^(ExpressionStatement|Return|VariableDeclarationStatement|EmitStatement)$/.test(found.nodeType)
      ? found
      : node;
  }

  /** The function or modifier that contains a node. */
  functionOf(node: AstNode): AstNode | undefined {
    return this.enclosing(node, ({ nodeType }) => /^(Function|Modifier)Definition$/.test(nodeType));
  }

  contractOf(node: AstNode): AstNode | undefined {
    return this.enclosing(node, ({ nodeType }) => nodeType === "ContractDefinition");
  }

  /** The declaration that an identifier or a member refers to. */
  declarationOf(node: AstNode | null | undefined): AstNode | undefined {
    return node?.referencedDeclaration ? this.byId.get(node.referencedDeclaration) : undefined;
  }

  /** The function of this compilation that a call runs in the caller's own context, and its arguments. */
  calledFunction(call: AstNode): { declaration?: AstNode; given: readonly AstNode[] } {
    const callee = call.expression;
    const kind = functionKindOf(callee);
    const isOwnContext = kind === "internal" || kind === "delegatecall";
    const declaration = isOwnContext && callee ? this.declarationOf(callee) : undefined;
    if (declaration?.nodeType !== "FunctionDefinition") return { given: [] };
    const isBound =
      callee?.nodeType === "MemberAccess" &&
      /\$(bound|attached)_to\$/.test(callee.typeDescriptions?.typeIdentifier ?? "");
    const given = call.arguments ?? [];
    return { declaration, given: isBound && callee.expression ? [callee.expression, ...given] : given };
  }

  /** The function that runs when a contract's code calls a declaration: the most derived override. */
  resolve(contract: Contract, declaration: AstNode): AstNode {
    const owner = this.contractOf(declaration);
    if (!owner || !contract.lineage.includes(owner)) return declaration;
    const signature = signatureOf(declaration);
    return contract.functions.find((candidate) => signatureOf(candidate) === signature) ?? declaration;
  }

  /** The arguments that calls within the compilation pass for a parameter. */
  argumentsGivenTo(parameter: AstNode): readonly AstNode[] {
    return this.#argumentsOf.get(parameter.id) ?? [];
  }

  assignedTo(variable: AstNode): readonly AstNode[] {
    return this.#assignmentsOf.get(variable.id) ?? [];
  }

  /** Whether a variable as a whole, not a part of it, is ever assigned. */
  assignedDirectly(variable: AstNode): boolean {
    return this.assignedTo(variable).some((value) => {
      const { leftHandSide } = this.parentOf(value) ?? {};
      return !leftHandSide || leftHandSide.referencedDeclaration === variable.id;
    });
  }

  /** Whether a node is in one of the user's files. */
  isOwn(node: AstNode): boolean {
    const text = this.#texts.get(readSrc(node).file);
    return text !== undefined && this.#own.has(text.name);
  }

  /** The lines of a node. */
  placeOf(node: AstNode): Place {
    const { start, length, file } = readSrc(node);
    const text = this.#texts.get(file);
    if (!text) return { file: "", first: 0, last: 0 };
    return { file: text.name, first: text.lineAt(start), last: text.lineAt(start + Math.max(0, length - 1)) };
  }

  /** The first line of a declaration. */
  headOf(node: AstNode): Place {
    const place = this.placeOf(node);
    return { ...place, last: place.first };
  }

  /** The source code of a node. */
  textOf(node: AstNode): string {
    const { start, length, file } = readSrc(node);
    return this.#texts.get(file)?.slice(start, length) ?? "";
  }

  lineOf(file: string, line: number): string {
    for (const text of this.#texts.values()) if (text.name === file) return text.line(line);
    return "";
  }
}

/** Name and parameter types: functions with the same signature override each other. */
export function signatureOf(node: AstNode): string {
  const kind = node.kind === "fallback" || node.kind === "receive" ? node.kind : "";
  return `${kind}${node.name}(${parametersOf(node.parameters).map(typeOf).join(",")})`;
}

export function isConstructor(node: AstNode): boolean {
  return node.isConstructor === true || node.kind === "constructor";
}

/** Whether a function can be called from outside. */
export function isEntryPoint(node: AstNode): boolean {
  return (
    node.nodeType === "FunctionDefinition" &&
    !isConstructor(node) &&
    (node.visibility === "public" || node.visibility === "external")
  );
}

export function isReadOnly(node: AstNode): boolean {
  return node.stateMutability === "view" || node.stateMutability === "pure";
}

function tupleParts(node: AstNode): readonly (AstNode | null)[] {
  return node.nodeType === "TupleExpression" ? (node.components ?? []) : [node];
}

function append<Key>(map: Map<Key, AstNode[]>, key: Key, node: AstNode): void {
  const list = map.get(key);
  if (list) list.push(node);
  else map.set(key, [node]);
}
