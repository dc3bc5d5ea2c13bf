import { type AstNode, findAll, functionKindOf, stripConversions, typeOf } from "./ast.ts";
import { readExternalCall } from "./external-call.ts";
import { originsOf } from "./origins.ts";
import { type Contract, isConstructor, type Program } from "./program.ts";
import { endsFlow, type FlowEvent, precedes, type Trace } from "./trace.ts";

/** A condition that must be true, or must be false, for the following code to run. */
export interface Requirement {
  condition: AstNode;
  mustHold: boolean;
}

/** Lists the conditions under which an event happens. */
export function requirementsBefore(trace: Trace, event: FlowEvent): Requirement[] {
  const arms = new Map(event.branches.map(({ fork, arm }) => [fork.condition, arm === "true"]));
  return trace.events.flatMap((earlier) => {
    if (earlier.kind !== "check") return [];
    const { condition } = earlier;
    const arm = arms.get(condition);
    if (arm !== undefined) return [{ condition, mustHold: arm }];
    if (!earlier.isEnforced || !precedes(earlier, event)) return [];
    return [{ condition, mustHold: !earlier.endsWhenTrue }];
  });
}

/** Lists the conditions that are evaluated before an event, whatever their required result. */
export function conditionsBefore(trace: Trace, event: FlowEvent): AstNode[] {
  return requirementsBefore(trace, event).map(({ condition }) => condition);
}

/** Splits a condition at `&&`, `||` and `!`. */
export function atomsOf(condition: AstNode): AstNode[] {
  return signedAtomsOf({ condition, mustHold: true }).map((atom) => atom.condition);
}

function signedAtomsOf({ condition, mustHold }: Requirement): Requirement[] {
  const node = stripConversions(condition);
  if (node.nodeType === "BinaryOperation" && (node.operator === "&&" || node.operator === "||")) {
    return [node.leftExpression, node.rightExpression].flatMap((part) =>
      part ? signedAtomsOf({ condition: part, mustHold }) : [],
    );
  }
  if (node.nodeType === "UnaryOperation" && node.operator === "!" && node.subExpression) {
    return signedAtomsOf({ condition: node.subExpression, mustHold: !mustHold });
  }
  return [{ condition: node, mustHold }];
}

/** Whether a requirement restricts callers by address, role, membership or signature, and not by an amount. */
export function asksWhoCalls(program: Program, requirement: Requirement): boolean {
  return signedAtomsOf(requirement).some((atom) => atomAsksWhoCalls(program, atom));
}

function atomAsksWhoCalls(program: Program, { condition: atom, mustHold }: Requirement): boolean {
  if (atom.nodeType === "BinaryOperation") {
    const { leftExpression: left, rightExpression: right } = atom;
    if (!left || !right || (atom.operator !== "==" && atom.operator !== "!=")) return false;
    const isSame = (atom.operator === "==") === mustHold;
    const sides = [left, right].map((side) => ({ side, origins: originsOf(program, side) }));
    const asking = sides.find(({ origins }) => origins.has("sender", "tx-origin", "signature"));
    const other = sides.find((side) => side !== asking);
    if (!asking || !other) return false;
    // `members[msg.sender] != 0` restricts callers to members; `msg.sender != 0` and `members[msg.sender] == 0` do not.
    if (isZero(other.side)) return !isBareCaller(asking.side) && !isSame;
    // `tx.origin == msg.sender` excludes contracts, but no externally owned account.
    return isSame && (!isBareCaller(asking.side) || !isBareCaller(other.side));
  }
  const external = readExternalCall(program, atom);
  if ((external && external.kind !== "method") || isMovement(atom)) return false;
  return (
    mustHold && typeOf(atom) === "bool" && originsOf(program, atom).has("sender", "tx-origin", "signature")
  );
}

/** Whether a requirement is a deny list: it excludes some callers and admits all others. */
export function turnsSomeAway(requirement: Requirement): boolean {
  return signedAtomsOf(requirement).every(
    ({ condition: { operator, leftExpression, rightExpression }, mustHold }) => {
      const isDifferent = operator === (mustHold ? "!=" : "==");
      return (
        isDifferent &&
        [leftExpression, rightExpression].some((side) => side !== undefined && isBareCaller(side))
      );
    },
  );
}

/** `require(token.transferFrom(msg.sender, …))` checks that the caller has paid, not who they are. */
function isMovement({ nodeType, expression }: AstNode): boolean {
  return (
    nodeType === "FunctionCall" &&
    /transfer|approve|deposit/i.test(expression?.memberName ?? expression?.name ?? "")
  );
}

function isBareCaller(node: AstNode): boolean {
  const bare = stripConversions(node);
  return bare.nodeType === "MemberAccess" && (bare.memberName === "sender" || bare.memberName === "origin");
}

/** Whether an expression is a literal zero, including `address(0)` and `0x0`. */
export function isZero(node: AstNode): boolean {
  const bare = stripConversions(node);
  return bare.nodeType === "Literal" && /^(0x)?0*$/.test(String(bare.value ?? ""));
}

/** Whether a condition looks something up under the caller's own address, such as a status or a membership. */
export function keyedByCaller(program: Program, condition: AstNode): boolean {
  return findAll(condition, ({ nodeType }) => nodeType === "IndexAccess").some(
    ({ indexExpression, baseExpression }) =>
      indexExpression !== undefined &&
      indexExpression !== null &&
      !/=> u?int/.test(typeOf(baseExpression)) &&
      originsOf(program, indexExpression, { withinFunction: true }).has("sender"),
  );
}

