import type { Analysis } from "../analysis/analysis.ts";
import { type AstNode, findAll, stripConversions, typeOf } from "../analysis/ast.ts";
import { originsOf } from "../analysis/origins.ts";
import { isConstructor, isReadOnly, type Program } from "../analysis/program.ts";
import { endsFlow } from "../analysis/trace.ts";
import type { Detection, Rule } from "./detector.ts";
import { nameOf } from "./subject.ts";

const rule: Rule = {
  id: "integer-overflow",
  title: "Integer overflow or underflow",
  severity: "high",
  confidence: "medium",
  category: "arithmetic",
  swc: "SWC-101",
  recommendation:
    "Compile with 0.8 or later, where arithmetic reverts on overflow, or check the operands first (SafeMath in older code). Inside `unchecked`, make sure that the operands are bounded.",
};

const operators = /^(\+|-|\*|\*\*|\+=|-=|\*=)$/;

/** Finds additions, subtractions and multiplications that a caller can make overflow or underflow. */
export function detectArithmetic({ program, contracts }: Analysis): Detection[] {
  const declarations = new Set(contracts.flatMap(({ contract }) => contract.functions));
  return [...declarations].flatMap((declaration) => {
    if (isConstructor(declaration) || program.contractOf(declaration)?.contractKind === "library") return [];
    return detectOperations(program, declaration);
  });
}

function detectOperations(program: Program, declaration: AstNode): Detection[] {
  const operations = findAll(declaration.body, (node) => isOperation(node) && wraps(program, node));
  const unsafe = operations.filter((node) => isUnsafe(program, declaration, node));
  const [first] = unsafe;
  if (!first) return [];
  return [
    {
      rule: { ...rule, severity: severityOf(program, declaration) },
      nodes: unsafe.map((node) => program.statementOf(node)),
      subject: nameOf(program, declaration),
      explanation: `In ${nameOf(program, declaration)} the caller chooses an operand of \`${program.textOf(first)}\`${unsafe.length > 1 ? ` (and of ${unsafe.length - 1} more)` : ""}, which has no upper bound, and the result overflows or underflows without an error.`,
    },
  ];
}

/** An author who writes `unchecked` has usually considered overflow, so the severity is lower. */
function severityOf(program: Program, declaration: AstNode): Rule["severity"] {
  if (isReadOnly(declaration)) return "low";
  return program.minorVersion >= 8 ? "medium" : "high";
}

function isOperation(node: AstNode): boolean {
  const isBinary = node.nodeType === "BinaryOperation" || node.nodeType === "Assignment";
  return isBinary && operators.test(node.operator ?? "") && /^u?int\d*$/.test(typeOf(node));
}

/** From 0.8 on, only `unchecked` blocks overflow silently. */
function wraps(program: Program, node: AstNode): boolean {
  if (program.minorVersion < 8) return true;
  return program.enclosing(node, ({ nodeType }) => nodeType === "UncheckedBlock") !== undefined;
}

function sidesOf(node: AstNode): AstNode[] {
  return [node.leftExpression ?? node.leftHandSide, node.rightExpression ?? node.rightHandSide].filter(
    (side) => side !== undefined,
  );
}

function isUnsafe(program: Program, declaration: AstNode, node: AstNode): boolean {
  // Results that are only emitted in an event do no harm.
  if (program.enclosing(node, ({ nodeType }) => nodeType === "EmitStatement")) return false;
  const sides = sidesOf(node);
  const chosen = sides.filter((side) => isChosen(program, side));
  if (chosen.length === 0) return false;
  const isSum = node.operator?.startsWith("+") === true;
  if (isSum && chosen.length < 2 && sides.some(isSmallLiteral)) return false;
  return (
    !isChecked(program, declaration, node, sides) &&
    !chosen.every((side) => isCapped(program, declaration, side))
  );
}

/** Whether the caller chooses the value itself: a number passed to an entry point, not one looked up with it. */
function isChosen(program: Program, side: AstNode): boolean {
  const { parameters } = originsOf(program, side, { valueOnly: true });
  return [...parameters].some((parameter) => /^u?int|\[\]/.test(typeOf(parameter)));
}

function isSmallLiteral(side: AstNode): boolean {
  return /^int_const \d{1,6}$/.test(typeOf(side));
}

/** Whether a comparison in the function refers to the operation's own operands and result. */
function isChecked(program: Program, declaration: AstNode, node: AstNode, sides: AstNode[]): boolean {
  const [left, right] = sides.map((side) => normal(program, side));
  const result = normal(program, node);
  const target = node.nodeType === "Assignment" ? left : assignedName(program, node);
  const isSubtraction = node.operator?.startsWith("-") === true;
  return findAll(declaration.body, isComparison).some((comparison) => {
    const isWithin = program.enclosing(node, (parent) => parent === comparison) !== undefined;
    const texts = sidesOf(comparison).map((side) => normal(program, side));
    // `require(balances[to] + value >= balances[to])` is itself the check.
    if (isWithin) return texts.some((text) => text === left || text === right);
    if (isSubtraction) return texts.includes(left ?? "") && texts.includes(right ?? "");
    if (texts.includes(result) || (target !== undefined && texts.includes(target))) {
      return texts.some((text) => text === left || text === right)
        ? target !== left || texts.includes(result)
        : isInverse(comparison);
    }
    return false;
  });
}

function isInverse(comparison: AstNode): boolean {
  return findAll(comparison, ({ operator }) => operator === "/").length > 0;
}

/** Whether the value has an upper bound that the caller cannot choose. */
function isCapped(program: Program, declaration: AstNode, side: AstNode): boolean {
  const text = normal(program, side);
  return findAll(declaration.body, isComparison).some((comparison) => {
    const [left, right] = sidesOf(comparison);
    if (!left || !right) return false;
    const position = [left, right].findIndex((part) => normal(program, part) === text);
    const other = position === 0 ? right : left;
    // From 0.8 on, a comparison before an unchecked addition is taken as its overflow check.
    if (position >= 0 && program.minorVersion >= 8) return true;
    if (position < 0 || !isConstantValue(program, other)) return false;
    const isUpper = comparison.operator === "==" || /^</.test(comparison.operator ?? "") === (position === 0);
    return refuses(program, comparison) ? !isUpper || comparison.operator === "==" : isUpper;
  });
}

/** Whether the function returns or reverts if the comparison holds. */
function refuses(program: Program, comparison: AstNode): boolean {
  const fork = program.enclosing(comparison, ({ nodeType }) => nodeType === "IfStatement");
  return fork?.trueBody !== undefined && endsFlow(fork.trueBody);
}

function isConstantValue(program: Program, node: AstNode): boolean {
  const origins = originsOf(program, node);
  return (
    origins.parameters.size === 0 &&
    !origins.has("external") &&
    [...origins.states].every(({ constant, mutability }) => constant === true || mutability === "immutable")
  );
}

function isComparison(node: AstNode): boolean {
  return node.nodeType === "BinaryOperation" && /^([<>]=?|==)$/.test(node.operator ?? "");
}

function assignedName(program: Program, node: AstNode): string | undefined {
  const parent = program.parentOf(node);
  if (parent?.nodeType === "VariableDeclarationStatement") return parent.declarations?.[0]?.name;
  if (parent?.nodeType === "Assignment" && parent.leftHandSide) return normal(program, parent.leftHandSide);
  return undefined;
}

function normal(program: Program, node: AstNode): string {
  return program.textOf(stripConversions(node)).replaceAll(/\s+/g, "");
}
