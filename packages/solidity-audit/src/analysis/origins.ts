import { type AstNode, functionKindOf, isMagic, parametersOf, typeOf } from "./ast.ts";
import { readExternalCall } from "./external-call.ts";
import { isEntryPoint, type Program } from "./program.ts";
import { storagePath } from "./storage.ts";

/** A kind of source that a value can come from. */
export type Source =
  | "sender"
  | "tx-origin"
  | "value"
  | "timestamp"
  | "block-number"
  | "blockhash"
  | "difficulty"
  | "coinbase"
  | "gaslimit"
  | "balance"
  | "calldata"
  | "this"
  | "chain-id"
  | "parameter"
  | "state"
  | "external"
  | "signature"
  | "hash";

/** Everything that a value depends on, with the nodes that introduce each source. */
export class Origins {
  readonly nodes = new Map<Source, Set<AstNode>>();
  /** Parameters of entry points, which the caller chooses. */
  readonly parameters = new Set<AstNode>();
  readonly states = new Set<AstNode>();
  /** The values assigned to intermediate variables. */
  readonly assigned = new Set<AstNode>();

  add(source: Source, node: AstNode): void {
    const nodes = this.nodes.get(source);
    if (nodes) nodes.add(node);
    else this.nodes.set(source, new Set([node]));
  }

  has(...sources: Source[]): boolean {
    return sources.some((source) => this.nodes.has(source));
  }

  nodesOf(...sources: Source[]): AstNode[] {
    return sources.flatMap((source) => [...(this.nodes.get(source) ?? [])]);
  }
}

export interface OriginOptions {
  /** Also follows values that were stored in state variables. */
  throughState?: boolean;
  /** Stops at calls, ignoring what a called function reads. */
  withinFunction?: boolean;
  /** Follows only the value itself, not the key it is stored under nor the arguments of the call that returned it. */
  valueOnly?: boolean;
  /** Follows a parameter only to what this path passes for it, not to what other callers pass. */
  path?: { entry: AstNode; callSites: readonly AstNode[] };
}

const blockMembers: Record<string, Source> = {
  timestamp: "timestamp",
  number: "block-number",
  difficulty: "difficulty",
  prevrandao: "difficulty",
  coinbase: "coinbase",
  gaslimit: "gaslimit",
  chainid: "chain-id",
};

/** Finds what a value depends on, through local variables, arguments and the results of internal calls. */
export function originsOf(program: Program, expression: AstNode, options: OriginOptions = {}): Origins {
  const origins = new Origins();
  const seen = new Set<AstNode>();
  const queue: AstNode[] = [expression];
  for (let node = queue.pop(); node; node = queue.pop()) {
    if (seen.has(node) || seen.size > 4_000) continue;
    seen.add(node);
    queue.push(...step(program, node, origins, options));
  }
  return origins;
}

function step(program: Program, node: AstNode, origins: Origins, options: OriginOptions): AstNode[] {
  switch (node.nodeType) {
    case "Identifier":
      return stepIdentifier(program, node, origins, options);
    case "MemberAccess":
      return stepMember(program, node, origins, options);
    case "FunctionCall":
      return stepCall(program, node, origins, options);
    case "Assignment":
      return node.rightHandSide ? [node.rightHandSide] : [];
    case "IndexAccess": {
      if (!options.valueOnly || !node.baseExpression) return parts(node);
      const path = storagePath(program, node);
      if (!path) return [node.baseExpression];
      origins.add("state", node);
      origins.states.add(path.variable);
      return [];
    }
    case "Literal":
    case "ElementaryTypeNameExpression":
    case "NewExpression":
      return [];
    default:
      return parts(node);
  }
}

function parts(node: AstNode): AstNode[] {
  const single = [
    node.expression,
    node.leftExpression,
    node.rightExpression,
    node.subExpression,
    node.baseExpression,
    node.indexExpression,
    node.condition,
    node.trueExpression,
    node.falseExpression,
  ];
  return [...single, ...(node.components ?? []), ...(node.arguments ?? [])].filter((part) => part != null);
}