/** Whether a check stops the function while the contract is paused. */
export function isPauseCheck(
  program: Program,
  { condition, inside }: FlowEvent & { kind: "check" },
): boolean {
  return /pause/i.test(program.textOf(condition)) || /^whenNotPaused$/.test(inside.name ?? "");
}

/** Whether an event is restricted to certain callers. */
export function isAuthorised(program: Program, trace: Trace, event: FlowEvent): boolean {
  return requirementsBefore(trace, event).some((requirement) => asksWhoCalls(program, requirement));
}

/** Whether a statement decreases a variable: `x -= y`, `x = x - y` or SafeMath's `sub`. */
export function lowers(
  program: Program,
  { operator, leftHandSide: left, rightHandSide: right }: AstNode,
): boolean {
  if (operator === "-=") return true;
  if (operator !== "=" || !left || !right) return false;
  const callee = right.nodeType === "FunctionCall" ? right.expression : undefined;
  const from =
    right.operator === "-"
      ? right.leftExpression
      : callee?.memberName === "sub"
        ? callee.expression
        : undefined;
  return !!from && program.textOf(from).replaceAll(/\s/g, "") === program.textOf(left).replaceAll(/\s/g, "");
}

/** Whether an event can happen only once: a flag is checked before it, and only this function sets the flag. */
export function happensOnce(program: Program, trace: Trace, event: FlowEvent): boolean {
  if (hasModifier(trace, /^(re)?initializer$|^onlyInitializing$/)) return true;
  const written = new Set<AstNode>();
  for (const other of trace.events) {
    if (
      other.kind === "write" &&
      other.path.keys.length === 0 &&
      !isSetElsewhere(program, trace, other.path.variable)
    )
      written.add(other.path.variable);
  }
  return conditionsBefore(trace, event).some((condition) =>
    atomsOf(condition).some((atom) => {
      const isFlag = typeOf(atom) === "bool" && atom.nodeType !== "BinaryOperation";
      const isEquality = atom.nodeType === "BinaryOperation" && /^[!=]=$/.test(atom.operator ?? "");
      if (!isFlag && !isEquality) return false;
      return [...originsOf(program, atom).states].some((variable) => written.has(variable));
    }),
  );
}

/** Whether another function that users can call sets the variable again. */
function isSetElsewhere(program: Program, trace: Trace, variable: AstNode): boolean {
  const here = new Set(trace.events.map(({ inside }) => inside)).add(trace.entry);
  return program.assignedTo(variable).some((value) => {
    const owner = program.functionOf(value);
    return owner !== undefined && !isConstructor(owner) && !here.has(owner);
  });
}

/** Whether the entry point, or a function it calls, has a modifier whose name matches. */
export function hasModifier(trace: Trace, name: RegExp): boolean {
  const functions = new Set([trace.entry, ...trace.events.map(({ inside }) => inside)]);
  for (const node of functions) {
    for (const modifier of node.modifiers ?? [])
      if (name.test(modifier.modifierName?.name ?? "")) return true;
  }
  return false;
}

/** Whether a function has a reentrancy guard. */
export function isGuarded(trace: Trace): boolean {
  return hasModifier(trace, /non_?reentran|no_?reentran|^lock$|reentrancy_?guard/i);
}

const authority = new WeakMap<Contract, Set<AstNode>>();

/** The state variables that hold permissions: callers are compared with them. */
export function authorityVariables(program: Program, contract: Contract): Set<AstNode> {
  const known = authority.get(contract);
  if (known) return known;
  const found = new Set<AstNode>();
  const own = new Set(contract.stateVariables);
  for (const base of contract.lineage) {
    for (const requirement of requirementsIn(base)) {
      for (const atom of signedAtomsOf(requirement)) {
        if (!atomAsksWhoCalls(program, atom)) continue;
        for (const variable of originsOf(program, atom.condition).states) {
          if (own.has(variable) && isIdentity(variable)) found.add(variable);
        }
      }
    }
  }
  authority.set(contract, found);
  return found;
}

function isIdentity(variable: AstNode): boolean {
  const isHolder = /^(address|contract|mapping\(\w+ => (bool|address|uint\d+|bytes32)\)$)/;
  return isHolder.test(typeOf(variable)) && variable.constant !== true;
}

function reverts(body: AstNode): boolean {
  const last = body.statements ? body.statements.at(-1) : body;
  return (
    last !== undefined && last.nodeType !== "Return" && last.nodeType !== "IfStatement" && endsFlow(last)
  );
}

function requirementsIn(node: AstNode): Requirement[] {
  return findAll(node, ({ nodeType }) => nodeType === "IfStatement" || nodeType === "FunctionCall").flatMap(
    (found) => {
      if (found.nodeType === "IfStatement") {
        const { condition, trueBody } = found;
        if (!condition || !trueBody) return [];
        const refused = { condition, mustHold: false };
        if (reverts(trueBody)) return [refused];
        // A branch that returns can mean success (`if (isOwner) return true`) as well as refusal.
        const asked = { condition, mustHold: true };
        return endsFlow(trueBody) ? [asked, refused] : [asked];
      }
      const kind = functionKindOf(found.expression);
      const condition = kind === "require" || kind === "assert" ? found.arguments?.[0] : undefined;
      return condition ? [{ condition, mustHold: true }] : [];
    },
  );
}
