import { type AstNode, functionKindOf } from "./ast.ts";
import { type ExternalCall, readExternalCall } from "./external-call.ts";
import { type Contract, isConstructor, isEntryPoint, type Program } from "./program.ts";
import { type StoragePath, storagePath } from "./storage.ts";

/** A branch that was taken to reach an event. */
export interface Branch {
  fork: AstNode;
  arm: "true" | "false";
  /** The branch returns or reverts, so the code after the fork does not run. */
  ends: boolean;
}

interface Where {
  node: AstNode;
  index: number;
  /** The function whose source contains the event. */
  inside: AstNode;
  /** The internal calls from the entry point to the event, outermost first. */
  callSites: readonly AstNode[];
  branches: readonly Branch[];
  loops: readonly AstNode[];
}

/** Something that a function does, in execution order. */
export type FlowEvent =
  | (Where & { kind: "read"; path: StoragePath; isPartial: boolean })
  | (Where & { kind: "write"; path: StoragePath; isPartial: boolean })
  | (Where & { kind: "call"; call: ExternalCall })
  /** A condition. Enforced if the transaction or the function ends when it does not hold. */
  | (Where & { kind: "check"; condition: AstNode; isEnforced: boolean; endsWhenTrue: boolean })
  | (Where & { kind: "loop"; statement: AstNode })
  | (Where & { kind: "emit" });

/** The events of one entry point, with modifiers and internal calls inlined. */
export interface Trace {
  contract: Contract;
  entry: AstNode;
  events: readonly FlowEvent[];
  /** True if the function was too large to be traced completely. */
  isCut: boolean;
}

const maxEvents = 6_000;
const maxDepth = 12;
/** Counts statements and expressions, because code without events, such as nested modifiers, also takes time. */
const maxSteps = 200_000;

export function traceFunction(program: Program, contract: Contract, entry: AstNode): Trace {
  const tracer = new Tracer(program, contract);
  tracer.enter(entry, []);
  return { contract, entry, events: tracer.events, isCut: tracer.isCut };
}

/** Traces every function that can be called from outside, and the constructors. */
export function traceContract(program: Program, contract: Contract): Trace[] {
  return contract.functions
    .filter((node) => isEntryPoint(node) || isConstructor(node))
    .map((node) => traceFunction(program, contract, node));
}

/** Whether the earlier event always happens before the later one. */
export function precedes(earlier: FlowEvent, later: FlowEvent): boolean {
  if (earlier.index >= later.index) return false;
  return earlier.branches.every((branch) => {
    const same = later.branches.find(({ fork }) => fork === branch.fork);
    return same ? same.arm === branch.arm : !branch.ends;
  });
}

class Tracer {
  readonly events: FlowEvent[] = [];
  isCut = false;
  #steps = 0;
  readonly #program: Program;
  readonly #contract: Contract;
  #inside!: AstNode;
  #callSites: readonly AstNode[] = [];
  #branches: Branch[] = [];
  #loops: AstNode[] = [];
  #active: AstNode[] = [];

  constructor(program: Program, contract: Contract) {
    this.#program = program;
    this.#contract = contract;
  }