function stepIdentifier(
  program: Program,
  node: AstNode,
  origins: Origins,
  options: OriginOptions,
): AstNode[] {
  if (node.name === "now" && node.typeDescriptions?.typeString === "uint256") {
    if (!program.declarationOf(node)) {
      origins.add("timestamp", node);
      return [];
    }
  }
  if (node.name === "this") origins.add("this", node);
  const declaration = program.declarationOf(node);
  if (declaration?.nodeType !== "VariableDeclaration") return [];
  if (declaration.stateVariable) {
    origins.add("state", node);
    origins.states.add(declaration);
    return options.throughState ? follow(origins, program.assignedTo(declaration)) : [];
  }
  const owner = program.functionOf(declaration);
  const isParameter = parametersOf(owner?.parameters).includes(declaration);
  if (isParameter && owner && isEntryPoint(owner)) {
    origins.add("parameter", node);
    origins.parameters.add(declaration);
  }
  const path = storagePath(program, node);
  if (path) {
    origins.add("state", node);
    origins.states.add(path.variable);
  }
  const given = options.withinFunction ? [] : argumentsOn(program, declaration, owner, options.path);
  return follow(origins, [...program.assignedTo(declaration), ...given]);
}

/** The arguments that reach a parameter, on one path if it is given and passes through the parameter's function. */
function argumentsOn(
  program: Program,
  parameter: AstNode,
  owner: AstNode | undefined,
  path: OriginOptions["path"],
): readonly AstNode[] {
  const all = program.argumentsGivenTo(parameter);
  if (!path || !owner) return all;
  if (owner === path.entry) return [];
  const passed = all.filter((argument) =>
    path.callSites.some(({ arguments: given }) => given?.includes(argument)),
  );
  return passed.length > 0 ? passed : all;
}

function follow(origins: Origins, values: readonly AstNode[]): AstNode[] {
  for (const value of values) origins.assigned.add(value);
  return [...values];
}

function stepMember(program: Program, node: AstNode, origins: Origins, options: OriginOptions): AstNode[] {
  if (isMagic(node, "msg", "sender")) origins.add("sender", node);
  else if (isMagic(node, "tx", "origin")) origins.add("tx-origin", node);
  else if (isMagic(node, "msg", "value")) origins.add("value", node);
  else if (isMagic(node, "msg", "data") || isMagic(node, "msg", "sig")) origins.add("calldata", node);
  else if (node.expression && isMagic(node, "block", node.memberName ?? "")) {
    const source = blockMembers[node.memberName ?? ""];
    if (source) origins.add(source, node);
  } else {
    if (node.memberName === "balance" && /^(address|contract)/.test(typeOf(node.expression))) {
      origins.add("balance", node);
    }
    const path = storagePath(program, node);
    if (path) {
      origins.add("state", node);
      origins.states.add(path.variable);
      if (options.throughState) return [...follow(origins, program.assignedTo(path.variable)), ...path.keys];
      if (options.valueOnly) return [];
    }
    return node.expression ? [node.expression] : [];
  }
  return [];
}

function stepCall(program: Program, node: AstNode, origins: Origins, options: OriginOptions): AstNode[] {
  const given = [...(node.arguments ?? [])];
  const kind = functionKindOf(node.expression);
  if (kind === "blockhash") origins.add("blockhash", node);
  if (kind === "ecrecover") origins.add("signature", node);
  if (kind === "keccak256" || kind === "sha256" || kind === "ripemd160") origins.add("hash", node);
  const external = readExternalCall(program, node);
  if (external) {
    origins.add("external", node);
    return options.valueOnly ? [] : [external.target, ...given];
  }
  const { declaration, given: bound } = program.calledFunction(node);
  if (!declaration)
    return [...given, ...(node.expression?.nodeType === "MemberAccess" ? [node.expression] : [])];
  if (options.withinFunction) return [...bound];
  if (options.valueOnly) return returnedBy(declaration);
  return [...bound, ...returnedBy(declaration)];
}

const returned = new WeakMap<AstNode, AstNode[]>();

/** The return values of a function: its return expressions and the values assigned to its named results. */
export function returnedBy(declaration: AstNode): AstNode[] {
  let found = returned.get(declaration);
  if (!found) {
    found = [];
    const results = new Set(parametersOf(declaration.returnParameters).map(({ id }) => id));
    const stack = declaration.body ? [declaration.body] : [];
    for (let node = stack.pop(); node; node = stack.pop()) {
      if (node.nodeType === "Return" && node.expression) found.push(node.expression);
      if (
        node.nodeType === "Assignment" &&
        node.leftHandSide?.referencedDeclaration &&
        results.has(node.leftHandSide.referencedDeclaration) &&
        node.rightHandSide
      ) {
        found.push(node.rightHandSide);
      }
      stack.push(...statementsBelow(node));
    }
    returned.set(declaration, found);
  }
  return found;
}

function statementsBelow(node: AstNode): AstNode[] {
  return [
    ...(node.statements ?? []),
    node.trueBody,
    node.falseBody,
    node.body,
    node.block,
    ...(node.clauses ?? []),
    node.nodeType === "ExpressionStatement" ? node.expression : undefined,
  ].filter((part) => part != null);
}