  enter(declaration: AstNode, callSites: readonly AstNode[]): void {
    if (this.#active.includes(declaration) || !declaration.body) return;
    if (callSites.length > maxDepth) {
      this.isCut = true;
      return;
    }
    const before = { inside: this.#inside, callSites: this.#callSites };
    this.#active.push(declaration);
    // Arguments of modifiers are evaluated before any body is entered.
    this.#inside = declaration;
    this.#callSites = callSites;
    this.#wrapped(declaration, declaration.modifiers ?? [], 0);
    this.#active.pop();
    this.#inside = before.inside;
    this.#callSites = before.callSites;
  }

  #wrapped(declaration: AstNode, modifiers: readonly AstNode[], at: number): void {
    const invocation = modifiers[at];
    if (!invocation) {
      this.#inside = declaration;
      if (declaration.body) this.#statement(declaration.body, () => {});
      return;
    }
    const named = this.#program.declarationOf(invocation.modifierName);
    for (const argument of invocation.arguments ?? []) this.#expression(argument);
    if (named?.nodeType !== "ModifierDefinition" || !named.body) {
      this.#wrapped(declaration, modifiers, at + 1);
      return;
    }
    this.#inside = named;
    this.#statement(named.body, () => {
      this.#wrapped(declaration, modifiers, at + 1);
      this.#inside = named;
    });
  }

  /** Counts a step. False once the function is too large to be traced further. */
  #goesOn(): boolean {
    if (++this.#steps <= maxSteps && this.events.length <= maxEvents) return true;
    this.isCut = true;
    return false;
  }

  #statement(node: AstNode, placeholder: () => void): void {
    if (!this.#goesOn()) return;
    switch (node.nodeType) {
      case "PlaceholderStatement":
        placeholder();
        return;
      case "Block":
      case "UncheckedBlock":
        for (const statement of node.statements ?? []) this.#statement(statement, placeholder);
        return;
      case "IfStatement":
        this.#fork(node, placeholder);
        return;
      case "WhileStatement":
      case "DoWhileStatement":
      case "ForStatement":
        this.#loop(node, placeholder);
        return;
      case "TryStatement":
        if (node.externalCall) this.#expression(node.externalCall);
        for (const clause of node.clauses ?? []) if (clause.block) this.#statement(clause.block, placeholder);
        return;
      case "EmitStatement":
        for (const argument of node.eventCall?.arguments ?? []) this.#expression(argument);
        this.#add({ kind: "emit" }, node);
        return;
      case "VariableDeclarationStatement":
        if (node.initialValue) this.#expression(node.initialValue);
        return;
      case "RevertStatement":
      case "Throw":
      case "Break":
      case "Continue":
      case "InlineAssembly":
        return;
      default:
        if (node.expression) this.#expression(node.expression);
    }
  }

  #fork(node: AstNode, placeholder: () => void): void {
    if (!node.condition || !node.trueBody) return;
    this.#expression(node.condition);
    const trueEnds = endsFlow(node.trueBody);
    const falseEnds = node.falseBody ? endsFlow(node.falseBody) : false;
    const isEnforced = trueEnds || falseEnds;
    this.#add(
      { kind: "check", condition: node.condition, isEnforced, endsWhenTrue: trueEnds },
      node.condition,
    );
    this.#branches.push({ fork: node, arm: "true", ends: trueEnds });
    this.#statement(node.trueBody, placeholder);
    this.#branches.pop();
    if (node.falseBody) {
      this.#branches.push({ fork: node, arm: "false", ends: falseEnds });
      this.#statement(node.falseBody, placeholder);
      this.#branches.pop();
    }
  }

  #loop(node: AstNode, placeholder: () => void): void {
    if (node.initializationExpression) this.#statement(node.initializationExpression, placeholder);
    this.#loops.push(node);
    this.#add({ kind: "loop", statement: node }, node);
    if (node.condition) this.#expression(node.condition);
    if (node.body) this.#statement(node.body, placeholder);
    if (node.loopExpression) this.#statement(node.loopExpression, placeholder);
    this.#loops.pop();
  }

  #expression(node: AstNode): void {
    if (!this.#goesOn()) return;
    switch (node.nodeType) {
      case "Assignment":
        if (node.rightHandSide) this.#expression(node.rightHandSide);
        if (node.leftHandSide) this.#assign(node.leftHandSide, node, node.operator !== "=");
        return;
      case "UnaryOperation":
        if (node.subExpression && /^(\+\+|--|delete)$/.test(node.operator ?? "")) {
          this.#assign(node.subExpression, node, node.operator !== "delete");
          return;
        }
        if (node.subExpression) this.#expression(node.subExpression);
        return;
      case "FunctionCall":
        this.#call(node);
        return;
      case "Identifier":
      case "IndexAccess":
      case "MemberAccess":
        this.#read(node);
        return;
      case "Conditional":
        if (node.condition) {
          this.#expression(node.condition);
          this.#add(
            { kind: "check", condition: node.condition, isEnforced: false, endsWhenTrue: false },
            node.condition,
          );
        }
        if (node.trueExpression) this.#expression(node.trueExpression);
        if (node.falseExpression) this.#expression(node.falseExpression);
        return;
      default:
        for (const part of [node.expression, node.leftExpression, node.rightExpression]) {
          if (part) this.#expression(part);
        }
        for (const part of node.components ?? []) if (part) this.#expression(part);
        for (const part of node.options ?? []) this.#expression(part);
    }
  }

  #assign(target: AstNode, node: AstNode, isRead: boolean): void {
    if (target.nodeType === "TupleExpression") {
      for (const part of target.components ?? []) if (part) this.#assign(part, node, isRead);
      return;
    }
    this.#indexesOf(target);
    const path = storagePath(this.#program, target);
    // Reassigning a storage pointer changes no storage.
    if (!path || (target.nodeType === "Identifier" && !this.#program.declarationOf(target)?.stateVariable))
      return;
    if (isRead) this.#add({ kind: "read", path, isPartial: true }, node);
    this.#add({ kind: "write", path, isPartial: path.keys.length > 0 || path.members.length > 0 }, node);
  }

  #read(node: AstNode): void {
    this.#indexesOf(node);
    const path = storagePath(this.#program, node);
    if (path) this.#add({ kind: "read", path, isPartial: path.keys.length > 0 }, node);
    else if (node.nodeType === "MemberAccess" && node.expression) this.#expression(node.expression);
    else if (node.nodeType === "IndexAccess" && node.baseExpression) this.#expression(node.baseExpression);
  }

  #indexesOf(node: AstNode): void {
    if (node.indexExpression) this.#expression(node.indexExpression);
    const below = node.baseExpression ?? (node.nodeType === "MemberAccess" ? node.expression : undefined);
    if (below && (below.nodeType === "IndexAccess" || below.nodeType === "MemberAccess"))
      this.#indexesOf(below);
  }

  #call(node: AstNode): void {
    const external = readExternalCall(this.#program, node);
    const kind = functionKindOf(node.expression);
    if (node.expression && kind !== "internal") this.#calleeParts(node.expression);
    for (const argument of node.arguments ?? []) this.#expression(argument);
    if (external) {
      this.#add({ kind: "call", call: external }, node);
      return;
    }
    if ((kind === "require" || kind === "assert") && node.arguments?.[0]) {
      this.#add({ kind: "check", condition: node.arguments[0], isEnforced: true, endsWhenTrue: false }, node);
      return;
    }
    if (
      (kind === "arraypush" || kind === "arraypop" || kind === "bytearraypush") &&
      node.expression?.expression
    ) {
      const path = storagePath(this.#program, node.expression.expression);
      if (path) this.#add({ kind: "write", path, isPartial: true }, node);
      return;
    }
    const { declaration } = this.#program.calledFunction(node);
    if (!declaration) return;
    if (node.expression?.nodeType === "MemberAccess" && node.expression.expression) {
      this.#expression(node.expression.expression);
    }
    const isSuper = node.expression?.expression?.name === "super";
    const runs = isSuper ? declaration : this.#program.resolve(this.#contract, declaration);
    this.enter(runs, [...this.#callSites, node]);
  }

  #calleeParts(callee: AstNode): void {
    if (callee.nodeType === "MemberAccess" && callee.expression) this.#expression(callee.expression);
    else if (callee.nodeType === "FunctionCall") {
      for (const argument of callee.arguments ?? []) this.#expression(argument);
      if (callee.expression) this.#calleeParts(callee.expression);
    } else if (callee.nodeType === "FunctionCallOptions") {
      for (const option of callee.options ?? []) this.#expression(option);
      if (callee.expression) this.#calleeParts(callee.expression);
    }
  }

  #add(event: EventBody, node: AstNode): void {
    this.events.push({
      ...event,
      node,
      index: this.events.length,
      inside: this.#inside,
      callSites: this.#callSites,
      branches: [...this.#branches],
      loops: [...this.#loops],
    } as FlowEvent);
  }
}

type EventBody = FlowEvent extends infer Event
  ? Event extends Where
    ? Omit<Event, keyof Where>
    : never
  : never;

/** Whether a statement always returns or reverts, so the code after it does not run. */
export function endsFlow(node: AstNode): boolean {
  switch (node.nodeType) {
    case "Return":
    case "Throw":
    case "RevertStatement":
      return true;
    case "Block":
    case "UncheckedBlock": {
      const last = node.statements?.at(-1);
      return last ? endsFlow(last) : false;
    }
    case "ExpressionStatement":
      return functionKindOf(node.expression?.expression) === "revert";
    case "IfStatement":
      return Boolean(node.trueBody && node.falseBody && endsFlow(node.trueBody) && endsFlow(node.falseBody));
    default:
      return false;
  }
}
